/** The form of a script, by which one is held that comes from a file. What the types say of a script, said of JSON. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { openPointIds } from "../open-points.ts";
import { faces } from "../operations.ts";
import { isJsonObject } from "../json.ts";
import {
  digestChanges,
  jsonSpellings,
  longestRestMs,
  tokenDefects,
  traceChanges,
  type ActionField,
  type ActionInput,
  type CredentialMember,
  type OperationStep,
  type StepBase,
} from "./script.ts";

const maxSteps = 10_000;
const maxAttempts = 1_000;
/** Content that a script only describes is made in memory. */
const maxMadeBytes = 256 * 1024 * 1024;

type Members = Readonly<Record<string, object>>;
/** A form for each member that may be absent, or for each that may not: one that is missing here is an error of the types. */
type Optional<T> = { readonly [name in keyof T as object extends Pick<T, name> ? name : never]-?: object };
type Required<T> = { readonly [name in keyof T as object extends Pick<T, name> ? never : name]: object };
type StepOf<Op extends OperationStep["op"]> = Omit<Extract<OperationStep, { readonly op: Op }>, "op" | keyof StepBase>;
const object = (required: Members, optional: Members = {}): object => ({
  type: "object",
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
});
const any = {};
const text = { type: "string" };
const flag = { type: "boolean" };
const texts = { type: "array", items: text, maxItems: 10_000 };
const list = (items: object): object => ({ type: "array", items, maxItems: 10_000 });
const count = (maximum: number): object => ({ type: "integer", minimum: 0, maximum });

const label = { type: "string", pattern: "^\\$" };
const trace = {
  anyOf: [text, object({ like: label, change: { enum: [...traceChanges] } })],
};
const digest = {
  anyOf: [
    text,
    object({ like: label, change: { enum: digestChanges } }),
    object({ allOf: label }),
    object({ refused: label }),
    object({ shown: text }),
  ],
};
const content = {
  anyOf: [
    object({ text }),
    object({ base64: text }),
    object({ bytes: count(maxMadeBytes), seed: { type: "integer" } }, { changedAt: count(maxMadeBytes) }),
    object({ everyByte: count(maxMadeBytes / 256) }),
  ],
};
const file = object({ partName: text, fileName: { type: ["string", "null"] }, content }, { contentType: text });
const fields: readonly ActionField[] = ["data", "actionKey", "workflowId", "groupLabel"];
const credentials: readonly CredentialMember[] = ["email", "password", "privateKey"];
const someOf = (names: readonly string[]): object => object({}, Object.fromEntries(names.map((name) => [name, any])));

const actionDetails: Optional<ActionInput> = {
  markerAt: texts,
  files: list(file),
  variant: count(10_000),
  asTaken: { type: "object" },
  workflow: count(10_000),
  action: text,
  group: text,
  filesFirst: flag,
  omit: list({ enum: fields }),
  replace: someOf(fields),
};
const data = { type: "object" };

const common: Optional<StepBase> = {
  as: text,
  actor: { type: "string", pattern: "^(first|second|user-[0-9]+)$" },
  token: { enum: tokenDefects },
  body: {
    anyOf: [
      object({ kind: { enum: ["json-broken", "empty", "multipart-boundary", "multipart-cut"] } }),
      object({ kind: { const: "json-type" }, value: any }),
      object({ kind: { const: "content-type" }, value: text }),
      object({ kind: { const: "raw" }, value: text, text }),
    ],
  },
  spelling: { enum: jsonSpellings },
  chunked: flag,
  traits: texts,
  candidateFor: { enum: openPointIds },
  restMs: count(longestRestMs),
  afterOthers: flag,
};

