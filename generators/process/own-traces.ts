/**
 * Files for which a trace has no room, because its process takes no more actions, come with the creations of traces of
 * their own: what is asked for of them alone is asked for there.
 */
import type { ActStep, CreateStep, DigestRef, OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { mapSteps } from "../scripts/steps.ts";

/** The labels of steps whose files are asked for without those of others. */
export function labelsAskedAlone({ steps }: Script): ReadonlySet<string> {
  const all = steps.flatMap((step) => ("parallel" in step ? step.parallel.flat() : [step]));
  return new Set(all.flatMap((step) => labelAskedBy(step) ?? []));
}

/** The creation that brings what an action would have brought. */
export function beginningWith({ face, as, workflow, data, files = [], traits, filesFirst }: ActStep): CreateStep {
  return {
    ...{ op: "create" as const, face, data, files },
    ...(as === undefined ? {} : { as }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(traits ? { traits } : {}),
    ...(filesFirst ? { filesFirst } : {}),
  };
}

/** The script in which the files of these labels are asked for of their own traces, and of no others. */
export function askedOfOwnTraces(script: Script, labels: ReadonlySet<string>): Script {
  if (labels.size === 0) return script;
  return mapSteps(script, (step): OperationStep => {
    if (step.op !== "files" && step.op !== "file") return step;
    const label = labelAskedBy(step);
    if (label !== undefined && labels.has(label)) return { ...step, trace: `$${label}` };
    if (step.op === "file") return step;
    const kept = step.digests.filter((digest) => !labels.has(labelOf(digest) ?? ""));
    return kept.length === 0 || kept.length === step.digests.length ? step : { ...step, digests: kept };
  });
}

/** The label of the step all of whose files, or some, are asked for; undefined where those of others are, too. */
function labelAskedBy(step: OperationStep): string | undefined {
  if (step.op !== "files" && step.op !== "file") return undefined;
  const [label, ...others] = new Set((step.op === "file" ? [step.digest] : step.digests).map(labelOf));
  return others.length === 0 ? label : undefined;
}

function labelOf(digest: DigestRef): string | undefined {
  const reference = typeof digest === "string" ? digest : "allOf" in digest ? digest.allOf : "";
  return reference.startsWith("$") ? reference.slice(1).split(".", 1)[0] : undefined;
}
