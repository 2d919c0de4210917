/** How archives are built, and what their entries are called. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { crc32, deflateRawSync } from "node:zlib";
import { ZipFile } from "yazl";
import { guessType } from "../../../lib/service/http.ts";
import { distinctNames, entryName, zip, type ZipEntry } from "../../../lib/service/zip.ts";
import { folders } from "../../changes/archives.ts";
import { around, type Variants } from "../../tools.ts";

const zipOpen = "The interface asks for a zip archive with the requested files, and says nothing of its entries";

/** An archive as it is written into a stream: sizes and checksums come after the data; folders are entries, too. */
function streamed(files: readonly ZipEntry[]): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const write = (name: string, data: Buffer, deflated: boolean): void => {
    const path = Buffer.from(name);
    const packed = deflated ? deflateRawSync(data) : data;
    const stamp = Buffer.from([0x55, 0x54, 5, 0, 1, 0, 0, 0, 0x60]);
    const folder = name.endsWith("/");
    const sums = Buffer.alloc(12);
    if (!folder) {
      sums.writeUInt32LE(crc32(data), 0);
      sums.writeUInt32LE(packed.length, 4);
      sums.writeUInt32LE(data.length, 8);
    }
    const common = Buffer.alloc(10);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(folder ? 0x800 : 0x808, 2);
    common.writeUInt16LE(deflated ? 8 : 0, 4);
    common.writeUInt16LE(0x6b2d, 6);
    common.writeUInt16LE(0x5c6f, 8);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(path.length, 0);
    lengths.writeUInt16LE(stamp.length, 2);
    const local = [Buffer.from("PK\x03\x04"), common, Buffer.alloc(12), lengths, path, stamp, packed];
    if (!folder) local.push(Buffer.from("PK\x07\x08"), sums);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(folder ? 0x10 : 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02"), Buffer.from([30, 3]), common, sums, lengths, rest, path, stamp);
    for (const piece of local) offset += piece.length;
    body.push(...local);
  };
  files.forEach(({ name, data }, at) => {
    write(`part-${String(at + 1)}/`, Buffer.alloc(0), false);
    write(`part-${String(at + 1)}/${name}`, data, at % 2 === 0);
  });
  const listed = Buffer.concat(directory);
  const comment = Buffer.from("written while it was read");
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length * 2, 4);
  end.writeUInt16LE(files.length * 2, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...body, listed, Buffer.from("PK\x05\x06"), end, comment]);
}

