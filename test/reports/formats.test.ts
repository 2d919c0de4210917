/** Every format: valid by its schema, whatever the target wrote, and true to the results. */
import { readFileSync } from "node:fs";
import type { TestCase } from "junit2json";
import { beforeAll, describe, expect, test } from "vitest";
import { formatByName, formats, ResultCollector, resultsProblems, type Results } from "../../reports/index.ts";
import { foundCauses } from "../../reports/text/causes.ts";
import { openApiFile, operationLine } from "../../reports/text/operation-lines.ts";
import { runFailures } from "../../reports/text/run-failures.ts";
import { operations } from "../../spec/operations.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { base } from "./sample-builder.ts";
import { officialOf, readJunit, testCasesOf } from "./official.ts";
import {
  conformantResults,
  extendedResults,
  failingResults,
  hostileResults,
  manyFailures,
  previousResults,
  sampleResults,
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

describe("metrics", () => {
  const lines = formatByName("openmetrics").render(failingResults()).split("\n");

  test("follow the grammar of OpenMetrics, each family whole and once, the end said", () => {
    expect(lines.slice(-2)).toEqual(["# EOF", ""]);
    const value = String.raw`-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?`;
    const label = String.raw`[a-z_]+="([^"\\\n]|\\\\|\\")*"`;
    const sample = new RegExp(`^([a-z_]+)\\{${label}(,${label})*\\} ${value}$`);
    let family = "";
    const seen: string[] = [];
    for (const line of lines.slice(0, -2)) {
      const [, declared] = /^# TYPE (\S+) (gauge|histogram|info|stateset)$/.exec(line) ?? [];
      if (declared !== undefined) seen.push((family = declared));
      else if (line.startsWith("#")) expect(line).toMatch(new RegExp(`^# (UNIT|HELP) ${family} `));
      else expect(sample.exec(line)?.[1]?.replace(/_(bucket|info)$/, ""), line).toBe(family);
    }
    expect(new Set(seen).size).toBe(seen.length);
    // A unit is the end of its family's name.
    for (const [, name = "", unit = ""] of lines.join("\n").matchAll(/^# UNIT (\S+) (\S+)$/gm))
      expect(name.endsWith(`_${unit}`), name).toBe(true);
  });

  test("say the verdict, the errors and the latencies", () => {
    const text = lines.join("\n");
    expect(text).toMatch(
      /trace_conformance_verdict\{environment="[^"]+",trace_conformance_verdict="non-conformant"\} 1/,
    );
    expect(text).toMatch(/trace_conformance_exit_code\{environment="[^"]+"\} 1/);
    expect(text).toMatch(
      /trace_conformance_requirement_not_met\{environment="[^"]+",requirement="[A-Z]+-\d\d",level="MUST",status="failed"\} 1/,
    );
    const buckets = new Map<string, number[]>();
    for (const [, series = "", count] of text.matchAll(/_bucket\{(.*),le="[^"]+"\} (\d+)$/gm))
      buckets.set(series, [...(buckets.get(series) ?? []), Number(count)]);
    expect(buckets.size).toBeGreaterThan(0);
    for (const counts of buckets.values()) expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });
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

describe("junit", () => {
  const casesOf = async (results: Results): Promise<Map<string, TestCase>> => {
    const cases = testCasesOf(await readJunit(formatByName("junit").render(results)));
    return new Map(cases.map((found) => [found.name?.split(" ")[0] ?? "", found]));
  };
  const outcome = (found: TestCase | undefined): readonly string[] =>
    Object.keys(found ?? {}).filter((name) => !["name", "classname", "time", "properties"].includes(name));
  let found: Map<string, TestCase>;
  beforeAll(async () => {
    found = await casesOf(failingResults());
  });

  test("tells failure, error, skip and pass apart", () => {
    expect(outcome(found.get("PAGE-07"))).toEqual(["failure"]);
    expect(outcome(found.get("STATE-01"))).toEqual([]);
    expect(outcome(found.get("LOGIN-02"))).toEqual(["skipped"]);
    expect(outcome(found.get("DETAILS-08"))).toEqual(["skipped"]);
    expect(outcome(found.get("ROBUST-01"))).toEqual(["system-out"]);
    // A MUST that could not be judged never looks green.
    expect(outcome(found.get("EQUIV-04"))).toEqual(["error"]);
  });
  test("a broken SHOULD is a failure when the run asked for it", async () => {
    const cases = await casesOf({ ...failingResults(), failOn: "should" });
    expect(outcome(cases.get("ROBUST-01"))).toEqual(["failure"]);
  });
  test("gives level and id as properties, the reason of a skip, and the replay command", () => {
    const { properties = [] } = (found.get("PAGE-07") ?? {}) as { properties?: { name: string; value: unknown }[] };
    expect(Object.fromEntries(properties.map(({ name, value }) => [name, value]))).toMatchObject({
      id: "PAGE-07",
      level: "MUST",
      basis: "implied",
    });
    expect(found.get("LOGIN-02")?.skipped?.[0]?.message).toContain("credentials.privateKey");
    expect(found.get("PAGE-07")?.failure?.[0]?.inner).toContain("trace-conformance replay");
  });
});

describe("markdown", () => {
  test("target text makes no markup", () => {
    const text = formatByName("markdown").render(hostileResults());
    const outside = text.replace(/(`{3,}).*?\n[\s\S]*?\n\s*\1/g, "");
    expect(outside).not.toMatch(/<script|<img|<svg|\]\(javascript|(^|[^\w])@everyone/);
    expect(text.length).toBeLessThan(1_000_000);
  });
  test("names what is newly broken", () => {
    const text = formatByName("markdown").render(failingResults(), { previous: previousResults() });
    expect(text).toMatch(/newly broken: AUTH-04/);
    expect(text).toMatch(/mended: STATE-05/);
    expect(text).toMatch(/no longer judged: .*EQUIV-04/);
  });
});

describe("annotations", () => {
  test("are one workflow command per line, and target text adds none", () => {
    const lines = formatByName("annotations").render(hostileResults()).trimEnd().split("\n");
    expect(lines).toHaveLength(11);
    const [ofRun, ...ofRequirements] = lines.toReversed();
    for (const line of ofRequirements)
      expect(line).toMatch(/^::error file=spec\/openapi\.yaml,line=\d+,title=[A-Z]+-\d+ failed::/);
    expect(ofRun).toMatch(/^::error title=The suite itself made no error::/);
  });
});

describe("sarif", () => {
  test("points at the line of each operation in the description", () => {
    const lines = readFileSync(new URL(`../../${openApiFile}`, import.meta.url), "utf8").split("\n");
    for (const { id } of operations) expect(lines[operationLine(id) - 1]).toContain(`operationId: ${id}`);
  });
});

test("sarif says of a requirement that an extension added where it comes from", () => {
  const text = formatByName("sarif").render(extendedResults());
  expect(text).toContain("Added by an extension, not by the interface: handbook of Acme, chapter 7.");
  expect(text).toContain('Interface, section \\"Authentication\\".');
});

describe("intoto", () => {
  const resultOf = (results: Results): unknown => {
    const statement = JSON.parse(formatByName("intoto").render(results)) as { predicate: { result: string } };
    return statement.predicate.result;
  };
  test("a gap is no pass", () => {
    expect(resultOf(conformantResults())).toBe("PASSED");
    expect(resultOf(unreachableResults())).toBe("FAILED");
    expect(resultOf(failingResults())).toBe("FAILED");
    const warned = sampleResults({ failures: [{ requirement: "ROBUST-01", message: "500" }] });
    expect(resultOf(warned)).toBe("WARNED");
  });
});

describe("har", () => {
  test("holds each exchange of the failures once", () => {
    const { log } = JSON.parse(formatByName("har").render(failingResults())) as {
      log: { entries: { request: { url: string } }[] };
    };
    expect(log.entries.length).toBe(16);
    for (const entry of log.entries) expect(entry.request.url).toMatch(/^https:\/\/traces\.preprod\.example\//);
  });
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
