/**
 * `npx vitest run` in the repository: makes a plan from variables, starts the embedded reference where it is meant, and
 * prints the summary at the end.
 *
 * | variable | meaning |
 * |---|---|
 * | `TRACE_CONFORMANCE_ENV` | as `--env` of the command: unless said, what the configuration means, or else the reference |
 * | `TRACE_CONFORMANCE_CONFIG` | path of the configuration file |
 * | `TRACE_CONFORMANCE_DEPTH`, `_SEED`, `_ONLY`, `_OUTPUT` | as the flags of the command |
 *
 * `-t STATE-03`, the id of a requirement or an area, is as `TRACE_CONFORMANCE_ONLY=STATE-03`; any other pattern is one
 * of the names of tests.
 */
import { relative, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { requirements } from "../../spec/requirements/index.ts";
import { exitCodeOf, formatByName } from "../../reports/index.ts";
import type { Additions } from "../extensions/load.ts";
import { depths } from "../engine/plan/depth.ts";
import { planOf, type RunPlan } from "../engine/plan/run-plan.ts";
import { extensionsOf, openTarget, type TargetRequest } from "../engine/plan/target.ts";
import { UsageError } from "../usage-error.ts";
import { readResults } from "../engine/saved/saved-run.ts";
import { usualFormats, writeReports } from "../engine/saved/write-reports.ts";

/** How a command is typed in the repository, where this alone runs. */
const program = "npx --no -- trace-conformance";

declare module "vitest" {
  interface ProvidedContext {
    /** All that the worker needs to open the run, as plain data. */
    readonly run: { readonly plan: RunPlan; readonly target: TargetRequest; readonly additions: Additions };
  }
}

/** The word of `--only` that a pattern of test names is; none where it is none. */
function selectedBy(pattern: RegExp | undefined): readonly string[] {
  // No test is named like a requirement: each shows many.
  const word = pattern?.source ?? "";
  return requirements.some(({ id, area }) => id === word || area === word) ? [word] : [];
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { env } = process;
  const depth = depths.find((known) => known === (env["TRACE_CONFORMANCE_DEPTH"] ?? "standard"));
  if (!depth) throw new UsageError(`TRACE_CONFORMANCE_DEPTH: wanted one of ${depths.join(", ")}`);
  const outputDir = resolve(env["TRACE_CONFORMANCE_OUTPUT"] ?? "conformance-report");
  const plan = planOf({
    depth,
    outputDir,
    seed: env["TRACE_CONFORMANCE_SEED"] ? Number(env["TRACE_CONFORMANCE_SEED"]) : undefined,
    only: [
      ...(env["TRACE_CONFORMANCE_ONLY"] ?? "").split(",").filter((word) => word !== ""),
      ...selectedBy(project.config.testNamePattern),
    ],
  });
  const target = await openTarget({
    ...(env["TRACE_CONFORMANCE_ENV"] ? { environment: env["TRACE_CONFORMANCE_ENV"] } : {}),
    ...(env["TRACE_CONFORMANCE_CONFIG"] ? { configFile: resolve(env["TRACE_CONFORMANCE_CONFIG"]) } : {}),
  });
  project.provide("run", { plan, target: target.request, additions: extensionsOf(target.request) });
  return async () => {
    await target.close();
    const results = readResults(outputDir);
    if (results?.runId !== plan.runId) return;
    const directory = relative(process.cwd(), outputDir) || ".";
    const files = writeReports(outputDir, results, usualFormats, { directory, program });
    process.stdout.write(`\n${formatByName("terminal").render(results, { directory, files, program })}`);
    // vitest knows of failed tests only; what could not be judged is not green either.
    process.exitCode = process.exitCode || exitCodeOf(results);
  };
}