const forms: {
  readonly [op in OperationStep["op"]]: readonly [required: Required<StepOf<op>>, optional: Optional<StepOf<op>>];
} = {
  create: [{ data }, actionDetails],
  act: [
    { data, trace },
    { ...actionDetails, preparatory: flag, outOfOrder: flag, unlisted: flag, listed: flag, sameThing: flag },
  ],
  details: [{ trace }, { page: someOf(["first", "last", "after", "before"]) }],
  walk: [
    { trace, size: { type: "number" }, direction: { enum: ["forward", "backward"] } },
    { actAfterFirstPage: object({ data }, actionDetails) },
  ],
  state: [{ trace }, { revalidate: flag }],
  files: [{ trace, digests: list(digest) }, {}],
  file: [{ trace, digest }, {}],
  search: [
    { filters: any },
    {
      workflow: { type: ["integer", "string"] },
      changed: trace,
      until: object({}, { includes: list(trace), excludes: list(trace) }),
    },
  ],
  workflows: [{}, { organization: text }],
  login: [
    { method: { enum: ["credential", "private-key"] } },
    { replace: someOf(credentials), omit: list({ enum: credentials }), adopt: flag },
  ],
};

/** Members of earlier versions, and what they are called now: left alone, they would change what a script shows. */
const formerNames: Readonly<Record<string, string>> = {
  features: "traits",
  markAt: "markerAt",
  alone: "exclusive",
};

const validators = new Map<string, ValidateFunction>();
const ajv = new Ajv2020({ strict: false });

/** What is wrong with a value that should be a script, one sentence each, at most 10; empty when nothing is. */
export function scriptFormProblems(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return ["wanted an object with id, title and steps"];
  const { steps } = value;
  const whole = object(
    {},
    {
      id: text,
      title: text,
      steps: { type: "array", maxItems: maxSteps },
      exclusive: flag,
      disturbed: { type: "integer" },
      // How often a run saw it fail, where that is not each time.
      attempts: object({ seen: count(maxAttempts), of: count(maxAttempts) }),
      // What a run saw it break.
      shows: texts,
    },
  );
  const problems = [...problemsOf("script", whole, value, "")];
  if (!Array.isArray(steps)) return [...problems, "steps: wanted a list of steps"];
  for (const [at, step] of steps.entries()) {
    if (problems.length >= 10) break;
    const branches: unknown = isJsonObject(step) ? step["parallel"] : undefined;
    if (branches === undefined) problems.push(...stepProblems(step, String(at)));
    else if (!isListOfLists(branches)) problems.push(`step ${String(at)}: parallel: wanted a list of lists of steps`);
    else {
      problems.push(...problemsOf("parallel", object({ parallel: any }), step, `step ${String(at)}: `));
      for (const [branch, inner] of branches.entries())
        for (const [index, one] of inner.entries())
          problems.push(...stepProblems(one, `${String(at)}.${String(branch)}.${String(index)}`));
    }
  }
  return problems.slice(0, 10);
}

function stepProblems(step: unknown, place: string): readonly string[] {
  const op = isJsonObject(step) ? step["op"] : undefined;
  if (typeof op !== "string" || !Object.hasOwn(forms, op))
    return [`step ${place}: op: wanted one of ${Object.keys(forms).join(", ")}`];
  const [required, optional] = forms[op as OperationStep["op"]];
  const form = object({ op: text, face: { enum: faces }, ...required }, { ...common, ...optional });
  return problemsOf(op, form, step, `step ${place}: `);
}

function problemsOf(name: string, form: object, value: unknown, where: string): readonly string[] {
  let validate = validators.get(name);
  if (!validate) validators.set(name, (validate = ajv.compile(form)));
  if (validate(value)) return [];
  // Of alternatives the first is told by each error; the last error says which member it was.
  const [first] = (validate.errors ?? []).slice(-1);
  return first ? [where + sentence(first)] : [];
}

function sentence({ instancePath, keyword, params, message = "" }: ErrorObject): string {
  const at = instancePath === "" ? "" : `${instancePath.slice(1).replaceAll("/", ".")}: `;
  if (keyword !== "additionalProperties") {
    const values = keyword === "enum" ? `: ${(params["allowedValues"] as readonly string[]).join(", ")}` : "";
    return `${at}it ${message}${values}`;
  }
  const name = String(params["additionalProperty"]);
  const now = Object.hasOwn(formerNames, name) ? `; it is called ${String(formerNames[name])} now` : "";
  return `${at}it has a member "${name.slice(0, 80)}", which no script of this version has${now}`;
}

function isListOfLists(value: unknown): value is readonly (readonly unknown[])[] {
  return Array.isArray(value) && value.every(Array.isArray);
}
