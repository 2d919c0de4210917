/** How many requests the probes send at most: to find the way, to go further on it, and to look at what these wrote. */
import { expect, test } from "vitest";
import { goingFurther, ProbeRun } from "../../probes/probe-run.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";

const state: OperationStep = { op: "state", face: "v2", trace: "00000000-0000-4000-8000-000000000000" };
const exchange = { index: 0, intent: { kind: "state" }, response: { status: 200, headers: {} } } as unknown as Exchange;

function probeRun(): ProbeRun {
  const target = { name: "t", access: "read-write", workflows: [], timeoutMs: 1, searchLagMs: 1 } as const;
  const run = (script: Script) => Promise.resolve({ script, exchanges: [exchange], unsent: [] });
  return new ProbeRun({ target, runId: "r", environment: { knownTraces: [], openPoints: {} }, run }, {});
}

/** How often the probe is answered until it is no longer. */
async function answered(probes: ProbeRun, probe: string): Promise<number> {
  for (let count = 0; ; count += 1) if ((await probes.run(probe, "a state", [state])).length === 0) return count;
}

test("to find the way goes on with what going further left, and never with what is left to look at it", async () => {
  const probes = probeRun();
  for (let sent = 0; sent < 200; sent += 1) await probes.run(goingFurther, "a state", [state]);
  expect(await answered(probes, "fixture")).toBe(600 + 600 - 200);
  expect(await answered(probes, goingFurther)).toBe(0);
  expect(await answered(probes, "state-data")).toBe(600);
});

test("going further takes nothing from what is left to find the way", async () => {
  const probes = probeRun();
  expect(await answered(probes, goingFurther)).toBe(600);
  expect(await answered(probes, "fixture")).toBe(600);
});
