/** Sensitivity: defects that are put into honest answers are noticed, and what it tells is about the rules. */
import { describe, expect, test } from "vitest";
import { rules } from "../../checks/index.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { examineHistory, type Examined } from "../../suites/sensitivity/examine.ts";
import { operators } from "../../suites/sensitivity/operators/index.ts";
import { SensitivitySampler } from "../../suites/sensitivity/sampler.ts";
import { SensitivityTally } from "../../suites/sensitivity/tally.ts";
import { contextOf, usual } from "../checks/support/choices.ts";
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

describe("without the rules of an area", () => {
  test.each(["STATE", "DETAILS", "FILES", "SEARCH", "ENV", "CREATE"])("%s notices nothing", (area) => {
    const without = rules.filter(({ requirements: judged }) => !judged.some((id) => id.startsWith(`${area}-`)));
    const tally = new SensitivityTally();
    for (const one of examineHistory(history, { ...options, rules: without, most: 150 })) tally.add(one);
    const passed = requirements.map(({ id }) => id).filter((id) => id.startsWith(`${area}-`));
    expect(passed.length).toBeGreaterThan(0);
    expect(tally.result("full", passed).weak).toEqual(passed);
  });
});

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
