/** States that keep beside the data what their members were before, as a history of each does. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import { everyPlace, without } from "../../spec/readings/path.ts";
import type { OpenPointValues, Reading } from "../../spec/vocabulary/profile.ts";
import type { SeenState } from "./states.ts";

type StateReading = Reading<"state-data">;

/** So many states must show it: one may have a value there by chance. */
const leastStates = 2;

/** The reading, with `former` where every state of a trace whose members were replaced shows what they were. */
export function withFormer(found: StateReading, states: readonly SeenState[]): StateReading {
  const { value, evidence } = found;
  if (!value?.path?.length) return found;
  const replaced = states.flatMap(({ state, actions }) => {
    const former = formerValues(actions.map(({ data }) => data));
    return former.length > 0 ? [{ state, former }] : [];
  });
  const isKept = replaced.every(({ state, former }) => former.every((one) => standsBeside(one, state, value)));
  if (replaced.length < leastStates || !isKept) return found;
  return {
    ...found,
    value: { ...value, former: true },
    evidence: `${evidence} Beside them stands what members were before.`,
  };
}

type Former = readonly [name: string, value: Json];

/** Texts and numbers that a later action replaced by others. */
function formerValues(sent: readonly Json[]): readonly Former[] {
  const last = new Map<string, Json>();
  const all: Former[] = [];
  for (const data of sent) {
    if (!isJsonObject(data)) continue;
    for (const [name, value] of Object.entries(data)) {
      const before = last.get(name);
      if (before !== undefined && before !== value && isWord(before)) all.push([name, before]);
      last.set(name, value);
    }
  }
  return all.filter(([name, value]) => last.get(name) !== value);
}

const isWord = (value: Json): boolean => typeof value === "string" || typeof value === "number";

function standsBeside([name, value]: Former, state: Json, { path }: OpenPointValues["state-data"]): boolean {
  const places = everyPlace(without(state, [path ?? []]));
  return [...places].some((place) => place.value === value && place.path.includes(name));
}
