/** A 5xx is no choice of the target: a probe asks again before it believes one. */
import { expect, test } from "vitest";
import { ProbeRun } from "../../probes/probe-run.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";

const state: OperationStep = { op: "state", face: "v2", trace: "00000000-0000-4000-8000-000000000000" };

/** Asks once; the answers come in this order. */
async function asked(...answers: readonly (number | "reset")[]): Promise<{ answer: unknown; requests: number }> {
  const left = [...answers];
  const run = (script: Script): Promise<History> => {
    const next = left.shift() ?? 200;
    const came =
      next === "reset" ? { failure: { kind: next, message: "" } } : { response: { status: next, headers: {} } };
    return Promise.resolve({
      script,
      exchanges: [{ index: 0, intent: { kind: "state" }, ...came } as unknown as Exchange],
      unsent: [],
    });
  };
  const target = { name: "t", access: "read-write", workflows: [], timeoutMs: 1, searchLagMs: 1 } as const;
  const driver = { target, runId: "r", environment: { knownTraces: [], openPoints: {} }, run };
  const probes = new ProbeRun(driver, {});
  const [exchange] = await probes.ask("one", "a state", [{ step: state }]);
  return { answer: exchange?.response?.status ?? exchange?.failure?.kind, requests: probes.exchanges };
}

test.each([
  ["an answer is believed at once", [404], 404, 1],
  ["a 5xx is asked for again", [503, 200], 200, 2],
  ["a 429 as well", [429, 400], 400, 2],
  ["a lost answer as well", ["reset", 200], 200, 2],
  ["what is a 5xx twice is one", [500, 500], 500, 2],
] as const)("%s", async (_, answers, answer, requests) => {
  expect(await asked(...answers)).toEqual({ answer, requests });
});
