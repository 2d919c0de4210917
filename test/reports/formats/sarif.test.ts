import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatByName } from "../../../reports/index.ts";
import { openApiFile, operationLine } from "../../../reports/text/operation-lines.ts";
import { operations } from "../../../spec/operations.ts";
import { extendedResults } from "../samples.ts";
import { testColours } from "./colours.ts";

testColours("sarif", (text) => {
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
});

describe("sarif", () => {
  test("points at the line of each operation in the description", () => {
    const lines = readFileSync(new URL(`../../../${openApiFile}`, import.meta.url), "utf8").split("\n");
    for (const { id } of operations) expect(lines[operationLine(id) - 1]).toContain(`operationId: ${id}`);
  });
});

test("sarif says of a requirement that an extension added where it comes from", () => {
  const text = formatByName("sarif").render(extendedResults());
  expect(text).toContain("Added by an extension, not by the interface: handbook of Acme, chapter 7.");
  expect(text).toContain('Interface, section \\"Authentication\\".');
});

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
