/** Which environments are meant, and the folders that their runs write into. */
import { expect, test } from "vitest";
import { foldersOf, namesGiven } from "../../cli/run/environment-names.ts";

test("each environment has a folder of its own, below the output", () => {
  const names = ["acme", "Acme", "us/acme", "us acme", "..", "../../etc", "index.html"];
  const folders = [...foldersOf(names, ["index.html"]).values()];
  expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(names.length);
  for (const folder of folders) expect(folder).toMatch(/^[\w-][\w.-]*$/);
  expect(folders[0]).toBe("acme");
});

test("the same environment twice is refused", () => {
  expect(namesGiven({ env: ["a", "b"] })).toEqual(["a", "b"]);
  expect(namesGiven({})).toEqual([]);
  expect(() => namesGiven({ env: ["a", "b", "a"] })).toThrow('--env "a" was given twice');
});
