/** Conformant variants of the reference, each of which reads one open point in another way. */
import { expect, it } from "vitest";
import { observe } from "../../probes/index.ts";
import { readingOf, type OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { startReference } from "./lib/targets.ts";

const allTypes = ["string", "number", "boolean", "null", "array", "object"];
const keys = { path: [], join: "dotted", inner: "dotted", valueTypes: allTypes, text: "exact", empty: "all" } as const;
const data = { path: ["data"], encoding: "json", exact: true } as const;

/** One service each, with variants that do not touch one another, and what each must be read as. */
const services: readonly Readonly<Record<string, Partial<OpenPointValues>>>[] = [
  {
    "digest-location/computed": { "digest-location": { where: "computed", path: [] } },
    "page-size/default-of-one": {
      "page-size": { default: 1, cap: null, beyondCap: "none-seen" },
      "action-uuid": { names: "link", path: ["linkId"] },
    },
    "state-data/keyed-by-group": { "state-data": { ...data, fold: "keyed-by-group" } },
  },
  {
    "digest-location/links-keyed-by-digest": { "digest-location": { where: "links", path: ["files", "{*}"] } },
    "page-size/one-refused": {
      "page-size": { default: 1, cap: 1, beyondCap: "refused" },
      "legacy-details-input": { form: "arguments", neutral: {} },
    },
    "state-data/null-removes": { "state-data": { ...data, fold: "shallow-patch" } },
  },
  {
    "digest-location/urns": { "digest-location": { where: "links", path: ["files", "*", "ref"], of: "ends" } },
    "page-size/small-clamped": { "page-size": { default: 3, cap: 5, beyondCap: "clamped" } },
    "state-data/keyed-by-action-shallow-merge": { "state-data": { ...data, fold: "keyed-by-action-shallow-merge" } },
    "volatile-members/link-request-id": {
      "volatile-members": { state: [], link: [["delivery"]] },
      "action-uuid": { names: "link", path: ["linkId"] },
    },
  },
  {
    "digest-list-query/semicolon": { "digest-list-query": { name: "digests", style: "semicolon" } },
    "page-size/small-refused-through-legacy": {
      "page-size": { default: null, cap: null, beyondCap: "none-seen", legacy: { cap: 4, beyondCap: "refused" } },
    },
    "search-keys/text-by-part": { "search-keys": { ...keys, text: "substring" } },
    "volatile-members/state-read-time": { "volatile-members": { state: [["readAt"]], link: [] } },
  },
  {
    "legacy-details-input/envelope": {
      "legacy-details-input": { form: "envelope", neutral: { error: null, data: {} } },
    },
    "link-data/nowhere": {
      "link-data": { path: null, encoding: "json", exact: false },
      "link-order": { order: "oldest-first" },
    },
    "search-keys/nested-below-data": { "search-keys": { ...keys, path: ["data"], join: "nested" } },
  },
  {
    "search-keys/one-workflow-below-fields": {
      "search-keys": { ...keys, places: { "2042": ["fields"] } },
      "state-data": {
        ...data,
        fold: "shallow-merge",
        workflows: { "2042": { ...data, path: ["fields"], fold: "shallow-merge" } },
      },
    },
  },
  {
    "state-data/one-workflow-null-removes": {
      "state-data": {
        ...data,
        fold: "shallow-merge",
        workflows: { "2042": { ...data, fold: "shallow-patch", beside: ["readAt"] } },
      },
    },
    "volatile-members/one-workflow-state-read-time": { "volatile-members": { state: [["readAt"]], link: [] } },
  },
];

it.each(services.map((readings) => [Object.keys(readings).join(", "), readings] as const))(
  "%s: each variant is read as it chooses",
  async (_, readings) => {
    const target = await startReference({ variants: Object.keys(readings) });
    const { profile } = await observe(target.driver);
    await target.close();
    for (const [variant, values] of Object.entries(readings))
      for (const [id, value] of Object.entries(values))
        expect(readingOf(profile, id as keyof OpenPointValues), `${variant}: ${id}`).toEqual(value);
  },
  60_000,
);

it("data that are taken, but not all at once, are told from those that are refused", async () => {
  const target = await startReference({ variants: ["size-limits/data-of-60-kb", "size-limits/two-files"] });
  const { profile } = await observe(target.driver);
  const features = readingOf(profile, "input-features");
  expect(features?.apart).toContain("data.long-16385");
  expect(features?.apart).not.toContain("data.long-256");
  expect(features?.refused).toContain("data.long-65537");
});

it("links that alone come from a copy that is behind are seen to be so", async () => {
  const target = await startReference({ variants: ["read-lag/links-alone"] });
  const { profile } = await observe(target.driver);
  await target.close();
  expect(readingOf(profile, "read-lag")?.ms).toBeGreaterThan(200);
  expect(profile.readings["read-lag"]?.evidence).toContain("by the v2 details, the legacy details, and");
});
