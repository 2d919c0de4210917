/**
 * What a target says must not be looked up among the members of an object: each has `constructor` and `__proto__`. Tables
 * with names that are not known beforehand are maps.
 */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const table = /^(?:export )?const \w+: (?:Readonly<)?Record<string,/m;

test("tables of the rooms that read answers are maps", () => {
  const files = globSync("{driver,checks,probes,generators/schema,spec/readings}/**/*.ts", { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => table.test(readFileSync(`${root}/${file}`, "utf8")))).toEqual([]);
});
