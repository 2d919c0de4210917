/** Saved files in which one value was replaced by another. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { formats } from "../../../reports/index.ts";
import { mergeRuns } from "../../../suites/engine/judging/merge-runs.ts";
import { readResults } from "../../../suites/engine/saved/saved-run.ts";
import { UsageError } from "../../../suites/usage-error.ts";

/** What reads each saved file. */
export const savedFiles = {
  "collected.json": (folder: string) => mergeRuns([folder]).results,
  "results.json": readResults,
} as const;
export type SavedFile = keyof typeof savedFiles;

const others = [null, "x", -1, {}, [[]], 1e300, "\ud800\u0000\u202e", "+275760-09-13T00:00:00.000Z"];
/** As many as there are to put in place of a value. */
export const allOthers = others.length;

/** Every place of a value, the first two of each list. */
function* placesOf(value: unknown): Generator<readonly (string | number)[]> {
  if (typeof value !== "object" || value === null) return;
  const keys = Array.isArray(value) ? [...value.keys()].slice(0, 2) : Object.keys(value);
  for (const key of keys) {
    yield [key];
    for (const place of placesOf((value as Record<string | number, unknown>)[key])) yield [key, ...place];
  }
}

function withChange(value: unknown, [first = "", ...rest]: readonly (string | number)[], to: unknown): unknown {
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[first] = rest.length === 0 ? to : withChange(copy[first], rest, to);
  return copy;
}

/** Puts so many other values at each place, in turn; each file that comes of it must be used or refused. */
export async function expectUsedOrRefused(cwd: string, name: SavedFile, perPlace: number): Promise<void> {
  const folder = join(cwd, "run");
  const whole: unknown = JSON.parse(readFileSync(join(folder, name), "utf8"));
  // Requirements are alike: two of them show what happens to all.
  const places = [...placesOf(whole)].filter((place, at) => place.length < 4 || at % 23 === 0);
  expect(places.length).toBeGreaterThan(60);
  let [used, refused] = [0, 0];
  for (const [at, place] of places.entries())
    for (let step = 0; step < perPlace; step++) {
      const other = others[(at * perPlace + step) % others.length];
      writeFileSync(join(folder, name), JSON.stringify(withChange(whole, place, other)));
      try {
        const results = savedFiles[name](folder);
        if (results) for (const format of formats.filter(({ name }) => name !== "html")) format.render(results);
        used++;
      } catch (error) {
        expect(error, `${place.join("/")}: ${String((error as Error).stack)}`).toBeInstanceOf(UsageError);
        refused++;
      }
    }
  expect(Math.min(used, refused)).toBeGreaterThan(10);
}
