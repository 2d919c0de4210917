/** The run as metrics, for whatever scrapes a file: verdict, statuses, error rates, latencies. OpenMetrics 1.0. */
import type { ReportFormat } from "../format.ts";
import { bucketBoundsMs } from "../results/latency.ts";
import { requirementStatuses, type OperationResult, type Results, type Verdict } from "../results/model.ts";
import { exitCodeOf } from "../results/verdict.ts";
import { printable } from "../text/escape.ts";
import { driftsOf } from "../text/drift.ts";
import { withStatus } from "../text/headline.ts";

type Labels = Readonly<Record<string, string>>;

interface Family {
  readonly name: string;
  readonly type: "gauge" | "histogram" | "info" | "stateset";
  readonly help: string;
  readonly unit?: "seconds" | "ratio";
  readonly samples: readonly (readonly [labels: Labels, value: number, suffix?: string])[];
}

const verdicts: readonly Verdict[] = ["conformant", "non-conformant", "incomplete"];

export const openmetrics: ReportFormat = {
  name: "openmetrics",
  fileName: "metrics.txt",
  summary: "OpenMetrics text: verdict, statuses, error rates and latency histograms",
  render(results) {
    // Every sample says whose it is, so that files of many targets can be scraped together.
    const whose = { environment: results.environment.name };
    const lines = familiesOf(results).flatMap((family) => linesOf(family, whose));
    return [...lines, "# EOF", ""].join("\n");
  },
};

function familiesOf(results: Results): readonly Family[] {
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
    gauge("drifts", "Observed behaviours that are not those expected.", [[{}, driftsOf(results).length]]),
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

function gauge(name: string, help: string, samples: Family["samples"]): Family {
  return { name: `trace_conformance_${name}`, type: "gauge", help, samples };
}

function named({ operationId, face }: OperationResult): Labels {
  return { operation: operationId, face };
}

function errorRatio({ statuses, exchanges }: OperationResult): number {
  const errors = Object.entries(statuses).filter(([outcome]) => !/^[1-4]\d\d$/.test(outcome));
  return exchanges === 0 ? 0 : errors.reduce((sum, [, count]) => sum + count, 0) / exchanges;
}

/** The sum of the latencies is not known, and a histogram may go without it. */
function bucketsOf(operation: OperationResult): Family["samples"] {
  if (!operation.latencyBuckets) return [];
  const bounds = [...bucketBoundsMs.map((bound) => String(bound / 1_000)), "+Inf"];
  let count = 0;
  return operation.latencyBuckets.map((more, at) => {
    count += more;
    return [{ ...named(operation), le: bounds[at] ?? "+Inf" }, count, "_bucket"] as const;
  });
}

function linesOf({ name, type, help, unit, samples }: Family, whose: Labels): readonly string[] {
  if (samples.length === 0) return [];
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${help}`,
    ...samples.map(
      ([labels, value, suffix = ""]) => `${name}${suffix}{${labelText({ ...whose, ...labels })}} ${value}`,
    ),
  ];
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${printable(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`)
    .join(",");
}
