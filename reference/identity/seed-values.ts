import { createPublicKey } from "node:crypto";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { ValidateFunction } from "ajv/dist/2020.js";

// The reader of the file compiles each schema to see whether it can be; the directory takes what came of it, and so does
// every other service of this process with the same schema.
const compiled = new Map<string, ValidateFunction>();

/** Compiles the JSON Schema (2020-12) of an action's data. @throws Error for what is not such a schema */
export function compileSchema(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  compiled.set(text, validate);
  return validate;
}

/** What would be wanted instead of this schema; undefined for one that can be used. */
export function schemaProblem(schema: unknown): string | undefined {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return "a mapping";
  try {
    compileSchema(schema);
    return undefined;
  } catch (error) {
    return `a JSON Schema (2020-12): ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What would be wanted instead of this key; undefined for one that can be used. */
export function publicKeyProblem(pem: string): string | undefined {
  const wanted = "a public key (PEM, SPKI, Ed25519)";
  if (pem.includes("PRIVATE KEY")) return `${wanted}, not a private one: whoever reads this file could log in with it`;
  try {
    const { asymmetricKeyType } = createPublicKey(pem);
    return asymmetricKeyType === "ed25519" ? undefined : `${wanted}, not one of the kind ${String(asymmetricKeyType)}`;
  } catch {
    return wanted;
  }
}
