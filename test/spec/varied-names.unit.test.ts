/** Names of things in a form made of examples: others of their shape may stand there. */
import { describe, expect, it } from "vitest";
import { schemaOfExamples } from "../../driver/configuration/examples.ts";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { nameShapeOf } from "../../spec/data-schemas/text-shapes.ts";
import { withNamesVaried } from "../../spec/data-schemas/varied-names.ts";

describe("names of things", () => {
  it("are addresses of mail of one domain or of any, UUIDs, and codes of one shape", () => {
    expect(nameShapeOf(["ann@a.example", "bo@a.example"])).toEqual({
      type: "string",
      pattern: "^[a-z]{12}@a\\.example$",
    });
    expect(nameShapeOf(["ann@a.example", "bo@b.example"])).toEqual({ type: "string", format: "email" });
    expect(nameShapeOf(["AB-1", "AC-2"])).toEqual({ type: "string", pattern: "^A[A-Z]-\\d$" });
  });

  it("are no dates, times of day, or words", () => {
    for (const texts of [
      ["2026-03-14", "2026-11-02"],
      ["06:45", "23:10"],
      ["low", "high"],
    ])
      expect(nameShapeOf(texts)).toBeUndefined();
  });

  const form = schemaOfExamples([
    { email: "ann@a.example", kind: "north", name: "Ann Lee", wage: 3 },
    { email: "bo@a.example", kind: "south", name: "Bo Reed" },
  ]);

  it("may be others, and what else stands together stays so", () => {
    const varied = withNamesVaried(form) ?? {};
    const follows = (more: Record<string, string | number>): boolean =>
      followsSchema(varied, { email: "abcdefghijkl@a.example", kind: "south", name: "Somebody", ...more });
    expect(followsSchema(form, { email: "abcdefghijkl@a.example", kind: "south", name: "Somebody" })).toBe(false);
    expect(follows({})).toBe(true);
    expect(follows({ kind: "north", wage: 3 })).toBe(true);
    expect(follows({ wage: 3 })).toBe(false);
    expect(follows({ kind: "north" })).toBe(false);
  });

  it("are none where the form lists no such texts", () => {
    expect(withNamesVaried(schemaOfExamples([{ name: "Ann Lee" }, { name: "Bo Reed" }]))).toBeUndefined();
  });
});
