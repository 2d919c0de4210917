import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { operationOf } from "../../spec/operations.ts";
import { isParallel, placedSteps, type PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import { outdatedReferences, referencesOf, satisfies } from "./references.ts";

/** What is wrong with a script, one sentence per fault; empty when it can be run as it is. */
export function validateScript(script: Script): readonly string[] {
  const placed = placedSteps(script);
  return [
    ...placed.flatMap(({ place, step }) => faceProblems(step).map((problem) => `step ${place}: ${problem}`)),
    ...labelProblems(placed),
    ...placed.flatMap(({ place, step }) =>
      outdatedReferences(step).map(
        (text) =>
          `step ${place}: "${text}" is of an older format; write {"like":"$label","change":…}, allOf or refused`,
      ),
    ),
    ...placed.flatMap((at) => referenceProblems(at, placed)),
    ...script.steps.flatMap((step, index) =>
      isParallel(step) && (step.parallel.length < 2 || step.parallel.some((branch) => branch.length === 0))
        ? [`step ${index}: a parallel group wants two branches or more, none of them empty`]
        : [],
    ),
    ...(isPlainJson(script) ? [] : ["it is not plain JSON"]),
    ...(script.steps.length === 0 ? ["it has no steps"] : []),
  ];
}

/** True when `validateScript` finds nothing. */
export function isValidScript(script: Script): boolean {
  return validateScript(script).length === 0;
}

/** True for what comes back from a file as it was written; a member that is undefined is left out there, and may be. */
function isPlainJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || value === null) return ["string", "boolean", "object"].includes(typeof value);
  if (Array.isArray(value)) return value.every(isPlainJson);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((member) => member === undefined || isPlainJson(member));
}

function faceProblems(step: OperationStep): readonly string[] {
  if (step.op === "file" && !operationOf("file", step.face)) return ["the legacy face has no download of one file"];
  if (step.op === "login" && step.method === "private-key" && step.face === "legacy")
    return ["the legacy face has no login with a private key"];
  return [];
}

function labelProblems(placed: readonly PlacedStep[]): readonly string[] {
  const seen = new Set<string>();
  return placed.flatMap(({ place, step: { as } }) => {
    if (as === undefined) return [];
    if (!/^[A-Za-z][\w-]*$/.test(as)) return [`step ${place}: the label "${as}" is no name`];
    if (seen.has(as)) return [`step ${place}: the label "${as}" is taken`];
    seen.add(as);
    return [];
  });
}

function referenceProblems(from: PlacedStep, placed: readonly PlacedStep[]): readonly string[] {
  const before = placed.slice(0, placed.indexOf(from)).filter((other) => isBefore(other, from));
  return referencesOf(from.step).flatMap((reference) => {
    const source = before.find(({ step }) => step.as === reference.label);
    if (!source) return [`step ${from.place}: no earlier step is called "${reference.label}"`];
    if (satisfies(source.step, reference)) return [];
    return [`step ${from.place}: "${reference.label}" has no ${reference.to} to refer to`];
  });
}

/** Steps of another branch of the same group run at the same time, not before. */
function isBefore(earlier: PlacedStep, later: PlacedStep): boolean {
  return earlier.at !== later.at || earlier.branch === later.branch;
}
