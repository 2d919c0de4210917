/**
 * Reads states after each action of a trace, for workflows whose states were read only at the beginning or the end:
 * those do not tell whether the state shows the last action alone or all of them.
 */
import { createdTraceOf } from "../../../spec/readings/outcome.ts";
import { faces } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder, knownTraces, type KnownTrace } from "../../seen/known-traces.ts";
import { seenStates, type SeenState } from "../../seen/states.ts";
import { builtAgain } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "histories" | "target">;

/** In at most so many workflows. */
const maxWalked = 3;
/** At most so many actions of a trace are repeated. */
const longest = 12;

/** Builds such traces again and returns the states read on the way. */
export async function walkedStates(
  { run, runId, histories, target }: Asker,
  seen: readonly SeenState[],
): Promise<readonly SeenState[]> {
  const exchanges = inOrder(histories());
  const known = knownTraces(exchanges);
  const byWorkflow = Map.groupBy(seen, ({ traceId }) => known.get(traceId)?.workflow);
  const walks = [...byWorkflow].flatMap(([index, states]) => {
    const ends = new Set(states.map(({ actions }) => actions.at(-1)?.actionKey));
    const own = [...known.values()].filter((one) => one.workflow === index);
    const isBegun = states.every(({ actions }) => actions.length < 2);
    const way = (ends.size === 1 ? mostTelling(own) : undefined) ?? (isBegun ? shortest(own) : undefined);
    const created = exchanges.find((one) => createdTraceOf(one) === way?.traceId);
    const workflow = target.workflows[index ?? -1];
    const writes = way && created && workflow && builtAgain(`${runId}w`, workflow, { exchanges }, created);
    return writes ? [writes.slice(0, longest)] : [];
  });
  const before = seenStates(exchanges).length;
  const reads = faces.map((face): OperationStep => ({ op: "state", face, trace: "$again" }));
  for (const writes of walks.slice(0, maxWalked))
    await run(
      "states along a trace",
      writes.flatMap((write) => [write, ...reads]),
    );
  return walks.length > 0 ? seenStates(inOrder(histories())).slice(before) : [];
}

/** The shortest trace of several actions. */
const shortest = (traces: readonly KnownTrace[]): KnownTrace | undefined =>
  traces
    .filter(({ actions }) => actions.length > 1)
    .toSorted((one, other) => one.actions.length - other.actions.length)[0];

/** The trace with most different actions, and of these the shortest; undefined where no trace has two. */
function mostTelling(traces: readonly KnownTrace[]): KnownTrace | undefined {
  const kinds = ({ actions }: KnownTrace): number => new Set(actions.map(({ actionKey }) => actionKey)).size;
  return traces
    .filter((trace) => trace.actions.length <= longest && kinds(trace) > 1)
    .toSorted((one, other) => kinds(other) - kinds(one) || one.actions.length - other.actions.length)[0];
}
