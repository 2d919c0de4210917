/** Fits scripts to a target: what it cannot do is taken out, what it wants otherwise is put right. */
import {
  followProcess,
  isValidScript,
  pruneScript,
  withFilesOnActions,
  withFilesWanted,
  withReferences,
  withWorkflowForFiles,
} from "../../../generators/index.ts";
import { placedSteps } from "../../../spec/vocabulary/placed-steps.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";
import { avoidNames } from "./avoid-names.ts";
import { followSchemas } from "./follow-schemas.ts";
import { fitFiles } from "./fit-files.ts";
import { fitPages } from "./fit-pages.ts";
import { fitSearches } from "./fit-searches.ts";
import { readWithheld } from "./read-withheld.ts";
import { isWithinReach } from "./within-reach.ts";

const observing: ReadonlySet<OperationStep["op"]> = new Set([
  "details",
  "walk",
  "state",
  "files",
  "file",
  "search",
  "workflows",
  "login",
]);

/** False where a script that writes would look at nothing afterwards, and where no refusal of the write is judged. */
function isWorthSending(script: Script): boolean {
  const isFlawed = (step: OperationStep): boolean =>
    step.body !== undefined || ("omit" in step && step.omit !== undefined) || ("replace" in step && !!step.replace);
  return placedSteps(script).some(({ step }) => observing.has(step.op) || isFlawed(step));
}

/** The scripts that this target can take, in their order; every one is valid. */
export function finished(context: SuiteContext, scripts: readonly Script[]): readonly Script[] {
  return scripts
    .map((script) => avoidNames(context, script))
    .map((script) => pruneScript(script, (step) => isWithinReach(context, step, script)))
    .map((script) => withWorkflowForFiles({ ...context, workflows: context.target.workflows }, script))
    .map((script) => withFilesOnActions({ ...context, workflows: context.target.workflows }, script))
    .map((script) => followProcess({ ...context, workflows: context.target.workflows }, script))
    .map((script) => followSchemas(context, script))
    .map((script) => withReferences(script, context.target.workflows))
    .map((script) => withFilesWanted({ runId: context.runId, workflows: context.target.workflows }, script))
    .map((script) => fitFiles(context, script))
    .map((script) => readWithheld(context, script))
    .map((script) => fitSearches(context, script))
    .map((script) => fitPages(context, script))
    .filter((script) => script.steps.length > 0 && isWorthSending(script) && isValidScript(script));
}
