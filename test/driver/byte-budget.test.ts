/** How many bytes a run receives at most. */
import { expect, test } from "vitest";
import { ByteBudget } from "../../driver/execute/byte-budget.ts";
import { operationById } from "../../spec/operations.ts";

const search = operationById("v2SearchTraces");
const state = operationById("v2TraceState");

test("an operation that brought half of them is not asked again, the others are", () => {
  const budget = new ByteBudget(1_000);
  budget.record(search, 499);
  expect(() => budget.pass(search)).not.toThrow();
  budget.record(search, 10);
  expect(() => budget.pass(search)).toThrow("v2SearchTraces has answered with 509 bytes");
  expect(() => budget.pass(state)).not.toThrow();
});

test("once all were received nothing is sent, and the reason names what to raise", () => {
  const budget = new ByteBudget(1_000);
  for (const id of ["v2SearchTraces", "v2ListWorkflows", "v2TraceDetails"] as const)
    budget.record(operationById(id), 400);
  expect(() => budget.pass(state)).toThrow(/1200 bytes have been received.*limits\.maxTotalBytes/);
});
