/** What came once on each trace is done again and again on one, as far as the process lets it come. */
import { expect, test } from "vitest";
import { goSecondRounds } from "../../../probes/process/further/second-rounds.ts";
import { goerWhere, traceOf } from "../lib/goer.ts";

/** A service that lends what is there, so often at most, and takes it back; it is stored once. */
const goer = (most: number) =>
  goerWhere((done, key) => {
    const loans = done.filter((one) => one === "lend").length;
    const isOut = loans > done.filter((one) => one === "return").length;
    return key === "lend" ? !isOut && loans < most : key === "return" ? isOut : !done.includes("store");
  });

const seen = [traceOf("register", "store", "lend", "return"), traceOf("register", "store", "lend")];

test("the shortest end of a way that may come again comes as often as it may, and four times at most", async () => {
  const few = goer(3);
  await goSecondRounds(few, seen);
  expect(few.traces[0]?.join(" ")).toBe("register store lend return lend return lend return");
  expect(few.stage).toBe("first");
  const many = goer(Infinity);
  await goSecondRounds(many, seen);
  expect(many.traces[0]?.filter((key) => key === "lend")).toHaveLength(4);
});

test("what came again on it need not be gone to, and what never does is tried once", async () => {
  const explorer = goer(3);
  await goSecondRounds(explorer, seen);
  expect(explorer.traces.slice(1)).toEqual([["register", "store"]]);
});

test("where everything came three times already nothing is sent", async () => {
  const explorer = goer(3);
  const often = ["store", "lend", "return"].flatMap((key) => [key, key, key]);
  await goSecondRounds(explorer, [traceOf("register", "register", "register", ...often)]);
  expect(explorer.traces).toEqual([]);
});

test("once enough was sent, no further trace is begun", async () => {
  const explorer = goer(3);
  const tryAfter = (trace: string, done: readonly string[], key: string) => {
    explorer.requests += 30;
    return explorer.tryAfter(trace, done, key);
  };
  const own = Object.defineProperty({ ...explorer, tryAfter }, "requests", { get: () => explorer.requests });
  await goSecondRounds(own, seen);
  expect(explorer.traces).toHaveLength(1);
});

/** A service whose cases are checked, and sent, in any order; then they may be signed, and opened again. */
const reopening = () =>
  goerWhere((done, key) => {
    const round = done.slice(done.lastIndexOf("reopen") + 1);
    const isReady = round.includes("check") && round.includes("send");
    if (key === "sign") return isReady && !round.includes("sign");
    return key === "reopen" ? isReady : !round.includes(key) && !isReady;
  });

test("behind what leads back a round may want more than the end of the way, and what may come before it comes again", async () => {
  const explorer = reopening();
  const ways = [traceOf("open", "check", "send", "sign"), traceOf("open", "check", "send", "reopen")];
  await goSecondRounds(explorer, ways);
  const all = explorer.traces.map((trace) => trace.join(" "));
  expect(all).toContainEqual(expect.stringMatching(/^open check send reopen send check reopen/));
  expect(all).toContainEqual(expect.stringMatching(/^open check send sign reopen .*sign/));
});
