/** One word for one idea, in all that is shown. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const rooms = "{spec,generators,checks,driver,probes,reports,reference,suites,cli}/**/*.{ts,tsx,json,md}";
const pages = "{*.md,docs/**/*.md,examples/**/*.md,deploy/**/*.md}";

/** What is not said, and what is said in its place. */
const avoided: readonly (readonly [word: RegExp, said: string])[] = [
  [/observed behaviours?/i, "reading"],
  [/requirements,? (?:and )?checks\b/i, "requirements and rules"],
  [/the checks of today/i, "the rules of today"],
];

test.each(avoided)("nothing says %s", (word) => {
  const exclude = ["**/node_modules/**", "**/dist/**"];
  const files = globSync([rooms, pages], { cwd: root, exclude });
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => word.test(readFileSync(`${root}/${file}`, "utf8")))).toEqual([]);
});
