/**
 * The OpenAPI description, loaded, checked and dereferenced. It costs some hundred milliseconds, so it is for the
 * commands that show or compare descriptions; checks use `response-schemas.ts`.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import type { OpenAPIV3_1 } from "openapi-types";
import type { OperationId } from "../operations.ts";
import type { JsonObject } from "../vocabulary/json.ts";
import { sha256, specFile } from "./spec-file.ts";
import { createValidators } from "./validators.ts";
import type { SchemaViolation } from "./violation.ts";

export type { SchemaViolation } from "./violation.ts";

export interface Description {
  /** The document with every reference replaced by what it points to. */
  readonly document: OpenAPIV3_1.Document;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly specDigest: string;
  /** Empty for every status but 200: the interface shows no other response. */
  validateResponse(operationId: OperationId, status: number, value: unknown): readonly SchemaViolation[];
  validateRequest(operationId: OperationId, value: unknown): readonly SchemaViolation[];
}

/**
 * Loads an OpenAPI 3.1 description and compiles its schemas.
 * @param file Path of a YAML or JSON file. Default: our own description of the interface.
 * @throws Error when the file cannot be read, is no valid OpenAPI 3.1, or holds a schema that cannot be compiled;
 *   the message names the file.
 */
export async function loadDescription(file: string = fileURLToPath(specFile)): Promise<Description> {
  const specDigest = sha256(await readFile(file));
  const document = await checked(file);
  const bundled = (await SwaggerParser.bundle(file)) as unknown as JsonObject;
  const validators = createValidators(bundled);
  validators.compileAll();
  return {
    document,
    specDigest,
    validateResponse: (operationId, status, value) => (status === 200 ? validators.response(operationId, value) : []),
    validateRequest: (operationId, value) => validators.request(operationId, value),
  };
}

async function checked(file: string): Promise<OpenAPIV3_1.Document> {
  let document;
  try {
    document = await SwaggerParser.validate(file);
  } catch (cause) {
    throw new Error(`${file} is no valid OpenAPI description: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
  if (!("openapi" in document) || !document.openapi.startsWith("3.1.")) {
    const version = "openapi" in document ? document.openapi : document.swagger;
    throw new Error(`${file}: wanted OpenAPI 3.1; got ${version}. Convert the description to 3.1 first.`);
  }
  return document as OpenAPIV3_1.Document;
}