export const archives: Variants = {
  "a-folder-for-each-file": {
    title: "In an archive each file lies in a folder of its own; the folders are entries, and there is a comment.",
    why: "The answer is a zip archive with the requested files; how they lie in it is not shown.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].flatMap((digest, at) => {
          const folder = `${trace.id}/${String(at + 1).padStart(3, "0")}/`;
          const files = zipEntries(trace, [digest], call).map(({ name, data }) => ({ name: folder + name, data }));
          return [{ name: folder, data: Buffer.alloc(0) }, ...files];
        });
      s.pack = (entries) => zip(entries, { comment: "Exported by Nordwind. Confidential – ⚓" });
    },
  },
  "zip64-archive": {
    title: "The zip has the records of Zip64 however small it is, and its entries are named 1, 2, 3, …",
    why: `${zipOpen}; a writer that does not know the sizes beforehand makes room for large ones.`,
    apply(s) {
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].map((digest, index) => ({
          name: String(index + 1),
          data: s.fileOf(trace, digest, call).data,
        }));
      s.pack = (entries) => {
        const packer = new ZipFile();
        for (const { name, data } of entries) packer.addBuffer(data, name, { forceZip64Format: true });
        packer.end({ forceZip64Format: true, comment: "" });
        return buffer(packer.outputStream);
      };
    },
  },
  "foldered-archive": {
    title:
      "The zip has a folder, with an entry of its own, and in it the files in the order of their names, numbered, with " +
      "times in extra fields and their digests as comments; what deflating does not make smaller is stored.",
    why: `${zipOpen}; unpacked by hand, the files of a trace should not lie among others.`,
    apply(s) {
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].map((digest) => {
          const { name, data } = s.fileOf(trace, digest, call);
          return { name: entryName(name), data };
        });
      s.pack = (entries) => {
        const named = distinctNames(entries).sort((a, b) => (a.name < b.name ? -1 : 1));
        const packer = new ZipFile();
        const mtime = new Date("2026-01-01T00:00:00Z");
        packer.addEmptyDirectory("trace files/", { mtime });
        for (const [index, { name, data }] of named.entries()) {
          const compress = deflateRawSync(data).length < data.length;
          const options = { mtime, compress, fileComment: createHash("sha256").update(data).digest("hex") };
          packer.addBuffer(data, `trace files/${String(index + 1).padStart(3, "0")} ${name}`, options);
        }
        packer.end();
        return buffer(packer.outputStream);
      };
    },
  },
  "bare-files": {
    title:
      "A single file comes chunked, with a type guessed from its name and without a name; zip entries are named by " +
      "digest, in another order than asked for, stored, with data descriptors and a comment.",
    why: "Headers of the single file and names in the zip are not shown; a store by content knows digests, not names.",
    apply(s) {
      s.fileReply = ({ name, data }) => ({
        status: 200,
        headers: { "Content-Type": guessType(name), ETag: `"${String(data.length)}"` },
        body: data,
        chunked: true,
      });
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)]
          .toReversed()
          .map((digest) => ({ name: digest, data: s.fileOf(trace, digest, call).data }));
      s.pack = (entries) => zip(entries, { descriptors: true, comment: "files of a trace" });
    },
  },
  "folders-in-archives": {
    title: "Entries of an archive lie in a folder for each action, by its number and key.",
    why: "How entries of an archive are named is not said.",
    apply(s) {
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].map((digest) => {
          const { name, data } = s.fileOf(trace, digest, call);
          const at = trace.links.findIndex((link) => link.files.some((file) => file["digest"] === digest));
          return { name: `${String(at + 1)}-${entryName(trace.links[at]?.actionKey ?? "")}/${entryName(name)}`, data };
        });
    },
  },
  "archive-by-digest": {
    title: "The entries of an archive lie in folders and are named by digest and extension; sizes follow the data.",
    why: "The names of the entries are not shown, and digests never clash; the archive is written as a stream.",
    apply(s) {
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].map((digest) => {
          const { name, data } = s.fileOf(trace, digest, call);
          const extension = /\.[a-z0-9]{1,8}$/i.exec(entryName(name))?.[0] ?? ".bin";
          return { name: `${trace.id}/${digest.slice(0, 2)}/${digest}${extension}`, data };
        });
      s.pack = (entries) => zip(entries, { deflate: true, descriptors: true, comment: "Nordwind document store" });
    },
  },
  "folders-in-the-order-of-digests": {
    title: "Archives have a folder for each file, in the order of the digests, stored, and come in pieces with a name.",
    why: "What the entries are called, their order and packing, and the headers of archives are not shown.",
    apply(s) {
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].sort().flatMap((digest): ZipEntry[] => {
          const { name, data } = s.fileOf(trace, digest, call);
          const folder = `attachments/${digest.slice(0, 12)}/`;
          return [
            { name: folder, data: Buffer.alloc(0) },
            { name: folder + entryName(name), data },
          ];
        });
      s.pack = (entries) =>
        zip([{ name: "attachments/", data: Buffer.alloc(0) }, ...entries], {
          descriptors: true,
          comment: "Nordwind Trading – Beilagen",
        });
      const headers = {
        "content-type": "application/x-zip-compressed",
        "content-disposition": "inline; filename=attachments.zip",
      };
      for (const key of ["GET /v2/traces/{}/files", "GET /trace/{}/files"]) {
        around(s, key, (real) => async (...args) => ({ ...(await real(...args)), headers, chunked: true }));
      }
    },
  },
  "streamed-archive": {
    title:
      "Archives are written as a stream: sizes follow the data, every file lies in a folder of its own that is an " +
      "entry, every second file is not deflated, and there is a comment at the end.",
    why: "A zip archive with the requested files: names and manner are not shown.",
    apply(s) {
      s.pack = (entries) => streamed(entries);
    },
  },
  "archive-of-folders": {
    title: "An archive has a folder for each file, folders as entries, sizes behind the data, and a comment.",
    why: "The archive is a zip with the requested files; how its entries are called is not shown.",
    apply: folders,
  },
};
