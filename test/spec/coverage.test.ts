/** Every word of the interface is looked after, and nobody quotes words that are not there. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { claims } from "../../spec/coverage/claims.ts";
import { cover } from "../../spec/coverage/cover.ts";
import { ownCoverage } from "../../spec/coverage/pages.ts";

const { statements, misplaced } = ownCoverage();

describe("the interface", () => {
  it("is taken apart into all its statements", () => {
    expect(statements.length).toBeGreaterThan(120);
    expect(new Set(statements.map((s) => s.operationId).filter(Boolean)).size).toBe(18);
  });

  it.each(statements.map((s) => [s.line, s.text, s] as const))("line %i is covered: %s", (_line, _text, statement) => {
    expect(statement.uncovered).toEqual([]);
    expect(statement.claims).not.toEqual([]);
  });
});

describe("a quote", () => {
  it("stands in the section, and under an endpoint, that it names", () => {
    expect(misplaced).toEqual([]);
  });
});

describe("the proof itself", () => {
  const text = "# Doc\n\n## Rules\n\n- One thing holds. Another thing holds too.\n";
  const claim = { by: "requirement", id: "X-01", section: "Rules" } as const;

  it("sees a sentence that nobody quotes", () => {
    const { statements: seen } = cover(text, [{ ...claim, quote: "One thing holds." }]);
    expect(seen.map((s) => s.uncovered.join(" "))).toEqual(["", "Another thing holds too"]);
  });

  it("sees half a sentence that nobody quotes", () => {
    const { statements: seen } = cover(text, [{ ...claim, quote: "One thing holds. Another thing" }]);
    expect(seen.map((s) => s.uncovered.join(" "))).toEqual(["", "holds too"]);
  });

  it("sees a quote that stands nowhere, or elsewhere", () => {
    const invented = { ...claim, quote: "All things hold." };
    const elsewhere = { ...claim, section: "Doc", quote: "One thing holds." };
    expect(cover(text, [invented, elsewhere]).misplaced).toEqual([invented, elsewhere]);
  });

  it("keeps a requirement of one endpoint from covering another endpoint", () => {
    const endpoints =
      "## v2 endpoints\n\n**POST /v2/traces**\n- Same words.\n\n**POST /v2/traces/{traceId}/action**\n- Same words.\n";
    const mine = { ...claim, section: "v2 endpoints", quote: "Same words.", operations: ["v2CreateTrace"] } as const;
    expect(cover(endpoints, [mine]).statements.map((s) => s.uncovered.length)).toEqual([0, 2]);
  });

  it("would notice if any one stated requirement lost its words or the interface gained some", () => {
    const interfaceText = readFileSync(new URL("../../spec/interface.md", import.meta.url), "utf8");
    const grown = interfaceText.replace("## Limits\n", "## Limits\n\nAt most ten files fit.\n");
    expect(cover(grown, claims).statements.flatMap((s) => s.uncovered)).toEqual(["At", "most", "ten", "files", "fit"]);
  });
});
