/** Actions with a file where one is wanted, with none where none is taken, and else with such as they take. */
import { leastFiles } from "../../spec/readings/file-policy.ts";
import type { Json } from "../../spec/json.ts";
import type { FileSpec, OperationStep, Script } from "../../spec/vocabulary/script.ts";
import type { FilesWanted, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { unfitTraits } from "../../spec/vocabulary/unfit-traits.ts";
import { fileOfType, fittedFiles, fittingFiles, namedFiles } from "../files/fitting-file.ts";
import { fittingAction } from "../schema/action-input.ts";
import { pruneScript } from "../scripts/prune-script.ts";
import { mapSteps } from "../scripts/steps.ts";

interface Wanting {
  readonly runId: string;
  readonly workflows: readonly WorkflowDescription[];
}

/** The script with the files that its actions want; what asks for those that are left out is left out, too. */
export function withFilesWanted({ runId, workflows }: Wanting, script: Script): Script {
  if (!workflows.some(({ actions }) => actions.some(({ files }) => files !== undefined))) return script;
  const wanted = (purpose: "create" | "act", { workflow = 0, action }: { workflow?: number; action?: string }) => {
    const { actions = [] } = workflows[workflow] ?? {};
    const key = action ?? fittingAction(workflows[workflow], purpose)?.key;
    return actions.find((one) => one.key === key)?.files;
  };
  const fitted = mapSteps(script, (step, place): OperationStep => {
    const text = `File of ${script.id} ${place}, run ${runId}.`;
    if (step.op === "walk" && step.actAfterFirstPage) {
      const { actAfterFirstPage } = step;
      const wants = wanted("act", actAfterFirstPage);
      if (wants === undefined) return step;
      const { files: sent = [], ...others } = actAfterFirstPage;
      const files = wants === "pdf" ? [pdfFile(text)] : brought(wants, sent, text, actAfterFirstPage.data);
      return { ...step, actAfterFirstPage: { ...others, ...(files.length > 0 ? { files } : {}) } };
    }
    if ((step.op !== "create" && step.op !== "act") || step.traits?.includes(unfitTraits.files)) return step;
    const wants = wanted(step.op, step);
    if (wants === undefined) return step;
    const { files: sent = [], ...others } = step;
    if (wants === "pdf") {
      const traits = step.traits?.filter((trait) => !trait.startsWith("file."));
      return { ...step, ...(traits ? { traits } : {}), files: [pdfFile(text)] };
    }
    const files = brought(wants, sent, text, step.data);
    return files.length > 0 ? { ...step, files } : others;
  });
  return pruneScript(fitted, () => true);
}

/** What comes with an action that wants such files: those that are sent, as it takes them, and as many more as it needs. */
function brought(
  wants: FilesWanted,
  sent: readonly FileSpec[],
  text: string,
  data: Json | undefined,
): readonly FileSpec[] {
  const files = fittedFiles(wants, sent);
  const more = fittingFiles(wants, text, leastFiles(wants)).slice(files.length);
  return namedFiles(wants, [...files, ...more], data);
}

/** A small PDF with this text in a comment. */
export const pdfFile = (text: string): FileSpec => fileOfType(".pdf", text);
