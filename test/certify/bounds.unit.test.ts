/** An archive of a stranger: whatever it declares or holds, it is told of in bounded time and memory. */
import { crc32, deflateRawSync } from "node:zlib";
import AdmZip from "adm-zip";
import { describe, expect, test } from "vitest";
import { packFiles, unpackFiles } from "../../reports/evidence/archive.ts";
import { verifyEvidence } from "../../suites/evidence/verify.ts";

const mebibyte = 1024 * 1024;

function zipOf(files: Readonly<Record<string, Buffer>>): Buffer {
  const zip = new AdmZip();
  for (const [name, bytes] of Object.entries(files)) zip.addFile(name, bytes);
  return zip.toBuffer();
}

/** One deflated entry that declares what it likes. */
function lyingZip(content: Buffer, declared: number): Buffer {
  const name = Buffer.from("results.json");
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  const sizes = [crc32(content), packed.length, declared];
  sizes.forEach((value, at) => local.writeUInt32LE(value, 14 + 4 * at));
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  sizes.forEach((value, at) => entry.writeUInt32LE(value, 16 + 4 * at));
  entry.writeUInt16LE(name.length, 28);
  const before = Buffer.concat([local, name, packed]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(before.length, 16);
  return Buffer.concat([before, entry, name, end]);
}

describe("what is no run is not unpacked", () => {
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`${String(at)}.txt`, Buffer.from("a")]));
  const large = Buffer.alloc(30 * mebibyte);
  const small = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`${String(at)}.txt`, large] as const));
  test.each<[string, () => Buffer, RegExp]>([
    ["too many files", () => zipOf(many), /it holds 65 files, more than 64/],
    [
      "a large file",
      () => lyingZip(Buffer.from("{}"), 33 * mebibyte),
      /results\.json has 34,603,008 bytes, more than 33,554,432/,
    ],
    [
      "a file that packs too well",
      () => zipOf({ "results.json": Buffer.alloc(16 * mebibyte, " ") }),
      /results\.json is packed to less than a part in 400/,
    ],
    [
      "a file that is larger than it says",
      () => lyingZip(Buffer.alloc(4 * mebibyte, " "), 1_000),
      /cannot be unpacked/,
    ],
    [
      "a file that says it is 4 GB",
      () => lyingZip(Buffer.from("{}"), 0xfffffffe),
      /results\.json has 4,294,967,294 bytes/,
    ],
  ])("%s", async (_, archive, told) => {
    await expect(verifyEvidence(archive())).rejects.toThrow(told);
  });

  test("many of them", () => {
    expect(() => packFiles(new Map(Object.entries(small)))).toThrow(/too large for evidence: its files have/);
  });

  test("what was packed is unpacked", () => {
    const histories = Buffer.alloc(2 * mebibyte, "history");
    const archive = packFiles(new Map([["histories.ndjson.zst", histories]]));
    expect(unpackFiles(archive).get("histories.ndjson.zst")?.length).toBe(histories.length);
  });
});

describe("JSON in an archive is bounded", () => {
  const problemsOf = async (name: string, text: string): Promise<readonly string[]> =>
    (await verifyEvidence(zipOf({ [name]: Buffer.from(text) }))).problems;
  const list = (element: string, count: number): string => `[${`${element},`.repeat(count - 1)}${element}]`;

  test("many values, and deep ones", async () => {
    expect(await problemsOf("results.json", list("{}", 600_000))).toContain(
      "results.json: it holds more than 1,000,000 values",
    );
    expect(await problemsOf("results.json", "[".repeat(9_000))).toContain(
      "results.json: line 1: it nests deeper than 4,000",
    );
  });

  test("many faults are told by the first", async () => {
    const wrong = await problemsOf(
      "results.json",
      `{"requirements":${list("{}", 9_000)},"errors":${list("1", 90_000)}}`,
    );
    expect(wrong.join("\n").length).toBeLessThan(3_000);
    expect(wrong.join("\n")).toContain("is not a results file");
  });

  test("many subjects are told by the first hundred", async () => {
    const subjects = Array.from({ length: 50_000 }, (_, at) => ({ name: `f${String(at)}` }));
    const problems = await problemsOf("test-result.intoto.json", JSON.stringify({ subject: subjects }));
    expect(problems.length).toBe(101);
    expect(problems.at(-1)).toMatch(/^and 499\d\d problems more$/);
  });

  test.each(["null", "[]", "{", '{"subject":1}', '{"subject":[null]}', '{"subject":[{"name":1}]}'])(
    "a statement that is none: %s",
    async (text) => {
      expect(await problemsOf("test-result.intoto.json", text)).toContain(
        "test-result.intoto.json is no statement whose subjects have names and digests",
      );
    },
  );
});
