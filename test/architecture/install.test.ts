/** Nobody is told to run what a registry has under the name of this package: it is in none, and the name could be anybody's. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const places = [
  "*.md",
  "{docs,deploy,examples,cli,driver,reports,suites,spec,reference,bin}/**/*.{md,ts,js,yml,yaml,json}",
];
/** `npx` without `--no`, `npm exec` and `npm install` by the bare name: each asks a registry. */
const hijackable =
  /\bnpx (?!--no )(?:-[^ \n]+ (?:node@lts )?)*trace-conformance\b|npm (?:exec|i|install|add) (?:-[^ \n]+ )*trace-conformance\b(?!-)/;

test("every command line runs what is installed", () => {
  const files = globSync(places, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] });
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((file) => hijackable.test(readFileSync(`${root}/${file}`, "utf8")));
  expect(found).toEqual([]);
});

test.each([
  ["npx trace-conformance run", true],
  ["npx -y trace-conformance", true],
  ["npx -p node@lts -p trace-conformance", true],
  ["npm exec trace-conformance", true],
  ["npm install --save-dev trace-conformance", true],
  ["npx --no trace-conformance run", false],
  ["npm install --save-dev ./trace-conformance-0.1.0.tgz", false],
  ["npm install --global trace-conformance-0.1.0.tgz", false],
])("%s: %s", (line, wanted) => expect(hijackable.test(line)).toBe(wanted));
