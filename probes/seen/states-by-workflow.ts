/** Readings of states workflow by workflow: those of one may be computed, while others show the data of their actions. */
import { faces, type Face } from "../../spec/operations.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues, Reading } from "../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import { memberNames } from "../lib/likeness.ts";
import { knownTraces } from "./known-traces.ts";
import type { SeenState } from "./states.ts";
import { followsReading } from "./unexplained-actions.ts";

/**
 * True where no state of some workflow holds by the reading what was sent there, though both faces show that its actions change
 * it, and states of another do.
 */
export function leavesWorkflowOut(
  seen: readonly SeenState[],
  exchanges: readonly Exchange[],
  reading: OpenPointValues["state-data"] | undefined,
): boolean {
  if (!reading?.path) return false;
  const traces = knownTraces(exchanges);
  const states = seen.filter(({ actions }) => actions.length > 0);
  const ours = memberNames(states.flatMap(({ actions }) => actions.map(({ data }) => data)));
  const groups = [...Map.groupBy(states, ({ traceId }) => traces.get(traceId)?.workflow).values()];
  const { out = [], held = [] } = Object.groupBy(groups, (some) =>
    some.some((one) => followsReading(one, reading, ours)) ? "held" : "out",
  );
  return held.length > 0 && out.some((some) => faces.every((face) => isChanged(some, face)));
}

/** True where the face showed a trace in two states after different actions. */
function isChanged(states: readonly SeenState[], through: Face): boolean {
  const own = states.filter(({ face }) => face === through);
  return own.some((one) =>
    own.some(
      (other) =>
        other.traceId === one.traceId && other.actions.length > one.actions.length && !sameJson(other.state, one.state),
    ),
  );
}

/**
 * The reading of the workflow of which most states show the data, with those of workflows that show them elsewhere or not at
 * all. Undefined where the states of one workflow alone were seen, or all show the data alike, or none does.
 */
export async function readByWorkflow(
  seen: readonly SeenState[],
  exchanges: readonly Exchange[],
  { workflows }: JudgingTarget,
  read: (states: readonly SeenState[]) => Promise<Reading<"state-data">>,
): Promise<Reading<"state-data"> | undefined> {
  const traces = knownTraces(exchanges);
  const groups = Map.groupBy(seen, ({ traceId }) => traces.get(traceId)?.workflow);
  const all: { readonly id: string; readonly count: number; readonly found: Reading<"state-data"> }[] = [];
  if (groups.size < 2) return undefined;
  for (const [index, states] of groups) {
    const workflow = index === undefined ? undefined : workflows[index];
    if (workflow) all.push({ id: workflow.id, count: states.length, found: await read(states) });
  }
  const [most] = all
    .filter(({ found }) => (found.value?.path ?? null) !== null)
    .toSorted((left, right) => right.count - left.count);
  const others = all.flatMap(({ id, found: { value, evidence } }) =>
    value && most?.found.value && !sameJson(value.path, most.found.value.path) ? [{ id, value, evidence }] : [],
  );
  if (!most?.found.value || others.length === 0) return undefined;
  return {
    value: { ...most.found.value, workflows: Object.fromEntries(others.map(({ id, value }) => [id, value])) },
    evidence: [most.found.evidence, ...others.map(({ id, evidence }) => `${id}: ${evidence}`)].join(" "),
  };
}
