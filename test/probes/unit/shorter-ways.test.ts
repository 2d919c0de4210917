/** A long way is gone again without what comes again on it, as far as the process lets that be left out. */
import { expect, test } from "vitest";
import { goShorterWays, longWays } from "../../../probes/process/further/shorter-ways.ts";
import { goerWhere, traceOf } from "../lib/goer.ts";

const wayOf = (...keys: string[]) => keys.map((key) => ({ key }));
const long = "induct lift note measure note note measure note note lower accept reopen".split(" ");

/** A service that lowers after two measures, and lets notes come at any time. */
const goer = () => goerWhere((done, key) => key !== "lower" || done.filter((one) => one === "measure").length > 1);

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
