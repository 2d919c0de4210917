/** HAR files of strangers: what is none, or too much, is told with its place. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readHar, RecordingError } from "../../driver/recordings/har.ts";
import { judge } from "../../checks/index.ts";

const home = mkdtempSync(join(tmpdir(), "har-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const entry = { request: { method: "GET", url: "https://a.example/v2/x", headers: [] }, response: { status: 200 } };
const har = (...entries: readonly unknown[]): string => JSON.stringify({ log: { entries } });

test.each<[string, string, RegExp]>([
  ["nothing", "", /line 1, column 1: it is no JSON/],
  ["null", "null", /wanted a HAR file with log\.entries; got none/],
  ["entries that are no list", '{"log":{"entries":{}}}', /wanted a HAR file with log\.entries/],
  ["half of it", har(entry).slice(0, 40), /line 1, column 41: it is no JSON/],
  ["an entry of nothing", har(entry, null), /log\.entries\[1\]: it must be object/],
  [
    "headers that are none",
    har({ request: { url: "https://a.example", headers: [1] } }),
    /request\.headers\.0 must be/,
  ],
  ["an address that is none", har({ request: { url: {} } }), /log\.entries\[0\]: request\.url must be string/],
  ["a status that is none", har({ ...entry, response: { status: "x".repeat(10) } }), /response\.status must be/],
  ["too many entries", har(...Array.from({ length: 20_001 }, () => 0)), /at most 20,000 entries; got 20,001/],
  ["deep data", `{"log":{"entries":[${"[".repeat(600)}${"]".repeat(600)}]}}`, /nests deeper than 500/],
])("%s", (_, text, told) => {
  const file = join(home, "a.har");
  writeFileSync(file, text);
  expect(() => readHar(file, "a.har")).toThrow(RecordingError);
  expect(() => readHar(file, "a.har")).toThrow(told);
  expect(() => readHar(file, "a.har")).toThrow(/^a\.har: .*in several files|Export the traffic as HAR 1\.2/);
});

test("what is no file is not waited for", () => {
  spawnSync("mkfifo", [join(home, "pipe")]);
  expect(() => readHar(join(home, "pipe"))).toThrow(/it is a pipe, and no file/);
});

test("what recorders leave out or write as null is read", () => {
  const file = join(home, "b.har");
  const loose = { ...entry, time: null, startedDateTime: null, response: { status: 0, content: { text: null } } };
  writeFileSync(file, `\uFEFF${har(entry, loose, {}, { request: { url: "wss://a.example" } })}`);
  expect(readHar(file).length).toBe(2);
});

test("as many judgements as there may be are put together", () => {
  const many = Array.from({ length: 300_000 }, () => ({ requirement: "STATE-01", outcome: "passed", exchanges: [] }));
  const rule = { id: "many", requirements: ["STATE-01"], judge: () => many } as never;
  expect(judge({ history: { script: { id: "a" } } } as never, { rules: [rule] })).toMatchObject({ crashes: [] });
});
