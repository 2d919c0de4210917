/** The JSON Schemas of action data, with the files that they refer to put in their place. */
import { dirname, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readText } from "../../spec/files/read-file.ts";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";
import { yamlOf } from "../../spec/files/yaml-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";

const maxNesting = 16;
const maxBytes = 1024 * 1024;
/** Values of the whole: files that refer to each other twice double with each step. */
const maxValues = 200_000;

interface Budget {
  valuesLeft: number;
  /** Files that were read already. */
  readonly documents: Map<string, Json>;
}

/**
 * The schema with every `$ref` to a file replaced by what the file holds. Paths are relative to `folder`.
 * @throws Error that says which file cannot be read, or why the whole is no JSON Schema.
 */
export function loadDataSchema(data: Json, folder: string): JsonObject {
  const schema = withFiles(data, folder);
  if (!isJsonObject(schema)) throw new Error("a JSON Schema is an object");
  new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  return schema;
}

/** A document with every `$ref` to a file replaced by what the file holds. @throws Error for a file that cannot be read */
export const withFiles = (node: Json, folder: string): Json =>
  resolved(node, folder, 0, { valuesLeft: maxValues, documents: new Map() });

function resolved(node: Json, folder: string, nesting: number, budget: Budget): Json {
  if (--budget.valuesLeft < 0)
    throw new Error(`it holds more than ${String(maxValues)} values, with all that it refers to`);
  if (Array.isArray(node)) return node.map((element: Json) => resolved(element, folder, nesting, budget));
  if (!isJsonObject(node)) return node;
  const { $ref: reference, ...others } = node;
  if (typeof reference === "string" && !reference.startsWith("#") && !/^[a-z]+:/i.test(reference)) {
    if (nesting >= maxNesting) throw new Error(`$ref files refer to each other more than ${String(maxNesting)} deep`);
    const [path = "", pointer = ""] = reference.split("#");
    const file = resolve(folder, path);
    const target = resolved(at(readDocument(file, budget), pointer, reference), dirname(file), nesting + 1, budget);
    return isJsonObject(target) ? { ...target, ...others } : target;
  }
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, resolved(value, folder, nesting, budget)]),
  );
}

/** JSON is YAML as well. */
function readDocument(file: string, { documents }: Budget): Json {
  const known = documents.get(file);
  if (known !== undefined) return known;
  try {
    const document = yamlOf(readText(file, maxBytes)).value as Json;
    documents.set(file, document);
    return document;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${whyUnreadable(error)}`, { cause: error });
  }
}

function at(document: Json, pointer: string, reference: string): Json {
  let node: Json | undefined = document;
  for (const part of pointer.split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    node = Array.isArray(node) || isJsonObject(node) ? (node as JsonObject)[key] : undefined;
    if (node === undefined) throw new Error(`$ref "${reference}" points at nothing`);
  }
  return node;
}
