/** States that show what a search goes by just as they did when it found the trace, whatever else has been done since. */
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import { everyPlace, valuesAt } from "../../../spec/readings/path.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { momentOf } from "../moment.ts";
import type { ModelTrace } from "../world.ts";

/**
 * A state of the later moment that shows each value of the filters at every place where that of the earlier moment had it
 * by this name; undefined where none does, or the earlier one did not have it.
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
 * True where the first of the states that has the value by this name has it at places, of a list at any of its elements, at none of
 * which one of now has it.
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

/** The states that were read with the same actions done as when the search was sent. */
function statesAt(trace: ModelTrace, search: Exchange): readonly Exchange[] {
  const { acknowledged, exact } = momentOf(trace, search);
  if (!exact) return [];
  return trace.reads.filter((read) => {
    const moment = momentOf(trace, read);
    const isState = read.intent.kind === "state" && isJsonObject(payloadMember(read, "state"));
    return isState && moment.exact && moment.acknowledged.length === acknowledged.length;
  });
}
