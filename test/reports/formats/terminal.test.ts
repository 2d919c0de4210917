import { describe, expect, test } from "vitest";
import { formatByName, ResultCollector } from "../../../reports/index.ts";
import { requirements } from "../../../spec/requirements/index.ts";
import { base } from "../sample-builder.ts";
import { failingResults, previousResults, sampleResults } from "../samples.ts";
import { testColours } from "./colours.ts";

testColours("terminal", (_, results) => {
  // Inverse, in the colour of a light: what is seen first.
  const [line = ""] = formatByName("terminal").render(results, { colour: true }).split("\n");
  return line.includes("[32m") ? "green" : line.includes("[31m") ? "red" : "open";
});

test("the terminal cuts no word of a command or path, however long the folder's name", () => {
  const directory = `/${"a-long-name/".repeat(60)}out`;
  const told = { columns: 80, directory, files: ["report.html", "results.json"], colour: false };
  const lines = formatByName("terminal").render(failingResults(), told).split("\n");
  expect(lines.filter((line) => line.includes("a-long-name") && line.includes("…"))).toEqual([]);
  const command = lines
    .slice(lines.findIndex((line) => line.startsWith("Next")))
    .map((line) =>
      line
        .slice(9)
        .replace(/ ?\\?$/, "")
        .trim(),
    )
    .join(" ");
  expect(command).toMatch(new RegExp(`replay ${directory}/\\S+\\.js(on)?`));
  expect(lines).toContain(`Report   ${directory}/report.html`);
});

describe("terminal", () => {
  test("says at 3 a.m. what is wrong, where it stands, and what to type", () => {
    const text = formatByName("terminal").render(failingResults(), {
      directory: "out/",
      files: ["results.json", "report.html"],
      colour: false,
    });
    expect(text).toContain("NOT CONFORMANT");
    expect(text).toContain("PAGE-07");
    expect(text).toContain("out/report.html");
    expect(text).toContain("trace-conformance replay out/scripts/AUTH-04-1.json --env preprod");
    expect(formatByName("terminal").render(failingResults(), { colour: true })).toContain("\u001b[");
  });
  test.each([40, 80, 120])("fits %i columns, and still says the seed and what settles a gap", (columns) => {
    const results = sampleResults({ unjudged: ["STATE-03"], depth: "quick", applicability: new Map() });
    const text = formatByName("terminal").render(results, { columns, colour: false });
    for (const line of text.split("\n")) expect([...line].length).toBeLessThanOrEqual(Math.min(columns, 100));
    expect(text).toContain("seed 4071");
    expect(text.replaceAll(/\s+/g, " ")).toContain(
      columns > 40 ? "`--depth standard`" : "STATE-03 could not be judged",
    );
  });
  test("of a run that could not begin says why, and how to find out more", () => {
    const reason = "the run could not begin: https://traces.preprod.example cannot be reached: ECONNREFUSED.";
    const results = new ResultCollector().finish({
      ...base,
      applicability: new Map(
        requirements.map(({ id }) => [id, { status: "inconclusive", reason, unjudged: { because: "not-begun" } }]),
      ),
    });
    const text = formatByName("terminal").render(results, { colour: false });
    expect(text.replaceAll(/\s+/g, " ")).toContain(`Nothing was exercised: ${reason}`);
    expect(text).toContain("trace-conformance doctor --env preprod");
    expect(text).not.toContain("not judged:");
  });
  test("names so many of many that were not judged that no name is cut", () => {
    const sample = sampleResults();
    const open = sample.requirements.map((one) => ({ ...one, status: "inconclusive" as const }));
    const results = { ...sample, requirements: open };
    const text = formatByName("terminal").render(results, { colour: false, lines: Infinity });
    const told = /MUSTs not judged: ([^]*?) and \d+ more, in the report/.exec(text.replaceAll(/\s+/g, " "));
    const known = new Set<string>(requirements.map(({ id }) => id));
    expect(told?.[1]?.split(" ").filter((name) => !known.has(name))).toEqual([]);
  });
  test.each(["terminal", "markdown"])("says in %s of a part of a run that it is one", (format) => {
    const results = { ...failingResults(), partial: { interrupted: true, only: ["STATE"] } };
    const text = formatByName(format).render(results, { colour: false }).replaceAll(/\s+/g, " ");
    expect(text.replaceAll("&#58;", ":")).toContain(
      "This is a part of a run: it was interrupted; it was limited to STATE.",
    );
  });
  test("tells of what is no longer judged since the previous run", () => {
    const text = formatByName("terminal").render(failingResults(), { previous: previousResults(), colour: false });
    expect(text.replaceAll(/\s+/g, " ")).toMatch(
      /6 newly broken \(.*\), 1 mended \(STATE-05\), \d no longer judged \(/,
    );
  });
  test("names the first cause however small the screen, and how many more there are", () => {
    const text = formatByName("terminal").render(failingResults(), { columns: 40, lines: 18, colour: false });
    expect(text).toMatch(/^✗ [A-Z]+-\d\d .*\(and \d+ more\)$/m);
  });
  test("leaves a value the room that the other does not need", () => {
    const expected = "an object with a member for each of the workflows";
    const results = sampleResults({ failures: [{ requirement: "FLOW-01", message: "none", expected, actual: {} }] });
    expect(formatByName("terminal").render(results, { colour: false })).toContain(`wanted "${expected}", got {}`);
  });
  test("breaks a long command so that it can still be copied", () => {
    const directory = `reports/${"nightly-".repeat(6)}run`;
    const text = formatByName("terminal").render(failingResults(), { directory, colour: false });
    expect(text).toMatch(/replay \\\n {11}reports\/[\w-]+\/scripts\/AUTH-04-1\.json \\\n {11}--env preprod\n/);
  });
  test("reaches a target without a configuration by its address", () => {
    const environment = { name: "127.0.0.1:3000", baseUrl: "http://127.0.0.1:3000", access: "read-write" as const };
    const results = sampleResults({ environment, failures: [{ requirement: "FILE-01", message: "other bytes" }] });
    const text = formatByName("terminal").render(results, { colour: false });
    expect(text).toContain("trace-conformance replay scripts/FILE-01-1.json --base-url http://127.0.0.1:3000");
  });
});
