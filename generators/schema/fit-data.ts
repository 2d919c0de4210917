import { followsSchema } from "../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../spec/vocabulary/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { membersOf } from "../json/data-feature.ts";
import { randomText } from "../json/document.ts";
import { dataFeatures } from "../json/data-features.ts";
import { markMembers } from "../json/mark.ts";
import { seedFrom } from "../sample.ts";
import { isOpen, openInput } from "./action-input.ts";
import { baseData, withoutMember, withValue } from "./base-data.ts";
import { fillPlaces, type Spare } from "./fill-places.ts";
import { markPlaceIn } from "./mark-place.ts";
import { MemberPlaces } from "./member-places.ts";
import { placesIn } from "./schema-places.ts";

export interface FittedData {
  readonly data: JsonObject;
  /** Where the mark stands; absent where that is the usual member, or nowhere. */
  readonly markAt?: JsonPath;
  /** What is unusual in the data, of that which was unusual in the free document. */
  readonly features: readonly string[];
}

export interface FreeData {
  readonly data: JsonObject;
  readonly features?: readonly string[] | undefined;
}

/**
 * A free document as the schema of an action will have it. Where the schema is open, its own members are added; where it
 * is closed, the mark and every member that finds room stand in members of the schema, and unusual values without a place
 * of their own fill what is left. The same document gives the same data, but for the mark.
 */
export function fitData(action: ActionDescription | undefined, free: FreeData, places?: MemberPlaces): FittedData {
  const features = free.features ?? [];
  const schema = action?.dataSchema;
  if (!action || !schema) return { data: free.data, features };
  const { [markMembers.run]: run, [markMembers.mark]: mark, ...members } = free.data;
  const seed = seedFrom(action.key, JSON.stringify(members));
  if (isOpen(action)) return { data: openInput(action, free.data, seed), features };
  if (mark === undefined && followsSchema(schema, free.data)) return { data: free.data, features };

  const marking = typeof mark === "string" && typeof run === "string" ? markPlaceIn(schema) : undefined;
  const given = places ?? new MemberPlaces([schema]);
  const sample = baseData(schema, marking ? [marking.path] : [], seed);
  let data = withoutOthers(schema, sample, given);
  if (marking) data = withValue(data, marking.path, marking.text({ run: String(run), mark: String(mark) }));

  const sources = sourcesOf(features, members);
  // What no member is known for may be any that is kept.
  const named = new Set([...sources.values()].flat());
  const unnamed = features.filter((feature) => feature.startsWith("data.") && !named.has(feature));
  const kept = new Set<string>();
  const spare: Spare[] = [];
  for (const [name, value] of Object.entries(members)) {
    const placed = given.place(schema, name, value);
    const next = placed && withValue(data, placed.path, placed.value);
    const own = sources.get(name) ?? [];
    if (!next || !followsSchema(schema, next)) spare.push({ value, features: own });
    else {
      data = next;
      for (const feature of own.length > 0 ? own : unnamed) kept.add(feature);
    }
  }
  const filled = fillPlaces(schema, data, spare, given.reserved, seed);
  const others = features.filter((feature) => !feature.startsWith("data."));
  return {
    data: filled.data,
    ...(marking ? { markAt: marking.path } : {}),
    features: [...others, ...new Set([...kept, ...filled.features])],
  };
}

/** What stands by chance in a place of some name's would be taken for that member; what is required stays. */
function withoutOthers(schema: JsonObject, sample: JsonObject, places: MemberPlaces): JsonObject {
  return placesIn(schema).leaves.reduce((data, { path }) => {
    if (!places.taken.has(JSON.stringify(path))) return data;
    const less = withoutMember(data, path);
    return followsSchema(schema, less) ? less : data;
  }, sample);
}

/** The features that each member of a document carries, of those that the document is said to have. */
function sourcesOf(features: readonly string[], data: JsonObject): ReadonlyMap<string, readonly string[]> {
  const wanted = new Set(features);
  const random = wanted.has(randomText) ? [["odd", randomText] as const] : [];
  const carriers = dataFeatures
    .filter(({ feature }) => wanted.has(feature))
    .flatMap((feature) => membersOf(feature).map(([name]) => [name, feature.feature] as const));
  const sources = new Map<string, readonly string[]>();
  for (const [name, feature] of [...random, ...carriers])
    if (Object.hasOwn(data, name)) sources.set(name, [...(sources.get(name) ?? []), feature]);
  return sources;
}
