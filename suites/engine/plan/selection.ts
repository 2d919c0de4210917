/** `--only`: which requirements a run judges, and which scripts can show them. */
import { faces, operationOf, type Face, type OperationId } from "../../../spec/operations.ts";
import { requirements, type Requirement, type RequirementId } from "../../../spec/requirements/index.ts";
import { isLater, sinceOf } from "../../../spec/requirements/since.ts";
import type { OperationStep, Script, Step } from "../../../spec/vocabulary/script.ts";
import { didYouMean } from "../../did-you-mean.ts";
import { UsageError } from "../../usage-error.ts";

export interface Selection {
  /** The words given to `--only`; empty: everything. */
  readonly words: readonly string[];
  /** The version of the suite as which it judges; absent: this one. */
  readonly level?: string;
  readonly requirements: ReadonlySet<RequirementId>;
  /** Operations of the selected requirements on the selected faces. */
  readonly operations: ReadonlySet<OperationId>;
}

/**
 * Reads the words of `--only`. Areas and ids add up; a face keeps of them what covers an operation of that face.
 * @param register every requirement there is, those of extensions included.
 * @param level the version of the suite as which to judge: what is newer is left out.
 * @throws UsageError for a word that is neither area, requirement id nor face, with the nearest that is.
 */
export function select(
  words: readonly string[],
  register: readonly Requirement[] = requirements,
  level?: string,
): Selection {
  const chosenFaces = new Set<string>();
  const named = new Set<RequirementId>();
  const areas = new Set(register.map((requirement) => requirement.area));
  for (const word of words) {
    const upper = word.toUpperCase();
    const found = register.filter((requirement) => requirement.id === upper || requirement.area === upper);
    if ((faces as readonly string[]).includes(word.toLowerCase())) chosenFaces.add(word.toLowerCase());
    else if (found.length > 0) for (const requirement of found) named.add(requirement.id);
    else throw unknownWord(word, areas, register);
  }
  const onFaces = (operation: OperationId): boolean => chosenFaces.size === 0 || chosenFaces.has(faceOf(operation));
  const chosen = register.filter(
    (requirement) =>
      (named.size === 0 || named.has(requirement.id)) &&
      requirement.operations.some(onFaces) &&
      !(level !== undefined && isLater(sinceOf(requirement), level)),
  );
  return {
    words,
    ...(level === undefined ? {} : { level }),
    requirements: new Set(chosen.map((requirement) => requirement.id)),
    operations: new Set(chosen.flatMap((requirement) => requirement.operations).filter(onFaces)),
  };
}

/** True when a script sends something that a selected requirement is about. */
export function touches(selection: Selection, script: Script): boolean {
  if (selection.words.length === 0) return true;
  return script.steps.flatMap(flatten).some((step) => {
    const operation = operationOfStep(step);
    return operation !== undefined && selection.operations.has(operation);
  });
}

/** The steps of a parallel group, or the step itself. */
export function flatten(step: Step): readonly OperationStep[] {
  return "parallel" in step ? step.parallel.flat() : [step];
}

/** The operation that a step calls; undefined where its face has none. */
export function operationOfStep(step: OperationStep): OperationId | undefined {
  const kind =
    step.op === "walk"
      ? "details"
      : step.op === "login"
        ? step.method === "credential"
          ? "login-credential"
          : "login-private-key"
        : step.op;
  return operationOf(kind, step.face)?.id;
}

function faceOf(operation: OperationId): Face {
  return operation.startsWith("legacy") ? "legacy" : "v2";
}

function unknownWord(word: string, areas: ReadonlySet<string>, register: readonly Requirement[]): UsageError {
  const known = [...areas, ...faces, ...register.map((requirement) => requirement.id)];
  return new UsageError(
    `--only "${word}" is neither an area, a requirement id nor a face.${didYouMean(word, known)}\n` +
      `  faces: ${faces.join(", ")}\n  areas: ${[...areas].join(", ")}\n` +
      `  ids: see "trace-conformance list requirements"`,
  );
}
