/**
 * Finds actions after which a state always shows a member otherwise than the rule says, e.g. an amendment that empties
 * the members it leaves out. If it happens only sometimes, it is no rule of the workflow.
 */
import { faces } from "../../spec/operations.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { KnownAction } from "./known-traces.ts";
import type { SeenState } from "./states.ts";

/** Whether the action itself sent the member, or an earlier one. */
type From = "itself" | "earlier";

interface Look {
  readonly seen: SeenState;
  readonly name: string;
  readonly isOtherwise: boolean;
}

/**
 * The keys of such actions, if these explain every state that does not follow the rule. None where states show the data
 * alone: only a service that computes members of its own may compute others.
 * @param states with at least one action
 * @param fewestTraces each member must be seen so on so many traces, and through both faces
 */
export function steadilyOtherwise(
  states: readonly SeenState[],
  reading: OpenPointValues["state-data"],
  fewestTraces: number,
): readonly string[] {
  if (reading.exact) return [];
  const looks = states.map((one) => looksAt(one, reading));
  if (!looks.every((one) => one !== undefined)) return [];
  const all = looks.flat();
  const steady = new Set(
    [...Map.groupBy(all, ({ seen, name }) => nameOf(seen.actions.at(-1), name))].flatMap(([kind, alike]) =>
      alike.every(({ isOtherwise }) => isOtherwise) && isSeenOften(alike, fewestTraces) ? [kind] : [],
    ),
  );
  const otherwise = all.filter(({ isOtherwise }) => isOtherwise);
  const causes = otherwise.map(({ seen: { actions }, name }) => causeOf(actions, name, steady));
  return causes.every((cause) => cause !== undefined) ? [...new Set(causes)].sort() : [];
}

/** Each member that the state should show by the rule. */
function looksAt(seen: SeenState, reading: OpenPointValues["state-data"]): readonly Look[] | undefined {
  const [shown, wanted] = [dataOfState(seen.state, reading), foldState(reading.fold, seen.actions)];
  if (!isJsonObject(shown) || !isJsonObject(wanted)) return undefined;
  const shows = (name: string, value: Json): boolean =>
    Object.hasOwn(shown, name) && sameJson(shown[name] ?? null, value);
  return Object.entries(wanted).map(([name, value]) => ({ seen, name, isOtherwise: !shows(name, value) }));
}

function isSeenOften(looks: readonly Look[], fewestTraces: number): boolean {
  const traces = new Set(looks.map(({ seen }) => seen.traceId));
  return traces.size >= fewestTraces && faces.every((face) => looks.some(({ seen }) => seen.face === face));
}

const nameOf = (action: KnownAction | undefined, name: string): string => {
  const from: From = brings(action, name) ? "itself" : "earlier";
  return JSON.stringify([action?.actionKey, name, from]);
};

const brings = (action: KnownAction | undefined, name: string): boolean =>
  isJsonObject(action?.data) && Object.hasOwn(action.data, name);

/** The key of the action that explains a member: nothing before it, since the member was sent, does. */
function causeOf(actions: readonly KnownAction[], name: string, steady: ReadonlySet<string>): string | undefined {
  const brought = actions.findLastIndex((action) => brings(action, name));
  return actions.slice(Math.max(0, brought)).find((action) => steady.has(nameOf(action, name)))?.actionKey;
}
