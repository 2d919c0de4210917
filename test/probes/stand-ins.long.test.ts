/** The stand-ins choose otherwise wherever the interface is open; the probes must read every choice. */
import { describe, expect, it } from "vitest";
import { observe } from "../../probes/index.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { startStandIn } from "./lib/targets.ts";

type Values = Partial<OpenPointValues>;

const honoured = [
  "none",
  "first",
  "last",
  "first-after",
  "last-before",
  "after",
  "before",
  "first-before",
  "last-after",
];
const combinations = (refused: readonly string[], more: readonly string[] = []): OpenPointValues["page-combinations"] =>
  Object.fromEntries([
    ...[...honoured, ...more].map((name) => [name, "honoured"] as const),
    ...refused.map((name) => [name, "refused"] as const),
  ]);

const expected: Readonly<Record<string, Values>> = {
  ledger: {
    "digest-list-query": { name: "digest", style: "comma" },
    "digest-location": { where: "links", path: ["attachments", "*", "hash"] },
    "digest-algorithm": { algorithm: "sha256", encoding: "hex", prefix: "sha256:" },
    "link-data": { path: ["payload", "formData"], encoding: "json", exact: true },
    "state-data": { path: ["actions"], fold: "keyed-by-action", encoding: "json", exact: true },
    "action-uuid": { names: "link", path: ["id"] },
    "link-order": { order: "oldest-first" },
    "page-size": { default: 5, cap: 7, beyondCap: "clamped" },
    "page-combinations": combinations(["first-last"], ["after-before"]),
    "page-cursors": { start: true, end: true },
    "legacy-details-input": { form: "arguments", neutral: {} },
    "details-error-member": { value: null },
    "search-workflow-key": { v2: "name", legacy: "id" },
    "foreign-digest": { reading: "refused" },
    "zip-entry-names": { names: "file-name" },
    "error-on-success": { values: [null] },
  },
  courier: {
    "digest-list-query": { name: "digests", style: "brackets", legacy: { name: "digest", style: "repeat" } },
    "digest-location": { where: "links", path: ["meta", "files", "{*}", "digest"] },
    "digest-algorithm": { algorithm: "md5", encoding: "base64url", prefix: "" },
    "link-data": { path: ["body"], encoding: "json-text", exact: true },
    "state-data": { path: [], fold: "shallow-merge", encoding: "json", exact: true },
    "action-uuid": { names: "trace" },
    "link-order": { order: "newest-first" },
    "page-size": { default: 10, cap: 50, beyondCap: "refused" },
    "page-combinations": combinations(["after-before"], ["first-last"]),
    "legacy-details-input": { form: "data", neutral: { data: {} } },
    "search-workflow-key": { v2: "id", legacy: "id" },
    "search-keys": { path: [], join: "dotted", inner: "none", valueTypes: ["string"], text: "exact", empty: "refused" },
    "no-token": { refused: true, status: 403 },
    "file-response": {
      contentType: "text/plain; charset=utf-8",
      disposition: null,
      archives: { v2: "application/zip", legacy: "application/zip" },
    },
    "zip-entry-names": { names: "digest" },
  },
  archive: {
    "digest-list-query": { name: "files", style: "json" },
    "digest-location": { where: "state", path: ["files", "*", "id"] },
    "digest-algorithm": { algorithm: "opaque", encoding: "hex", prefix: "" },
    "link-data": { path: ["data"], encoding: "json", exact: true },
    "state-data": { path: ["data"], fold: "replace", encoding: "json", exact: true, beside: ["files", "links"] },
    "action-uuid": { names: "other" },
    "page-size": { default: null, cap: null, beyondCap: "none-seen" },
    "page-combinations": { none: "honoured", first: "honoured", last: "honoured", "first-last": "refused" },
    "page-cursors": { start: false, end: false },
    "legacy-details-input": { form: "text", neutral: "{}" },
    "details-error-member": { value: "" },
    "search-keys": {
      path: ["data"],
      join: "dotted",
      inner: "none",
      valueTypes: ["string", "number", "boolean", "null", "array", "object"],
      text: "exact",
      empty: "none",
    },
    "zip-entry-names": { names: "part-name" },
  },
  counter: {
    "digest-list-query": { name: "ids", style: "pipe" },
    "digest-location": { where: "links", path: ["files", "*"] },
    "digest-algorithm": { algorithm: "opaque", encoding: "hex", prefix: "" },
    "link-data": { path: null, encoding: "json", exact: false },
    "state-data": {
      ...{ path: null, fold: "shallow-merge", encoding: "json", exact: false },
      beside: ["files", "revision"],
      own: ["lastAction", "status"],
      ownValues: { lastAction: ["COUNT", "IN", "START", "STOP"], status: ["closed", "running"] },
    },
    "action-uuid": { names: "other" },
    "link-order": { order: "newest-first" },
    "legacy-details-input": { form: "page", neutral: {} },
    "details-error-member": { value: {} },
    "search-workflow-key": { v2: "name", legacy: "id" },
    "unknown-trace": { refused: true, status: 200 },
    "foreign-digest": { reading: "refused" },
    "error-on-success": { values: [false] },
  },
  notary: {
    "digest-list-query": { name: "digests", style: "repeat" },
    "digest-location": { where: "links", path: ["evidence", "{*}"] },
    "digest-algorithm": { algorithm: "sha1", encoding: "hex-upper", prefix: "" },
    "link-data": { path: ["content"], encoding: "base64-json", exact: true },
    "state-data": { path: ["data"], fold: "merge-patch", encoding: "json", exact: true, beside: ["version"] },
    "action-uuid": { names: "link", path: ["meta", "ref"] },
    "page-size": { default: 10, cap: 25, beyondCap: "refused" },
    "legacy-details-input": { form: "arguments", neutral: {} },
    "error-bodies": { v2: "empty", legacy: "empty" },
  },
  bazaar: {
    "digest-list-query": { name: "hashes", style: "indexed" },
    "digest-location": { where: "links", path: ["$link", "files", "*"] },
    "digest-algorithm": { algorithm: "opaque", encoding: "hex", prefix: "" },
    "link-data": { path: [], encoding: "json", exact: false },
    "state-data": { path: ["snapshot"], fold: "deep-merge", encoding: "json", exact: true, beside: ["history"] },
    "action-uuid": { names: "trace" },
    "link-order": { order: "newest-first" },
    "legacy-details-input": { form: "ignored", neutral: {} },
    "search-workflow-key": { v2: "name", legacy: "id" },
    "no-token": { refused: true, status: 302 },
    "error-on-success": { values: [{ code: 0, message: "ok" }] },
  },
};

describe.each(Object.entries(expected))("the stand-in %s", (name, values) => {
  it("is read as it chooses, in a bounded number of exchanges", async () => {
    const target = await startStandIn(name);
    try {
      const { profile, histories } = await observe(target.driver);
      const read = Object.fromEntries(
        Object.keys(values).map((id) => [id, profile.readings[id as keyof Values]?.value]),
      );
      expect(read).toEqual(values);
      expect(histories.flatMap(({ exchanges }) => exchanges).length).toBeLessThanOrEqual(360);
    } finally {
      await target.close();
    }
  }, 30_000);
});
