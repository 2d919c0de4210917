/** Nobody is told to run what a registry has under the name of this package: it is in none, and the name could be anybody's. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string): string => readFileSync(`${root}/${file}`, "utf8");
const places = [
  "*.md",
  "{docs,cli,driver,reports,suites,spec,reference,generators,probes,checks,bin,bench,scripts}/**/*.{md,ts,js,yml,yaml,json,html}",
  // Of any name: templates have those that their systems want.
  "{deploy,examples}/**",
  "{deploy,examples}/**/.*",
];
/**
 * What asks a registry for the bare name: programs that fetch what they run, but for `npx --no`, and programs that
 * install.
 */
const hijackable = new RegExp(
  [
    String.raw`\bnpx (?!--no )(?:-[^ \n]+ (?:node@lts )?)*trace-conformance\b`,
    String.raw`\bnpm (?:exec|x) (?!--no )(?:-[^ \n]+ )*trace-conformance\b`,
    String.raw`\bnpm (?:install|i|add|init|create) (?:-[^ \n]+ )*trace-conformance\b(?!-)`,
    String.raw`\b(?:pnpm|yarn|bun) (?:add|dlx|install|create|x) (?:-[^ \n]+ )*trace-conformance\b(?!-)`,
    String.raw`\b(?:bunx|pnpx) (?:-[^ \n]+ )*trace-conformance\b`,
    String.raw`\bdocker (?:run|pull) (?:-[^\n]+ )?trace-conformance\b`,
  ].join("|"),
);

/** Where npm takes the options that come first for its own, such as `--version`. */
const withoutOptions = /\b(?:npx|npm exec|npm x) --no(?:-install)? (?!-- )trace-conformance\b/;

const files = globSync(places, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"], withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length));

test("every command line runs what is installed", () => {
  expect(files.length).toBeGreaterThan(100);
  for (const one of ["README.md", "deploy/jenkins/Jenkinsfile", "deploy/gitlab-ci/.gitlab-ci.yml"])
    expect(files).toContain(one);
  expect(files.filter((file) => hijackable.test(read(file)))).toEqual([]);
});

test("and hands every option to it, also one that comes first", () =>
  expect(files.filter((file) => withoutOptions.test(read(file)))).toEqual([]));

test.each([
  ["npx trace-conformance run", true],
  ["npx -y trace-conformance", true],
  ["npx -p node@lts -p trace-conformance", true],
  ["npx trace-conformance@0.1.0", true],
  ["npm exec trace-conformance", true],
  ["npm x -- trace-conformance", true],
  ["npm install --save-dev trace-conformance", true],
  ["npm i -g trace-conformance@latest", true],
  ["pnpm dlx trace-conformance", true],
  ["yarn add --dev trace-conformance", true],
  ["bunx trace-conformance", true],
  ["docker run --rm trace-conformance", true],
  ["npx --no -- trace-conformance run", false],
  ["npm exec --no -- trace-conformance run", false],
  ["npm install --save-dev ./trace-conformance-0.1.0.tgz", false],
  ["npm install --global trace-conformance-0.1.0.tgz", false],
  ["npm start --silent -- run", false],
])("%s: %s", (line, wanted) => expect(hijackable.test(line)).toBe(wanted));

describe("the README", () => {
  const readme = read("README.md");
  const { license, private: isPrivate } = JSON.parse(read("package.json")) as { license: string; private?: boolean };

  test("tells an install from a file, and why", () => {
    expect(readme).toMatch(/npm install --save-dev \S+\/trace-conformance-[\d.]+\.tgz/);
    expect(readme).toMatch(/published nowhere/);
  });

  test("says that there is no licence yet, for as long as there is none", () => {
    const has = globSync("{LICEN[CS]E,COPYING}*", { cwd: root }).length > 0;
    expect(has).toBe(license !== "UNLICENSED");
    expect(/\*\*No licence yet\.\*\*/.test(readme)).toBe(!has);
  });

  test("and nothing publishes it by accident", () => expect(isPrivate).toBe(true));
});
