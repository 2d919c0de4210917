/** SIGINT and SIGTERM, whenever they come: 130 within seconds, and whole results that say what was left out. */
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import type { Results } from "../../reports/index.ts";
import { emptyFolder, resultsIn, runCli, type CliOutcome } from "../cli/lib/run-cli.ts";
import { writeConfiguration } from "../cli/lib/targets.ts";
import type { Hook } from "../hostile/lib/proxy.ts";
import { startBehind } from "./lib/service.ts";

const long = { timeout: 120_000, tags: "timing" };
/** From the signal to the end of the process. */
const withinMs = 10_000;

interface Interrupted extends CliOutcome {
  readonly cwd: string;
  readonly tookMs: number;
}

/** Runs the command on a target, and sends the signal when this many requests have come. */
async function interruptAfter(requests: number, signal: NodeJS.Signals, hook?: Hook, again = 0): Promise<Interrupted> {
  let child: ChildProcess | undefined;
  let sentAtMs = 0;
  const target = await startBehind(async (request, answering) => {
    if (request.number >= requests && sentAtMs === 0) {
      sentAtMs = performance.now();
      child?.kill(signal);
      for (let time = 1; time <= again; time++) setTimeout(() => child?.kill(signal), 300 * time);
    }
    if (hook) await hook(request, answering);
    else answering.send(await answering.honest());
  });
  const cwd = emptyFolder();
  writeConfiguration(cwd, target.baseUrl, { ...embeddedTarget, limits: { timeoutMs: 30_000 } });
  const outcome = await runCli(["run", "--env", "vendor", "--depth", "standard"], {
    cwd,
    onStart: (one) => (child = one),
  });
  return { ...outcome, cwd, tookMs: performance.now() - sentAtMs };
}

function expectWholeResults({ cwd, code, stderr, stdout, tookMs }: Interrupted): Results {
  expect({ code, stdout, stderr }).toMatchObject({ code: 130 });
  expect(tookMs).toBeLessThan(withinMs);
  const results = resultsIn(cwd);
  expect(results.verdict).toBe("incomplete");
  expect(results.partial?.interrupted).toBe(true);
  const { failed, warned, error, inconclusive } = results.summary.requirements;
  // What was cut off is nobody's failure, and nothing is green that was not looked at.
  expect({ failed, warned, error }).toEqual({ failed: 0, warned: 0, error: 0 });
  expect(inconclusive).toBeGreaterThan(0);
  for (const { status, judged, reason } of results.requirements) {
    if (status === "passed") expect(judged).toBeGreaterThan(0);
    if (status === "inconclusive") expect(reason).toBeTruthy();
  }
  return results;
}

const hang: Hook = async ({ number }, { send, honest }) => {
  if (number < 300) send(await honest());
};

test.each([
  ["SIGINT", "at the first request", 0],
  ["SIGTERM", "while the probes look at the target", 60],
  ["SIGINT", "in the midst of the scripts", 400],
  ["SIGTERM", "in the midst of the scripts", 500],
] as const)("%s %s", long, async (signal, _, requests) => {
  expectWholeResults(await interruptAfter(requests, signal));
});

test.each(["SIGINT", "SIGTERM"] as const)("%s while every request hangs", long, async (signal) => {
  expectWholeResults(await interruptAfter(310, signal, hang));
});

test("before anything is connected", long, async () => {
  const cwd = emptyFolder();
  const target = await startBehind();
  writeConfiguration(cwd, target.baseUrl);
  let sentAtMs = 0;
  const { code, stderr } = await runCli(["run", "--env", "vendor"], {
    cwd,
    onStart(child) {
      setTimeout(() => {
        sentAtMs = performance.now();
        child.kill("SIGTERM");
      }, 900);
    },
  });
  // Before the program listens, the system ends it.
  expect({ code, stderr }).toMatchObject({ code: expect.toBeOneOf([130, 143, null]) as number });
  expect(performance.now() - sentAtMs).toBeLessThan(withinMs);
  if (existsSync(join(cwd, "conformance-report", "results.json"))) expect(resultsIn(cwd).verdict).toBe("incomplete");
});

test("a second signal ends it at once", long, async () => {
  const { code, tookMs } = await interruptAfter(310, "SIGINT", hang, 1);
  expect(code).toBe(130);
  expect(tookMs).toBeLessThan(2_000);
});
