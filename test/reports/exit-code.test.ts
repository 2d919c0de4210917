/** Every format is red where the exit code is, open where it is 3 or 4, and green where it is 0. */
import { describe, expect, test } from "vitest";
import { pageData } from "../../reports/html/page-data.ts";
import { exitCodeOf, formatByName, formats, type Results } from "../../reports/index.ts";
import { officialOf, type Official } from "./official.ts";
import { conformantResults, failingResults, hostileResults, unreachableResults } from "./samples.ts";
import { sampleResults } from "./sample-builder.ts";

type Colour = "green" | "red" | "open";

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

const rows: readonly (readonly [what: string, results: Results, colour: Colour])[] = [
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

/** How somebody who knows nothing but the format takes a report. */
const readers: Readonly<Record<string, (text: string, results: Results) => Colour>> = {
  json: (text) => ofCode(exitCodeOf(JSON.parse(text) as Results)),
  html: (_, results) => ofTone(pageData(results, {}).tone),
  terminal: (_, results) => {
    // Inverse, in the colour of a light: what is seen first.
    const [line = ""] = formatByName("terminal").render(results, { colour: true }).split("\n");
    return line.includes("[32m") ? "green" : line.includes("[31m") ? "red" : "open";
  },
  markdown: (text) => (text.startsWith("## ✅") ? "green" : text.startsWith("## ❌") ? "red" : "open"),
  junit(text) {
    const numberOf = (name: string): number =>
      Number(new RegExp(`<testsuites [^>]*\\b${name}="(\\d+)"`).exec(text)?.[1]);
    expect(numberOf("failures")).toBe(text.split("<failure ").length - 1);
    expect(numberOf("errors")).toBe(text.split("<error ").length - 1);
    expect(numberOf("tests")).toBe(text.split("<testcase ").length - 1);
    return numberOf("failures") > 0 ? "red" : numberOf("errors") > 0 ? "open" : "green";
  },
  ctrf(text) {
    const { summary, tests } = (JSON.parse(text) as Ctrf).results;
    expect(summary.tests).toBe(tests.length);
    // A broken SHOULD and a waived failure are `other`, which no reader takes for red.
    const isOpen = tests.some(
      ({ status, rawStatus }) => status === "pending" || (status === "other" && rawStatus === "error"),
    );
    return summary.failed > 0 ? "red" : isOpen ? "open" : "green";
  },
  sarif(text) {
    const [run] = (JSON.parse(text) as Sarif).runs;
    const found = run?.results ?? [];
    for (const { ruleId, ruleIndex } of found) expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    if (found.some(({ kind, level, suppressions }) => kind === "fail" && level === "error" && !suppressions))
      return "red";
    const musts = new Set(
      run?.tool.driver.rules.filter(({ properties }) => properties?.level === "MUST").map(({ id }) => id),
    );
    const isOpen = found.some(({ kind, ruleId }) => kind === "open" && musts.has(ruleId));
    return isOpen || run?.invocations[0]?.executionSuccessful === false ? "open" : "green";
  },
  annotations: (text, results) =>
    !/^::(error|notice)/m.test(text) ? "green" : exitCodeOf(results) === 1 && text.includes("::error") ? "red" : "open",
  badge(text) {
    const { color } = JSON.parse(text) as { color: string };
    return color === "red" ? "red" : color === "orange" ? "open" : "green";
  },
  intoto(text) {
    const { result, failedTests } = (JSON.parse(text) as { predicate: { result: string; failedTests: string[] } })
      .predicate;
    expect(result === "FAILED").toBe(failedTests.length > 0);
    // It knows no third.
    return result === "FAILED" ? "red" : "green";
  },
  openmetrics: (text) => ofCode(Number(/^trace_conformance_exit_code\{[^}]*\} (\d)$/m.exec(text)?.[1])),
};

/** What says nothing of pass and fail: requests and their answers. */
const without = ["har"];

test("every format has a reader here", () => {
  expect([...Object.keys(readers), ...without].sort()).toEqual(formats.map(({ name }) => name).sort());
});

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

describe.each(rows)("%s", (what, results, wanted) => {
  test(`the exit code is ${wanted}`, () => expect(ofCode(exitCodeOf(results))).toBe(wanted));

  test.each(Object.entries(readers))("%s", async (name, read) => {
    const text = formatByName(name as "json").render(results);
    const told = read(text, results);
    expect(told).toBe(name === "intoto" && wanted === "open" ? "red" : wanted);
    const official = (officialOf as Readonly<Record<string, Official>>)[name];
    if (official && ofAnotherShape.has(what)) expect(await official(text)).toEqual([]);
  });
});

interface Ctrf {
  readonly results: {
    readonly summary: { readonly tests: number; readonly failed: number };
    readonly tests: readonly { readonly status: string; readonly rawStatus: string }[];
  };
}
interface Sarif {
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly rules: readonly { readonly id: string; readonly properties?: { readonly level: string } }[];
      };
    };
    readonly invocations: readonly { readonly executionSuccessful: boolean }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly kind: string;
      readonly level: string;
      readonly suppressions?: unknown;
    }[];
  }[];
}

function ofCode(code: number): Colour {
  return code === 0 ? "green" : code === 1 ? "red" : "open";
}

function ofTone(tone: Results["verdict"]): Colour {
  return tone === "conformant" ? "green" : tone === "non-conformant" ? "red" : "open";
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
