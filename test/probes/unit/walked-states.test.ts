/** States along a trace of a workflow of which one place alone was seen. */
import { expect, test } from "vitest";
import { walkedStates } from "../../../probes/process/shown/walked-states.ts";
import { seenStates } from "../../../probes/seen/states.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import { input, serviceThat, target } from "../lib/refusing-service.ts";

/** What is sent where these keys were done on each trace, and the states at these places of the first were read. */
async function sentFor(traces: readonly (readonly string[])[], readAt: readonly number[]): Promise<readonly string[]> {
  const { send, exchanges } = serviceThat(() => false, []);
  const labels = new Map<string, string>();
  const read = (trace: string): void => {
    const shown = send({ op: "state", face: "v2", trace }) as { -readonly [key in keyof Exchange]: Exchange[key] };
    exchanges.push({ ...shown, intent: { kind: "state", traceId: trace }, actor: "first" });
  };
  for (const [number, keys] of traces.entries())
    for (const [at, key] of keys.entries()) {
      const trace = labels.get(String(number)) ?? "";
      const sent = send({
        ...(at === 0 ? { op: "create" } : { op: "act", trace }),
        face: "v2",
        ...input(key),
      } as OperationStep);
      if (at === 0) labels.set(String(number), (sent.response?.json?.value as { data: string }).data);
      if (number === 0 && readAt.includes(at)) read(labels.get("0") ?? "");
    }
  const sent: string[] = [];
  const run = (_: string, steps: readonly unknown[]) => {
    for (const step of steps as readonly OperationStep[])
      sent.push("action" in step ? `${step.action ?? ""}` : step.op);
    return Promise.resolve([]);
  };
  const histories = (): History[] => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }];
  await walkedStates({ run, runId: "run", histories, target }, seenStates(exchanges));
  return sent;
}

const both = ["state", "state"];

test("a trace with most kinds of actions is walked once more, and read after each of them", async () => {
  const traces = [
    ["open", "assess"],
    ["open", "note", "note", "assess"],
    ["open", "note", "assess"],
  ];
  expect(await sentFor(traces, [1])).toEqual(["open", ...both, "note", ...both, "assess", ...both]);
});

test("nothing is sent where states were read at several places, or a trace has one kind of actions alone", async () => {
  expect(await sentFor([["open", "assess"]], [0, 1])).toEqual([]);
  expect(await sentFor([["open"]], [0])).toEqual([]);
});

test("a trace of several actions of one kind is walked where states of one action alone were read", async () => {
  const traces = [["open"], ["open", "note", "note"], ["open", "note", "note", "note"]];
  expect(await sentFor(traces, [0])).toEqual(["open", ...both, "note", ...both, "note", ...both]);
});
