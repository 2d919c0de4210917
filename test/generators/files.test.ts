import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  denseFileSet,
  denseFileSets,
  fileFeatures,
  fileSetArbitrary,
  manyFiles,
  plainFileCount,
  usableFileFeatures,
} from "../../generators/index.ts";

const reserved = ["body", "traceInput", "actionKey", "workflowId", "groupLabel"];

describe("file features", () => {
  it("have names of their own", () => {
    const names = fileFeatures.map(({ feature }) => feature);
    expect(new Set(names).size).toBe(names.length);
  });

  it("take no part name of a field", () => {
    for (const { files } of fileFeatures) for (const { partName } of files) expect(reserved).not.toContain(partName);
  });
});

describe("the dense file sets", () => {
  const wanted = usableFileFeatures([], true).filter(({ plain }) => !plain);

  it("carry every feature at once", () => {
    const { features } = denseFileSet({ refused: [], heavy: true });
    expect(new Set(features)).toEqual(new Set([...wanted.map(({ feature }) => feature), manyFiles]));
  });

  it("carry every feature in sets of few files", () => {
    const sets = denseFileSets({ refused: [manyFiles], heavy: true });
    expect(new Set(sets.flatMap(({ features }) => features))).toEqual(new Set(wanted.map(({ feature }) => feature)));
    for (const { files } of sets) expect(files.length).toBeLessThanOrEqual(plainFileCount);
  });

  it("stay small where many files are refused, and light where not deep", () => {
    expect(denseFileSet({ refused: [manyFiles] }).files.length).toBeLessThanOrEqual(plainFileCount);
    expect(denseFileSet({ refused: [] }).features).not.toContain("file.2-mib");
    expect(denseFileSet({ refused: ["file.empty"] }).features).not.toContain("file.empty");
  });

  it("leave out what may be no file at all", () => {
    expect(denseFileSet({ refused: [] }).files.every(({ fileName }) => fileName)).toBe(true);
  });
});

describe("random file sets", () => {
  it("shrink to the file that matters", () => {
    const details = fc.check(
      fc.property(fileSetArbitrary({ refused: [] }), ({ features }) => !features.includes("file.empty")),
      { seed: 1, numRuns: 1_000 },
    );
    expect(details.counterexample?.[0].features).toEqual(["file.empty"]);
    expect(details.counterexample?.[0].files).toHaveLength(1);
  });
});
