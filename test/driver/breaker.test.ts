/** What brings no answer again and again is not asked for ever. */
import { expect, test } from "vitest";
import { Breaker, tellsOfOperation } from "../../driver/execute/breaker.ts";
import { operationById } from "../../spec/operations.ts";

const search = operationById("v2SearchTraces");

test("requests with a defect that get no answer are given up by themselves; plain ones go on", () => {
  const breaker = new Breaker(10_000);
  for (let at = 0; at < 6; at++) {
    expect(() => breaker.pass(search, "body")).not.toThrow();
    breaker.record(search, false, "body");
    breaker.record(search, true);
  }
  expect(() => breaker.pass(search, "body")).toThrow(
    "v2SearchTraces with a defect in its body brought no complete response 6 times in a row",
  );
  expect(() => breaker.pass(search, "token")).not.toThrow();
  expect(() => breaker.pass(search)).not.toThrow();
});

test("one answer between them is enough to go on", () => {
  const breaker = new Breaker(10_000);
  for (let at = 0; at < 20; at++) {
    breaker.record(search, at % 5 === 0, "body");
    expect(() => breaker.pass(search, "body")).not.toThrow();
  }
});

test("requests with a defect that are waited for in vain are given up sooner, whatever is answered in between", () => {
  const breaker = new Breaker(10_000);
  for (let at = 0; at < 4; at++) {
    expect(() => breaker.pass(search, "body")).not.toThrow();
    breaker.record(search, false, "body", true);
    breaker.record(search, true, "body");
  }
  expect(() => breaker.pass(search, "body")).toThrow(
    "v2SearchTraces with a defect in its body brought no complete response 4 times",
  );
  expect(() => breaker.pass(search, "token")).not.toThrow();
});

test("what was closed as idle, or failed by our own doing, tells nothing of the operation", () => {
  const reset = { kind: "reset", message: "other side closed", reused: true } as const;
  expect(tellsOfOperation(undefined)).toBe(true);
  expect(tellsOfOperation(reset)).toBe(true);
  expect(tellsOfOperation({ kind: "timeout", message: "no answer" })).toBe(true);
  expect(tellsOfOperation({ ...reset, idle: true })).toBe(false);
  expect(tellsOfOperation({ kind: "interrupted", message: "the run was interrupted" })).toBe(false);
  expect(tellsOfOperation({ kind: "disturbed", message: "cut on purpose" })).toBe(false);
});
