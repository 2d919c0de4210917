/** A long list of found traces is kept in part: its digest is that of the whole. Of nothing else is that believed. */
import { expect, test } from "vitest";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { ExchangeFacts } from "../../suites/evidence/exchange-facts.ts";
import type { RunRecord } from "../../suites/engine/record/run-record.ts";
import { everyday } from "../checks/support/everyday.ts";
import { told } from "../checks/support/kill.ts";

const { history } = told({ choices: undefined, tell: everyday });
const startedAt = "2027-01-31T08:00:00.000Z";
const record = {
  ...{ clockOriginMs: Date.parse(startedAt), openedAtMs: Date.parse(startedAt), startedAt, runId: "r" },
  environment: { limits: { concurrency: 8 } },
} as RunRecord;

/** What is told of the body of the first exchange of this kind, when it says that so many are left out. */
function toldOf(kind: Exchange["intent"]["kind"], leftOut: number, more = 1): readonly string[] {
  const facts = new ExchangeFacts(record);
  const exchange = history.exchanges.find(({ intent }) => intent.kind === kind);
  if (!exchange?.response) throw new Error(`the story has no ${kind}`);
  const body = Buffer.from(JSON.stringify(exchange.response.json?.value));
  const response = { ...exchange.response, body, bytes: body.length + more, ...(leftOut > 0 ? { leftOut } : {}) };
  facts.add({ ...history, exchanges: [{ ...exchange, response }] });
  return facts.problems(1e9).filter((problem) => problem.includes("body"));
}

test("a list that says so", () => expect(toldOf("search", 5_000)).toEqual([]));

test.each([
  ["a list that does not say so", "search", 0, 1],
  ["a list that is no shorter than the whole", "search", 5_000, -1],
  ["another document", "state", 5_000, 1],
] as const)("not %s", (_, kind, leftOut, more) => {
  expect(toldOf(kind, leftOut, more)).toEqual([expect.stringContaining("has a body of another size than it says")]);
});
