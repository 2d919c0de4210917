/** Finds which files an action of a process takes, where it was refused late for its files. */
import { hasFoundForm } from "../../../spec/readings/forms.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { History, Exchange } from "../../../spec/vocabulary/history.ts";
import { readingOf, type Profile } from "../../../spec/vocabulary/profile.ts";
import type { ActStep } from "../../../spec/vocabulary/script.ts";
import type { FilesWanted, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../../probe.ts";
import { FileTrial, type SendWith } from "../forms/files/file-trial.ts";
import { isAboutFiles } from "../forms/files/file-types.ts";
import { filesText } from "../forms/files/files-text.ts";
import { isTurnedDown } from "../observations.ts";
import { rebuilt } from "../rebuilt.ts";

/** At most so many files are tried, each on a trace that is built again. */
const maxTrials = 16;

export interface LateFiles {
  readonly key: string;
  readonly wanted: FilesWanted;
  readonly evidence: string;
}

/**
 * Undefined where the refusal is not about files, where any file is accepted, or where the action is not part of a
 * process and has no form found by trials.
 */
export async function lateFiles(
  asker: Pick<ProbeContext, "run" | "runId">,
  profile: Profile,
  workflow: WorkflowDescription,
  history: History,
  refused: Exchange,
): Promise<LateFiles | undefined> {
  const { intent } = refused;
  if (intent.kind !== "act" || typeof intent.actionKey !== "string" || intent.files.length === 0) return undefined;
  const { actionKey: key } = intent;
  const isKnown = workflow.actions.some((one) => one.key === key && one.files !== undefined);
  const isOfProcess =
    hasFoundForm(profile, workflow.id, key) || (readingOf(profile, "action-gating")?.gating ?? "free") !== "free";
  if (isKnown || !isOfProcess || !isTurnedDown(refused) || !isAboutFiles(refused)) return undefined;
  let trials = 0;
  const send: SendWith = async (files, face) => {
    trials += 1;
    if (trials > maxTrials) return undefined;
    const again = rebuilt(`${asker.runId}f${String(trials)}`, workflow, history, refused);
    if (!again) return undefined;
    const { files: _, ...bare } = again.refused;
    const act: ActStep = { ...bare, face, ...(files.length > 0 ? { files } : {}) };
    const exchanges = await asker.run("which files an action takes", [...again.steps, act]);
    const before = exchanges.slice(0, again.steps.length);
    return exchanges.length > before.length && before.every(succeeded) ? exchanges.at(-1) : undefined;
  };
  const trial = new FileTrial(send, `${asker.runId} ${key}`);
  const wanted = await trial.found({ needed: false, mayBeTyped: true });
  if (wanted === undefined || wanted === "any") return undefined;
  // If the action is refused without a file as well, something else is the reason.
  if (wanted === "none" && (await trial.takesBare()) !== "taken") return undefined;
  return {
    key,
    wanted,
    evidence: `${workflow.id}: ${filesText({ [key]: wanted })}; others were refused through both faces.`,
  };
}
