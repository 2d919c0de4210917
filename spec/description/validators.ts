import type { ValidateFunction } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { operationById, type Operation, type OperationId } from "../operations.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { createAjv } from "./ajv.ts";
import { toViolations, type SchemaViolation } from "./violation.ts";

/**
 * What a decoded JSON response of status 200, or a decoded JSON request body, breaks of its schema; empty when nothing,
 * and for an operation that has none.
 */
export type Validator = (operationId: OperationId, value: unknown) => readonly SchemaViolation[];

type Direction = "response" | "request";

/**
 * Validators for our own description, whose references are all internal. Each schema is compiled once, on first use: a
 * run that meets five operations pays for five.
 */
export function createValidators(
  document: JsonObject,
  ajv: Ajv2020 = createAjv(),
): { readonly [direction in Direction]: Validator } {
  // Only what references can point to: the rest of the document is no JSON Schema and would be read as one.
  const { paths = {}, components = {} } = document;
  ajv.addVocabulary(["paths", "components"]);
  ajv.addSchema({ paths, components }, "description");
  const compiled = new Map<string, ValidateFunction | null>();

  const validatorFor = (direction: Direction, operationId: OperationId): ValidateFunction | null => {
    const key = `${direction} ${operationId}`;
    let validate = compiled.get(key);
    if (validate === undefined) {
      const pointer = schemaPointer(document, operationById(operationId), direction);
      validate = pointer === undefined ? null : ajv.compile({ $ref: `description#${pointer}` });
      compiled.set(key, validate);
    }
    return validate;
  };

  const run =
    (direction: Direction): Validator =>
    (operationId, value) => {
      const validate = validatorFor(direction, operationId);
      return validate === null || validate(value) ? [] : toViolations(validate.errors);
    };
  return { response: run("response"), request: run("request") };
}

/** JSON pointer of the schema of an operation, as it stands in the fragment of a `$ref`; undefined where there is none. */
function schemaPointer(document: JsonObject, { path, method }: Operation, direction: Direction): string | undefined {
  const inOperation = direction === "response" ? ["responses", "200"] : ["requestBody"];
  let steps = ["paths", path, method.toLowerCase(), ...inOperation];
  const part = at(document, steps);
  const reference = isJsonObject(part) ? part["$ref"] : undefined;
  if (typeof reference === "string") steps = reference.slice("#/".length).split("/");
  steps.push("content", "application/json", "schema");
  if (at(document, steps) === undefined) return undefined;
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
}

function at(document: JsonObject, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = document;
  for (const step of steps) value = isJsonObject(value) ? value[step] : undefined;
  return value;
}
