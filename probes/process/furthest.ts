/**
 * Where data decide how far a trace comes, few get to the end. The trace that came furthest is built again with its data, and
 * read through both faces on its way, so that what they show there is compared as well.
 */
import { createdTraceOf, succeeded } from "../../spec/readings/outcome.ts";
import { faces } from "../../spec/operations.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { inOrder } from "../seen/known-traces.ts";
import type { ProbeContext } from "../probe.ts";
import { builtAgain } from "./rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "histories">;

/** However many workflows there are: in so many it is done. */
const maxWorkflows = 2;
/** A trace with fewer different actions comes as far in any script; one with more actions costs too much. */
const [fewest, longest] = [4, 14];

export async function readFurthest(asker: Asker, profile: Profile): Promise<void> {
  const { workflows: rules = {}, byData = [] } = readingOf(profile, "action-gating") ?? {};
  const isOfData = ({ id }: WorkflowDescription): boolean =>
    byData.includes(id) || (Object.hasOwn(rules, id) && rules[id]?.paths !== undefined);
  const chosen = [...asker.target.workflows.entries()].filter(([, workflow]) => isOfData(workflow));
  for (const [index, workflow] of chosen.slice(0, maxWorkflows)) await readAgain(asker, index, workflow);
}

async function readAgain(asker: Asker, index: number, workflow: WorkflowDescription): Promise<void> {
  const exchanges = inOrder(asker.histories());
  const created = furthestIn(exchanges, index);
  if (!created) return;
  // Codes may come once: then others are sent.
  const withOwnCodes = { ...workflow, actions: workflow.actions.map((action) => ({ ...action, ownTexts: true })) };
  for (const [turn, described] of [workflow, withOwnCodes].entries()) {
    const writes = builtAgain(`${asker.runId}w${String(turn)}`, described, { exchanges }, created) ?? [];
    const steps = writes.flatMap((write): readonly OperationStep[] => [
      write,
      ...faces.map((face): OperationStep => ({ op: "state", face, trace: "$again" })),
    ]);
    const answers = await asker.run("the trace that came furthest, read on its way", steps);
    if (answers.length === steps.length && answers.every(succeeded)) return;
  }
}

/** The creation of the trace with the most different actions; undefined where none has more than a few. */
function furthestIn(exchanges: readonly Exchange[], workflow: number): Exchange | undefined {
  const traces = new Map<string, { readonly created: Exchange; readonly keys: string[] }>();
  for (const one of exchanges) {
    const { intent } = one;
    if ((intent.kind !== "create" && intent.kind !== "act") || intent.workflow !== workflow) continue;
    if (!succeeded(one) || one.defects.length > 0 || typeof intent.actionKey !== "string") continue;
    const id = intent.kind === "create" ? createdTraceOf(one) : intent.traceId;
    if (id === undefined) continue;
    if (intent.kind === "create") traces.set(id, { created: one, keys: [] });
    traces.get(id)?.keys.push(intent.actionKey);
  }
  const reached = [...traces.values()].filter(({ keys }) => keys.length <= longest && new Set(keys).size >= fewest);
  return reached.toSorted((left, right) => new Set(right.keys).size - new Set(left.keys).size)[0]?.created;
}
