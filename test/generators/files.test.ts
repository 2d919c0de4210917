import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  combinedFileSet,
  combinedFileSets,
  fileTraits,
  fileSetArbitrary,
  manyFiles,
  plainFileCount,
  usableFileTraits,
} from "../../generators/index.ts";

const reserved = ["body", "traceInput", "actionKey", "workflowId", "groupLabel"];

describe("file traits", () => {
  it("have names of their own", () => {
    const names = fileTraits.map(({ trait }) => trait);
    expect(new Set(names).size).toBe(names.length);
  });

  it("take no part name of a field", () => {
    for (const { files } of fileTraits) for (const { partName } of files) expect(reserved).not.toContain(partName);
  });
});

describe("the combined file sets", () => {
  const wanted = usableFileTraits([], true).filter(({ plain }) => !plain);

  it("carry every trait at once", () => {
    const { traits } = combinedFileSet({ refused: [], heavy: true });
    expect(new Set(traits)).toEqual(new Set([...wanted.map(({ trait }) => trait), manyFiles]));
  });

  it("carry every trait in sets of few files", () => {
    const sets = combinedFileSets({ refused: [manyFiles], heavy: true });
    const small = wanted.filter(({ files }) => files.length <= plainFileCount);
    expect(new Set(sets.flatMap(({ traits }) => traits))).toEqual(new Set(small.map(({ trait }) => trait)));
    for (const { files } of sets) expect(files.length).toBeLessThanOrEqual(plainFileCount);
  });

  it("stay small where many files are refused, and light where not deep", () => {
    expect(combinedFileSet({ refused: [manyFiles] }).files.length).toBeLessThanOrEqual(plainFileCount);
    expect(combinedFileSet({ refused: [] }).traits).not.toContain("file.2-mib");
    expect(combinedFileSet({ refused: ["file.empty"] }).traits).not.toContain("file.empty");
  });

  it("leave out what may be no file at all", () => {
    expect(combinedFileSet({ refused: [] }).files.every(({ fileName }) => fileName)).toBe(true);
  });
});

describe("random file sets", () => {
  it("shrink to the file that matters", () => {
    const details = fc.check(
      fc.property(fileSetArbitrary({ refused: [] }), ({ traits }) => !traits.includes("file.empty")),
      { seed: 1, numRuns: 1_000 },
    );
    expect(details.counterexample?.[0].traits).toEqual(["file.empty"]);
    expect(details.counterexample?.[0].files).toHaveLength(1);
  });
});
