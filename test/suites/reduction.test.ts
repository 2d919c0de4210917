/** Reduction: the smallest script that still breaks the same requirement, within its bounds. */
import { describe, expect, test } from "vitest";
import type { OwnRequirementId } from "../../spec/requirements/index.ts";
import type { Rule } from "../../checks/index.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { reduceFailure } from "../../suites/engine/reduction.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import type { ScriptOutcome } from "../../suites/engine/results/script-outcome.ts";
import { standIn } from "./lib/stand-in.ts";

const script: Script = {
  id: "flow",
  title: "flow",
  steps: [
    { op: "create", face: "v2", as: "t", data: { a: 1, b: 2, atFault: true, c: 3 } },
    { op: "details", face: "v2", trace: "$t" },
    { op: "state", face: "legacy", trace: "$t" },
    { op: "act", face: "v2", trace: "$t", data: { d: 4 } },
    { op: "state", face: "v2", trace: "$t" },
  ],
};

function outcomeOf(candidate: Script, requirement?: "STATE-03" | "PAGE-01"): ScriptOutcome {
  const failures = requirement ? [{ requirement, outcome: "failed", exchanges: [], must: true } as const] : [];
  return { script: candidate, state: "judged", failures };
}

/** A target that breaks STATE-03 where a trace has the member at fault and its state is read. */
async function run(candidate: Script): Promise<ScriptOutcome> {
  const text = JSON.stringify(candidate.steps);
  const breaks = text.includes("atFault") && text.includes('"op":"state"');
  return Promise.resolve(outcomeOf(candidate, breaks ? "STATE-03" : "PAGE-01"));
}

const bounds = { run, stopped: () => false, tries: 500, timeMs: 10_000, atOnce: 4 };

describe("reduceFailure", () => {
  test("leaves the member at fault and what shows it, and nothing else", async () => {
    const { outcome, tried } = await reduceFailure(outcomeOf(script, "STATE-03"), "STATE-03", bounds);
    expect(outcome.script.steps).toHaveLength(2);
    expect(outcome.script.steps[0]).toMatchObject({ op: "create", data: { atFault: true } });
    expect(JSON.stringify(outcome.script)).not.toContain('"a":1');
    expect(tried).toBeLessThan(100);
    // Made smaller again, in a later run.
    const again = await reduceFailure(
      outcomeOf({ ...script, title: outcome.script.title }, "STATE-03"),
      "STATE-03",
      bounds,
    );
    expect([outcome, again.outcome].map((one) => one.script.title)).toEqual(["A part of: flow", "A part of: flow"]);
  });

  test("another broken requirement does not count", async () => {
    const { outcome } = await reduceFailure(outcomeOf(script, "STATE-03"), "STATE-03", bounds);
    expect(outcome.failures.map(({ requirement }) => requirement)).toContain("STATE-03");
  });

  test("stops at its bounds and keeps the smallest so far", async () => {
    const few = await reduceFailure(outcomeOf(script, "STATE-03"), "STATE-03", { ...bounds, tries: 3 });
    expect(few.tried).toBeLessThanOrEqual(3);
    const none = await reduceFailure(outcomeOf(script, "STATE-03"), "STATE-03", { ...bounds, stopped: () => true });
    expect(none).toMatchObject({ tried: 0, outcome: { script } });
  });
});

describe("in a run", () => {
  const requirement = (id: OwnRequirementId) => ({
    id,
    level: "MUST" as const,
    statement: "Nothing is created.",
    section: "here",
    operations: ["v2CreateTrace" as const],
  });

  test(
    "a smaller script speaks for the requirement it was made for, and for no other",
    { timeout: 60_000 },
    async () => {
      const first = requirement("X-CREATED-01");
      const second = requirement("X-CREATED-02");
      let smaller = 0;
      const rule: Rule = {
        id: "created",
        requirements: [first.id, second.id] as never,
        *judge({ history: { script, exchanges } }) {
          for (const { index, intent } of exchanges) {
            if (intent.kind !== "create") continue;
            const common = { outcome: "failed", message: "something was created", exchanges: [index] } as const;
            yield { requirement: first.id, ...common };
            if (!script.id.includes("/smaller-")) continue;
            smaller += 1;
            yield { requirement: second.id, ...common };
          }
        },
      };
      const created = { name: "created", requirements: [first, second], rules: [rule] };
      const results = await runSuite(await standIn("ledger"), {
        depth: "quick",
        seed: 1,
        only: ["X-CREATED"],
        extensions: [created],
      });
      const own = results.requirements.filter(({ area }) => area === "X-CREATED");
      expect(own.map(({ status }) => status)).toEqual(["failed", "inconclusive"]);
      expect(smaller).toBeGreaterThan(0);
    },
  );
});
