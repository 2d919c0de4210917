/** The run as metrics, for whatever scrapes a file: verdict, statuses, error rates, latencies. OpenMetrics 1.0. */
import type { ReportFormat } from "../format.ts";
import { printable } from "../text/escape.ts";
import { metricsOf, type MetricFamily, type MetricLabels } from "../text/metrics.ts";

export const openmetrics: ReportFormat = {
  name: "openmetrics",
  fileName: "metrics.txt",
  summary: "OpenMetrics text: verdict, statuses, error rates and latency histograms",
  render(results) {
    // Every sample says whose it is, so that files of many targets can be scraped together.
    const whose = { environment: results.environment.name };
    const lines = metricsOf(results).flatMap((family) => linesOf(family, whose));
    return [...lines, "# EOF", ""].join("\n");
  },
};

function linesOf({ name, type, help, unit, samples }: MetricFamily, whose: MetricLabels): readonly string[] {
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

function labelText(labels: MetricLabels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${printable(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`)
    .join(",");
}
