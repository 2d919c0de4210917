import { manyFiles, mapSteps, plainFileCount, pruneScript } from "../../../generators/index.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/** No more files in one action than a target takes that refuses many; what asks for the others is left out. */
export function fitFiles({ refused }: SuiteContext, script: Script): Script {
  if (!refused.includes(manyFiles)) return script;
  const cut = mapSteps(script, (step) =>
    (step.op === "create" || step.op === "act") && step.files && step.files.length > plainFileCount
      ? { ...step, files: step.files.slice(0, plainFileCount) }
      : step,
  );
  return pruneScript(cut, () => true);
}
