/** `collected.json`: what a run leaves for `merge` and `recheck`, and the form by which it is held when it is read. */
import { object, problemsBy, shared } from "./schema-problems.ts";
import {
  type Applicability,
  type CollectorState,
  type FinishOptions,
  requirementIdPattern,
} from "../../../reports/results/index.ts";
import { faces, operations } from "../../../spec/operations.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import { profileForm } from "./profile-form.ts";

/** What `merge` and `recheck` need of a run besides its results. */
export interface CollectedRun {
  readonly schemaVersion: 1;
  /** What the checks knew of the target, and the profile by which they judged. */
  readonly target?: JudgingTarget;
  readonly profile?: Profile;
  readonly state: CollectorState;
  readonly options: Omit<FinishOptions, "applicability"> & {
    readonly applicability: readonly (readonly [string, Applicability])[];
  };
}

const text = { type: "string" } as const;
/** Thirty years: what is added to a date is a date. */
const longestMs = 1e12;
const count = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const counts = { type: "object", additionalProperties: count } as const;
const texts = { type: "array", items: text } as const;
const operationId = { enum: operations.map(({ id }) => id) };
const requirementId = { type: "string", pattern: requirementIdPattern };

const actionUse = { enum: ["create", "act"] } as const;

const list = (items: object, maxItems = 100_000): object => ({ type: "array", items, maxItems });

const failure = object(
  {
    message: text,
    script: shared("/$defs/script"),
    exchanges: list(shared("/$defs/exchange"), 12),
    size: count,
  },
  {
    operation: operationId,
    face: { enum: faces },
    sequence: shared("/$defs/sequence"),
    // Only there does a run put scripts.
    scriptFile: { type: "string", pattern: "^(failures|scripts)/[\\w.-]{1,200}\\.json$" },
  },
);

const state = object(
  {
    cases: count,
    requirements: {
      type: "object",
      propertyNames: requirementId,
      additionalProperties: object(
        { judged: count, failed: count, failures: list(failure, 10) },
        {
          operations: {
            type: "object",
            propertyNames: operationId,
            additionalProperties: { type: "array", items: count, minItems: 2, maxItems: 2 },
          },
        },
      ),
    },
    operations: list(
      object({
        operationId,
        face: { enum: faces },
        exchanges: count,
        failures: count,
        statuses: counts,
        latency: object({
          cells: { ...counts, propertyNames: { type: "string", pattern: "^\\d{1,4}$" } },
          buckets: { type: "array", items: count, minItems: 13, maxItems: 13 },
        }),
      }),
    ),
    errors: list(shared("/$defs/error")),
  },
  {
    causes: object({
      scripts: count,
      requirements: {
        type: "object",
        propertyNames: requirementId,
        additionalProperties: object({ passed: count, failed: count, scripts: count, first: count, beside: counts }),
      },
    }),
    attempts: {
      type: "object",
      propertyNames: requirementId,
      additionalProperties: { type: "object", additionalProperties: object({ seen: count, of: count }) },
    },
    actions: list(object({ workflowId: text, actionKey: text, use: actionUse, statuses: counts }, { refusal: text })),
    denied: { ...counts, propertyNames: operationId },
    lost: counts,
    traffic: object({
      spanMs: { type: "integer", minimum: 100 },
      spans: list(
        object(
          { at: { type: "integer" }, exchanges: { type: "integer", minimum: 1 }, latencySum: count, slowest: count },
          { troubled: count },
        ),
        120,
      ),
    }),
    unsent: {
      type: "object",
      additionalProperties: list(object({ reason: text, count }, { remedy: text })),
    },
  },
);

const action = object(
  { key: text, groupLabel: text, creates: { type: "boolean" }, appends: { type: "boolean" } },
  { dataSchema: { type: "object" } },
);
export const target = object(
  {
    name: text,
    access: shared("/$defs/access"),
    workflows: list(object({ id: text, actions: list(action) }, { name: text })),
    timeoutMs: { type: "number", maximum: longestMs },
    searchLagMs: { type: "number", maximum: longestMs },
  },
  {
    organization: text,
    secondUser: object({ sharesOrganization: { type: "boolean" } }),
    knownTraces: texts,
    may: texts,
    people: list(object({ account: text, may: texts }, { groups: texts })),
  },
);

const budget = { type: "number", exclusiveMinimum: 0, maximum: longestMs } as const;
/** The form of an entry of `waivers`. */
export const waiver = object(
  { requirement: text, reason: text, expires: text },
  { operation: operationId, face: { enum: faces } },
);
/** The form of `limits.latency`. */
export const latencyBudgets = object(
  {},
  { p95Ms: budget, perOperation: { type: "object", additionalProperties: budget } },
);

const ownRequirement = object(
  {
    id: requirementId,
    area: text,
    level: { enum: ["MUST", "SHOULD", "MAY"] },
    basis: { enum: ["stated", "implied", "robustness"] },
    statement: text,
    section: text,
    operations: list(operationId),
  },
  { quote: text, needs: texts, readings: texts },
);
const applicability = {
  type: "array",
  prefixItems: [
    text,
    object({ status: { enum: ["skipped", "inconclusive"] }, reason: text }, { unjudged: shared("/$defs/unjudged") }),
  ],
  minItems: 2,
  items: false,
};
const fromResults = ["environment", "runId", "seed", "depth", "startedAt"] as const;
const options = object(
  {
    ...Object.fromEntries(fromResults.map((name) => [name, shared(`/properties/${name}`)])),
    suite: object({ version: text, specDigest: text }),
    durationMs: { type: "number", minimum: 0, maximum: longestMs },
    applicability: list(applicability),
  },
  {
    profile: profileForm,
    actions: list(object({ workflowId: text, actionKey: text, uses: list(actionUse, 2) })),
    openPoints: list(object({ id: text, question: text }, { remedy: text, requirementsAffected: texts })),
    ownRequirements: list(ownRequirement),
    extensions: shared("/properties/extensions"),
    targetArguments: texts,
    directory: text,
    waivers: list(waiver),
    failOn: shared("/properties/failOn"),
    baseline: object({ source: text, readings: { type: "object" } }),
    bailed: { type: "boolean" },
    byFlags: { type: "boolean" },
    errorRate: { type: "number", minimum: 0, maximum: 1 },
    latency: latencyBudgets,
    partial: shared("/properties/partial"),
    tracesCreated: count,
    tracesLeft: texts,
    counts: object({}, { exchanges: count, cases: count }),
    readable: object({ traces: count, withFiles: count }),
  },
);

const schema = object({ schemaVersion: { const: 1 }, state, options }, { target, profile: profileForm });

/** What is wrong with a value that should be what a run collected, one sentence each; empty when nothing is. */
export const collectedProblems = problemsBy(schema);
