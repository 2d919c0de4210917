/** How a green tells how little it judged, and what may follow it. */
import { expect, test } from "vitest";
import { formatByName } from "../../reports/index.ts";
import type { Results, SensitivityResult } from "../../reports/results/index.ts";
import { sensitivitySentence } from "../../reports/text/sensitivity.ts";
import type { Unjudged } from "../../spec/vocabulary/unjudged.ts";
import { pageData } from "../../reports/html/page-data.ts";
import { greenSteps } from "../../reports/text/green-steps.ts";
import { headline, verdictLabel } from "../../reports/text/headline.ts";
import { conformantResults } from "./samples.ts";

const sample = conformantResults();
const whole: Results = { ...sample, openPoints: sample.openPoints.map(({ pinned: _pinned, ...point }) => point) };
const total = whole.requirements.length;
const missing = (what: string, remedy: string) => ({ because: "missing", what, remedy }) as const;
const left = {
  action: missing("no action that creates a trace is configured", "give --create-action KEY:GROUP"),
  key: missing("no private key is configured", "supply the variable TRACE_PRIVATE_KEY"),
  notAsked: { because: "not-selected" },
  chosen: undefined,
} as const satisfies Readonly<Record<string, Unjudged | undefined>>;

/** The sample with so many of its requirements skipped, for these reasons in turn. */
function leaving(counts: Partial<Record<keyof typeof left, number>>, more: Partial<Results> = {}): Results {
  const why = Object.entries(counts) as [keyof typeof left, number][];
  const reasons = why.flatMap(([name, count]) => Array.from({ length: count }, () => left[name]));
  const requirements = whole.requirements.map((one, at) => {
    const { reason: _reason, ...rest } = one;
    if (at >= reasons.length) return { ...rest, status: "passed" as const };
    const unjudged = reasons[at];
    return { ...rest, status: "skipped" as const, reason: "told beside it", ...(unjudged ? { unjudged } : {}) };
  });
  const counted = { ...whole.summary.requirements, inconclusive: 0, passed: total - reasons.length, warned: 0 };
  const summary = { ...whole.summary, requirements: { ...counted, skipped: reasons.length } };
  return { ...whole, requirements, summary, operations: [], ...more };
}

const stepsOf = (results: Results): string =>
  greenSteps(results)
    .map(({ text, command = "" }) => `${text} ${command}`)
    .join("\n");

test("where much was skipped for want of configuration, the first sentence says how little was judged", () => {
  const told = headline(leaving({ action: 60, key: 4 }));
  expect(told).toBe(
    `${total - 64} of ${total} requirements were judged and hold; 64 were not: ` +
      "60 as no action that creates a trace is configured (give --create-action KEY:GROUP); 4 for other reasons.",
  );
  expect(headline(leaving({ action: total - 1 }))).toContain(`1 of ${total} requirements was judged and holds; `);
  for (const name of ["terminal", "markdown"])
    expect(
      formatByName(name)
        .render(leaving({ action: 60 }), { colour: false })
        .replaceAll(/\s+/g, " "),
    ).toContain(`${total - 60} of ${total} requirements were judged and hold`);
});

test("the verdict itself says of how much it is, where that is little", () => {
  expect(verdictLabel(leaving({ action: 60 }))).toBe(`Conformant in the ${total - 60} of ${total} judged`);
  expect(verdictLabel(leaving({ key: 4 }))).toBe("Conformant");
  expect(verdictLabel({ ...leaving({ action: 60 }), verdict: "incomplete" })).toBe("Incomplete");
});

test("a badge says so as well, and is not as green as that of a whole run", () => {
  const badge = (results: Results): unknown => JSON.parse(formatByName("badge").render(results));
  expect(badge(leaving({ action: 60 }))).toMatchObject({
    message: `conformant in ${total - 60} of ${total}`,
    color: "yellowgreen",
  });
  expect(badge(leaving({ key: 4 }))).toMatchObject({ message: `conformant (${total - 4})`, color: "brightgreen" });
});

test("of few defects no share is told", () => {
  const told = (mutants: number, extent = "full") =>
    sensitivitySentence({ extent, mutants, noticed: mutants } as SensitivityResult);
  expect(told(6)).toBe(
    "Only 6 defects could be put into these answers, and 6 would have been noticed: too few to tell a share.",
  );
  // A sample says nothing of how many there could be.
  expect(told(6, "sample")).toBe(
    "Only a sample of 6 defects was put into these answers, and 6 would have been noticed: too few to tell a share.",
  );
  expect(told(200)).toContain("200 (100 %)");
});

test("a part that was asked for says that the rest was not", () => {
  const told = headline(leaving({ notAsked: total - 6 }, { partial: { only: ["FLOW"] } }));
  expect(told).toBe(
    `6 of ${total} requirements were judged and hold; ${total - 6} were not, as they were not asked for (\`--only\`).`,
  );
});

test("where little was skipped, or the target chose so, all that applies was judged", () => {
  expect(headline(leaving({ key: 3 }))).toMatch(
    /^Every MUST that applies here was judged and holds\. 3 requirements skipped: /,
  );
  expect(headline(leaving({ chosen: 60 }))).toMatch(/^Every MUST that applies here was judged and holds\./);
});

test("after a green, the report names the depth, the settings that are missing, and evidence", () => {
  const quick = stepsOf(leaving({ action: 9, key: 4 }, { depth: "quick" }));
  expect(quick.split("\n")).toEqual([
    expect.stringMatching(/^Depth quick leaves out .* trace-conformance run --env preprod --depth standard$/),
    expect.stringMatching(
      /^9 requirements were not judged, as no action that creates a trace is configured: give --create-action KEY:GROUP\. $/,
    ),
    expect.stringContaining("supply the variable TRACE_PRIVATE_KEY"),
    expect.stringMatching(/^Then make evidence .* trace-conformance certify --env preprod$/),
  ]);
  expect(stepsOf(leaving({}))).toMatch(/^Make evidence .* trace-conformance certify --env preprod$/);
  expect(stepsOf(leaving({}, { partial: { only: ["FLOW"] } }))).toMatch(
    /^This run was limited to FLOW\. Judge the whole interface: trace-conformance run --env preprod --depth standard\n/,
  );
});

test("what cannot be evidence is not to be certified, and what is evidence is not again", () => {
  const pinned = { openPoints: whole.openPoints.map((point) => ({ ...point, pinned: true })) };
  expect(stepsOf(leaving({}, pinned))).toBe("");
  expect(stepsOf(leaving({}, { verdict: "non-conformant" }))).toBe("");
  expect(pageData(leaving({}), { isEvidence: true }).nextSteps).toEqual([]);
});

test("of a part of a run, and where nothing was tried, nothing is told of sensitivity", () => {
  const measured = {
    extent: "sample",
    noticed: 0,
    cells: [],
    operators: [],
    requirements: [],
    weak: [],
    unnoticed: [],
  } as const;
  const told = (mutants: number, more: Partial<Results> = {}): boolean => {
    const results = leaving({}, { sensitivity: { ...measured, mutants }, ...more });
    const onPage = pageData(results, {}).sensitivity !== undefined;
    expect(formatByName("terminal").render(results, { colour: false }).includes("Had any of")).toBe(onPage);
    return onPage;
  };
  expect([told(230), told(0), told(230, { partial: { only: ["FLOW"] } })]).toEqual([true, false, false]);
});
