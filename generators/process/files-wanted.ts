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
      const needs = wanted("act", actAfterFirstPage) === "some" && !actAfterFirstPage.files?.length;
      return needs ? { ...step, actAfterFirstPage: { ...actAfterFirstPage, files: [file] } } : step;
    }
    if ((step.op !== "create" && step.op !== "act") || step.traits?.includes(unfitTraits.files)) return step;
    const wants = wanted(step.op, step);
    const { files = [], ...others } = step;
    if (wants === "none" && files.length > 0) return others;
    return wants === "some" && files.length === 0 ? { ...step, files: [file] } : step;
  });
  return pruneScript(fitted, () => true);
}

/** A small file with this text. */
const aFile = (text: string): FileSpec => ({ partName: "attachment", fileName: "attached.txt", content: { text } });
