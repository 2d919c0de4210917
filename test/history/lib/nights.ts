/** Runs of made-up nights, small enough to make thousands of them. */
import type { RequirementStatus, Results, Verdict } from "../../../reports/index.ts";
import { operations } from "../../../spec/operations.ts";
import { requirements } from "../../../spec/requirements/index.ts";

export const firstNight = Date.parse("2026-01-01T03:00:00.000Z");
const dayMs = 24 * 3600 * 1000;

export interface NightOptions {
  readonly environment?: string;
  /** Days behind the first night. */
  readonly night?: number;
  readonly runId?: string;
  /** What is not passed. */
  readonly statuses?: Readonly<Record<string, RequirementStatus>>;
  readonly reasons?: Readonly<Record<string, string>>;
  readonly readings?: Readonly<Record<string, unknown>>;
  readonly p95?: number;
  readonly partial?: Results["partial"];
  /** How many requirements of the register the run knows; default: all. */
  readonly requirements?: number;
}

/** The results of one night. */
export function nightResults(options: NightOptions = {}): Results {
  const { environment = "preprod", night = 0, statuses = {}, reasons = {}, readings = {}, p95 = 40, partial } = options;
  const known = requirements.slice(0, options.requirements ?? requirements.length);
  const counts = { passed: 0, failed: 0, warned: 0, waived: 0, skipped: 0, inconclusive: 0, error: 0 };
  const judged = known.map(({ id, area, level, basis, statement, section }) => {
    const status = statuses[id] ?? "passed";
    counts[status]++;
    const reason = reasons[id];
    return {
      id,
      area,
      level,
      basis,
      statement,
      section,
      status,
      judged: 3,
      ...(reason === undefined ? {} : { reason }),
    };
  });
  const verdict: Verdict = counts.failed > 0 ? "non-conformant" : counts.inconclusive > 0 ? "incomplete" : "conformant";
  return {
    schemaVersion: 1,
    suite: { name: "trace-conformance", version: "0.1.0", specDigest: "0".repeat(64) },
    environment: { name: environment, baseUrl: `https://${environment}.traces.example`, access: "read-write" },
    runId: options.runId ?? `${environment}-${String(night)}`,
    seed: 7,
    depth: "standard",
    startedAt: new Date(firstNight + night * dayMs).toISOString(),
    verdict,
    reasons: [],
    summary: { requirements: counts, exchanges: 18 * 60, cases: 100, tracesCreated: 20, durationMs: 12_000 },
    requirements: judged,
    openPoints: Object.entries({ "link-order": { order: "oldest-first" }, ...readings }).map(([id, reading]) => ({
      id,
      question: "?",
      evidence: "It was seen.",
      reading,
    })),
    operations: operations.map(({ id, face }) => ({
      operationId: id,
      face,
      exchanges: 60,
      statuses: { "200": 59, "500": 1 },
      latencyMs: { p50: p95 / 4, p95, p99: p95 * 2 },
    })),
    ...(partial ? { partial } : {}),
  };
}
