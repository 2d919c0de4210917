/** Sensitivity: defects that are put into honest answers are noticed, and what it tells is about the rules. */
import { describe, expect, test } from "vitest";
import { rules, type Rule } from "../../checks/index.ts";
import { requirements, type RequirementId } from "../../spec/requirements/index.ts";
import { examineHistory, type Examined } from "../../suites/sensitivity/examine.ts";
import { operators } from "../../suites/sensitivity/operators/index.ts";
import { SensitivitySampler } from "../../suites/sensitivity/sampler.ts";
import { SensitivityTally } from "../../suites/sensitivity/tally.ts";
import { contextOf, usual } from "../checks/support/choices.ts";
import { eventful } from "../checks/support/eventful.ts";
import { everyday } from "../checks/support/everyday.ts";
import { told } from "../checks/support/kill.ts";

const history = told({ choices: usual, tell: everyday }).history;
const options = { ...contextOf(usual), requirements: new Set(requirements.map(({ id }) => id)), rules };
const examined = [...examineHistory(history, options)];

describe("an honest history", () => {
  test("has hundreds of mutants, of which nearly all are noticed", () => {
    const missed = examined.filter(({ noticedBy }) => noticedBy.length === 0);
    expect(examined.length).toBeGreaterThan(300);
    expect(missed.map(describeMutant)).toEqual([]);
  });

  test.each(["form", "identifiers", "values", "state", "links", "files", "search", "lists", "refusals", "history"])(
    "has mutants of the kind %s",
    (kind) => {
      expect(examined.some(({ mutant }) => mutant.operator.kind === kind)).toBe(true);
    },
  );

  test("has the same sample every time, of as many operators as there is room for", () => {
    const sample = (): string[] => [...examineHistory(history, { ...options, most: 20 })].map(describeMutant);
    expect(sample()).toEqual(sample());
    expect(
      new Set([...examineHistory(history, { ...options, most: 20 })].map(({ mutant }) => mutant.operator.id)).size,
    ).toBe(20);
  });
});

test("a history on which something failed has none", () => {
  const { history: broken } = told({ choices: usual, tell: (story) => void story.create({}, { refused: true }) });
  expect([...examineHistory(broken, options)]).toEqual([]);
});

describe("a figure is that of the rules", () => {
  const choices = { ...usual, sharesOrganization: false };
  const context = contextOf(choices);
  const { history: whole } = told({ choices, tell: eventful });
  // GATE needs a service with an order of its own, whose refusals no operator turns into successes.
  const areas = [...new Set(requirements.map(({ id }) => id.split("-")[0] ?? ""))].filter((area) => area !== "GATE");

  const counted = (passed: readonly RequirementId[], from: readonly Rule[], most: number) => {
    const tally = new SensitivityTally();
    for (const one of examineHistory(whole, { ...context, requirements: new Set(passed), rules: from, most }))
      tally.add(one);
    return tally.result("full", passed);
  };
  const before = counted(
    requirements.map(({ id }) => id),
    rules,
    1_200,
  );

  test.each(areas)("of %s: with the rules of a requirement removed, it falls", (area) => {
    const ofArea = before.requirements.filter(({ id }) => id.startsWith(`${area}-`));
    const [best] = ofArea.toSorted((one, other) => other.noticed - one.noticed);
    expect(best?.noticed ?? 0, "mutants that the area notices").toBeGreaterThan(0);

    const passed = requirements.map(({ id }) => id).filter((id) => id.startsWith(`${area}-`));
    const own = rules.filter(({ requirements: judged }) => judged.some((id) => passed.includes(id)));
    const without = own.filter(({ requirements: judged }) => !judged.some((id) => id === best?.id));
    expect(counted(passed, without, 100).weak).toContain(best?.id);
  });
});

test(
  "two thousand defects are judged within ten seconds of CPU, and what is kept of them is bounded",
  { tags: "timing" },
  () => {
    const tally = new SensitivityTally();
    const began = process.cpuUsage();
    let judged = 0;
    for (let copy = 0; judged < 2_000; copy++) {
      const script = { ...history.script, id: `copy ${String(copy)}` };
      for (const one of examineHistory({ ...history, script }, { ...options, most: Math.min(250, 2_000 - judged) })) {
        tally.add({ ...one, noticedBy: [] });
        judged += 1;
      }
    }
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(10);
    expect(tally.result("full", []).unnoticed.length).toBe(100);
    expect(JSON.stringify(tally.result("full", [])).length).toBeLessThan(100_000);
  },
);

test("a sample takes no more than its share of the time", () => {
  let ms = 0;
  const sampler = new SensitivitySampler({ ...options, now: () => (ms += 50) });
  const judged = { judgements: [], crashes: [] };
  for (let count = 0; count < 60; count++) {
    const script = { ...history.script, id: `script ${String(count)}` };
    sampler.look({ ...history, script }, judged, contextOf(usual));
  }
  const { mutants = 0 } = sampler.result([]) ?? {};
  expect(mutants).toBeGreaterThan(0);
  expect(mutants).toBeLessThan(60);
});

test("every operator says what it does, under a name of its own", () => {
  expect(new Set(operators.map(({ id }) => id)).size).toBe(operators.length);
  for (const { id, title } of operators) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^[A-Z].*\.$/);
  }
});

function describeMutant({ mutant, operationId }: Examined): string {
  return `${operationId} ${String(mutant.changed[0].index)} ${mutant.operator.id}: ${mutant.what}`;
}
