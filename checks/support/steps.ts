/** Finding the step of a script that an exchange belongs to. */
import { stepAt } from "../../spec/vocabulary/placed-steps.ts";
import type { LoginStep, Script } from "../../spec/vocabulary/script.ts";

export function loginStepOf(script: Script, step: string): LoginStep | undefined {
  const found = stepAt(script, step);
  return found?.op === "login" ? found : undefined;
}
