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
  expect(stepsIn(writes)("one", read)).toEqual({ done: ["ask"], perhaps: ["sell", "pay"] });
});
