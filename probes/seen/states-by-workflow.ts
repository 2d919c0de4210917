/**
 * Makes readings of states for each workflow: one may compute its states, while another shows the data of its actions.
 */
import { sameJson } from "../../spec/readings/equal.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues, Reading } from "../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import { memberNames } from "../lib/likeness.ts";
import { knownTraces } from "./known-traces.ts";
import type { SeenState } from "./states.ts";
import { followsReading } from "./unexplained-actions.ts";

/** The workflows of which no state follows the reading, while states of another do. */
export function workflowsLeftOut(
  seen: readonly SeenState[],
  exchanges: readonly Exchange[],
  reading: OpenPointValues["state-data"] | undefined,
): ReadonlySet<number | undefined> {
  if (!reading?.path) return new Set();
  const states = seen.filter(({ actions }) => actions.length > 0);
  const ours = memberNames(states.flatMap(({ actions }) => actions.map(({ data }) => data)));
  const groups = [...byWorkflow(states, exchanges)];
  const out = groups.filter(([, some]) => !some.some((one) => followsReading(one, reading, ours)));
  return new Set(out.length < groups.length ? out.map(([workflow]) => workflow) : []);
}

/**
 * True where actions change states of one of these workflows; otherwise such a workflow needs no reading of its own.
 */
export function areChanged(
  seen: readonly SeenState[],
  exchanges: readonly Exchange[],
  workflows: ReadonlySet<number | undefined>,
): boolean {
  const own = [...byWorkflow(seen, exchanges)].filter(([workflow]) => workflows.has(workflow));
  return own.some(([, states]) =>
    states.some((one) =>
      states.some(
        (other) =>
          other.traceId === one.traceId &&
          other.face === one.face &&
          other.actions.length > one.actions.length &&
          !sameJson(other.state, one.state),
      ),
    ),
  );
}

function byWorkflow(seen: readonly SeenState[], exchanges: readonly Exchange[]) {
  const traces = knownTraces(exchanges);
  return Map.groupBy(seen, ({ traceId }) => traces.get(traceId)?.workflow);
}

/**
 * The reading of the workflow with most states that show the data, and separate ones for workflows that show them
 * elsewhere or not at all. Undefined where only one workflow was seen, or all show the data alike; `nowhere` where none
 * does.
 */
export async function readByWorkflow(
  seen: readonly SeenState[],
  exchanges: readonly Exchange[],
  { workflows }: JudgingTarget,
  read: (states: readonly SeenState[], workflow: number) => Promise<Reading<"state-data">>,
): Promise<Reading<"state-data"> | "nowhere" | undefined> {
  const groups = byWorkflow(seen, exchanges);
  const all: { readonly id: string; readonly count: number; readonly found: Reading<"state-data"> }[] = [];
  if (groups.size < 2) return undefined;
  for (const [index, states] of groups) {
    const workflow = index === undefined ? undefined : workflows[index];
    if (index === undefined || !workflow) continue;
    all.push({ id: workflow.id, count: states.length, found: await read(states, index) });
  }
  const [most] = all
    .filter(({ found }) => (found.value?.path ?? null) !== null)
    .toSorted((left, right) => right.count - left.count);
  if (!most) return "nowhere";
  const others = all.flatMap(({ id, found: { value, evidence } }) =>
    value && most.found.value && !sameJson(value.path, most.found.value.path) ? [{ id, value, evidence }] : [],
  );
  if (!most.found.value || others.length === 0) return undefined;
  return {
    value: { ...most.found.value, workflows: Object.fromEntries(others.map(({ id, value }) => [id, value])) },
    evidence: [most.found.evidence, ...others.map(({ id, evidence }) => `${id}: ${evidence}`)].join(" "),
  };
}
