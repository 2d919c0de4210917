/** States of traces with actions that no state was read after. */
import { expect, test } from "vitest";
import type { ProbeContext } from "../../../probes/probe.ts";
import { seenStates } from "../../../probes/seen/states.ts";
import { uncoveredStates } from "../../../probes/seen/uncovered-states.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import { input, serviceThat } from "../lib/refusing-service.ts";

function stateOf(face: Face, traceId: string): Exchange {
  const value = face === "v2" ? { error: null, data: { state: {} } } : { state: {} };
  const common = { face, operationId: `${face}TraceState`, actor: "first", defects: [], traits: [] };
  return {
    ...common,
    intent: { kind: "state", traceId },
    response: { status: 200, json: { value } },
  } as unknown as Exchange;
}

/**
 * The traces that are read where these keys were done on each, and states were read as long as a trace has so few actions.
 * @param workflows of the traces, where they are not all of the first; no state is read of the others
 */
async function readOf(
  traces: readonly (readonly string[])[],
  readUpTo: number,
  workflows: readonly number[] = [],
): Promise<readonly string[]> {
  const { send, exchanges } = serviceThat(() => false, []);
  const walk = { candidateFor: "action-gating" } as const;
  const ids = traces.map(([first = "", ...later], at) => {
    const { data } = send({ op: "create", face: "v2", ...input(first), workflow: workflows[at] ?? 0 }).response?.json
      ?.value as { data: string };
    const read = (): unknown => exchanges.push(stateOf("v2", data));
    const isRead = (length: number): boolean => (workflows[at] ?? 0) === 0 && length <= readUpTo;
    if (isRead(1)) read();
    for (const [place, key] of later.entries()) {
      send({ op: "act", face: "v2", trace: data, ...input(key), ...walk });
      if (isRead(place + 2)) read();
    }
    return [data, at] as const;
  });
  const asked: OperationStep[] = [];
  const ask: ProbeContext["ask"] = (_, questions) => {
    const steps = questions.map(({ step }) => step as OperationStep);
    asked.push(...steps);
    const answers = steps.map((step) =>
      stateOf("face" in step ? step.face : "v2", "trace" in step ? String(step.trace) : ""),
    );
    exchanges.push(...answers);
    return Promise.resolve(answers);
  };
  const histories = (): History[] => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }];
  const found = await uncoveredStates({ ask, histories }, seenStates(exchanges));
  expect(found).toHaveLength(asked.length);
  const name = (trace: string): string => String(ids.find(([id]) => id === trace)?.[1]);
  return asked.map((step) => `${name("trace" in step ? String(step.trace) : "")} ${"face" in step ? step.face : ""}`);
}

const traces = [["open", "note"], ["open", "note", "assess"], ["open", "assess"], ["open"]];

test("few traces are read, through both faces, that have all that no state was read after", async () => {
  expect(await readOf(traces, 1)).toEqual(["1 v2", "1 legacy"]);
  expect(
    await readOf(
      [
        ["open", "note"],
        ["open", "assess"],
      ],
      1,
    ),
  ).toEqual(["0 v2", "0 legacy", "1 v2", "1 legacy"]);
});

test("nothing is read where a state was read after each action", async () => {
  expect(await readOf(traces, 3)).toEqual([]);
});

test("what one workflow made of a key is read once more where another has the same key", async () => {
  const both = [
    ["open", "note"],
    ["open", "note"],
  ];
  expect(await readOf(both, 2)).toEqual([]);
  expect(await readOf(both, 2, [0, 1])).toEqual(["1 v2", "1 legacy"]);
});
