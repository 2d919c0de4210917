import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import yazl from "yazl";
import { readZip } from "../../driver/client/zip.ts";

const bounds = { maxEntryBytes: 1_000_000, maxTotalBytes: 1_000_000 };

async function archive(entries: readonly (readonly [string, string])[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of entries) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

test("reads an archive in which entries share a name", async () => {
  const listing = readZip(
    await archive([
      ["a.txt", "one"],
      ["a.txt", "another"],
      ["b.txt", ""],
    ]),
    bounds,
  );
  expect(listing.error).toBeUndefined();
  expect(listing.entries.map(({ name, size }) => [name, size])).toEqual([
    ["a.txt", 3],
    ["a.txt", 7],
    ["b.txt", 0],
  ]);
});

test("finds a changed byte in an archive in which entries share a name", async () => {
  const bytes = await archive([
    ["a.txt", "x".repeat(50)],
    ["a.txt", "y".repeat(50)],
  ]);
  const at = bytes.indexOf("a.txt") + 8;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  expect(readZip(bytes, bounds).error).toBeDefined();
});

test("finds sizes before an entry that are not those of the directory", async () => {
  const bytes = await archive([["a.txt", "one"]]);
  // yazl gives buffers their sizes in both places.
  expect([bytes.readUInt16LE(6) & 8, bytes.readUInt32LE(22)]).toEqual([0, 3]);
  expect(readZip(bytes, bounds).error).toBeUndefined();
  bytes.writeUInt32LE(0, 22);
  expect(readZip(bytes, bounds).error?.message).toContain("in its own header");
  // Of an entry whose sizes follow its bytes nothing is known yet.
  bytes.writeUInt16LE(bytes.readUInt16LE(6) | 8, 6);
  expect(readZip(bytes, bounds).error).toBeUndefined();
});

test("a comment may hold what looks like another end of an archive", async () => {
  const bytes = await archive([["a.txt", "one"]]);
  const comment = Buffer.concat([Buffer.from("PK\u0005\u0006"), Buffer.alloc(18), Buffer.from(" so it was")]);
  bytes.writeUInt16LE(comment.length, bytes.length - 2);
  expect(readZip(Buffer.concat([bytes, comment]), bounds)).toMatchObject({ entries: [{ name: "a.txt", size: 3 }] });
});

test("more entries than its directory has room for make an archive broken, not too large", async () => {
  const bytes = await archive([["a.txt", "one"]]);
  bytes.writeUInt16LE(60_000, bytes.length - 12);
  expect(readZip(bytes, bounds).error).toMatchObject({
    kind: "malformed",
    message: expect.stringContaining("60000 entries") as string,
  });
});

test("a text that names every other entry is marked as a list of contents", async () => {
  const files = [
    ["in/a b.txt", "one"],
    ["in/a b (2).txt", "two"],
    ["in/c.bin", "three"],
  ] as const;
  const marked = async (text: string) => {
    const { entries } = readZip(await archive([["in/LIST.txt", text], ...files]), bounds);
    return entries.flatMap(({ name, listsOthers }) => (listsOthers ? [name] : []));
  };
  expect(await marked("1f a_b.txt\n2e a_b.txt\n3d c.bin\n")).toEqual(["in/LIST.txt"]);
  expect(await marked("1f a_b.txt\n2e a_b.txt\n")).toEqual([]);
  expect(
    await marked(
      readZip(await archive(files), bounds)
        .entries.map(({ sha256 }) => sha256)
        .join("\n"),
    ),
  ).toEqual(["in/LIST.txt"]);
  expect(readZip(await archive([["LIST.txt", "LIST.txt"]]), bounds).entries[0]).not.toHaveProperty("listsOthers");
});

test("sizes and offsets of Zip64 stand in the extra fields of entries that share a name", async () => {
  const zip = new yazl.ZipFile();
  for (const text of ["one", "another"])
    zip.addBuffer(Buffer.from(text), "a.txt", { forceZip64Format: true, compress: false });
  zip.end({ forceZip64Format: true, comment: "" });
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk as Uint8Array));
  const listing = readZip(Buffer.concat(chunks), bounds);
  expect(listing.error).toBeUndefined();
  expect(listing.entries.map(({ size }) => size)).toEqual([3, 7]);
});
