import type { ValidateFunction } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { operations, operationById, type OperationId } from "../operations.ts";
import type { JsonObject } from "../vocabulary/json.ts";
import { createAjv } from "./ajv.ts";
import { locateSchemas } from "./locate.ts";
import { toViolations, type SchemaViolation } from "./violation.ts";

export interface Validators {
  /**
   * What a decoded JSON response of status 200 breaks of its schema; empty when nothing, or when the operation does
   * not answer JSON.
   */
  response(operationId: OperationId, value: unknown): readonly SchemaViolation[];
  /** What a decoded JSON request body breaks of its schema; empty when nothing, or when none is described. */
  request(operationId: OperationId, value: unknown): readonly SchemaViolation[];
  /** Compiles everything now instead of on first use. @throws Error for a schema that cannot be compiled. */
  compileAll(): void;
}

type Direction = "response" | "request";

/**
 * Validators for an OpenAPI 3.1 document whose references are all internal. Each schema is compiled once, on first
 * use: a run that meets five operations pays for five.
 */
export function createValidators(document: JsonObject, ajv: Ajv2020 = createAjv()): Validators {
  // Only what references can point to: the rest of the document is no JSON Schema and would be read as one.
  const { paths = {}, components = {} } = document;
  ajv.addVocabulary(["paths", "components"]);
  ajv.addSchema({ paths, components }, "description");
  const compiled = new Map<string, ValidateFunction | null>();

  const validatorFor = (direction: Direction, operationId: OperationId): ValidateFunction | null => {
    const key = `${direction} ${operationId}`;
    let validate = compiled.get(key);
    if (validate === undefined) {
      const pointer = locateSchemas(document, operationById(operationId))[direction];
      validate = pointer === undefined ? null : ajv.compile({ $ref: `description#${pointer}` });
      compiled.set(key, validate);
    }
    return validate;
  };

  const run = (direction: Direction, operationId: OperationId, value: unknown): readonly SchemaViolation[] => {
    const validate = validatorFor(direction, operationId);
    return validate === null || validate(value) ? [] : toViolations(validate.errors);
  };

  return {
    response: (operationId, value) => run("response", operationId, value),
    request: (operationId, value) => run("request", operationId, value),
    compileAll() {
      for (const { id } of operations) {
        validatorFor("response", id);
        validatorFor("request", id);
      }
    },
  };
}
