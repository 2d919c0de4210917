/** Reads states of traces with actions that no state was read after, as walks through a process do not read states. */
import { faces } from "../../spec/operations.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder, knownTraces, type KnownTrace } from "./known-traces.ts";
import { seenStates, type SeenState } from "./states.ts";

/** At most so many traces, through both faces. */
const maxRead = 4;

/** Reads them and returns these states. */
export async function uncoveredStates(
  { ask, histories }: Pick<ProbeContext, "ask" | "histories">,
  seen: readonly SeenState[],
): Promise<readonly SeenState[]> {
  const exchanges = inOrder(histories());
  const known = knownTraces(exchanges);
  const covered = new Set(
    seen.flatMap(({ traceId, actions }) => kindsOf({ workflow: known.get(traceId)?.workflow ?? 0, actions })),
  );
  const traces = covering([...known.values()], covered);
  if (traces.length === 0) return [];
  const steps = traces.flatMap(({ traceId: trace }) => faces.map((face) => ({ op: "state", face, trace }) as const));
  const before = seenStates(exchanges).length;
  await ask(
    "states after actions that no state was read after",
    steps.map((step) => ({ step })),
  );
  return seenStates(inOrder(histories())).slice(before);
}

/** Names an action with its workflow: the same key may do something else in another workflow. */
const kindsOf = ({ workflow, actions }: Pick<KnownTrace, "workflow" | "actions">): readonly string[] =>
  actions.map(({ actionKey }) => JSON.stringify([workflow, actionKey]));

/** Few traces with the missing actions: those with most of them first, and the shortest of these. */
function covering(traces: readonly KnownTrace[], covered: Set<string>): readonly KnownTrace[] {
  const chosen: KnownTrace[] = [];
  const missing = (trace: KnownTrace): number => new Set(kindsOf(trace).filter((kind) => !covered.has(kind))).size;
  while (chosen.length < maxRead) {
    const [best] = traces.toSorted(
      (one, other) => missing(other) - missing(one) || one.actions.length - other.actions.length,
    );
    if (!best || missing(best) === 0) break;
    chosen.push(best);
    for (const kind of kindsOf(best)) covered.add(kind);
  }
  return chosen;
}
