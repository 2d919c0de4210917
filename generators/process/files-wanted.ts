/** Actions with a file where one is wanted, and with none where none is taken. */
import type { FileSpec, OperationStep, Script } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { unfitTraits } from "../../spec/vocabulary/unfit-traits.ts";
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
    const file = aFile(`File of ${script.id} ${place}, run ${runId}.`);
    if (step.op === "walk" && step.actAfterFirstPage) {
      const { actAfterFirstPage } = step;
      const wants = wanted("act", actAfterFirstPage);
      const needs = wants === "some" && !actAfterFirstPage.files?.length;
      if (!needs && wants !== "pdf") return step;
      const files = [wants === "pdf" ? pdfFile(file.content.text) : file];
      return { ...step, actAfterFirstPage: { ...actAfterFirstPage, files } };
    }
    if ((step.op !== "create" && step.op !== "act") || step.traits?.includes(unfitTraits.files)) return step;
    const wants = wanted(step.op, step);
    const { files = [], ...others } = step;
    if (wants === "pdf") {
      const traits = step.traits?.filter((trait) => !trait.startsWith("file."));
      return { ...step, ...(traits ? { traits } : {}), files: [pdfFile(file.content.text)] };
    }
    if (wants === "none" && files.length > 0) return others;
    return wants === "some" && files.length === 0 ? { ...step, files: [file] } : step;
  });
  return pruneScript(fitted, () => true);
}

/** A small file with this text. */
const aFile = (text: string) => ({ partName: "attachment", fileName: "attached.txt", content: { text } });

/** A small PDF with this text in a comment. */
export const pdfFile = (text: string): FileSpec => ({
  partName: "attachment",
  fileName: "attached.pdf",
  contentType: "application/pdf",
  content: { text: `%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF` },
});
