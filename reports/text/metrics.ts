/** A run in numbers: verdict, statuses, error rates, latencies. Whoever wants them as text or sends them shapes them. */
import { bucketBoundsMs } from "../results/latency.ts";
import { requirementStatuses, type OperationResult, type Results, type Verdict } from "../results/model.ts";
import { exitCodeOf } from "../results/verdict.ts";
import { driftsOf } from "./drift.ts";
import { withStatus } from "./headline.ts";

export type MetricLabels = Readonly<Record<string, string>>;

/** One metric with its samples, named as in OpenMetrics. */
export interface MetricFamily {
  readonly name: string;
  readonly type: "gauge" | "histogram" | "info" | "stateset";
  readonly help: string;
  readonly unit?: "seconds" | "ratio";
  readonly samples: readonly (readonly [labels: MetricLabels, value: number, suffix?: string])[];
}

const verdicts: readonly Verdict[] = ["conformant", "non-conformant", "incomplete"];

/** What a run says in numbers. */
export function metricsOf(results: Results): readonly MetricFamily[] {
  const { summary, operations, suite, depth, runId, seed, environment, startedAt } = results;
  return [
    {
      name: "trace_conformance_run",
      type: "info",
      help: "What was run.",
      samples: [
        [
          { base_url: environment.baseUrl, depth, run_id: runId, seed: String(seed), version: suite.version },
          1,
          "_info",
        ],
      ],
    },
    {
      name: "trace_conformance_verdict",
      type: "stateset",
      help: "The verdict of the run.",
      samples: verdicts.map((verdict) => [{ trace_conformance_verdict: verdict }, verdict === results.verdict ? 1 : 0]),
    },
    gauge("exit_code", "The exit code of the run.", [[{}, exitCodeOf(results)]]),
    {
      ...gauge("start_time_seconds", "When the run began, in seconds since 1970.", [
        [{}, Date.parse(startedAt) / 1_000],
      ]),
      unit: "seconds",
    },
    { ...gauge("duration_seconds", "How long the run took.", [[{}, summary.durationMs / 1_000]]), unit: "seconds" },
    gauge(
      "requirements",
      "How many requirements have a status.",
      requirementStatuses.map((status) => [{ status }, summary.requirements[status]]),
    ),
    gauge(
      "requirement_not_met",
      "The requirements that failed, warned, were waived or could not be judged.",
      withStatus(results, "failed", "warned", "waived", "inconclusive", "error").map(({ id, level, status }) => [
        { requirement: id, level, status },
        1,
      ]),
    ),
    gauge("drifts", "Readings of open points that are not those expected.", [[{}, driftsOf(results).length]]),
    gauge("traces_created", "Traces that the run left on the target.", [[{}, summary.tracesCreated]]),
    gauge(
      "exchanges",
      "Requests by operation and by status, or by how they failed.",
      operations.flatMap((operation) =>
        Object.entries(operation.statuses).map(
          ([outcome, count]) => [{ ...named(operation), outcome }, count] as const,
        ),
      ),
    ),
    {
      ...gauge(
        "error_ratio",
        "The share of requests that a 5xx or no answer at all came back to.",
        operations.map((operation) => [named(operation), errorRatio(operation)]),
      ),
      unit: "ratio",
    },
    {
      ...gauge(
        "latency_quantile_seconds",
        "Latencies by operation.",
        operations.flatMap((operation) =>
          (["p50", "p95", "p99"] as const).map(
            (name) => [{ ...named(operation), q: `0.${name.slice(1)}` }, operation.latencyMs[name] / 1_000] as const,
          ),
        ),
      ),
      unit: "seconds",
    },
    {
      name: "trace_conformance_latency_seconds",
      type: "histogram",
      help: "Latencies by operation.",
      unit: "seconds",
      samples: operations.flatMap((operation) => bucketsOf(operation)),
    },
  ];
}

function gauge(name: string, help: string, samples: MetricFamily["samples"]): MetricFamily {
  return { name: `trace_conformance_${name}`, type: "gauge", help, samples };
}

function named({ operationId, face }: OperationResult): MetricLabels {
  return { operation: operationId, face };
}

function errorRatio({ statuses, exchanges }: OperationResult): number {
  const errors = Object.entries(statuses).filter(([outcome]) => !/^[1-4]\d\d$/.test(outcome));
  return exchanges === 0 ? 0 : errors.reduce((sum, [, count]) => sum + count, 0) / exchanges;
}

/** The sum of the latencies is not known, and a histogram may go without it. */
function bucketsOf(operation: OperationResult): MetricFamily["samples"] {
  if (!operation.latencyBuckets) return [];
  const bounds = [...bucketBoundsMs.map((bound) => String(bound / 1_000)), "+Inf"];
  let count = 0;
  return operation.latencyBuckets.map((more, at) => {
    count += more;
    return [{ ...named(operation), le: bounds[at] ?? "+Inf" }, count, "_bucket"] as const;
  });
}
