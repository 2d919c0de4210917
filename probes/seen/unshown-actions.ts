/**
 * Finds actions of a process whose data a state never shows as they were sent, though it shows those of others: the
 * workflow computes the state. Through one face alone it would be an error.
 */
import { faces } from "../../spec/operations.ts";
import { levelsAbove } from "../../spec/readings/computed-values.ts";
import { differences, sameJson } from "../../spec/readings/equal.ts";
import { payloadMember } from "../../spec/readings/outcome.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { KnownTrace } from "./known-traces.ts";
import type { SeenState } from "./states.ts";

type StateReading = OpenPointValues["state-data"];

/** At most so many actions are looked at, each on so many traces. */
const maxKeys = 4;
const enough = 2;

/** A member that an action sends. */
export interface UnshownMember {
  readonly key: string;
  readonly name: string;
}

/**
 * The members that no state shows as they were sent right after their action; or no state at all, if none was read
 * right after it. States that no longer show earlier data do not count: they became something else, perhaps at the end
 * of the trace.
 */
export function unshownMembers(states: readonly SeenState[], reading: StateReading): readonly UnshownMember[] {
  return unshownIn(states, reading, ({ last, earlier }) => [
    ...last,
    ...earlier.filter(({ key }) => !states.some((one) => endsWith(one, key))),
  ]);
}

/** True where the action with this key is the last one. */
export const endsWith = ({ actions }: Pick<SeenState, "actions">, key: string): boolean =>
  actions.at(-1)?.actionKey === key;

/** @param judged which members of a state are looked at */
function unshownIn(
  states: readonly SeenState[],
  reading: StateReading,
  judged: (brought: Brought) => readonly Look[],
): readonly UnshownMember[] {
  if (!reading.path || levelsAbove(reading.fold) > 0) return [];
  const looks = states.flatMap((one) => lookAt(one, reading) ?? []);
  const shown = new Set(
    looks.flatMap((brought) =>
      judged(brought)
        .filter(({ isShown }) => isShown)
        .map(placeOf),
    ),
  );
  const unshown = looks
    .filter(({ earlier }) => isKept(earlier.filter((one) => shown.has(placeOf(one)))))
    .flatMap((brought) => judged(brought).filter((one) => !shown.has(placeOf(one))));
  const told = unshown.map(({ key, name }) => [placeOf({ key, name }), { key, name }] as const);
  return [...new Map(told).values()];
}

/** `isThere`: as it was sent, or an object with values of other actions in it. */
type Look = UnshownMember & { readonly isShown: boolean; readonly isThere: boolean };

/** The members that the last action sent, and those of the actions before it. */
interface Brought {
  readonly last: readonly Look[];
  readonly earlier: readonly Look[];
}

const placeOf = ({ key, name }: UnshownMember): string => JSON.stringify([key, name]);

const isKept = (earlier: readonly Look[]): boolean =>
  earlier.length === 0 || earlier.filter(({ isThere }) => isThere).length * 2 > earlier.length;

/** Which members the last action and the earlier ones sent, and whether the state shows them. */
function lookAt({ state, actions }: SeenState, reading: StateReading): Brought | undefined {
  const [shown, predicted] = [dataOfState(state, reading), foldState(reading.fold, actions)];
  if (!isJsonObject(predicted)) return undefined;
  const isShown = (name: string): boolean =>
    isJsonObject(shown) && Object.hasOwn(shown, name) && sameJson(shown[name], predicted[name]);
  const isSetWithin = (name: string): boolean =>
    isJsonObject(shown) && Object.hasOwn(shown, name) && isFilledFrom(predicted[name], shown[name], actions);
  const brought = actions.map(({ actionKey, data }) =>
    Object.keys(isJsonObject(data) ? data : {})
      .filter((name) => Object.hasOwn(predicted, name))
      .map((name): Look => {
        const isTheSame = isShown(name);
        return { key: actionKey, name, isShown: isTheSame, isThere: isTheSame || isSetWithin(name) };
      }),
  );
  return { last: brought.at(-1) ?? [], earlier: brought.slice(0, -1).flat() };
}

/** True for an object that differs from what was sent only by values that actions sent. */
function isFilledFrom(sent: Json | undefined, shown: Json | undefined, actions: SeenState["actions"]): boolean {
  if (!isJsonObject(sent) || !isJsonObject(shown)) return false;
  const brought = actions.flatMap(({ data }) => (isJsonObject(data) ? Object.values(data) : []));
  const found = [...differences(sent, shown)];
  const isBrought = (value: Json | undefined): boolean =>
    value !== undefined && brought.some((own) => sameJson(own, value));
  return found.length < Object.keys(sent).length && found.every(({ actual }) => isBrought(actual));
}

/** For each action, traces to read, preferably ones that end with it. */
export function tracesToAsk(
  members: readonly UnshownMember[],
  known: ReadonlyMap<string, KnownTrace>,
): readonly KnownTrace[] {
  const keys = [...new Set(members.map(({ key }) => key))].slice(0, maxKeys);
  const chosen = keys.flatMap((key) => {
    const having = [...known.values()].filter(({ actions }) => actions.some(({ actionKey }) => actionKey === key));
    const behind = ({ actions }: KnownTrace): number =>
      actions.length - actions.findLastIndex(({ actionKey }) => actionKey === key);
    return having.toSorted((one, other) => behind(one) - behind(other)).slice(0, enough);
  });
  return [...new Set(chosen)];
}

/** The members of these traces that neither face shows, where both show the same state. */
export function unshownByBoth(
  traces: readonly KnownTrace[],
  answers: readonly (Exchange | undefined)[],
  reading: StateReading,
): readonly UnshownMember[] {
  const read = traces.map((trace) => {
    const states = faces.flatMap((face): readonly SeenState[] => {
      const answer = answers.find(
        (one) => one?.face === face && one.intent.kind === "state" && one.intent.traceId === trace.traceId,
      );
      const state = answer && payloadMember(answer, "state");
      if (!answer || state === undefined) return [];
      const { traceId, actions } = trace;
      return [{ face, source: answer.operationId, traceId, state, reader: "first", actions }];
    });
    return { trace, states };
  });
  const whole = read.filter(({ states: [one, other] }) => one && other && sameJson(one.state, other.state));
  return unshownIn(
    whole.flatMap(({ states }) => states),
    reading,
    ({ last, earlier }) => [...earlier, ...last],
  );
}
