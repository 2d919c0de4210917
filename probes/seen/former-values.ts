/** Finds states that also show the former values of members, as a history. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import { partsOf } from "../../spec/open-points/state-folds.ts";
import { everyPlace, without } from "../../spec/readings/path.ts";
import type { OpenPointValues, Reading } from "../../spec/vocabulary/profile.ts";
import type { SeenState } from "./states.ts";

type StateReading = Reading<"state-data">;

/** At least so many states must show it, as one may have the value by chance. */
const leastStates = 2;

/** The reading, with `former` where every state of a trace with replaced members shows their former values. */
export function withFormer(found: StateReading, states: readonly SeenState[]): StateReading {
  const { value, evidence } = found;
  if (!value?.path?.length) return found;
  const replaced = states.flatMap(({ state, actions }) => {
    const former = formerValues(
      actions.map(({ data }) => data),
      value,
    );
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

/** The last value of each member that has another value now, or none. */
function formerValues(sent: readonly Json[], { fold }: OpenPointValues["state-data"]): readonly Former[] {
  const last = sent.at(-1);
  const documents = sent.filter(isJsonObject);
  const names = new Set(documents.flatMap((data) => Object.keys(data)));
  return [...names].flatMap((name): readonly Former[] => {
    const values = documents.flatMap((data) => (Object.hasOwn(data, name) ? [data[name] ?? null] : []));
    const isLatest = partsOf(fold).rule === "replace";
    const now = isLatest ? (isJsonObject(last) ? last[name] : undefined) : values.at(-1);
    const before = values.findLast((value) => value !== now);
    return before !== undefined && isWord(before) ? [[name, before]] : [];
  });
}

const isWord = (value: Json): boolean => typeof value === "string" || typeof value === "number";

function standsBeside([name, value]: Former, state: Json, { path }: OpenPointValues["state-data"]): boolean {
  const places = everyPlace(without(state, [path ?? []]));
  return [...places].some((place) => place.value === value && place.path.includes(name));
}
