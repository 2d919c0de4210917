/** Sequences that are gone with the numbers of a trace, as these must add up on the way. */
import { expect, test } from "vitest";
import type { SeenTrace } from "../../../probes/process/further/deciding.ts";
import { addingUp } from "../../../probes/process/learnt/adding-up.ts";

const form = { type: "object", properties: { outcome: { enum: ["paid", "lost"] } } };
const workflow = { actions: [{ key: "settle", groupLabel: "", creates: false, appends: true, dataSchema: form }] };
const trace = (...steps: SeenTrace["steps"]): SeenTrace => ({ steps, after: [] });
const loan = { key: "loan", data: { amount: 90, purpose: "roof" } };
const paid = (amount: number) => ({ key: "pay", data: { amount } });
const settled = { key: "settle", data: { letter: "all is paid", outcome: "paid" } };

test("the shortest trace that came to what no steady sequence comes to tells the numbers", () => {
  const long = trace(loan, paid(30), paid(30), paid(30), settled, { key: "remind", data: {} });
  const short = trace(loan, paid(30), paid(60), settled);
  expect(addingUp([trace(loan, paid(10)), long, short], [["loan", "pay", "remind"]], [], workflow)).toEqual([
    [
      { key: "loan", asTaken: { amount: 90 } },
      { key: "pay", asTaken: { amount: 30 } },
      { key: "pay", asTaken: { amount: 60 } },
      { key: "settle", asTaken: { outcome: "paid" } },
    ],
  ]);
});

test("members that decide go with them", () => {
  const ways = [[{ key: "loan", with: { purpose: "roof" } }]];
  const [[first] = []] = addingUp([trace(loan, paid(90), settled)], [["loan"]], ways, workflow);
  expect(first).toEqual({ key: "loan", with: { purpose: "roof" }, asTaken: { amount: 90 } });
});

test("nothing is told where steady sequences come to all, or where no numbers are", () => {
  expect(addingUp([trace(loan, paid(90), settled)], [["loan", "pay", "settle"]], [], workflow)).toEqual([]);
  expect(addingUp([trace({ key: "loan", data: {} }, settled)], [["loan"]], [], workflow)).toEqual([]);
});
