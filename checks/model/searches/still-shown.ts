/** Finds states that still show the values of a search in the same places as when it found the trace. */
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import { everyPlace, valuesAt } from "../../../spec/readings/path.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { momentOf } from "../moment.ts";
import type { ModelTrace } from "../world.ts";

/**
 * A later state that shows each filter value at every place where the earlier state had it under this name; undefined
 * where there is none, or the earlier state lacked it.
 */
export function stillShownBy(
  trace: ModelTrace,
  filters: JsonObject,
  earlier: Exchange,
  later: Exchange,
): Exchange | undefined {
  const [before, now] = [statesAt(trace, earlier), statesAt(trace, later)];
  const [first, last] = [before.at(-1), now.at(-1)];
  if (!first || !last) return undefined;
  const shown = payloadMember(first, "state") ?? null;
  const isKept = Object.entries(filters).every(([name, value]) => {
    const places = placesOf(shown, name, value);
    return places.length > 0 && now.every((read) => places.every((path) => has(read, path, value)));
  });
  return isKept && Object.keys(filters).length > 0 ? last : undefined;
}

/**
 * True where no current state has the value at any place of the first state that had it under this name; in lists, at
 * any index.
 */
export function isTakenOut(states: readonly Exchange[], now: readonly Exchange[], name: string, value: Json): boolean {
  const places = states
    .map((read) => placesOf(payloadMember(read, "state") ?? null, name, value).map(anywhereInLists))
    .find(({ length }) => length > 0);
  return places !== undefined && now.every((read) => !places.some((path) => has(read, path, value)));
}

const anywhereInLists = (path: readonly string[]): readonly string[] =>
  path.map((step) => (/^\d+$/.test(step) ? "*" : step));

function placesOf(state: Json, name: string, value: Json): readonly (readonly string[])[] {
  const member = name.split(".").at(-1);
  return [...everyPlace(state)].flatMap((place) =>
    place.path.at(-1) === member && sameJson(place.value, value) ? [place.path] : [],
  );
}

const has = (read: Exchange, path: readonly string[], value: Json): boolean =>
  valuesAt(payloadMember(read, "state") ?? null, path).some((shown) => sameJson(shown, value));

/** The states read after the same actions as the search. */
function statesAt(trace: ModelTrace, search: Exchange): readonly Exchange[] {
  const { acknowledged, exact } = momentOf(trace, search);
  if (!exact) return [];
  return trace.reads.filter((read) => {
    const moment = momentOf(trace, read);
    const isState = read.intent.kind === "state" && isJsonObject(payloadMember(read, "state"));
    return isState && moment.exact && moment.acknowledged.length === acknowledged.length;
  });
}
