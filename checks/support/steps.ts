/** Finding the step of a script that an exchange belongs to. */
import type { LoginStep, OperationStep, Script } from "../../spec/vocabulary/script.ts";

/** `3` is step 3; `4.1.0` is step 0 of branch 1 of the parallel group at 4. */
export function stepOf(script: Script, step: string): OperationStep | undefined {
  const [index, branch, inner] = step.split(".").map(Number);
  const found = index === undefined ? undefined : script.steps[index];
  if (!found) return undefined;
  if (!("parallel" in found)) return found;
  return branch === undefined || inner === undefined ? undefined : found.parallel[branch]?.[inner];
}

export function loginStepOf(script: Script, step: string): LoginStep | undefined {
  const found = stepOf(script, step);
  return found?.op === "login" ? found : undefined;
}
