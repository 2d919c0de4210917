/**
 * Finds workflows whose states show data otherwise than the fixture's workflow, where any action may come at any time:
 * each workflow may compute its state by code of its own.
 */
import { faces } from "../../../spec/operations.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { processOf } from "../../../spec/readings/process.ts";
import type { OpenPointValues, Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import { fitting, nullsOver } from "../../fixture/fixture-data.ts";
import { writeStateTraces } from "../../fixture/write-fixture.ts";
import { memberNames } from "../../lib/likeness.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder, knownTraces } from "../../seen/known-traces.ts";
import { isUsual, seenStates, type SeenState } from "../../seen/states.ts";
import { followsReading } from "../../seen/unexplained-actions.ts";

type StateReading = OpenPointValues["state-data"];

/** At most so many other workflows are looked at. */
const maxWorkflows = 3;

/**
 * The reading, with separate ones for workflows whose states contradict it.
 * @param usual the reading of the states of all workflows
 * @param read makes a reading of some states
 */
export async function besideOtherWorkflows(
  context: ProbeContext,
  usual: Reading<"state-data">,
  read: (states: readonly SeenState[]) => Promise<Reading<"state-data">>,
): Promise<Reading<"state-data">> {
  const { fixture, target } = context;
  const statesIn = (index: number): readonly SeenState[] => statesOf(context, index);
  const others = await readOthers(context);
  const ofFixture = statesIn(fixture.workflow);
  const isApart = (index: number) => !explains(usual, statesIn(index)) || !explains(usual, ofFixture);
  const apart = others.filter(isApart);
  if (apart.length === 0) return usual;
  const main = await read(ofFixture);
  const { value } = main;
  if (!value) return usual;
  const found: (readonly [id: string, reading: Reading<"state-data">])[] = [];
  for (const index of apart) {
    const workflow = target.workflows[index];
    if (!workflow || explains(main, statesIn(index))) continue;
    // If both compute their states in ways of their own, there is nothing to compare.
    if (value.path === null && (await read(statesIn(index))).value?.path === null) continue;
    await writeStateTraces(context, index);
    const own = await read(statesIn(index));
    if (own.value && isOtherwise(own.value, value)) found.push([workflow.id, own]);
  }
  if (found.length === 0) return usual;
  return {
    value: { ...value, workflows: Object.fromEntries(found.map(([id, own]) => [id, own.value as StateReading])) },
    evidence: [main.evidence, ...found.map(([id, { evidence }]) => `${id}: ${evidence}`)].join(" "),
  };
}

function statesOf({ histories }: ProbeContext, workflow: number): readonly SeenState[] {
  const exchanges = inOrder(histories());
  const known = knownTraces(exchanges);
  return seenStates(exchanges).filter(({ traceId }) => known.get(traceId)?.workflow === workflow);
}

/** From so many traces on, more would tell nothing new. */
const enoughTraces = 4;

/**
 * The reading of one workflow's states where other workflows are processes. Walks leave few states of a workflow that
 * is no process: if these contradict the reading, more traces are written.
 */
export async function readByItself(
  context: ProbeContext,
  workflow: number,
  states: readonly SeenState[],
  read: (states: readonly SeenState[]) => Promise<Reading<"state-data">>,
): Promise<Reading<"state-data">> {
  const found = await read(states);
  const { readings } = context.profile();
  const gating = readings["action-gating"] ?? context.fixture.gating;
  const profile: Profile = { readings: { ...readings, ...(gating ? { "action-gating": gating } : {}) } };
  const isFree = processOf(profile, context.target.workflows[workflow]) === undefined;
  const isEnough = new Set(states.map(({ traceId }) => traceId)).size >= enoughTraces;
  if (!found.value?.path || !isFree || isEnough || explains(found, states)) return found;
  await writeStateTraces(context, workflow);
  return read(statesOf(context, workflow));
}

/** True for data at another path, or combined or encoded in another way. */
const isOtherwise = (one: StateReading, other: StateReading): boolean =>
  !sameJson([one.path, one.fold, one.encoding], [other.path, other.fold, other.encoding]);

/**
 * Reads a trace of each other workflow through both faces, after an action with nulls where the fixture could send one.
 */
async function readOthers(context: ProbeContext): Promise<readonly number[]> {
  const { fixture, histories, target, run, runId } = context;
  const traces = [...knownTraces(inOrder(histories())).values()].filter(({ actions }) => actions.length > 0);
  const others = target.workflows
    .flatMap((workflow, index) => {
      const trace = index === fixture.workflow ? undefined : traces.findLast((one) => one.workflow === index);
      return trace ? [{ workflow, index, trace: trace.traceId }] : [];
    })
    .slice(0, maxWorkflows);
  await Promise.all(
    others.map(({ workflow: { actions }, index, trace }) => {
      const action = actions.find(({ appends }) => appends);
      const nulls = fitting(action, nullsOver(runId, `other${String(index)}`));
      const read = faces.map((face) => ({ op: "state", face, trace }) as const);
      // If the fixture could not send a null, it is unknown whether other workflows take one.
      if (!action || !fixture.nulls) return run("states of another workflow", read);
      return run("states of another workflow", [
        { op: "act", face: "v2", trace, workflow: index, action: action.key, ...nulls, traits: ["data.null"] },
        ...read,
      ]);
    }),
  );
  return others.map(({ index }) => index);
}

/** True where every state that the first user saw follows this reading. */
function explains({ value }: Reading<"state-data">, states: readonly SeenState[]): boolean {
  if (!value?.path) return false;
  const own = states.filter((one) => isUsual(one) && one.actions.length > 0);
  const ours = memberNames(own.flatMap(({ actions }) => actions.map(({ data }) => data)));
  return own.every((one) => followsReading(one, value, ours));
}
