/** The responses of status 200 as somebody's own description gives them, ready to validate by. */
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import type { ValidateFunction } from "ajv";
import type { OperationId } from "../../operations.ts";
import { createAjv } from "../ajv.ts";
import { toViolations, type SchemaViolation } from "../violation.ts";
import { DescriptionError, parseSource, readDocument } from "./document.ts";
import { insideFolder } from "./inside-folder.ts";
import { modernised } from "./modernised.ts";
import { Documents, type SourcePlace } from "./place.ts";
import { brokenIn, refuseEndlessSchemas, refuseNothing, refusePatterns, refuseRings } from "./refused.ts";
import { successesIn } from "./successes.ts";
import { versionOf } from "./version.ts";

export interface DescribedResponses {
  describes(operationId: OperationId): boolean;
  /** Media types of status 200, without parameters, in lower case; empty where none is named. */
  contentTypes(operationId: OperationId): readonly string[];
  /** True where a JSON response has a schema. */
  hasSchema(operationId: OperationId): boolean;
  violations(operationId: OperationId, value: unknown): readonly SchemaViolation[];
}

interface Described {
  readonly types: readonly string[];
  readonly validate?: ValidateFunction;
}

/**
 * Reads an OpenAPI 3.0 or 3.1 document and compiles the schemas of its responses.
 * @throws DescriptionError for a file that is none, by which nothing could be judged, or whose schemas cannot be compiled.
 */
export async function describedResponses(path: string): Promise<DescribedResponses> {
  const own = new Documents().open(readDocument(path), path);
  versionOf(own);
  refuseNothing(own);
  refuseRings(own);
  refusePatterns(own);
  const document: unknown = modernised(await bundledDocument(own));
  const root = new Documents().open(parseSource(JSON.stringify(document), path), path);
  const ajv = createAjv();
  const { paths = {}, components = {} } = document as { readonly paths?: object; readonly components?: object };
  ajv.addVocabulary(["paths", "components"]);
  ajv.addSchema({ paths, components }, "own-description");
  const described = new Map<string, Described>();
  refuseEndlessSchemas(root);
  for (const { operation, media, schema } of successesIn(root))
    described.set(operation.id, {
      types: media.map(([type]) => type),
      ...(schema ? { validate: compiled(schema, path, ajv) } : {}),
    });
  return {
    describes: (operationId) => described.has(operationId),
    contentTypes: (operationId) => described.get(operationId)?.types ?? [],
    hasSchema: (operationId) => described.get(operationId)?.validate !== undefined,
    violations(operationId, value) {
      const validate = described.get(operationId)?.validate;
      return !validate || validate(value) ? [] : toViolations(validate.errors);
    },
  };
}

/** The description with all that it refers to, of files beside it alone. */
async function bundledDocument(own: SourcePlace): Promise<unknown> {
  const { path, file: shown } = own;
  const folder = dirname(path);
  let documents = 0;
  const file = {
    order: 1,
    canRead: /^(file:|[^:]*$)/,
    read({ url }: { readonly url: string }): unknown {
      if (++documents > 100) throw new DescriptionError("more than 100 files belong to it; bundle them into one");
      const name = url.startsWith("file:") ? fileURLToPath(url) : decodeURIComponent(url);
      return readDocument(insideFolder(folder, resolve(folder, name))).value;
    },
  };
  try {
    // Nothing is fetched: a description of a stranger would choose the addresses.
    const options = { resolve: { http: false, file } } as unknown as SwaggerParser.Options;
    return await SwaggerParser.bundle(path, options);
  } catch (cause) {
    throw new DescriptionError(brokenIn(own) ?? `${shown}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

function compiled(schema: SourcePlace, path: string, ajv: ReturnType<typeof createAjv>): ValidateFunction {
  const fragment = schema.pointer.split("/").map(encodeURIComponent).join("/");
  try {
    return ajv.compile({ $ref: `own-description#${fragment}` });
  } catch (cause) {
    throw new DescriptionError(
      `${path}: the schema at #${schema.pointer} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
