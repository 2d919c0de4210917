/** The process that makes one measured run: takes its options as a message, sends what it measured, and ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedEnvironment } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { startReferenceProcess } from "../../reference/spawn.ts";
import { openRun, type OpenedRun } from "../../suites/engine/open-run.ts";
import { planOf } from "../../suites/engine/plan/run-plan.ts";
import { usualFormats, writeReports } from "../../suites/engine/saved/write-reports.ts";
import { Parts } from "../../suites/extensions/parts.ts";
import type { MeasuredRun, MeasuredRunOptions } from "./measured-run.ts";
import { cpuMsOf } from "./process-facts.ts";

/** Longer than any measurement; the marks end it. */
const dayMs = 24 * 3600 * 1000;

process.once("message", (options: MeasuredRunOptions) => {
  void measure(options).then((measured) => process.send?.(measured, () => process.exit()));
});

async function measure(options: MeasuredRunOptions): Promise<MeasuredRun> {
  const outputDir = mkdtempSync(join(tmpdir(), "bench-run-"));
  const own = options.baseUrl === undefined ? await startReferenceProcess() : undefined;
  const startMs = performance.now();
  const judging = { cpuMs: 0 };
  const telemetry = { cpuMs: 0 };
  if (options.otlp !== undefined) await timeTelemetry(telemetry);
  const stop = new AbortController();
  try {
    const run = await openRun({
      plan: planOf({
        depth: options.depth,
        seed: options.seed,
        shard: options.shard,
        outputDir,
        durationMs: options.marks && dayMs,
      }),
      environment: embeddedEnvironment(options.baseUrl ?? own?.baseUrl ?? "", embeddedTarget, {
        limits: { maxTraces: 10_000_000 },
      }),
      parts: timedParts(judging, options.burden?.judgingMs),
      signal: stop.signal,
      ...(options.otlp === undefined ? {} : { otlp: { endpoint: options.otlp } }),
      ...(options.scriptsAtOnce === undefined ? {} : { scriptsAtOnce: options.scriptsAtOnce }),
    });
    const probesMs = performance.now() - startMs;
    const probeExchanges = run.session.progress.exchanges;
    const marks = await traffic(run, options, stop);
    const trafficMs = performance.now() - startMs - probesMs;
    const results = run.session.checkpoint(!run.session.interrupted);
    writeReports(outputDir, results, usualFormats);
    const reportsMs = performance.now() - startMs - probesMs - trafficMs;
    await run.session.close();
    const { user, system } = process.cpuUsage();
    return {
      startMs,
      probesMs,
      trafficMs,
      reportsMs,
      judgingCpuMs: judging.cpuMs,
      telemetryCpuMs: telemetry.cpuMs,
      cpuMs: (user + system) / 1000,
      serverCpuMs: own === undefined ? Number.NaN : cpuMsOf(own.pid),
      exchanges: run.session.progress.exchanges,
      probeExchanges,
      scripts: run.progress.ended,
      verdict: results.verdict,
      peakMiB: peakMiB(),
      marks,
    };
  } finally {
    await own?.close();
    rmSync(outputDir, { recursive: true, force: true });
  }
}

async function traffic(
  run: OpenedRun,
  { marks = [], burden = {} }: MeasuredRunOptions,
  stop: AbortController,
): Promise<MeasuredRun["marks"]> {
  const kept: Buffer[] = [];
  const passed: { exchanges: number; peakMiB: number }[] = [];
  const last = marks.at(-1);
  const watch = setInterval(() => {
    const { exchanges } = run.session.progress;
    // Filled, because memory that nobody wrote to is none.
    if (burden.keptKiB !== undefined)
      while (kept.length < exchanges) kept.push(Buffer.alloc(burden.keptKiB * 1024, kept.length % 256));
    while (passed.length < marks.length && exchanges >= (marks[passed.length] ?? Infinity))
      passed.push({ exchanges, peakMiB: peakMiB() });
    if (last !== undefined && exchanges >= last) stop.abort(new Error("measured"));
  }, 50);
  try {
    await run.runAll();
  } finally {
    clearInterval(watch);
  }
  return passed;
}

/** The suite's own rules, each with a clock around it: that of the thread, so that waiting does not count. */
function timedParts(judging: { cpuMs: number }, wasteMs = 0): Parts {
  const parts = new Parts();
  const rules = parts.rules.map((rule, place) => ({
    ...rule,
    judge(...input: Parameters<typeof rule.judge>) {
      const before = process.threadCpuUsage();
      try {
        if (place === 0) wasteCpu(wasteMs);
        return [...rule.judge(...input)];
      } finally {
        const { user, system } = process.threadCpuUsage(before);
        judging.cpuMs += (user + system) / 1000;
      }
    },
  }));
  return Object.assign(parts, { rules });
}

/** By the clock of the thread: on a busy machine a time that only passes would be CPU of others. */
function wasteCpu(ms: number): void {
  const before = process.threadCpuUsage();
  for (let spentMs = 0; spentMs < ms;) {
    const { user, system } = process.threadCpuUsage(before);
    spentMs = (user + system) / 1000;
  }
}

/** A clock around what telemetry computes, its loading included. */
async function timeTelemetry(telemetry: { cpuMs: number }): Promise<void> {
  const before = process.threadCpuUsage();
  const { OtlpTelemetry } = await import("../../suites/telemetry/otlp-telemetry.ts");
  const { OTLPExporterBase } = await import("@opentelemetry/otlp-exporter-base");
  const add = (since: NodeJS.CpuUsage): void => {
    const { user, system } = process.threadCpuUsage(since);
    telemetry.cpuMs += (user + system) / 1000;
  };
  add(before);
  const timed = (target: object, name: string): void => {
    const methods = target as Record<string, (...input: unknown[]) => unknown>;
    const plain = methods[name];
    methods[name] = function (this: unknown, ...input: unknown[]) {
      const since = process.threadCpuUsage();
      try {
        return plain?.apply(this, input);
      } finally {
        add(since);
      }
    };
  };
  // What packs the spans runs apart from what makes them, so that nothing is counted twice but the last batches.
  for (const name of ["request", "traffic", "script"]) timed(OtlpTelemetry.prototype, name);
  timed(OTLPExporterBase.prototype, "export");
}

function peakMiB(): number {
  return process.resourceUsage().maxRSS / 1024;
}
