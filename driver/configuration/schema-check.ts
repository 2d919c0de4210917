/** Checks a configuration by its published schema, and says what is wrong in the words of the file. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { ConfigurationIssue } from "./configuration-error.ts";
import { nearest } from "./nearest.ts";
import { issueAt, type KeyPath, type YamlSource } from "./source.ts";
import { shown, wantedBy } from "./wanted-by.ts";
import schema from "./trace-conformance.schema.json" with { type: "json" };

let validator: ValidateFunction | undefined;

/** Everything that the schema finds wrong in the value; empty when nothing is. */
export function schemaIssues(value: unknown, source: YamlSource): ConfigurationIssue[] {
  validator ??= new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    formats: { date: mayBeDay },
  }).compile(schema);
  if (validator(value)) return [];
  const all = (validator.errors ?? []).filter(({ keyword }) => !summaries.has(keyword));
  const issues = all
    .filter((error) => !all.some((other) => misspells(other, error)))
    .map((error) => {
      const missing = all.find((other) => misspells(error, other))?.params as { missingProperty: string } | undefined;
      const issue = issueOf(error, source);
      if (!missing) return issue;
      const key = missing.missingProperty;
      return { ...issue, wanted: `the key "${key}"`, nearest: key, remedy: `Write "${key}".` };
    });
  return issues.length > 0 ? issues : (validator.errors ?? []).map((error) => issueOf(error, source));
}

/** False for a day that no calendar has. What is not written as a day is told by the pattern beside the format. */
function mayBeDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return (
    year === undefined || new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  );
}

/** True where the unknown key of one error is clearly the key that the other misses. */
function misspells(unknown: ErrorObject, missing: ErrorObject): boolean {
  if (missing.keyword !== "required" || unknown.instancePath !== missing.instancePath) return false;
  const name = unknownNameOf(unknown);
  return name !== undefined && keyMeantBy(name, knownKeys(unknown)) === missing.params["missingProperty"];
}

function unknownNameOf({ keyword, params }: ErrorObject): string | undefined {
  if (keyword !== "additionalProperties" && keyword !== "unevaluatedProperties") return undefined;
  return String(params["additionalProperty"] ?? params["unevaluatedProperty"]);
}

function knownKeys({ parentSchema }: ErrorObject): readonly string[] {
  return Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
}

/** What the interface, or other tools, call what a key here holds. */
const keysByOtherNames: ReadonlyMap<string, string> = new Map([
  ["schema", "data"],
  ["form", "data"],
  ["actionkey", "key"],
  ["group", "groupLabel"],
  ["role", "groupLabel"],
  ["workflowid", "id"],
  ["workflowname", "name"],
  ["url", "baseUrl"],
  ["token", "credentials.token"],
  ["email", "credentials.email"],
  ["password", "credentials.password"],
  ["privatekey", "credentials.privateKey"],
]);

function keyMeantBy(name: string, known: readonly string[]): string | undefined {
  const renamed = keysByOtherNames.get(name.toLowerCase());
  // Of one that stands deeper, the first word is known here.
  return renamed !== undefined && known.includes(renamed.split(".")[0] ?? "") ? renamed : nearest(name, known);
}

/** Keywords whose errors only repeat those of their parts. */
const summaries = new Set(["anyOf", "oneOf", "allOf", "if", "not"]);
/** Below these keys stand secrets: what was got is described, not shown. */
const secretKeys = new Set(["credentials", "secondUser", "users", "proxy"]);

function issueOf(error: ErrorObject, source: YamlSource): ConfigurationIssue {
  const path = pathOf(error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  const unknownName = unknownNameOf(error);
  if (unknownName !== undefined) return unknownKey(path, unknownName, error, source);
  if (error.keyword === "required") {
    const missing = String(params["missingProperty"]);
    const fault = { path: [...path, missing], wanted: `the key "${missing}"`, got: "none", remedy: "Add it here." };
    return issueAt(source, fault, () => source.lineOf(path));
  }
  return issueAt(source, {
    path,
    wanted: wantedBy(error),
    got: path.some((key) => secretKeys.has(String(key))) ? kindOf(error.data) : shown(error.data),
    ...suggestion(error),
    remedy: remedyOf(error),
  });
}

function unknownKey(path: KeyPath, name: string, error: ErrorObject, source: YamlSource): ConfigurationIssue {
  const valid = knownKeys(error);
  const meant = keyMeantBy(name, valid);
  const fault = {
    path: [...path, name],
    wanted: `one of the keys ${valid.join(", ")}`,
    got: `the unknown key "${name}"`,
    ...(meant === undefined ? {} : { nearest: meant }),
    remedy:
      meant === undefined ? "Remove it." : `Write ${meant.includes(".") ? "it as " : ""}"${meant}", or remove it.`,
  };
  return issueAt(source, fault, () => source.lineOfKey(path, name));
}

function suggestion({ keyword, data, params }: ErrorObject): { nearest?: string } {
  if (keyword !== "enum" || typeof data !== "string") return {};
  const meant = nearest(data, (params as { allowedValues: unknown[] }).allowedValues.map(String));
  return meant === undefined ? {} : { nearest: meant };
}

function remedyOf({ parentSchema }: ErrorObject): string {
  const { description, examples } = (parentSchema ?? {}) as { description?: string; examples?: unknown[] };
  if (examples && examples.length > 0) return `For example: ${shown(examples[0])}.`;
  return description === undefined ? "Correct the value." : `It is: ${description.replace(/\.$/, "")}.`;
}

function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function kindOf(value: unknown): string {
  if (value === null) return "nothing";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}
