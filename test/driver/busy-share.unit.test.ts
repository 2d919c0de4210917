/** How a rate that a target answers with 503 is told from answers that are so by chance. */
import { expect, test } from "vitest";
import { BusyShare } from "../../driver/client/busy-share.ts";

const operations = ["search", "state", "create", "act"];

/** What is told after so many answers, each of which is 503 or not. */
function after(answers: number, isBusy: (at: number) => boolean, of = operations): boolean {
  const share = new BusyShare();
  for (let at = 0; at < answers; at++) share.add(of[Math.floor(at / 3) % of.length] ?? "", isBusy(at));
  return share.isOfRate;
}

test("many of the last answers are 503, and hardly any once requests come slowly", () => {
  expect(after(60, (at) => at % 3 === 0)).toBe(true);
  expect(after(600, (at) => at < 120 && at % 3 === 0)).toBe(true);
});

test("as many, however slowly they come, are so by chance", () => {
  expect(after(600, (at) => at % 3 === 0)).toBe(false);
});

test("a few are no rate, nor all those of one operation, nor of two", () => {
  expect(after(60, (at) => at % 10 === 0)).toBe(false);
  expect(after(60, (at) => Math.floor(at / 3) % 4 === 0)).toBe(false);
  expect(after(60, (at) => at % 3 === 0, ["search", "state"])).toBe(false);
});
