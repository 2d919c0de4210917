/** The pages of the package lead to what is in the package: nobody who installed it has the clone. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { files } = JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as { readonly files: readonly string[] };

/** Files of the package, and the folders that hold them; what is built is not linked. */
function packed(): ReadonlySet<string> {
  const patterns = files.filter((pattern) => pattern !== "dist").flatMap((pattern) => [pattern, `${pattern}/**`]);
  return new Set(globSync([...patterns, "package.json"], { cwd: root }));
}

/** Where the relative links of a page lead. */
function linked(page: string): readonly string[] {
  const text = readFileSync(`${root}/${page}`, "utf8").replaceAll(/```[^`]*```/g, "");
  return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => normalize(join(dirname(page), link)).replace(/\/$/, ""));
}

test("every link of a packed page leads to a packed file", () => {
  const there = packed();
  const pages = [...there].filter((file) => file.endsWith(".md"));
  const dead = pages.flatMap((page) =>
    linked(page)
      .filter((target) => !there.has(target))
      .map((target) => `${page} -> ${target}`),
  );
  expect(dead).toEqual([]);
  expect(pages.length).toBeGreaterThan(30);
  expect(there).toContain("examples/own-checks");
});
