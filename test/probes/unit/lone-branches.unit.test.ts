/** What probes send is saved where it shows a failure, and must be a script that can be run again. */
import { expect, test } from "vitest";
import { validateScript } from "../../../generators/index.ts";
import { ProbeRun } from "../../../probes/probe-run.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";

const list: OperationStep = { op: "workflows", face: "v2" };

test("a group of one branch is sent as its steps, one of several as a group", async () => {
  const sent: Script[] = [];
  const run = (script: Script): Promise<History> => {
    sent.push(script);
    return Promise.resolve({ script, exchanges: [], unsent: [] });
  };
  const target = { name: "t", access: "read-write", workflows: [], timeoutMs: 1, searchLagMs: 1 } as const;
  const probes = new ProbeRun({ target, runId: "r", environment: { knownTraces: [], openPoints: {} }, run }, {});
  await probes.run("reads", "lists", [{ parallel: [[list]] }, { parallel: [[list], [list, list]] }]);
  expect(sent.map(({ steps }) => steps)).toEqual([[list, { parallel: [[list], [list, list]] }]]);
  expect(sent.flatMap(validateScript)).toEqual([]);
});
