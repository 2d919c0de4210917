import type { TestCase } from "junit2json";
import { beforeAll, describe, expect, test } from "vitest";
import { formatByName, type Results } from "../../../reports/index.ts";
import { readJunit, testCasesOf } from "../official.ts";
import { failingResults } from "../samples.ts";
import { testColours } from "./colours.ts";

testColours("junit", (text) => {
  const numberOf = (name: string): number => Number(new RegExp(`<testsuites [^>]*\\b${name}="(\\d+)"`).exec(text)?.[1]);
  expect(numberOf("failures")).toBe(text.split("<failure ").length - 1);
  expect(numberOf("errors")).toBe(text.split("<error ").length - 1);
  expect(numberOf("tests")).toBe(text.split("<testcase ").length - 1);
  return numberOf("failures") > 0 ? "red" : numberOf("errors") > 0 ? "open" : "green";
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
