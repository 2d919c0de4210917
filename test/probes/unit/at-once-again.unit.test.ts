/** Actions of ways that are tried at once again, where walks did not. */
import { expect, test } from "vitest";
import type { SeenStep } from "../../../probes/process/observations.ts";
import { tryAtOnceAgain } from "../../../probes/process/further/at-once-again.ts";
import type { Way } from "../../../spec/readings/process.ts";

const way = (...keys: readonly string[]): Way => keys.map((key) => ({ key }));
const step = (done: readonly string[], key: string): SeenStep =>
  ({ done, state: undefined, tried: { key, group: "all", taken: false } }) as unknown as SeenStep;

/** What is tried behind what. */
async function triedOn(ways: readonly Way[], steps: readonly SeenStep[] = [], refused = "") {
  const tried: string[] = [];
  const explorer = {
    ...{ stage: "first" as const, requests: 0, steps: [...steps] },
    repeat(done: readonly string[]) {
      explorer.requests += done.length;
      const at = done.indexOf(refused);
      return Promise.resolve({ taken: at === -1 ? done : done.slice(0, at), traceId: "trace" });
    },
    tryAfter(_trace: string, done: readonly string[], key: string) {
      explorer.requests += 1;
      tried.push(`${key} after ${done.join(" ")}`);
      return Promise.resolve(false);
    },
  };
  await tryAtOnceAgain(explorer, ways);
  expect(explorer.stage).toBe("first");
  return { tried, requests: explorer.requests };
}

test("each once, on the shortest way up to it", async () => {
  const ways = [way("open", "offer", "accept", "board"), way("open", "accept")];
  expect((await triedOn(ways)).tried).toEqual([
    "offer after open offer",
    "accept after open accept",
    "board after open offer accept board",
  ]);
});

test("not what was tried so, and not where the way is not taken again", async () => {
  const ways = [way("open", "offer", "accept", "board")];
  expect((await triedOn(ways, [step(["open", "offer"], "offer")], "board")).tried).toEqual([
    "accept after open offer accept",
  ]);
});

test("however long the ways are, few requests are sent", async () => {
  const long = way("open", ...Array.from({ length: 40 }, (_, at) => `step${String(at)}`));
  const { tried, requests } = await triedOn([long]);
  expect(requests).toBeLessThanOrEqual(60);
  expect(tried.length).toBeGreaterThan(4);
});
