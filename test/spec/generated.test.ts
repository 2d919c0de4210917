/** What follows from `spec/` has been written, and no id is lost. */
import { describe, expect, it, test } from "vitest";
import { fileText, generatedFiles, idFiles } from "../../scripts/generated-files.ts";

test.each([...(await generatedFiles())])("%s is up to date; if not, run: npm run docs", (path, text) => {
  expect(fileText(path)).toBe(text);
});

describe.each(Object.entries(idFiles))("%s", (file, ids) => {
  it("has no id that is none any more: saved profiles, pins, waivers and results name them", () => {
    const ever = fileText(file).trimEnd().split("\n");
    expect(ever.filter((id) => !(ids as readonly string[]).includes(id))).toEqual([]);
  });
});
