/** What a failing script is cut down to first: what failed, what it refers to, and what was written before. */
import { expect, test } from "vitest";
import { focusedScripts } from "../../generators/scripts/focus-script.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { reduceFailure } from "../../suites/engine/reduction.ts";
import type { ScriptOutcome } from "../../suites/engine/results/script-outcome.ts";

const script: Script = {
  id: "pages",
  title: "pages",
  steps: [
    { op: "create", face: "v2", as: "other", data: {} },
    { op: "create", face: "v2", as: "t", data: {} },
    { op: "state", face: "v2", trace: "$t" },
    { op: "act", face: "v2", trace: "$t", data: {} },
    { op: "details", face: "v2", as: "p", trace: "$t", page: { first: 1 } },
    { op: "act", face: "v2", trace: "$other", data: {} },
    { op: "details", face: "v2", trace: "$t", page: { first: 1, after: "$p.endCursor" } },
    { op: "state", face: "v2", trace: "$other" },
  ],
};
const kept = (one: Script | undefined): string[] =>
  one?.steps.map((step) => String(script.steps.findIndex((own) => JSON.stringify(own) === JSON.stringify(step)))) ?? [];

test("the boldest cut leaves the own trace and the pages that the failing one goes on from", () => {
  expect([...focusedScripts(script, ["6"])].map(kept)).toEqual([
    ["1", "3", "4", "6"],
    ["0", "1", "3", "4", "5", "6"],
    ["0", "1", "2", "3", "4", "5", "6"],
  ]);
  expect([...focusedScripts(script, [])]).toEqual([]);
});

test("a failure that says where it shows is made small at the first try", async () => {
  const outcome = (of: Script): ScriptOutcome => {
    const [place] = [...of.steps.entries()].filter(([, step]) => JSON.stringify(step).includes("$p.endCursor"));
    const places = place ? [String(place[0])] : [];
    return {
      script: of,
      state: "judged",
      failures: place ? [{ requirement: "PAGE-03", outcome: "failed", exchanges: [], must: true, places }] : [],
    };
  };
  const reduced = await reduceFailure(outcome(script), "PAGE-03", {
    run: (one) => Promise.resolve(outcome(one)),
    stopped: () => false,
    tries: 1,
    timeMs: 10_000,
    atOnce: 1,
  });
  expect(kept(reduced.outcome.script)).toEqual(["1", "3", "4", "6"]);
});
