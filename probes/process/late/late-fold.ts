/**
 * Finds out whether the state combines the data of actions by another rule than the probes found, where that shows
 * late.
 */
import { partsOf, stateFolds, type StateFold } from "../../../spec/open-points/state-folds.ts";
import { createdTraceOf, succeeded } from "../../../spec/readings/outcome.ts";
import { dataOfState, stateReadingOf } from "../../../spec/readings/state-data.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import { faces } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import { likeness, memberNames } from "../../lib/likeness.ts";
import type { ProbeContext } from "../../probe.ts";
import { knownTraces } from "../../seen/known-traces.ts";
import { isUsual, seenStates, type SeenState } from "../../seen/states.ts";
import { builtAgain } from "../rebuilt.ts";
import { openReading, withReadingOf } from "./late-reading.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/** Longer traces are not built again. */
const longest = 12;

/**
 * The reading with the rule that explains all states of the trace when it is built again through each face; undefined
 * where the known rule does, or where none does.
 * @param shown a state that does not follow from the actions by the known rule
 */
export async function lateFold(
  { run, runId, target }: Asker,
  profile: Profile,
  { exchanges }: History,
  { intent }: Exchange,
): Promise<Reading<"state-data"> | undefined> {
  const created = exchanges.find((one) => "traceId" in intent && createdTraceOf(one) === intent.traceId);
  const workflow = created?.intent.kind === "create" ? target.workflows[created.intent.workflow] : undefined;
  const [known, own] = [openReading(profile), stateReadingOf(profile, workflow)];
  if (!known || !created || !workflow || !own?.path || own.cleared || own.passedOver) return undefined;
  const states: SeenState[] = [];
  for (const face of faces) {
    const writes = builtAgain(`${runId}o${face.slice(0, 1)}`, workflow, { exchanges }, created) ?? [];
    if (writes.length < 2 || writes.length > longest) return undefined;
    const reads = faces.map((through): OperationStep => ({ op: "state", face: through, trace: "$again" }));
    const steps = writes.flatMap((write): readonly OperationStep[] => [{ ...write, face }, ...reads]);
    const answers = await run("the same actions, one after the other", steps);
    if (answers.length < steps.length || !answers.every(succeeded)) return undefined;
    states.push(...seenStates(answers).filter((one) => isUsual(one) && one.actions.length > 0));
  }
  // What the known rule explains, the other one must explain as well.
  const index = target.workflows.indexOf(workflow);
  const traces = knownTraces(exchanges);
  const earlier = seenStates(exchanges).filter(
    (one) => isUsual(one) && one.actions.length > 0 && traces.get(one.traceId)?.workflow === index,
  );
  const ours = memberNames([...states, ...earlier].flatMap(({ actions }) => actions.map(({ data }) => data)));
  const explains = (fold: StateFold, { state, actions }: SeenState): boolean => {
    const { kind } = likeness(dataOfState(state, { ...own, fold }), foldState(fold, actions), ours);
    return kind === "exact" || kind === "contains";
  };
  const isWhole = (fold: StateFold): boolean =>
    states.every((one) => explains(fold, one)) &&
    earlier.every((one) => !explains(own.fold, one) || explains(fold, one));
  // The known rule was the first of those that explained everything then, so only later ones are tried.
  const later = stateFolds.slice(stateFolds.indexOf(own.fold) + 1);
  const { container } = partsOf(own.fold);
  const fold = isWhole(own.fold)
    ? undefined
    : later.find((one) => partsOf(one).container === container && isWhole(one));
  if (fold === undefined) return undefined;
  const told = `Traces of the same actions, built through each face, show that the rule is ${fold}, and not ${own.fold}.`;
  return withReadingOf(known, target, workflow, { ...own, fold }, told);
}
