/** The data of an action as the configuration gives them: a schema, examples, or both, here or in files. */
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { loadDataSchema, withFiles } from "./data-schema.ts";
import { schemaWithin } from "./examples-within.ts";
import { schemaOfExamples } from "./examples.ts";
import type { ActionSettings } from "./settings.ts";
import type { KeyPath } from "./source.ts";

/** Data, or a file of them, that cannot be used. */
export class ActionDataError extends Error {
  /** Where they stand: below the action, and in the end below the environment. */
  readonly path: KeyPath;
  readonly wanted: string;

  constructor(path: KeyPath, wanted: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.path = path;
    this.wanted = wanted;
  }

  /** The same, seen from further above. */
  below(...path: KeyPath): ActionDataError {
    return new ActionDataError([...path, ...this.path], this.wanted, this.cause);
  }
}

/** @throws ActionDataError where a file cannot be read, or holds something else */
export function actionData(
  { data, examples }: Pick<ActionSettings, "data" | "examples">,
  folder: string,
): Pick<ActionDescription, "dataSchema" | "examples"> {
  const aSchema = "a JSON Schema, or a path or a $ref to a file that holds one";
  const schema = data === undefined ? undefined : at(["data"], aSchema, () => loadDataSchema(inFile(data), folder));
  const given = examples?.map((example, place) =>
    at(["examples", place], "a JSON object, or a path or a $ref to a file that holds one", () => {
      const object = withFiles(inFile(example), folder);
      if (!isJsonObject(object)) throw new Error(`${JSON.stringify(example)} holds ${kindOf(object)}`);
      return object;
    }),
  );
  if (!given) return schema ? { dataSchema: schema } : {};
  const like = at(["examples"], "data that fit", (): JsonObject => {
    return loadDataSchema(schema ? schemaWithin(schema, given) : schemaOfExamples(given), folder);
  });
  return { dataSchema: like, examples: given };
}

/** A text is the path of a file. */
const inFile = (value: Json): Json => (typeof value === "string" ? { $ref: value } : value);

const kindOf = (value: Json): string =>
  Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`;

function at<Value>(path: KeyPath, wanted: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new ActionDataError(path, wanted, error);
  }
}
