/** States of traces with actions that no state was read after: what walks through a process did is not read by itself. */
import { faces } from "../../spec/operations.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder, knownTraces, type KnownTrace } from "./known-traces.ts";
import { seenStates, type SeenState } from "./states.ts";

/** So many traces are read at most, through both faces. */
const maxRead = 4;

export async function uncoveredStates(
  { ask, histories }: Pick<ProbeContext, "ask" | "histories">,
  seen: readonly SeenState[],
): Promise<readonly SeenState[]> {
  const exchanges = inOrder(histories());
  const covered = new Set(seen.flatMap(({ actions }) => actions.map(({ actionKey }) => actionKey)));
  const traces = covering([...knownTraces(exchanges).values()], covered);
  if (traces.length === 0) return [];
  const steps = traces.flatMap(({ traceId: trace }) => faces.map((face) => ({ op: "state", face, trace }) as const));
  const before = seenStates(exchanges).length;
  await ask(
    "states after actions that no state was read after",
    steps.map((step) => ({ step })),
  );
  return seenStates(inOrder(histories())).slice(before);
}

/** Few traces that have the actions that are missing, those with most of them first; of such the shortest. */
function covering(traces: readonly KnownTrace[], covered: Set<string>): readonly KnownTrace[] {
  const chosen: KnownTrace[] = [];
  const missing = ({ actions }: KnownTrace): number =>
    new Set(actions.map(({ actionKey }) => actionKey).filter((key) => !covered.has(key))).size;
  while (chosen.length < maxRead) {
    const [best] = traces.toSorted(
      (one, other) => missing(other) - missing(one) || one.actions.length - other.actions.length,
    );
    if (!best || missing(best) === 0) break;
    chosen.push(best);
    for (const { actionKey } of best.actions) covered.add(actionKey);
  }
  return chosen;
}
