/** What counts against `--max-requests`. */
import { expect, test } from "vitest";
import { RequestBudget } from "../../driver/execute/request-budget.ts";
import { driverOf, environmentAt, script, startTarget } from "./lib/target.ts";

test("a driver sends so many requests and no more, whatever runs at once", async () => {
  const target = await startTarget((_, response) => void response.writeHead(400).end());
  const driver = await driverOf(environmentAt(target.baseUrl), { maxRequests: 7 });
  const read = { op: "state", face: "v2", trace: "3f1d2c4b-5a69-4788-9c0d-e1f2a3b4c5d6" } as const;
  const histories = await Promise.all(Array.from({ length: 4 }, () => driver.run(script(read, read, read))));
  expect(target.received).toHaveLength(7);
  expect(histories.flatMap(({ exchanges }) => exchanges)).toHaveLength(7);
  const reasons = histories.flatMap(({ unsent }) => unsent.map(({ reason }) => reason));
  expect(reasons).toHaveLength(5);
  expect(reasons[0]).toBe("as many requests were sent as --max-requests allows (7)");
  expect(driver.requestsLeft).toBe(0);
});

test("what is sent again counts, too", () => {
  let retries = 0;
  const budget = new RequestBudget(3, () => retries);
  budget.pass();
  retries = 2;
  expect(budget.left).toBe(0);
  expect(() => budget.pass()).toThrow(/--max-requests/);
});

test("without a bound everything passes", () => {
  const budget = new RequestBudget(undefined, () => 5);
  budget.pass();
  expect(budget.left).toBe(Infinity);
});
