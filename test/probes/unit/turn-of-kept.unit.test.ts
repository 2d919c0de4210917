/** Which action decides when a member is kept, where one was under way or had no answer while it was read. */
import { expect, test } from "vitest";
import { stepsIn, turnsOf } from "../../../probes/process/shown/turn-of-kept.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

const kept = { isKept: true, traceId: "one", perhaps: [] };
const shown = { ...kept, isKept: false };

test("an action that was perhaps done explains either", () => {
  const sure = [
    { ...kept, done: ["open"] },
    { ...shown, done: ["open", "close"] },
  ];
  for (const isKept of [true, false])
    expect(turnsOf([...sure, { ...kept, isKept, done: ["open"], perhaps: ["close"] }])).toEqual([{ until: "close" }]);
});

test("one that was done explains no other than it does elsewhere", () => {
  const done = ["open", "close"];
  expect(
    turnsOf([
      { ...kept, done: ["open"] },
      { ...shown, done },
      { ...kept, done },
    ]),
  ).toEqual([]);
});

test("an action is done once it was answered, and perhaps where it had no answer", () => {
  const of = (actionKey: string, sentAtMs: number, receivedAtMs: number, status?: number) =>
    ({
      ...{ operationId: "v2AppendAction", face: "v2", defects: [], sentAtMs, receivedAtMs },
      intent: { kind: "act", traceId: "one", actionKey },
      ...(status === undefined ? {} : { response: { status, json: { value: { error: null, data: "id" } } } }),
    }) as unknown as Exchange;
  const writes = [
    of("ask", 0, 1, 200),
    of("sell", 2, 9),
    of("buy", 2, 3, 409),
    of("pay", 4, 7, 200),
    of("end", 8, 9, 200),
  ];
  const read = { sentAtMs: 5, receivedAtMs: 6 } as Exchange;
  const begun = of("begin", 0, 0, 200);
  expect(stepsIn(writes)("one", read, begun)).toEqual({ done: ["ask"], perhaps: ["sell", "pay"] });
});

test("an action that came before decides nothing for sure", () => {
  const first = [
    { ...kept, done: ["bid"] },
    { ...shown, done: ["bid", "open"] },
  ];
  const second = { done: ["bid"], perhaps: ["publish", "bid", "open"] };
  for (const isKept of [true, false])
    expect(turnsOf([...first, { ...kept, ...second, isKept }])).toEqual([{ until: "open" }]);
  // What decides nothing anywhere explains nothing.
  const never = { done: [], perhaps: ["publish"] };
  expect(
    turnsOf([
      { ...kept, ...never },
      { ...shown, ...never },
    ]),
  ).toEqual([]);
});

test("what was done before an action, and such as it itself, are no steps behind it", () => {
  const of = (actionKey: string, atMs: number) =>
    ({
      ...{ operationId: "v2AppendAction", face: "v2", defects: [], sentAtMs: atMs, receivedAtMs: atMs },
      intent: { kind: "act", traceId: "one", actionKey },
      response: { status: 200, json: { value: { error: null, data: "id" } } },
    }) as unknown as Exchange;
  const [first, opened, second, reopened] = [of("bid", 1), of("open", 2), of("bid", 3), of("open", 4)] as const;
  const steps = stepsIn([first, opened, second, reopened]);
  expect(steps("one", { sentAtMs: 5, receivedAtMs: 6 } as Exchange, second)).toEqual({
    done: ["open"],
    perhaps: ["open"],
  });
});
