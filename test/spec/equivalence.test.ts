/** The equivalence rules compare things that exist, for requirements that exist, and quote words that stand there. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Claim } from "../../spec/coverage/claims.ts";
import { cover } from "../../spec/coverage/cover.ts";
import { loadDescription } from "../../spec/description/index.ts";
import { equivalenceRules, type Side } from "../../spec/equivalence/registry.ts";
import { faces, operationById, operationKinds, operationOf } from "../../spec/operations.ts";
import { requirements } from "../../spec/requirements/index.ts";

const { document } = await loadDescription();

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** True where the description has a value at this place of a 200 response. */
function isDescribed({ operation: id, at }: Side): boolean {
  const { path, method, response } = operationById(id);
  if (response !== "json") return at.length === 0;
  const described = document.paths?.[path]?.[method === "GET" ? "get" : "post"]?.responses?.["200"];
  const content = described && "content" in described ? described.content?.["application/json"] : undefined;
  let schema = content?.schema as Schema | undefined;
  for (const name of at) schema = schema?.properties?.[name];
  return schema !== undefined;
}

describe("the rules", () => {
  it("serve every EQUIV requirement", () => {
    const wanted = requirements.filter((requirement) => requirement.area === "EQUIV").map(({ id }) => id);
    expect([...new Set(equivalenceRules.map((rule) => rule.requirement))]).toEqual(expect.arrayContaining(wanted));
  });

  it("stand against every kind of operation that both faces have", () => {
    const pairs = equivalenceRules.map((rule) => rule.operations.join(" "));
    const kinds = operationKinds.filter((kind) => faces.every((face) => operationOf(kind, face)));
    expect(kinds).toHaveLength(8);
    for (const kind of kinds) expect(pairs).toContain(faces.map((face) => operationOf(kind, face)?.id).join(" "));
  });

  it("have ids of their own", () => {
    expect(new Set(equivalenceRules.map((rule) => rule.id)).size).toBe(equivalenceRules.length);
  });

  it("quote the differences that the interface states", () => {
    const text = readFileSync(new URL("../../spec/interface.md", import.meta.url), "utf8");
    const claims = equivalenceRules.flatMap((rule) =>
      rule.statedDifferences.map(({ section, quote }): Claim => ({ by: "requirement", id: rule.id, section, quote })),
    );
    expect(cover(text, claims).misplaced).toEqual([]);
  });
});

describe.each(equivalenceRules.map((rule) => [rule.id, rule] as const))("%s", (_id, rule) => {
  it("compares parts that the description has", () => {
    expect(rule.parts).not.toEqual([]);
    for (const { left, right } of rule.parts) {
      expect(isDescribed(left), JSON.stringify(left)).toBe(true);
      expect(isDescribed(right), JSON.stringify(right)).toBe(true);
    }
  });
});
