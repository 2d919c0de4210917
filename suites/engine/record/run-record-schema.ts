/** The form of the record of a run. Whoever wrote it: it is used only where it has this form. */
import { latencyBudgets, target, waiver } from "../saved/collected-run.ts";
import { object, problemsBy, shared } from "../saved/schema-problems.ts";

const text = { type: "string", maxLength: 10_000 } as const;
const number = { type: "number" } as const;
const flag = { type: "boolean" } as const;
const fromResults = ["runId", "seed", "depth", "startedAt", "failOn"] as const;

const schema = object(
  {
    ...Object.fromEntries(fromResults.map((name) => [name, shared(`/properties/${name}`)])),
    only: { type: "array", items: text },
    bail: flag,
    profileGiven: flag,
    clockOriginMs: number,
    openedAtMs: number,
    suite: object({ name: text, version: text, suiteDigest: text, specDigest: text, node: text }),
    extensions: { type: "array", items: shared("/$defs/extension") },
    environment: object(
      {
        name: text,
        baseUrl: text,
        access: shared("/$defs/access"),
        limits: object(
          {
            concurrency: number,
            timeoutMs: number,
            maxTraces: number,
            maxResponseBytes: number,
            searchLagMs: number,
          },
          { errorRate: number, latency: latencyBudgets },
        ),
        openPoints: { type: "object" },
        waivers: { type: "array", items: waiver },
      },
      { byFlags: flag },
    ),
    target,
    credentials: { type: "object", additionalProperties: flag },
    secondCredential: flag,
  },
  {
    challenge: text,
    suiteLevel: text,
    durationMs: number,
    maxRequests: number,
    shard: { type: "object" },
    baseline: object({ source: text, readings: { type: "object" } }),
    targetArguments: { type: "array", items: text },
    shownOutput: text,
  },
);

/** What is wrong with a value that should be the record of a run, one sentence each; empty when nothing is. */
export const runRecordProblems = problemsBy(schema);
