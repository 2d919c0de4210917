/**
 * Workflows whose states show the data otherwise than that of the fixture does, where any action may come at any time: what a
 * state shows is computed by the code of its workflow.
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

/** However many workflows there are: so many are looked at beside that of the fixture. */
const maxWorkflows = 3;

/**
 * The reading, with those of workflows of which a state contradicts it.
 * @param usual the reading of the states of all workflows
 * @param read the reading of some of them
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
    // Of two that compute their states each does so in its own way.
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

/** From so many traces on there is enough to tell what no reading explains. */
const enoughTraces = 4;

/**
 * The reading of the states of one workflow beside processes. Where any action may come at any time walks leave few states of it:
 * where these contradict the reading, more traces are written.
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

/** True for data in another place, or combined or written in another way. */
const isOtherwise = (one: StateReading, other: StateReading): boolean =>
  !sameJson([one.path, one.fold, one.encoding], [other.path, other.fold, other.encoding]);

/** A trace of each other workflow is read through both faces, behind a null over what it shows. */
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
      // Where the fixture could not write a null, nobody knows whether another workflow takes it.
      if (!action || !fixture.nulls) return run("states of another workflow", read);
      return run("states of another workflow", [
        { op: "act", face: "v2", trace, workflow: index, action: action.key, ...nulls, traits: ["data.null"] },
        ...read,
      ]);
    }),
  );
  return others.map(({ index }) => index);
}

/** True where every state that the first user was shown holds by the reading what was sent. */
function explains({ value }: Reading<"state-data">, states: readonly SeenState[]): boolean {
  if (!value?.path) return false;
  const own = states.filter((one) => isUsual(one) && one.actions.length > 0);
  const ours = memberNames(own.flatMap(({ actions }) => actions.map(({ data }) => data)));
  return own.every((one) => followsReading(one, value, ours));
}
