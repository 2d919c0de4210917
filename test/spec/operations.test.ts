/** The 18 operations are those of the interface's summary table, and nothing else. */
import { describe, expect, it } from "vitest";
import { ownCoverage } from "../../spec/coverage/pages.ts";
import { operationById, operationOf, operations } from "../../spec/operations.ts";

const summary = ownCoverage()
  .statements.filter((s) => s.section === "Summary" && s.text.startsWith("|"))
  .map((s) => s.text.split("|").map((cell) => cell.trim()))
  .map(([, method, path, , face]) => ({ method, path, face }));

describe("operations", () => {
  it("agree with the summary table in number, order, method, path and set", () => {
    expect(operations.map(({ method, path, face }) => ({ method, path, face }))).toEqual(summary);
    expect(summary).toHaveLength(18);
  });

  it("have ids that name their face", () => {
    for (const { id, face } of operations) expect(id.startsWith(face)).toBe(true);
    expect(new Set(operations.map((o) => o.id)).size).toBe(18);
  });

  it("are found by kind and face where the face has the kind", () => {
    for (const operation of operations) expect(operationOf(operation.kind, operation.face)).toBe(operation);
    expect(operationOf("file", "legacy")).toBeUndefined();
    expect(operationOf("login-private-key", "legacy")).toBeUndefined();
  });

  it("are told by name when an id is none of them", () => {
    expect(() => operationById("v3CreateTrace")).toThrow(/no operation "v3CreateTrace".*v2CreateTrace/);
  });
});
