/**
 * `npx vitest run` in the repository: makes a plan from variables, starts the embedded reference where it is meant, and
 * prints the summary at the end.
 *
 * | variable | meaning |
 * |---|---|
 * | `TRACE_CONFORMANCE_ENV` | name of the environment; the embedded reference unless said |
 * | `TRACE_CONFORMANCE_CONFIG` | path of the configuration file |
 * | `TRACE_CONFORMANCE_DEPTH`, `_SEED`, `_ONLY`, `_OUTPUT` | as the flags of the command |
 */
import { relative, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { depths } from "../depth.ts";
import { newRunId, newSeed, type RunPlan } from "../run-plan.ts";
import { extensionsOf, openTarget } from "../target.ts";
import { UsageError } from "../usage-error.ts";
import { readResults, usualFormats, writeReports } from "../write-reports.ts";
import { exitCodeOf, formatByName } from "../../../reports/index.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { env } = process;
  const outputDir = resolve(env["TRACE_CONFORMANCE_OUTPUT"] ?? "conformance-report");
  const target = await openTarget({
    ...(env["TRACE_CONFORMANCE_ENV"] ? { environment: env["TRACE_CONFORMANCE_ENV"] } : {}),
    ...(env["TRACE_CONFORMANCE_CONFIG"] ? { configFile: env["TRACE_CONFORMANCE_CONFIG"] } : {}),
  });
  const depth = depths.find((known) => known === (env["TRACE_CONFORMANCE_DEPTH"] ?? "standard"));
  if (!depth) throw new UsageError(`TRACE_CONFORMANCE_DEPTH: wanted one of ${depths.join(", ")}`);
  const now = new Date();
  const plan: RunPlan = {
    ...extensionsOf(target.request),
    target: target.request,
    runId: newRunId(now),
    startedAt: now.toISOString(),
    outputDir,
    depth,
    seed: env["TRACE_CONFORMANCE_SEED"] ? Number(env["TRACE_CONFORMANCE_SEED"]) : newSeed(),
    only: (env["TRACE_CONFORMANCE_ONLY"] ?? "").split(",").filter((word) => word !== ""),
    bail: false,
    failOn: "must",
  };
  project.provide("run", { plan, eager: false });
  return async () => {
    await target.close();
    const results = readResults(outputDir, plan.runId);
    if (!results) return;
    const files = writeReports(outputDir, results, usualFormats);
    const directory = relative(process.cwd(), outputDir) || ".";
    process.stdout.write(`\n${formatByName("terminal").render(results, { directory, files })}`);
    // vitest knows of failed tests only; what could not be judged is not green either.
    process.exitCode = process.exitCode || exitCodeOf(results);
  };
}
