/** The published JSON Schema of `results.json`, and reading a results file with it. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { Results } from "./model.ts";
import schema from "./results.schema.json" with { type: "json" };

/** JSON Schema 2020-12 of `results.json`. */
export const resultsSchema: object = schema;
/** What every id of a requirement matches. */
export const requirementIdPattern: string = schema.$defs.requirement.properties.id.pattern;

const maxProblems = 10;
/** Of a value with more, the first fault alone is told: a list of all could take more memory than the value. */
const maxValuesForAllFaults = 50_000;
let first: ValidateFunction | undefined;
let all: ValidateFunction | undefined;

/** What is wrong with a value that should be results, one sentence each, at most 10; empty when nothing is. */
export function resultsProblems(value: unknown): string[] {
  const options = { allowUnionTypes: true, validateFormats: false } as const;
  first ??= new Ajv2020(options).compile(schema);
  if (first(value)) return [];
  if (!holdsAtMost(value, maxValuesForAllFaults)) return (first.errors ?? []).map(sentence);
  all ??= new Ajv2020({ ...options, allErrors: true }).compile(schema);
  all(value);
  return (all.errors ?? []).slice(0, maxProblems).map(sentence);
}

function holdsAtMost(value: unknown, most: number): boolean {
  let level = [value];
  for (let left = most - 1; level.length > 0;) {
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== "object" || one === null) continue;
      const members: unknown[] = Array.isArray(one) ? one : Object.values(one);
      if ((left -= members.length) < 0) return false;
      for (const member of members) next.push(member);
    }
    level = next;
  }
  return true;
}

/**
 * Results from the text of a `results.json`.
 * @throws Error that names `source`, the member and what was wanted there.
 */
export function parseResults(text: string, source = "results.json"): Results {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${source} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const problems = resultsProblems(value);
  if (problems.length > 0) {
    throw new Error(`${source} is not a results file of schema version 1:\n  ${problems.join("\n  ")}`);
  }
  return value as Results;
}

function sentence(error: ErrorObject): string {
  const detail = Object.values(error.params).flat().map(String).join(", ");
  const named = error.keyword === "enum" || error.keyword === "const" || error.keyword === "additionalProperties";
  return `${error.instancePath || "/"} ${error.message ?? error.keyword}${named ? ` (${detail})` : ""}`;
}
