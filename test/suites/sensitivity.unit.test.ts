/** Sensitivity: defects that are put into honest answers are noticed, and what it tells is about the rules. */
import { describe, expect, test } from "vitest";
import { rules, type Rule } from "../../checks/index.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { examineHistory, type Examined } from "../../suites/sensitivity/examine.ts";
import { operators } from "../../suites/sensitivity/operators/index.ts";
import { SensitivitySampler } from "../../suites/sensitivity/sampler.ts";
import { contextOf, usual, type Choices } from "../checks/support/choices.ts";
import { everyday, long } from "../checks/support/everyday.ts";
import { gated, raced } from "../checks/support/gated.ts";
import type { Story } from "../checks/support/history.ts";
import { told } from "../checks/support/kill.ts";
import { countedMutants, every, without } from "./lib/counted-mutants.ts";

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

describe("of a workflow that is a process", () => {
  const listed = { ...usual, gating: "listed", mostActions: 3 } as const;
  const ordered = { ...usual, gating: "ordered", mostActions: 3 } as const;
  const ofProcesses = operators.filter(({ id, kind }) => kind === "process" || id === "refused-action-in-state");
  const of = (choices: Choices, tell: (story: Story) => void) => {
    const { history: whole } = told({ choices, tell });
    return [...examineHistory(whole, { ...options, ...contextOf(choices), operators: ofProcesses })];
  };
  const all = [...of(listed, gated), ...of(ordered, raced)];

  test("every mutant is noticed", () => {
    expect(all.filter(({ noticedBy }) => noticedBy.length === 0).map(describeMutant)).toEqual([]);
  });

  test.each([
    ["unlisted-action-taken", "GATE-01"],
    ["refused-by-one-set-alone", "GATE-02"],
    ["all-of-a-race-taken", "GATE-03"],
    ["listed-action-refused", "REFUSE-03"],
    ["list-without-what-is-taken", "GATE-01"],
    ["list-with-what-is-refused", "REFUSE-03"],
    ["list-of-one-set-shorter", "EQUIV-01"],
    ["list-gone-when-read-again", "STATE-04"],
    ["refused-action-in-state", "REFUSE-01"],
  ])("the operator %s makes mutants, of which %s notices each", (operator, requirement) => {
    const made = all.filter(({ mutant }) => mutant.operator.id === operator);
    expect(made.length).toBeGreaterThan(0);
    for (const { noticedBy } of made) expect(noticedBy).toContain(requirement);
  });

  test.each([
    ["GATE-01", listed, gated],
    ["GATE-02", ordered, raced],
    ["GATE-03", ordered, raced],
  ] as const)("with the rule of %s removed, its figure falls to nothing", (id, choices, tell) => {
    const { history: whole } = told({ choices, tell });
    const noticedBy = (from: readonly Rule[]): number => {
      const figures = countedMutants(whole, contextOf(choices), { passed: every, from, operators: ofProcesses });
      return figures.requirements.find((one) => one.id === id)?.noticed ?? 0;
    };
    expect(noticedBy(rules)).toBeGreaterThan(0);
    expect(noticedBy(without(id))).toBe(0);
  });
});

test("that no cursor leads to the links in the middle is noticed by PAGE-14", () => {
  const choices = { ...usual, cap: 3 };
  const { history: whole } = told({ choices, tell: (story) => story.walk(long(story, 8), 3) });
  const made = examineHistory(whole, {
    ...options,
    ...contextOf(choices),
    operators: operators.filter(({ id }) => id === "cursors-missing"),
  });
  expect([...made].map(({ noticedBy }) => noticedBy.includes("PAGE-14"))).toEqual([true, true, true]);
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
