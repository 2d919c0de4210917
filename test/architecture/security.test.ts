/** SECURITY.md is true: each promise names a test that is there, by the names that things have. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { answerGroups } from "../hostile/answers/index.ts";
import { inContent, onTheLine } from "../hostile/targets/index.ts";
import { filesOf, type Tier } from "../tiers.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const text = readFileSync(`${root}SECURITY.md`, "utf8");
const tiers: readonly Tier[] = ["unit", "rooms", "system", "long"];

/** The rows of the tables of promises, in two cells. */
const promises = [...text.matchAll(/^\| (?!promise |-)(.+) \| (.+) \|$/gm)].map(([, promise = "", heldBy = ""]) => ({
  promise,
  heldBy,
}));
const namedIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

test("every promise names what holds it", () => {
  expect(promises.length).toBeGreaterThan(50);
  const unheld = promises.filter(({ heldBy }) => !/`(?:test\/|npm run lint)/.test(heldBy));
  expect(unheld).toEqual([]);
});

test("every test that is named is there, and is run by one of the tiers", () => {
  const run = new Set(tiers.flatMap((tier) => testsOf(tier)));
  const named = namedIn(text).filter((name) => name.startsWith("test/"));
  const files = named.filter((name) => name.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((name) => !run.has(name))).toEqual([]);
  expect(named.filter((name) => name.endsWith("/") && !existsSync(root + name))).toEqual([]);
});

test("hostile targets are named as they are, and are as many as is told", () => {
  const targets = [...onTheLine, ...inContent];
  const ids = new Set([...targets, ...answerGroups].map(({ id }) => id));
  const cells = promises.filter(({ heldBy }) => heldBy.includes("test/hostile/"));
  const named = cells.flatMap(({ heldBy }) => [...heldBy.matchAll(/\(`([\w-]+)`\)/g)].map(([, id = ""]) => id));
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
  const answers = answerGroups.flatMap((group) => group.answers);
  expect(text).toContain(`each of ${String(targets.length)} hostile targets`);
  expect(text).toContain(`each of ${String(answers.length)} hostile answers`);
});

function testsOf(tier: Tier): string[] {
  const { include, exclude } = filesOf(tier);
  return globSync(include, { cwd: root, exclude });
}
