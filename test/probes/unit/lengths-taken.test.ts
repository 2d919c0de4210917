/** Texts are no longer than those that were taken, where longer ones were refused. */
import { expect, test } from "vitest";
import { LengthsTaken } from "../../../probes/process/forms/lengths-taken.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

const sent = (length: number, isTaken: boolean) =>
  ({
    face: "v2",
    intent: { kind: "act", workflow: 0, actionKey: "test", data: { kit: "k".repeat(length) }, files: [] },
    ...{ defects: [], traits: [] },
    response: {
      status: isTaken ? 200 : 400,
      headers: {},
      json: { value: { error: isTaken ? null : "too long", data: isTaken ? "id" : null } },
    },
  }) as unknown as Exchange;

function most(...exchanges: readonly Exchange[]) {
  const lengths = new LengthsTaken();
  lengths.noted(exchanges);
  const form = { type: "object", properties: { kit: { type: "string", minLength: 5, maxLength: 32 }, other: {} } };
  const { properties } = lengths.within("test", form) as typeof form;
  return properties.kit.maxLength;
}

test("a form has room for the longest text that was taken, where a longer one was refused", () => {
  expect(most(sent(31, false), sent(23, true), sent(30, true))).toBe(30);
  expect(most(sent(31, false), sent(31, true))).toBe(32);
  expect(most(sent(23, true))).toBe(32);
  expect(most(sent(31, false))).toBe(32);
});
