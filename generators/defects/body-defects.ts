import type { Json } from "../../spec/json.ts";
import type { BodyDefect } from "../../spec/vocabulary/script.ts";

const otherTypes: readonly Json[] = [[], "text", 1, true, null, [{}]];
const typed = otherTypes.map((value): BodyDefect => ({ kind: "json-type", value }));
const raw = (value: string, text: string): BodyDefect => ({ kind: "raw", value, text });

/** Wrong bodies of operations that take JSON. */
export const jsonBodyDefects: readonly BodyDefect[] = [
  { kind: "json-broken" },
  { kind: "empty" },
  ...typed,
  { kind: "content-type", value: "text/plain" },
  { kind: "content-type", value: "application/xml" },
  raw("application/json", "{"),
  raw("application/json", '{"a":1}}'),
  raw("application/json", "{'a':1}"),
  raw("application/json", '{"a":NaN}'),
  raw("application/json", "\u0000"),
  raw("application/json", `${"[".repeat(5_000)}${"]".repeat(5_000)}`),
  raw("application/json; charset=utf-16", "{}"),
  raw("application/x-www-form-urlencoded", "filters=1&email=a"),
];

/** Wrong bodies of operations that take multipart forms. */
export const multipartBodyDefects: readonly BodyDefect[] = [
  { kind: "json-broken" },
  { kind: "multipart-cut" },
  { kind: "multipart-boundary" },
  { kind: "empty" },
  ...typed,
  { kind: "content-type", value: "application/json" },
  { kind: "content-type", value: "multipart/form-data" },
  raw("application/json", '{"data":{},"actionKey":"x"}'),
  raw("multipart/form-data; boundary=b", "no parts at all"),
  raw("multipart/form-data; boundary=b", "--b\r\n\r\n\r\n--b--\r\n"),
  raw("application/x-www-form-urlencoded", "actionKey=x&workflowId=1"),
];
