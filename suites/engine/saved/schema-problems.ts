/** Schemas of files that a run saves, and what is wrong with a file by one of them. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { resultsSchema } from "../../../reports/results/index.ts";

/** A part of the schema of results. @param pointer such as `/$defs/access` */
export const shared = (pointer: string): object => ({ $ref: `results#${pointer}` });

export function object(
  properties: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
): object {
  return { type: "object", required: Object.keys(properties), properties: { ...properties, ...optional } };
}

/** What is wrong with a value by the schema, one sentence each; empty when nothing is. */
export function problemsBy(schema: object): (value: unknown) => readonly string[] {
  let validator: ValidateFunction | undefined;
  return (value) => {
    validator ??= new Ajv2020({ strict: false, validateFormats: false })
      .addSchema(resultsSchema, "results")
      .compile(schema);
    if (validator(value)) return [];
    return (validator.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath || "/"} ${message}`);
  };
}
