/** Files that somebody named: what is none, or too much, is refused before it is read. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { jsonOf, readJsonFile } from "../../../spec/files/json-file.ts";
import { readBytes, readText, streamBytes } from "../../../spec/files/read-file.ts";
import { whyUnreadable } from "../../../spec/files/why-unreadable.ts";

const home = mkdtempSync(join(tmpdir(), "files-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function file(content: string | Uint8Array): string {
  const path = join(home, "file");
  writeFileSync(path, content);
  return path;
}

function why(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return whyUnreadable(error);
  }
  return "it was read";
}

describe("what is no regular file is not opened", () => {
  spawnSync("mkfifo", [join(home, "pipe")]);
  symlinkSync("/dev/zero", join(home, "link"));
  test.each([
    [home, "it is a folder, and no file"],
    [join(home, "pipe"), "it is a pipe, and no file"],
    ["/dev/zero", "it is a device, and no file"],
    [join(home, "link"), "it is a device, and no file"],
    [join(home, "none"), "there is no such file"],
  ])("%s", async (path, told) => {
    expect(why(() => readBytes(path, 10))).toBe(told);
    expect(why(() => streamBytes(path))).toBe(told);
  });
});

test("a file is read to its bound, and no byte further", () => {
  expect(readText(file("12345"), 5)).toBe("12345");
  expect(why(() => readText(file("123456"), 5))).toBe("it is larger than 5 bytes");
  // A file of the system, which says that it holds nothing.
  expect(readBytes("/proc/self/cmdline", 10_000).length).toBeGreaterThan(0);
  expect(why(() => readBytes("/proc/self/cmdline", 3))).toBe("it is larger than 3 bytes");
});

test("text is UTF-8, and a byte order mark is no part of it", () => {
  expect(readText(file("\uFEFFa: 1"), 100)).toBe("a: 1");
  expect(why(() => readText(file(Buffer.from([0x61, 0x0a, 0x62, 0xff])), 100))).toBe("line 2: it is no text in UTF-8");
  expect(readJsonFile(file('\uFEFF{"a":1}'))).toEqual({ a: 1 });
});

test("a file is streamed", async () => {
  let text = "";
  for await (const piece of streamBytes(file("one\ntwo"))) text += piece;
  expect(text).toBe("one\ntwo");
});

describe("JSON is bounded before it is parsed", () => {
  const bounds = { maxDepth: 3, maxValues: 6 };
  test.each<[string, string | undefined]>([
    ["[[[1]]]", undefined],
    ["[[[[1]]]]", "line 1: it nests deeper than 3"],
    ['{"[[[[":"]]]]\\"[[[["}', undefined],
    ["[1,2,3,4,5]", undefined],
    ["[1,2,3,4,5,6]", "it holds more than 6 values"],
    ["[\n[[\n[", "line 3: it nests deeper than 3"],
  ])("%s", (text, told) => {
    expect(why(() => jsonOf(Buffer.from(text), bounds))).toBe(told ?? "it was read");
  });
});

describe("where a text stops being JSON is told, and nothing of it is quoted", () => {
  test.each([
    ["", "line 1, column 1: it is no JSON: wanted a value; got the end of the file"],
    ['{"password": hunter2}', "line 1, column 14: it is no JSON: wanted a value; got something else"],
    ['{\n  "a": 1,\n}', "line 3, column 1: it is no JSON: wanted a name in quotes; got something else"],
    ["[1,\n2\n3]", 'line 3, column 1: it is no JSON: wanted "," or "]"; got something else'],
    ['{"a" 1}', 'line 1, column 6: it is no JSON: wanted ":"; got something else'],
    ["{} {}", "line 1, column 4: it is no JSON: wanted the end; got something else"],
    ['["a\n"]', "line 1, column 4: it is no JSON: wanted the rest of a text in quotes; got something else"],
    ['["\\x"]', "line 1, column 3: it is no JSON: wanted the rest of a text in quotes; got something else"],
    ['["abc', "line 1, column 6: it is no JSON: wanted the rest of a text in quotes; got the end of the file"],
    ["[1}", 'line 1, column 3: it is no JSON: wanted "," or "]"; got something else'],
    ["[01]", 'line 1, column 3: it is no JSON: wanted "," or "]"; got something else'],
    ['{"a":1', 'line 1, column 7: it is no JSON: wanted "," or "}"; got the end of the file'],
  ])("%j", (text, told) => {
    expect(why(() => jsonOf(Buffer.from(text)))).toBe(told);
  });
});
