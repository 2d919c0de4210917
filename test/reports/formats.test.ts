/** Every format: valid by its schema, whatever the target wrote; what one format alone promises is in `formats/`. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatByName, formats, resultsProblems, type Results } from "../../reports/index.ts";
import { foundCauses } from "../../reports/text/causes.ts";
import { runFailures } from "../../reports/text/run-failures.ts";
import { officialOf, readJunit, testCasesOf } from "./official.ts";
import {
  conformantResults,
  failingResults,
  hostileResults,
  manyFailures,
  previousResults,
  unreachableResults,
} from "./samples.ts";

const samples: readonly (readonly [string, Results])[] = [
  ["conformant", conformantResults()],
  ["failing", failingResults()],
  ["hostile", hostileResults()],
  ["unreachable", unreachableResults()],
  ["many failures", manyFailures(2000)],
];
const textFormats = formats.filter((format) => format.name !== "html");

describe("the registry", () => {
  test("names and files are unique, and an unknown name lists the valid ones", () => {
    expect(new Set(formats.map((format) => format.name)).size).toBe(formats.length);
    expect(new Set(formats.map((format) => format.fileName)).size).toBe(formats.length);
    expect(() => formatByName("pdf")).toThrow(/no report format "pdf"; the formats are json, html, junit/);
  });
  test.each(formats.map(({ name }) => name))(
    "%s has a file of tests, which says how it tells red from green",
    (name) => {
      const tests = readFileSync(new URL(`./formats/${name}.test.ts`, import.meta.url), "utf8");
      expect(tests).toMatch(new RegExp(String.raw`testColours\(\s*"${name}",`));
    },
  );
});

test.each([
  ["ctrf", '"status": "failed"', '"status": "red"'],
  ["har", '"timings"', '"times"'],
  ["sarif", '"level": "error"', '"level": "fatal"'],
  ["junit", 'failures="', 'broken="'],
  ["junit", "</testcase>", ""],
  ["intoto", '"failedTests"', '"brokenTests"'],
  ["intoto", '"FAILED"', '"BROKEN"'],
  ["badge", '"red"', '"rouge"'],
] as const)("the official %s notices %s become %s", async (name, from, to) => {
  const text = formatByName(name).render(failingResults());
  expect(text).toContain(from);
  expect(await officialOf[name](text.replace(from, to))).not.toEqual([]);
});

describe.each(samples)("%s results", (_name, results) => {
  test("obey the published schema", () => {
    expect(resultsProblems(JSON.parse(formatByName("json").render(results)))).toEqual([]);
  });

  test.each(Object.entries(officialOf))("%s is taken by its official schema or reader", async (name, problemsIn) => {
    expect(await problemsIn(formatByName(name).render(results))).toEqual([]);
  });

  test("the numbers of junit add up", async () => {
    const report = await readJunit(formatByName("junit").render(results));
    const cases = testCasesOf(report);
    const having = (name: "failure" | "error" | "skipped"): number => cases.filter((c) => c[name] !== undefined).length;
    const counted = { tests: cases.length, failures: having("failure"), errors: having("error") };
    expect(cases).toHaveLength(results.requirements.length + runFailures(results).length);
    expect(report).toMatchObject(counted);
    const sum = (name: "tests" | "failures" | "errors" | "skipped"): number =>
      (report.testsuite ?? []).reduce((total, suite) => total + (suite[name] ?? 0), 0);
    expect({ tests: sum("tests"), failures: sum("failures"), errors: sum("errors") }).toEqual(counted);
    expect(sum("skipped")).toBe(having("skipped"));
  });

  test.each([40, 80, 100])("the terminal gets at most 24 lines of %i columns, and no control character", (columns) => {
    const options = {
      columns,
      directory: "out",
      files: ["report.html", "results.json"],
      previous: previousResults(),
    };
    const plain = formatByName("terminal").render(results, { ...options, colour: false });
    expect(plain.trimEnd().split("\n").length).toBeLessThanOrEqual(24);
    // Only a single word of a command, or a path, may be longer: one that is shortened does not run.
    for (const line of plain.split("\n").filter((line) => [...line].length > columns))
      expect(line).toMatch(/^(Next|Report)? +(\S+|'[^']+')( \\)?$/);
    expect(plain.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202e]/u);
  });

  test("a log without a last line is told every finding", () => {
    const whole = formatByName("terminal").render(results, { colour: false, lines: Infinity });
    expect(whole).not.toMatch(/… and \d+ more, in the report/);
    for (const { root } of foundCauses(results)) expect(whole).toContain(root.id);
  });

  test.each(textFormats.map((format) => format.name))(
    "%s carries no raw control character and stays bounded",
    (name) => {
      const text = formatByName(name).render(results);
      if (name !== "terminal")
        expect(text.replaceAll(/[\n\t]/g, "")).not.toMatch(/[\u0000-\u001f\u007f\ud800-\udbff](?![\udc00-\udfff])/);
      if (!["json", "har"].includes(name)) expect(text.length).toBeLessThan(20_000_000);
    },
  );
});
