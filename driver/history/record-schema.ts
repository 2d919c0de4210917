/** The form of the lines of a saved history. What is read from disk is used only where it has this form. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { openPointIds } from "../../spec/open-points.ts";
import { faces, operationKinds, operations } from "../../spec/operations.ts";

const text = { type: "string" } as const;
const count = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
/** On the clock of a process; added to a date it gives a date. */
const time = { type: "number", minimum: -1e12, maximum: 1e12 } as const;
const flag = { type: "boolean" } as const;
const headers = { type: "object", additionalProperties: text } as const;

function object(required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}): object {
  return { type: "object", required: Object.keys(required), properties: { ...required, ...optional } };
}
/** Whoever sends: one of the two main users, or one of `users`, by its place. */
const account = { type: "string", pattern: "^(first|second|user-[0-9]+)$" } as const;
const list = (items: object): object => ({ type: "array", items });

const place = object({ exchange: count, position: count });
const requested = object({ digest: text }, { file: place, resembles: place, shown: { type: "boolean" } });
const readError = object({ kind: { enum: ["malformed", "bound"] }, message: text });
const file = object({
  partName: text,
  fileName: { type: ["string", "null"] },
  contentType: text,
  size: count,
  sha256: text,
});
const action = { data: {}, files: list(file), workflow: count };
const actionDetails = { markerAt: list(text), label: text };
const walk = object(
  { step: text, page: count, size: { type: "number" }, direction: { enum: ["forward", "backward"] } },
  { complete: flag },
);
const ofTrace = { traceId: text };
const intents = {
  create: object(action, actionDetails),
  act: object({ ...action, ...ofTrace }, actionDetails),
  details: object({ ...ofTrace, page: { type: "object" } }, { walk }),
  state: object(ofTrace),
  files: object({ ...ofTrace, requested: list(requested) }),
  file: object({ ...ofTrace, requested }),
  search: object(
    { filters: {}, attempt: count, last: flag },
    {
      workflow: count,
      byOtherKey: count,
      byPlace: flag,
      until: object({ includes: list(text), excludes: list(text) }),
    },
  ),
  workflows: object({ organization: text }),
  "login-credential": object({}),
  "login-private-key": object({}),
};
const intent = {
  ...object({ kind: { enum: Object.keys(intents) } }),
  allOf: Object.entries(intents).map(([kind, form]) => ({
    if: { properties: { kind: { const: kind } } },
    then: form,
  })),
};

const zip = object(
  { entries: list(object({ name: text, size: { type: "number" }, sha256: text, directory: flag })) },
  { error: readError },
);
const response = object(
  { status: count, headers, bytes: count, sha256: text },
  {
    text,
    base64: text,
    jsonError: readError,
    zip,
    echoedSecret: text,
    tokenNames: list(account),
    withheld: flag,
    leftOut: count,
    notModified: count,
    redirected: object({ hops: list(object({ status: count, to: text })) }, { notFollowed: text }),
  },
);
const failureKinds = [
  "connect",
  "timeout",
  "reset",
  "oversize",
  "decompression",
  "protocol",
  "interrupted",
  "disturbed",
];
const exchange = object(
  {
    index: count,
    step: text,
    operationId: { enum: operations.map(({ id }) => id) },
    face: { enum: faces },
    actor: account,
    intent,
    defects: list(object({ where: text, what: text })),
    traits: list(text),
    request: object({ method: { enum: ["GET", "POST"] }, path: text, headers, bodyBytes: count }, { body: text }),
    sentAtMs: time,
    receivedAtMs: time,
  },
  {
    parallel: flag,
    support: flag,
    candidateFor: { enum: openPointIds },
    attempts: count,
    unsettled: count,
    lost: list({ anyOf: [count, { enum: [...failureKinds, "unasked"] }] }),
    busy: count,
    by: text,
    response,
    failure: object({ kind: { enum: failureKinds }, message: text }, { reused: flag, idle: flag }),
  },
);

const step = object(
  { op: { enum: [...operationKinds, "walk", "login"] }, face: { enum: faces } },
  { as: text, actor: account, traits: list(text) },
);
const script = object(
  {
    id: text,
    title: text,
    steps: list({
      if: object({ parallel: {} }),
      then: object({ parallel: list(list(step)) }),
      else: step,
    }),
  },
  { exclusive: flag, disturbed: count },
);

const forms = {
  run: object({ run: { type: "object" } }),
  chain: object({ sha256: text }),
  closed: object({ histories: count, leftOut: count }),
  history: object({ script }, { judgedOn: list(text), again: text }),
  exchange: object({ exchange }),
  end: object({ unsent: list(object({ step: text, reason: text }, { remedy: text })) }),
};
let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

/** What is wrong with a value that should be a record of a saved history; undefined when nothing is. */
export function recordProblem(value: unknown): string | undefined {
  const { type } = (value ?? {}) as { readonly type?: unknown };
  if (!isKnown(type)) return `wanted the type ${Object.keys(forms).join(", ")}`;
  let validate = validators.get(type);
  if (!validate) validators.set(type, (validate = (ajv ??= new Ajv2020({ strict: false })).compile(forms[type])));
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath || "/"} ${error?.message ?? ""}`;
}

function isKnown(type: unknown): type is keyof typeof forms {
  return typeof type === "string" && Object.hasOwn(forms, type);
}
