import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { type KeptValues, withValuesKept } from "../../spec/data-schemas/kept-values.ts";
import { ofTurn } from "../../spec/data-schemas/once-each.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { membersOf } from "../json/data-trait.ts";
import { randomText } from "../json/document.ts";
import { dataTraits } from "../json/data-traits.ts";
import { markerMembers, scriptOfMarker } from "../json/marker.ts";
import { seedFrom } from "../sample.ts";
import { isOpen, openInput } from "./action-input.ts";
import { baseData, withoutMember, withValue } from "./base-data.ts";
import { fillPlaces, type Spare } from "./fill-places.ts";
import { markerPlaceIn } from "./marker-place.ts";
import { MemberPlaces } from "./member-places.ts";
import { withOwnTexts } from "./own-texts.ts";
import { placesIn } from "./schema-places.ts";

/**
 * The member by which scripts count their documents, so that each has other data. It takes no place in a form: the number there
 * would be low each time.
 */
const counting = "number";

export interface FittedData {
  readonly data: JsonObject;
  /** Where the marker stands; absent where that is the usual member, or nowhere. */
  readonly markerAt?: JsonPath;
  /** What is unusual in the data, of that which was unusual in the free document. */
  readonly traits: readonly string[];
}

export interface FreeData {
  readonly data: JsonObject;
  readonly traits?: readonly string[] | undefined;
  /** How often the action was done before on the trace: which of its examples it brings, where it takes them in turn. */
  readonly turn?: number | undefined;
  /** Of the same document: from 1 on each is of another make than the one before. */
  readonly variant?: number | undefined;
  /** Members that stay as they are, because they decide what may come next. */
  readonly kept?: KeptValues | undefined;
}

/**
 * A free document as the schema of an action will have it. Where the schema is open, its own members are added; where
 * it is closed, the marker and every member that finds room stand in members of the schema, and unusual values without
 * a place of their own fill what is left. The same document of a script gives the same data, but for the marker, and for the texts
 * that must be like no others; in another script it gives others.
 */
export function fitData(action: ActionDescription | undefined, free: FreeData, places?: MemberPlaces): FittedData {
  const traits = free.traits ?? [];
  const form = action?.dataSchema;
  if (!action || !form) return { data: free.data, traits };
  const kept = withValuesKept(form, free.kept);
  const schema = free.turn === undefined ? kept : ofTurn(kept, free.turn);
  if (schema !== form)
    return fitData({ ...action, dataSchema: schema }, { ...free, kept: undefined, turn: undefined }, places);
  const { inTurn = false, examples = [] } = action;
  const example = inTurn ? examples[(free.turn ?? 0) % Math.max(1, examples.length)] : undefined;
  if (example) return { data: example, traits: traits.filter((trait) => !trait.startsWith("data.")) };
  const { [markerMembers.run]: run, [markerMembers.marker]: marker, ...members } = free.data;
  const script = typeof marker === "string" ? scriptOfMarker(marker) : undefined;
  const seed = seedFrom(action.key, JSON.stringify(members), ...(script === undefined ? [] : [script]));
  const owner = `${String(run)} ${String(marker)}`;
  if (isOpen(action)) {
    const data = openInput(action, free.data, seed, free.variant);
    return { data: marker === undefined ? data : withOwnTexts(action, data, undefined, owner), traits };
  }
  if (marker === undefined && followsSchema(schema, free.data)) return { data: free.data, traits };

  const markerPlace = typeof marker === "string" && typeof run === "string" ? markerPlaceIn(schema) : undefined;
  const given = places ?? new MemberPlaces([schema]);
  // The places may be those of other actions, which have their markers elsewhere.
  const markerKey = JSON.stringify(markerPlace?.path ?? []);
  const plain = baseData(schema, markerPlace ? [markerPlace.path] : [], seed, free.variant);
  const sample = marker === undefined ? plain : withOwnTexts(action, plain, markerPlace?.path, owner);
  // Where many members are wanted, all stay.
  let data = (free.variant ?? 0) > 0 ? sample : withoutOthers(schema, sample, given);
  if (markerPlace)
    data = withValue(data, markerPlace.path, markerPlace.text({ run: String(run), marker: String(marker) }));

  const sources = sourcesOf(traits, members);
  // What no member is known for may be any that is kept.
  const named = new Set([...sources.values()].flat());
  const unnamed = traits.filter((trait) => trait.startsWith("data.") && !named.has(trait));
  const carried = new Set<string>();
  const spare: Spare[] = [];
  for (const [name, value] of Object.entries(members)) {
    if (name === counting) continue;
    const placed = given.place(schema, name, value);
    const isFree = placed !== undefined && JSON.stringify(placed.path) !== markerKey;
    const next = isFree ? withValue(data, placed.path, placed.value) : undefined;
    const own = sources.get(name) ?? [];
    if (!next || !followsSchema(schema, next)) spare.push({ value, traits: own });
    else {
      data = next;
      for (const trait of own.length > 0 ? own : unnamed) carried.add(trait);
    }
  }
  const filled = fillPlaces(schema, data, spare, new Set([...given.reserved, markerKey]), seed);
  const others = traits.filter((trait) => !trait.startsWith("data."));
  return {
    data: filled.data,
    ...(markerPlace ? { markerAt: markerPlace.path } : {}),
    traits: [...others, ...new Set([...carried, ...filled.traits])],
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

/** The traits that each member of a document carries, of those that the document is said to have. */
function sourcesOf(traits: readonly string[], data: JsonObject): ReadonlyMap<string, readonly string[]> {
  const wanted = new Set(traits);
  const random = wanted.has(randomText) ? [["odd", randomText] as const] : [];
  const carriers = dataTraits
    .filter(({ trait }) => wanted.has(trait))
    .flatMap((trait) => membersOf(trait).map(([name]) => [name, trait.trait] as const));
  const sources = new Map<string, readonly string[]>();
  for (const [name, trait] of [...random, ...carriers])
    if (Object.hasOwn(data, name)) sources.set(name, [...(sources.get(name) ?? []), trait]);
  return sources;
}
