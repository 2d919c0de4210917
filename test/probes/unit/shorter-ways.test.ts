/** A long way is gone again without what comes again on it, as far as the process lets that be left out. */
import { expect, test } from "vitest";
import type { KeptValues } from "../../../spec/data-schemas/kept-values.ts";
import type { SeenTrace } from "../../../probes/process/further/deciding.ts";
import { goShorterWays, longWays } from "../../../probes/process/further/shorter-ways.ts";

const traceOf = (...keys: string[]): SeenTrace => ({ steps: keys.map((key) => ({ key, data: {} })), after: [] });
const wayOf = (...keys: string[]) => keys.map((key) => ({ key }));
const long = "induct lift note measure note note measure note note lower accept reopen".split(" ");

/** A service that lowers after two measures, and lets notes come at any time. */
function goer() {
  const tried: string[] = [];
  return {
    tried,
    known: { workflow: { id: "1", actions: [] } },
    stage: "first" as const,
    requests: 0,
    sender: { kept: new Map<string, KeptValues>() },
    repeat: (done: readonly string[]) => Promise.resolve({ taken: done, traceId: "t" }),
    tryAfter: (_: string, done: readonly string[], key: string) => {
      const isTaken = key !== "lower" || done.filter((one) => one === "measure").length > 1;
      if (isTaken) tried.push(key);
      return Promise.resolve(isTaken);
    },
  };
}

test("what comes again is left out, and done where the next action is refused without it", async () => {
  const explorer = goer();
  await goShorterWays(explorer, [traceOf(...long), traceOf("induct", "lift")]);
  expect(explorer.tried.join(" ")).toBe("lift note measure note note measure lower accept reopen");
  expect(explorer.stage).toBe("first");
});

test("only ways to what lies far are gone, and of those to what lies on another one that one alone", () => {
  expect(longWays([wayOf(...long), wayOf("induct", "lift", "cancel")])).toEqual([wayOf(...long)]);
  expect(longWays([wayOf("induct", "lift", "lift", "lower")])).toEqual([]);
  const straight = "abcdefghijklmn".split("");
  expect(longWays([wayOf(...straight)])).toEqual([]);
  expect(longWays([wayOf(...long), wayOf("induct", "note", ...long.slice(1, -1), "release")])).toEqual([
    wayOf("induct", "note", ...long.slice(1, -1), "release"),
    wayOf(...long),
  ]);
});
