/** What is told of several environments at once. */
import { describe, expect, test } from "vitest";
import {
  environmentLine,
  environmentsPage,
  worstOf,
  type EnvironmentOutcome,
} from "../../reports/environments/index.ts";

const counts = { passed: 100, failed: 0, warned: 0, waived: 0, skipped: 3, inconclusive: 0, error: 0 };
const green: EnvironmentOutcome = {
  name: "acme",
  folder: "acme",
  exitCode: 0,
  sentence: "Every MUST that applies here was judged and holds.",
  run: {
    verdict: "conformant",
    baseUrl: "https://acme.example",
    access: "read-write",
    startedAt: "2027-01-31T02:00:00.000Z",
    durationMs: 12_000,
    exchanges: 6_100,
    requirements: counts,
  },
};
const broken: EnvironmentOutcome = { name: "globex", folder: "globex", exitCode: 2, sentence: "no variable\nmore" };

test.each([
  [[0, 0], 0],
  [[0, 3], 3],
  [[3, 2], 2],
  [[2, 4], 4],
  [[4, 1], 1],
  [[1, 130], 130],
  [[], 0],
])("of the exit codes %j the worst is %i", (codes, worst) => {
  expect(worstOf(codes)).toBe(worst);
});

describe("the line of an environment", () => {
  test.each([
    [green, /^Conformant +acme {4}Every MUST/],
    [broken, /^Not run +globex {2}no variable$/],
    [{ ...green, exitCode: 1 }, /^Red /],
    [{ ...green, exitCode: 1, run: { ...green.run, verdict: "non-conformant" } }, /^Not conformant /],
    [{ ...green, exitCode: 130 }, /^Interrupted /],
    [{ name: "x", folder: "x", sentence: "Its run has not ended." }, /^Not ended /],
    [{ ...broken, sentence: "\u001b[2J" }, /\\x1b/],
  ])("%#", (outcome, line) => {
    expect(environmentLine(outcome as EnvironmentOutcome, 6)).toMatch(line);
  });
});

describe("the page", () => {
  const page = environmentsPage([green, broken], ["report.html", "junit.xml"]);

  test("shows code as code, whatever stands in it", () => {
    const sentence = "Depth quick leaves out most (`--depth <standard>`).";
    expect(environmentsPage([{ ...green, sentence }], [])).toContain("(<code>--depth &lt;standard&gt;</code>)");
  });

  test("leads to the reports that there are, and puts first what needs attention", () => {
    expect(page).toContain('<a href="acme/report.html">acme</a>');
    expect(page).not.toContain("globex/");
    expect(page.indexOf("globex")).toBeLessThan(page.indexOf("acme"));
    expect(page).toContain("1 of 2 environments conformant");
  });

  test("loads nothing and runs nothing, whatever the names are", () => {
    const name = '"><script>alert(1)</script>';
    const hostile = environmentsPage([{ ...green, name, folder: "a b", sentence: "<img src=x>" }], ["report.html"]);
    expect(hostile).not.toMatch(/<script|<img/);
    expect(hostile).toContain("a%20b/report.html");
    expect(hostile).toContain("default-src 'none'");
  });
});
