/** Who did what on each trace is known where it decides who may do the next. */
import { expect, test } from "vitest";
import { Senders } from "../../driver/execute/senders.ts";
import type { Exchange, Intent } from "../../spec/vocabulary/history.ts";

const traceId = "3A91D7FC-85C9-44CB-B1A6-B68330B779EC";
const act = { kind: "act", traceId, actionKey: "sign" } as Intent;
const answer = (status: number): Exchange =>
  ({ intent: act, operationId: "v2AppendAction", response: { status, headers: {}, bytes: 0 } }) as unknown as Exchange;

test("what is under way counts, and what was refused or never sent does not", () => {
  const senders = new Senders(2);
  const [first, second, third] = [
    senders.sending(act, "first"),
    senders.sending(act, "user-0"),
    senders.sending(act, "user-1"),
  ];
  expect(senders.of(act).map(({ sender }) => sender)).toEqual(["first", "user-0", "user-1"]);
  first(answer(200));
  second(answer(403));
  third();
  expect(senders.of({ ...act, traceId: traceId.toLowerCase() } as Intent)).toEqual([{ key: "sign", sender: "first" }]);
});

test("with one user alone nothing is remembered", () => {
  const senders = new Senders(1);
  senders.sending(act, "first");
  expect(senders.of(act)).toEqual([]);
});
