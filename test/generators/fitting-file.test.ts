/** Files that fit what actions ask. */
import { describe, expect, it } from "vitest";
import { fileOfType, fileTraits, fittedFiles, fittingFile, usualTypes } from "../../generators/index.ts";
import { contentBytes } from "../../driver/index.ts";
import { fitsPolicy } from "../../spec/readings/file-policy.ts";
import type { FilesWanted } from "../../spec/vocabulary/target.ts";

const file = (fileName: string | null, text = "text") => ({ partName: "a", fileName, content: { text } });
const all = fileTraits.flatMap(({ files }) => files);
const names = (wanted: FilesWanted, ...given: readonly string[]) =>
  fittedFiles(
    wanted,
    given.map((one) => file(one)),
  ).map(({ fileName }) => fileName);

describe("files for an action that takes certain types", () => {
  it("are named so, and stay as odd and as different as they were", () => {
    const wanted = { types: [".png", ".jpg"] };
    expect(names(wanted, "a b.txt", "a b.csv", "UP.JPG", "README", "../x.md")).toEqual([
      "a b-txt.png",
      "a b-csv.png",
      "UP.JPG",
      "README.png",
      "../x-md.png",
    ]);
    const fitted = fittedFiles(wanted, all);
    expect(
      fitsPolicy(
        wanted,
        fitted.map(({ fileName }) => fileName),
      ),
    ).toBe(true);
    expect(fitted.map(({ content }) => content)).toEqual(all.map(({ content }) => content));
  });

  it("begin as files of the type do where it looks into them", () => {
    const fitted = fittedFiles({ types: [".png"], genuine: true }, all);
    for (const { content, contentType } of fitted) {
      expect(contentType).toBe("image/png");
      expect([...contentBytes(content).subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    }
  });

  it("are no more than it takes, and none where it takes none", () => {
    expect(names({ most: 1 }, "a.txt", "b.txt")).toEqual(["a.txt"]);
    expect(names("none", "a.txt")).toEqual([]);
    expect(names("some", "a.txt", "b.txt")).toEqual(["a.txt", "b.txt"]);
  });
});

describe("a small file of a type", () => {
  it.each(usualTypes)("%s has a content of its own and the name", (type) => {
    const [one, other] = ["one", "other"].map((text) => fileOfType(type, text));
    expect(one?.fileName).toBe(`attached${type}`);
    expect(one?.content).not.toEqual(other?.content);
    expect(fitsPolicy({ types: [type], needed: true }, [one?.fileName])).toBe(true);
  });

  it("is made for what an action wants", () => {
    expect(fittingFile(undefined, "a")).toMatchObject({ fileName: "attached.txt", content: { text: "a" } });
    expect(fittingFile({ types: [".csv"] }, "a")).toMatchObject({ fileName: "attached.csv", content: { text: "a" } });
  });
});

describe("what an action asks", () => {
  it.each([
    ["some", [[], ["a.txt"], ["a.txt", "b"]], [false, true, true]],
    ["none", [[], ["a.txt"]], [true, false]],
    ["pdf", [[], ["a.txt"], ["a.PDF"], ["a.pdf", "b.pdf"]], [false, false, true, false]],
    [{ most: 1, types: [".tif"] }, [[], ["a.tif"], ["a.tif", "b.tif"], [null]], [true, true, false, false]],
    [{}, [[], ["a", "b"]], [true, true]],
  ] as const)("%j is met by some sets of files alone", (wanted, sets, met) => {
    expect(sets.map((one) => fitsPolicy(wanted, one))).toEqual(met);
  });
});
