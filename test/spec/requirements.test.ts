/** The register is complete in itself, and its ids are for ever. */
import { describe, expect, it } from "vitest";
import { ownCoverage } from "../../spec/coverage/pages.ts";
import { findRequirement, requirementById, requirements } from "../../spec/requirements/index.ts";

/** Sections in which a requirement may stand: every heading with statements, and those that only hold other headings. */
const sections = new Set([
  ...ownCoverage().statements.map((s) => s.section),
  "Resources and their fields",
  "Endpoints",
]);

describe("the register", () => {
  it("holds well over a hundred requirements, each under an id of its area", () => {
    expect(requirements.length).toBeGreaterThan(100);
    for (const { id, area } of requirements) expect(id).toMatch(new RegExp(`^${area}-\\d\\d$`));
  });

  it("finds a requirement by its id, and nothing by another", () => {
    for (const requirement of requirements) expect(requirementById(requirement.id)).toBe(requirement);
    expect(findRequirement("STATE-99")).toBeUndefined();
    expect(findRequirement("toString")).toBeUndefined();
  });
});

describe.each(requirements.map((requirement) => [requirement.id, requirement] as const))("%s", (_id, requirement) => {
  it("is one sentence about at least one operation, from a section of the interface", () => {
    expect(requirement.statement).toMatch(/^\S.*[.]$/);
    expect(requirement.operations).not.toEqual([]);
    expect(new Set(requirement.operations).size).toBe(requirement.operations.length);
    expect(sections).toContain(requirement.section);
  });

  it("has the level of its basis, and words to show where it is called stated", () => {
    expect(requirement.level).toBe(requirement.basis === "robustness" ? "SHOULD" : "MUST");
    if (requirement.basis === "stated") expect(requirement.quote).toBeTruthy();
    if (requirement.basis === "robustness") expect(requirement.quote).toBeUndefined();
  });

  it("names an open point once: as a reading that it needs, or as one by which it is judged", () => {
    const { needs = [], readings = [] } = requirement;
    const named = [...needs, ...readings.map((id) => `reading:${id}`)];
    expect(new Set(named).size).toBe(named.length);
  });
});
