/** What many runs tell together. */
import { describe, expect, test } from "vitest";
import { keptRun, targetHistory, type TargetHistory } from "../../reports/history/index.ts";
import { requirementText, targetsText, targetText } from "../../reports/history/index.ts";
import { summaryOf } from "../../reports/history/timeline.ts";
import { trendOf } from "../../reports/history/latency.ts";
import { nightResults, type NightOptions } from "./lib/nights.ts";

const plain = { red: String, yellow: String, green: String, dim: String };

function historyOf(nights: readonly NightOptions[], newestAt?: string): TargetHistory {
  const runs = nights.map((options, night) => keptRun(nightResults({ night, ...options })));
  return targetHistory(runs, newestAt ?? runs.at(-1)?.startedAt ?? "");
}

describe("a requirement over many runs", () => {
  test.each([
    ["pppp", { badSince: undefined, bad: 0, alone: 0, latest: "p" }],
    ["ppff", { badSince: 2, bad: 2, alone: 0, latest: "f" }],
    // It was not mended by nights on which nobody could tell.
    ["pfiis.", { badSince: 1, bad: 1, alone: 0, latest: "s" }],
    ["pfipfp", { badSince: undefined, bad: 2, alone: 2, latest: "p" }],
    // Broken for two nights and mended: an outage, no flake.
    ["pffp", { badSince: undefined, bad: 2, alone: 0 }],
    // Nothing is known of the night before the first.
    ["fp", { badSince: undefined, bad: 1, alone: 0 }],
    ["pwpep", { badSince: undefined, bad: 2, alone: 2 }],
    ["", { judged: 0, latest: "." }],
  ])("%s", (letters, wanted) => expect({ badSince: undefined, ...summaryOf(letters) }).toMatchObject(wanted));
});

test("red since the first red night behind a green one, whatever came between", () => {
  const red = { statuses: { "STATE-03": "failed" } } as const;
  const open = { statuses: { "STATE-03": "inconclusive" } } as const;
  const target = historyOf([{}, red, open, red]);
  expect(target).toMatchObject({ redSince: 1, alone: 0 });
  expect(target.requirements.find(({ id }) => id === "STATE-03")).toMatchObject({ badSince: 1, bad: 2, judged: 3 });
  expect(targetsText([target], plain)).toContain("2026-01-02");
});

test("a run that is red by --fail-on alone is red in the history, too", () => {
  const slow = nightResults({ night: 1 });
  const operations = slow.operations.map((one, at) => (at === 0 ? { ...one, p95BudgetMs: 1 } : one));
  const nights = [nightResults({ night: 0 }), { ...slow, operations, failOn: "latency" as const }];
  const target = targetHistory(
    nights.map((results) => keptRun(results)),
    slow.startedAt,
  );
  expect(target).toMatchObject({ redSince: 1, latest: { verdict: "conformant" } });
  expect(targetsText([target], plain)).toMatch(/Conformant, but red +2026-01-02/);
  expect(targetText(target, {}, plain)).toContain("conformant, but red on 2026-01-02 for 1 operation too slow");
  // Above its budget, and nobody asked for red.
  const told = keptRun({ ...slow, operations });
  expect(targetHistory([told], slow.startedAt)).not.toHaveProperty("redSince");
});

test("a part of a run proves what failed in it, and nothing that passed", () => {
  const red = { statuses: { "STATE-03": "failed", "PAGE-07": "failed" } } as const;
  const cut = { partial: { interrupted: true }, statuses: { "FILE-01": "failed" } } as const;
  const target = historyOf([{}, red, cut]);
  const letters = new Map(target.requirements.map((one) => [one.id, one.letters]));
  expect(letters.get("STATE-03")).toBe("pf.");
  expect(letters.get("FILE-01")).toBe("ppf");
  expect(target.redSince).toBe(1);
});

test("what --only left out is no news", () => {
  const target = historyOf([{}, { partial: { only: ["PAGE"] }, statuses: { "STATE-03": "skipped" } }]);
  expect(target.requirements.find(({ id }) => id === "STATE-03")).toMatchObject({ letters: "p.", latest: "p" });
});

test("drift is a behaviour other than the last one seen; a measurement is none", () => {
  const target = historyOf([
    { readings: { "link-order": { order: "oldest-first" }, "search-lag": { ms: 1 } } },
    { readings: { "link-order": undefined, "search-lag": { ms: 2 } } },
    { readings: { "link-order": { order: "oldest-first" } } },
    { readings: { "link-order": { order: "newest-first" } } },
  ]);
  expect(target.changes).toEqual([
    { id: "link-order", at: 3, before: '{"order":"oldest-first"}', now: '{"order":"newest-first"}' },
  ]);
});

test("a target of which the others are far ahead is missing; one that runs weekly is not, after three days", () => {
  expect(historyOf([{}, {}, {}], "2026-01-04T04:00:00Z").isMissing).toBe(false);
  expect(historyOf([{}, {}, {}], "2026-01-05T04:00:00Z").isMissing).toBe(true);
  expect(historyOf([{ night: 0 }, { night: 7 }, { night: 14 }], "2026-01-18T04:00:00Z").isMissing).toBe(false);
});

test("latency is told as slower where it doubled, not where it wavered", () => {
  const steady = Array.from({ length: 20 }, (_, at) => 40 + (at % 5));
  expect(trendOf(steady)?.direction).toBeUndefined();
  expect(trendOf([...steady, 95, 96, 97, 95, 96, 97, 95])).toMatchObject({ direction: "slower", nowMs: 96 });
  // One slow night is not a trend.
  expect(trendOf([...steady, 900])?.direction).toBeUndefined();
  expect(trendOf([1, 2, 3])).toBeUndefined();
});

test("the tables name what is broken, since when and how often, and hide no control characters", () => {
  const target = historyOf([
    {},
    { statuses: { "PAGE-07": "failed" } },
    {},
    { statuses: { "STATE-03": "failed" }, reasons: { "STATE-03": "gone \u001b[31mred\u0000" } },
  ]);
  const { reasons } = target.latest as unknown as { reasons: Record<string, string> };
  const text = targetText(target, reasons, plain);
  expect(text).toMatch(/STATE-03 +failed +2026-01-04 +1 of 4 +✓✓✓✕ +gone \\x1b\[31mred\\x00/);
  expect(text).toMatch(/PAGE-07 +passed +1 of 4 +1 of 4 \(25\.0 %\) +✓✕✓✓/);
  expect(requirementText("PAGE-07", [target], plain)).toMatch(/preprod +passed +1 of 4/);
});
