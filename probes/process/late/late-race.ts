/**
 * Finds out whether actions that were accepted at the same time are also accepted one after the other, on a trace that
 * is built again with the same data. If so, the data decide what may come, not the rules that the probes found.
 */
import { faces } from "../../../spec/operations.ts";
import { contentDeciding } from "../../../spec/readings/process.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../../probe.ts";
import { rebuilt } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/** The reading with this; undefined where one of them is refused in either order. */
export async function lateRace(
  asker: Asker,
  profile: Profile,
  history: History,
  accepted: readonly Exchange[],
): Promise<Reading<"action-gating"> | undefined> {
  const known = profile.readings["action-gating"];
  const index = accepted.flatMap(({ intent }) => (intent.kind === "act" ? (intent.workflow ?? []) : []))[0];
  const workflow = index === undefined ? undefined : asker.target.workflows[index];
  if (!known?.value || known.pinned || !workflow) return undefined;
  const keys = [...new Set(accepted.flatMap(({ intent }) => ("actionKey" in intent ? String(intent.actionKey) : [])))];
  const isKnown = keys.every((key) => contentDeciding(known.value, workflow.id, key) !== undefined);
  if (isKnown && known.value.byData?.includes(workflow.id)) return undefined;
  const [first] = accepted;
  // The steps hold everything that was accepted; the racing actions come last.
  const again = first && rebuilt(asker.runId, workflow, history, first)?.steps;
  if (!again || again.length <= accepted.length) return undefined;
  const [before, racing] = [again.slice(0, -accepted.length), again.slice(-accepted.length)];
  // All through one face: a service that wrongly counts actions per face must not pass by alternating.
  for (const [at, inTurn] of [racing, racing.toReversed()].entries()) {
    const steps = [...before, ...inTurn].map((step) => ({ ...step, face: faces[at] ?? step.face }));
    const exchanges = await asker.run("one after the other what was accepted at once", steps);
    if (exchanges.length < steps.length || !exchanges.every(succeeded)) continue;
    const told = `${inTurn.map(({ action }) => action ?? "").join(", ")} came at the same time, and with the same data one after the other, too: the data decide as well.`;
    const byData = [...new Set([...(known.value.byData ?? []), workflow.id])];
    const deciding = Object.fromEntries(keys.map((key) => [key, "data" as const]));
    const { byContent } = known.value;
    const ofAll = { ...byContent, [workflow.id]: { ...deciding, ...byContent?.[workflow.id] } };
    return { ...known, value: { ...known.value, byData, byContent: ofAll }, evidence: `${known.evidence} ${told}` };
  }
  return undefined;
}
