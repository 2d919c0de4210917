/** Whether a process computes its state: what some of its actions bring never stands there as it was sent. */
import { faces } from "../../spec/operations.ts";
import { writersFor } from "../../spec/readings/people.ts";
import type { OpenPointValues, Reading } from "../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder, knownTraces } from "../seen/known-traces.ts";
import type { SeenState } from "../seen/states.ts";
import { tracesEndingWith, unshownByBoth, unshownMembers } from "../seen/unshown-actions.ts";

/** Of the members that are never shown, so many are named. */
const maxTold = 5;

/** The data stand nowhere in the state. */
export const hiddenData: OpenPointValues["state-data"] = {
  path: null,
  fold: "shallow-merge",
  encoding: "json",
  exact: false,
};

/** The reading; or that the data stand nowhere, where both faces agree that they do not show what some action brings. */
export async function withoutUnshown(
  found: Reading<"state-data">,
  states: readonly SeenState[],
  { ask, histories, target }: Pick<ProbeContext, "ask" | "histories" | "target">,
): Promise<Reading<"state-data">> {
  const { value } = found;
  if (!value?.path || value.computed || value.computedForOthers || value.ofGroups) return found;
  const written = states.filter(({ actions, reader }) => actions.length > 0 && reader === "first");
  // What another user sent may be hidden from the first.
  const isOfFirst = ({ actions }: SeenState) =>
    (writersFor(target.people ?? [], actions.at(-1)?.groupLabel)[0]?.account ?? "first") === "first";
  const candidates = unshownMembers(written.filter(isOfFirst), value);
  const traces = tracesEndingWith(candidates, knownTraces(inOrder(histories())));
  if (traces.length === 0) return found;
  const answers = await ask(
    "what the state does not show",
    traces.flatMap(({ traceId: trace }) => faces.map((face) => ({ step: { op: "state", face, trace } as const }))),
  );
  const isCandidate = (key: string, name: string) => candidates.some((one) => one.key === key && one.name === name);
  const unshown = unshownByBoth(traces, answers, value).filter(({ key, name }) => isCandidate(key, name));
  if (unshown.length === 0) return found;
  const told = unshown.slice(0, maxTold).map(({ key, name }) => `${name} of ${key}`);
  return {
    value: hiddenData,
    evidence: `The workflow computes its state: neither face ever shows ${told.join(", ")} as it was sent.`,
  };
}
