/** Every format is red where the exit code is, open where it is 3 or 4, and green where it is 0. */
import { describe, expect, test } from "vitest";
import { formatByName, type Results } from "../../../reports/index.ts";
import { officialOf, type Official } from "../official.ts";
import { conformantResults, failingResults, hostileResults, unreachableResults } from "../samples.ts";
import { sampleResults } from "../sample-builder.ts";

export type Colour = "green" | "red" | "open";

const plain: Results = { ...withoutDrift(conformantResults()), errors: [] };
const slow = withoutDrift(sampleResults({ latency: { p95Ms: 100_000, perOperation: { v2TraceState: 0.5 } } }));
const drifted: Results = {
  ...plain,
  openPoints: plain.openPoints.map((point, at) => (at === 0 ? { ...point, drift: "It was `a`; it is `<b>`." } : point)),
};
const warned = changed(plain, { status: "warned", level: "SHOULD" });
const gap: Results = {
  ...changed(plain, { status: "inconclusive", level: "MUST", reason: "nothing showed it" }),
  verdict: "incomplete",
  reasons: ["1 MUST requirement could not be judged."],
};

/** Results, and the colour of their exit code. */
export const rows: readonly (readonly [what: string, results: Results, colour: Colour])[] = [
  ["everything holds", plain, "green"],
  ["a MUST failed", failingResults(), "red"],
  ["a MUST failed on a target that writes anything", hostileResults(), "red"],
  ["a SHOULD is broken", warned, "green"],
  ["a SHOULD is broken, and --fail-on should", { ...warned, failOn: "should" }, "red"],
  ["--fail-on should, and none is", { ...plain, failOn: "should" }, "green"],
  ["a behaviour drifted", drifted, "green"],
  ["a behaviour drifted, and --fail-on drift", { ...drifted, failOn: "drift" }, "red"],
  ["--fail-on drift, and none did", { ...plain, failOn: "drift" }, "green"],
  ["an operation is slower than its budget", slow, "green"],
  ["an operation is slower than its budget, and --fail-on latency", { ...slow, failOn: "latency" }, "red"],
  [
    "a gap, and an operation is slower, and --fail-on latency",
    { ...gap, operations: slow.operations, failOn: "latency" },
    "red",
  ],
  [
    "a failure is waived",
    changed(plain, { status: "waived", reason: "TICKET-1", waiver: { reason: "TICKET-1", expires: "2099-01-01" } }),
    "green",
  ],
  ["a MUST could not be judged", gap, "open"],
  ["the target could not be reached", unreachableResults(), "open"],
  [
    "the run was interrupted, and no requirement tells of it",
    {
      ...plain,
      verdict: "incomplete",
      reasons: ["The run was interrupted before its end."],
      partial: { interrupted: true },
    },
    "open",
  ],
  [
    "nothing was judged",
    { ...plain, verdict: "incomplete", reasons: ["Nothing was exercised: no requirement was judged."] },
    "open",
  ],
  [
    "the suite made an error of no requirement",
    {
      ...plain,
      verdict: "incomplete",
      reasons: ["Error of the suite itself: <x>"],
      errors: [{ message: "<x> ]]> {0}", count: 1 }],
    },
    "open",
  ],
  [
    "a rule crashed",
    {
      ...changed(plain, { status: "error", level: "MUST", reason: "it crashed" }),
      verdict: "incomplete",
      reasons: ["AUTH-01 could not be judged."],
    },
    "open",
  ],
];

/** What makes a report of another shape than those of `formats.test.ts`: the others differ in words and numbers alone. */
const ofAnotherShape = new Set([
  "a MUST failed on a target that writes anything",
  "a behaviour drifted, and --fail-on drift",
  "a gap, and an operation is slower, and --fail-on latency",
  "a failure is waived",
  "the target could not be reached",
  "the suite made an error of no requirement",
  "a rule crashed",
]);

/** How somebody who knows nothing but the format takes a report. */
type Reader = (text: string, results: Results) => Colour;

/**
 * Tests that a reader of this format takes every report as the exit code says.
 * @param read "says neither" for a format that tells nothing of pass and fail
 * @param ofOpen what a format says of an open run that knows no third
 */
export function testColours(name: string, read: Reader | "says neither", ofOpen: Colour = "open"): void {
  if (read === "says neither") return;
  const official = (officialOf as Readonly<Record<string, Official>>)[name];
  describe("has the colour of the exit code", () => {
    test.each(rows)("%s", async (what, results, wanted) => {
      const text = formatByName(name).render(results);
      expect(read(text, results)).toBe(wanted === "open" ? ofOpen : wanted);
      if (official && ofAnotherShape.has(what)) expect(await official(text)).toEqual([]);
    });
  });
}

export function ofCode(code: number): Colour {
  return code === 0 ? "green" : code === 1 ? "red" : "open";
}

function withoutDrift(results: Results): Results {
  return { ...results, openPoints: results.openPoints.map(({ drift: _, ...point }) => point) };
}

/** With one requirement of this level that passed changed to something else. */
function changed(results: Results, change: Partial<Results["requirements"][number]>): Results {
  const level = change.level ?? "MUST";
  const at = results.requirements.findIndex((one) => one.status === "passed" && one.level === level);
  const requirements = results.requirements.map((one, index) => (index === at ? { ...one, ...change } : one));
  const counts = Object.fromEntries(
    Object.keys(results.summary.requirements).map((status) => [
      status,
      requirements.filter((one) => one.status === status).length,
    ]),
  ) as Results["summary"]["requirements"];
  return { ...results, requirements, summary: { ...results.summary, requirements: counts } };
}
