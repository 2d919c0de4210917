/** Steps of scripts that write. */
import type { ActStep, CreateStep, OperationStep, WalkStep } from "../../spec/vocabulary/script.ts";

export type Writing = CreateStep | ActStep | WalkStep;

/** What of a writing step says which action may stand there. */
export type Asked = Pick<ActStep, "files"> & { readonly action?: string };

export function inputOf(step: Writing): Asked {
  return step.op === "walk" ? (step.actAfterFirstPage ?? {}) : step;
}

/** True for a step that appends an action when it is accepted, as it is meant to be. */
export function goesOn(step: OperationStep): boolean {
  if (step.op === "walk") return step.actAfterFirstPage !== undefined;
  if (step.op !== "act" || typeof step.trace !== "string" || step.outOfOrder) return false;
  return !step.token && !step.body && !step.omit && !step.replace && !step.candidateFor && step.actor !== "second";
}
