/** The responses of status 200 as somebody's own description gives them, ready to validate by. */
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import type { ValidateFunction } from "ajv";
import type { OperationId } from "../../operations.ts";
import { createAjv } from "../ajv.ts";
import { toViolations, type SchemaViolation } from "../violation.ts";
import { DescriptionError, parseSource, readDocument } from "./document.ts";
import { describedPaths } from "./operations.ts";
import { insideFolder } from "./inside-folder.ts";
import { Documents, isObject, referenceIn, type SourcePlace } from "./place.ts";
import { versionOf } from "./version.ts";

export interface DescribedResponses {
  describes(operationId: OperationId): boolean;
  /** Media types of status 200, without parameters, in lower case; empty where none is named. */
  contentTypes(operationId: OperationId): readonly string[];
  /** True where a JSON response has a schema. */
  hasSchema(operationId: OperationId): boolean;
  violations(operationId: OperationId, value: unknown): readonly SchemaViolation[];
}

/** With what is referred to counted wherever it is. */
const maxSchemaValues = 50_000;
const maxDepth = 500;

interface Described {
  readonly types: readonly string[];
  readonly validate?: ValidateFunction;
}

/**
 * Reads an OpenAPI 3.0 or 3.1 document and compiles the schemas of its responses.
 * @throws DescriptionError for a file that is none, or whose schemas cannot be compiled.
 */
export async function describedResponses(path: string): Promise<DescribedResponses> {
  const bundled = await bundledDocument(path);
  const document: unknown = modernised(bundled);
  const root = new Documents().open(parseSource(JSON.stringify(document), path), path);
  const ajv = createAjv();
  const { paths = {}, components = {} } = document as { readonly paths?: object; readonly components?: object };
  ajv.addVocabulary(["paths", "components"]);
  ajv.addSchema({ paths, components }, "own-description");
  const described = new Map<string, Described>();
  refuseEndlessSchemas(root);
  for (const { operation, method } of describedPaths(root).found.values()) {
    const response = method?.find("responses", "200") ?? method?.find("responses", "2XX");
    if (!response) continue;
    const media = (response.find("content")?.members() ?? []).map(([type, place]) => [plain(type), place] as const);
    const schema =
      operation.response === "json"
        ? media
            .find(([type]) => isJson(type))?.[1]
            .settled()
            ?.get("schema")
        : undefined;
    described.set(operation.id, {
      types: media.map(([type]) => type),
      ...(schema ? { validate: compiled(schema, path, ajv) } : {}),
    });
  }
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
async function bundledDocument(path: string): Promise<unknown> {
  const own = readDocument(path);
  versionOf(new Documents().open(own, path));
  const folder = dirname(resolve(path));
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
    throw new DescriptionError(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** A validator calls what a schema refers to each time, so what doubles with each level would never end. */
function refuseEndlessSchemas(root: SourcePlace): void {
  const sizes = new Map<unknown, number>();
  const sizeOf = (place: SourcePlace, depth = 0): number => {
    const { value } = place;
    if (typeof value !== "object" || value === null) return 0;
    if (depth > maxDepth) return Number.MAX_SAFE_INTEGER;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    // What holds itself is counted once.
    sizes.set(value, 1);
    const target = referenceIn(value) === undefined ? undefined : place.settled();
    const parts =
      target && target.value !== value ? [target] : [...place.elements(), ...place.members().map(([, one]) => one)];
    const size = parts.reduce((sum, part) => Math.min(sum + sizeOf(part, depth + 1), Number.MAX_SAFE_INTEGER), 1);
    sizes.set(value, size);
    return size;
  };
  for (const { method } of describedPaths(root).found.values()) {
    const content = (method?.find("responses", "200") ?? method?.find("responses", "2XX"))?.find("content");
    for (const [, media] of content?.members() ?? [])
      if (sizeOf(media) > maxSchemaValues)
        throw new DescriptionError(
          `${root.file}: the schema at #${media.pointer} holds more than ${maxSchemaValues.toLocaleString("en")} values, with all that it refers to`,
        );
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

function plain(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function isJson(type: string): boolean {
  return /^(application\/(json|[\w.-]+\+json|\*)|\*\/\*)$/.test(type);
}

/** OpenAPI 3.0 in the words of JSON Schema 2020-12, where they differ for a response; 3.1 is written so already. */
function modernised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modernised);
  if (!isObject(value)) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, modernised(member)]));
  if (schema["nullable"] === true && typeof schema["type"] === "string") {
    schema["type"] = [schema["type"], "null"];
    if (Array.isArray(schema["enum"])) schema["enum"] = [...new Set<unknown>([...schema["enum"], null])];
  }
  // Without a type it says nothing.
  if (typeof schema["nullable"] === "boolean") delete schema["nullable"];
  for (const [flag, limit] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof schema[flag] !== "boolean") continue;
    const exclusive = schema[flag];
    delete schema[flag];
    if (exclusive && typeof schema[limit] === "number") {
      schema[flag] = schema[limit];
      delete schema[limit];
    }
  }
  // What is only ever written need not be in a response.
  const { properties, required } = schema;
  if (isObject(properties) && Array.isArray(required)) {
    const written = (name: unknown): boolean => {
      const property = properties[String(name)];
      return isObject(property) && property["writeOnly"] === true;
    };
    schema["required"] = required.filter((name) => !written(name));
  }
  return schema;
}
