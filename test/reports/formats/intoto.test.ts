import { describe, expect, test } from "vitest";
import { formatByName, type Results } from "../../../reports/index.ts";
import { conformantResults, failingResults, sampleResults, unreachableResults } from "../samples.ts";
import { testColours } from "./colours.ts";

testColours(
  "intoto",
  (text) => {
    const { result, failedTests } = (JSON.parse(text) as { predicate: { result: string; failedTests: string[] } })
      .predicate;
    expect(result === "FAILED").toBe(failedTests.length > 0);
    // It knows no third.
    return result === "FAILED" ? "red" : "green";
  },
  "red",
);

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
