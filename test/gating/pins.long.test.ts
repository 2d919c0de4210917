/** A pinned reading that the target does not follow leads to no blame, whichever it is. */
import { expect, test } from "vitest";
import type { Pins } from "../../spec/vocabulary/profile.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { ofToday } from "../lib/of-today.ts";
import { target } from "./lib/target.ts";

const stateData = { path: [], fold: "shallow-merge", encoding: "json", exact: true } as const;

// Judged by the pin, the target would break requirements that it keeps.
const pinned: readonly (readonly [string, Pins])[] = [
  ["where the data stand in the state", { "state-data": { ...stateData, path: ["payload"] } }],
  ["how the state follows from the actions", { "state-data": { ...stateData, fold: "replace" } }],
  ["where the data stand in links", { "link-data": { path: ["elsewhere"], encoding: "json", exact: true } }],
  ["the order of links", { "link-order": { order: "newest-first" } }],
  ["the parameter with the digests", { "digest-list-query": { name: "hashes", style: "comma" } }],
  ["where a digest can be read", { "digest-location": { where: "state", path: ["files", "digest"] } }],
  ["the form of legacy details", { "legacy-details-input": { form: "pagination", neutral: { pagination: {} } } }],
  ["the way to name a workflow in a search", { "search-workflow-key": { v2: "name", legacy: "name" } }],
];

test.each(ofToday(pinned, 2))("blames nobody: %s", { timeout: 120_000 }, async (_, openPoints) => {
  const results = await runSuite(await target({ openPoints }), { depth: "quick", seed: 1 });
  const [id] = Object.keys(openPoints);
  const blamed = results.requirements.filter(({ status }) => !["passed", "skipped"].includes(status));
  expect(blamed.map(({ id, status, failures, reason }) => [id, status, failures?.[0]?.message ?? reason])).toEqual([]);
  expect(results.verdict).toBe("conformant");
  expect(results.openPoints.filter(({ drift }) => drift !== undefined).map((point) => point.id)).toEqual([id]);
});
