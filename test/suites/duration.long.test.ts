/** `--duration`: rounds with new seeds until the time is over; a round is repeated by its seed. */
import { expect, onTestFinished, test, vi } from "vitest";
import { openDriver, profileOfPins } from "../../driver/index.ts";
import { observe } from "../../probes/index.ts";
import { properties } from "../../suites/engine/plan/catalog.ts";
import { openRun, type OpenedRun } from "../../suites/engine/open-run.ts";
import { derivedSeed, planOf, type RunPlan } from "../../suites/engine/plan/run-plan.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import { target } from "../gating/lib/target.ts";

const slow = { timeout: 240_000, tags: "timing" };

/** A run of a few requirements that goes on for `durationMs`; told which rounds began. */
async function timedRun(
  durationMs: number,
  depth: RunPlan["depth"] = "quick",
): Promise<{ run: OpenedRun; rounds: string[] }> {
  const environment = await target();
  const driver = await openDriver(environment, { runId: "profile" });
  const { profile } = await observe(driver).finally(() => driver.close());
  const rounds: string[] = [];
  const plan = planOf({ depth, seed: 5, only: ["STATE"], durationMs });
  // Few at once, so that a round does not begin as a whole.
  const run = await openRun({ plan, environment, profile, scriptsAtOnce: 4, note: (text) => void rounds.push(text) });
  onTestFinished(() => run.session.close());
  return { run, rounds };
}

/** Lets an hour pass as soon as the condition holds. */
function endTimeWhen(over: () => boolean): void {
  const now = performance.now.bind(performance);
  const late = vi.spyOn(performance, "now").mockImplementation(() => now() + (over() ? 3_600_000 : 0));
  onTestFinished(() => late.mockRestore());
}

test("the command goes on until the time is over, and prints the seed of each round", slow, async () => {
  const cwd = emptyFolder();
  const args = ["run", "--depth", "quick", "--duration", "3s", "--seed", "5", "--only", "STATE", "--only", "DETAILS"];
  const startedMs = performance.now();
  const { code, stderr } = await callCli(args, { cwd });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(performance.now() - startedMs).toBeGreaterThan(3_000);
  const rounds = [...stderr.matchAll(/round (\d+): seed (\d+)/g)].map((match) => match.slice(1).map(Number));
  // A machine that is busy may need all the time for the first pass, which has no number.
  expect(rounds).toEqual(rounds.map((_, at) => [at + 1, derivedSeed(5, `round-${at + 1}`)]));
  expect(new Set(rounds.map(([, seed]) => seed)).size).toBe(rounds.length);
  expect(resultsIn(cwd)).toMatchObject({ verdict: "conformant", seed: 5 });
});

test("rounds follow upon the first pass, and the run is whole at the end", slow, async () => {
  const { run, rounds } = await timedRun(60_000);
  endTimeWhen(() => rounds.length > 1);
  await Promise.all(run.groups.map((group) => run.examine(group)));
  const firstPass = run.session.progress.cases;
  expect(await run.rounds()).toEqual([]);
  expect(rounds.length).toBeGreaterThan(0);
  expect(run.session.progress.cases).toBeGreaterThan(firstPass);
  // Who asks late, when all is over, changes nothing.
  await run.rounds();
  expect(run.settled).toBe(true);
  expect(run.session.results(run.settled)).toMatchObject({ verdict: "conformant" });
});

test("a round is cut off when the time is over, which takes nothing from the verdict", slow, async () => {
  const { run, rounds } = await timedRun(60_000, "standard");
  await Promise.all(run.groups.map((group) => run.examine(group)));
  const started = run.session.progress.cases;
  const perRound = run.groups.filter(({ suite }) => suite === "properties").flatMap(({ scripts }) => scripts).length;
  endTimeWhen(() => run.session.progress.cases > started + 5);
  expect(await run.rounds()).toEqual([]);
  expect(rounds).toHaveLength(1);
  const inRound = run.session.progress.cases - started;
  expect(inRound).toBeGreaterThan(5);
  expect(inRound).toBeLessThan(perRound);
  expect(run.settled).toBe(true);
  expect(run.session.results(run.settled)).toMatchObject({ verdict: "conformant" });
});

test("the seed of a round makes the scripts of that round again", async () => {
  const environment = await target();
  const scripts = (seed: number): string =>
    JSON.stringify(properties(suiteContext(environment, profileOfPins({}), { runId: "r", depth: "standard", seed })));
  const seed = derivedSeed(5, "round-3");
  expect(scripts(seed)).toBe(scripts(seed));
  expect(scripts(seed)).not.toBe(scripts(5));
  expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
});
