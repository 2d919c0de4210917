/** Searches for a trace by what its state shows beside the data that were sent: members that the target computes. */
import { faces, type Face } from "../../spec/operations.ts";
import { payloadMember } from "../../spec/readings/outcome.ts";
import { hasMember, isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { namedEntries } from "../../spec/readings/named-entries.ts";
import type { ProbeContext } from "../probe.ts";
import type { KnownTrace } from "../seen/known-traces.ts";
import { askSearches, type WorkflowKey } from "./ask-search.ts";

/** However many members the state has, and what it holds in one member, as below `data`: so many of each are tried. */
const maxMembers = 4;
/** Longer texts are no values to search by. */
const maxText = 200;

interface FoundBy {
  readonly name: string;
  readonly face: Face;
  readonly key: WorkflowKey;
}

/**
 * The first member of the state by which a search finds the trace, and by another value of which it does not; undefined
 * where there is none.
 */
export async function computedMember(
  context: ProbeContext,
  { traceId, actions }: KnownTrace,
  keys: Readonly<Record<Face, readonly WorkflowKey[]>>,
): Promise<FoundBy | undefined> {
  const [exchange] = await context.ask("the state of the trace for search", [
    { step: { op: "state", face: "v2", trace: traceId } },
  ]);
  const state = exchange && payloadMember(exchange, "state");
  const members = isJsonObject(state) ? scalars(state, actions[0]?.data ?? null) : [];
  const search = (face: Face, key: WorkflowKey, { name, value, filters }: Searched, wanted: Json) => ({
    ...{ face, key, style: { path: [], join: "dotted" } as const },
    ...{ filters: filters(wanted), name, value, by: filters },
  });
  const asked = members.flatMap((member) =>
    faces.flatMap((face) => keys[face].map((key) => search(face, key, member, member.value))),
  );
  const hits = (await askSearches(context, "search-keys", traceId, asked)).filter(({ outcome }) => outcome === "found");
  const wrong = hits.map(({ search: { face, key, name, value, by } }) =>
    search(face, key, { name, value, filters: by }, otherThan(value)),
  );
  const controls = await askSearches(context, "search-keys", traceId, wrong);
  return controls.find(({ outcome }) => outcome === "not-found")?.search;
}

/** A member of the state, and the filters that name it. */
interface Searched {
  readonly name: string;
  readonly value: Json;
  readonly filters: (value: Json) => JsonObject;
}

/**
 * Texts, numbers and booleans of the state that nobody sent under their name; then such within what it encloses them in, be it
 * an object, or a list of names and values: by their own name, and by the whole way to them.
 */
function scalars(state: JsonObject, sent: Json): readonly Searched[] {
  const isOwn = ([name, value]: readonly [string, Json]): boolean => {
    if (hasMember(sent, name)) return false;
    return typeof value === "string" ? value.length <= maxText : typeof value === "number" || value === true;
  };
  const byName = ([name, value]: readonly [string, Json]): Searched => ({
    ...{ name, value },
    filters: (wanted) => ({ [name]: wanted }),
  });
  const outer = Object.entries(state).filter(isOwn).map(byName);
  const inner = Object.values(state).flatMap((one) =>
    (isJsonObject(one) ? Object.entries(one) : namedEntries(one)).filter(isOwn).map(byName),
  );
  const within = Object.entries(state).flatMap(([place, one]) =>
    (isJsonObject(one) ? Object.entries(one).filter(isOwn) : []).flatMap(([name, value]): readonly Searched[] => [
      byName([`${place}.${name}`, value]),
      { name: `${place}.${name}`, value, filters: (wanted) => ({ [place]: { [name]: wanted } }) },
    ]),
  );
  return [outer, inner, within].flatMap((some) => some.slice(0, maxMembers));
}

/** Another value of the same type. */
export function otherThan(value: Json): Json {
  if (typeof value === "number") return value + 1;
  return typeof value === "string" ? `no ${value}` : value !== true;
}
