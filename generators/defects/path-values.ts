/** Values for path parameters, none of which names anything. No value starts with `$`, which marks a reference. */

const nil = "00000000-0000-0000-0000-000000000000";

/** Well-formed UUIDs of no trace. */
export const unknownTraceIds = [
  "3f1d2c4b-5a69-4788-9c0d-e1f2a3b4c5d6",
  nil,
  "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF",
  "018f3c1e-7b2a-7c3d-8e4f-5a6b7c8d9e0f",
] as const;

/** Texts that are no UUID. */
export const malformedTraceIds = [
  "not-a-uuid",
  "1",
  "0",
  "-1",
  "null",
  "undefined",
  "3f1d2c4b-5a69-4788-9c0d-e1f2a3b4c5d",
  "3f1d2c4b-5a69-4788-9c0d-e1f2a3b4c5d6a",
  "3f1d2c4b5a6947889c0de1f2a3b4c5d6x",
  "gf1d2c4b-5a69-4788-9c0d-e1f2a3b4c5d6",
  " 3f1d2c4b-5a69-4788-9c0d-e1f2a3b4c5d6 ",
  "3f1d2c4b-5a69-4788-9c0d-e1f2a3b4c5d6/state",
  "a/b",
  "..%2f",
  "...",
  "%",
  "%00",
  "é漢😀",
  " ",
  "' OR '1'='1",
  "1; DROP TABLE traces",
  "<script>",
  "{{7*7}}",
  "__proto__",
  "x".repeat(300),
] as const;

/** Digests that identify no file: none at all, and such as look like one. */
export const oddDigests = [
  "no-such-digest",
  "0".repeat(64),
  "a".repeat(40),
  "deadbeef".repeat(8),
  "Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm8=",
  "..%2f..%2fetc%2fpasswd",
  "a/b",
  "é漢",
  "' OR '1'='1",
  "x".repeat(500),
  " ",
] as const;

/** Names of no organization. */
export const oddOrganizations = [
  "no-such-organization",
  "No Such Organization & Sons / é",
  "' OR '1'='1",
  "%",
  "*",
  "..%2f",
  "__proto__",
  "x".repeat(300),
  "null",
] as const;

/** Names that a search for beginnings or parts of names takes for that of this organization. */
export const nearOrganizations = (name: string): readonly string[] =>
  name.length < 2 ? [] : [name.slice(0, -1), `${name}s`];

/** Ids or names of no workflow. */
export const oddWorkflows = [
  "no-such-workflow",
  "999999999",
  "-1",
  nil,
  "' OR '1'='1",
  "%",
  "é 漢 / x",
  "__proto__",
  "x".repeat(300),
] as const;
