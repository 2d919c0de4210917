/** A script that failed at times is tried until it fails again; what is broken beside it is told as well. */
import { describe, expect, test } from "vitest";
import { failureScripts, type Results } from "../../reports/results/index.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { attemptsFor, brokenBeside, judgedOf, knownFirst, replayed } from "../../suites/engine/replayed.ts";
import type { ScriptOutcome } from "../../suites/engine/results/script-outcome.ts";

const steps = (count: number): Script["steps"] =>
  Array.from({ length: count }, () => ({ op: "search", face: "v2", filters: {} }) as const);
const script: Script = { id: "s", title: "s", steps: steps(1) };
const seen = { exchanges: 1, answered: 1, judgements: 1, wellFormed: { sent: 1, succeeded: 1 }, unsent: [] };

function session(outcomeOf: (run: number) => Partial<ScriptOutcome>) {
  const ids: string[] = [];
  const run = (one: Script): Promise<ScriptOutcome> =>
    Promise.resolve({ script: one, state: "judged", failures: [], seen, ...outcomeOf(ids.push(one.id)) });
  const known = { environment: { workflows: [] }, profile: { readings: {} }, plan: { runId: "20270131-abcdef" } };
  return { ids, session: { ...known, run, stopped: false } as unknown as Parameters<typeof replayed>[0] };
}

const failure = { requirement: "SEARCH-03", outcome: "failed", exchanges: [0], must: true } as const;

describe("replayed", () => {
  test("the attempt that fails is what is told, and nothing is sent after it", async () => {
    const { ids, session: own } = session((run) => (run === 3 ? { failures: [failure] } : {}));
    const { outcome, tried } = await replayed(own, script, { seen: 2, of: 5 });
    expect([outcome.failures, tried, outcome.script.id]).toEqual([[failure], 3, "s"]);
    expect(ids).toEqual(["s", "s/attempt-2", "s/attempt-3"]);
  });

  test("a script that failed each time, or that nobody tried again, is sent once", async () => {
    const { ids, session: own } = session(() => ({}));
    expect(await replayed(own, script)).toMatchObject({ tried: 1 });
    expect(await replayed(own, script, { seen: 3, of: 3 })).toMatchObject({ tried: 1 });
    expect(ids).toHaveLength(2);
  });

  test("what could not be judged is not sent again", async () => {
    const { session: own } = session(() => ({ seen: { ...seen, judgements: 0 } }));
    expect(await replayed(own, script, { seen: 2, of: 5 })).toMatchObject({ tried: 1 });
  });

  test("a short script is tried oftener than a long one", () => {
    expect(attemptsFor(script, { seen: 2, of: 5 })).toBe(40);
    expect(attemptsFor({ ...script, steps: steps(200) }, { seen: 2, of: 5 })).toBe(5);
  });
});

test("of a script that was made smaller only what it shows is judged; of others that comes first", () => {
  expect(judgedOf({ ...script, id: "s/smaller-59" }, ["REFUSE-01", "OWN-1"])).toEqual(["REFUSE-01"]);
  expect(judgedOf(script, ["REFUSE-01"])).toEqual([]);
  const failures = (["ACT-06", "REFUSE-01", "STATE-04"] as const).map((requirement) => ({ ...failure, requirement }));
  const ordered = (...shows: readonly string[]) => knownFirst(failures, shows).map(({ requirement }) => requirement);
  expect(ordered("REFUSE-01")).toEqual(["REFUSE-01", "ACT-06", "STATE-04"]);
  expect(ordered("STATE-04", "REFUSE-01")).toEqual(["STATE-04", "REFUSE-01", "ACT-06"]);
});

test("what the probes show broken is told with what was wanted and got", () => {
  const told = {
    message: "it answers a text",
    expected: "a UUID",
    actual: "x",
    operation: "v2CreateTrace",
    face: "v2",
  };
  const requirements = [
    { id: "CREATE-01", status: "failed", failures: [told, told] },
    { id: "CREATE-02", status: "waived", failures: [told] },
    { id: "CREATE-03", status: "passed" },
  ] as unknown as Parameters<typeof brokenBeside>[0]["requirements"];
  const { operation: operationId, ...others } = told;
  expect(brokenBeside({ requirements })).toEqual([{ requirement: "CREATE-01", operationId, ...others }]);
});

test("a saved script names what it shows, the likeliest cause first", () => {
  const failures = [{ scriptFile: "failures/s.json", script }];
  const requirements = ["ACT-06", "REFUSE-01"].map((id) => ({ id, failures }));
  const results = { requirements, causes: [{ root: "REFUSE-01", followers: ["ACT-06"] }] } as unknown as Results;
  expect(failureScripts(results)).toEqual([{ file: "failures/s.json", script, shows: ["REFUSE-01", "ACT-06"] }]);
});
