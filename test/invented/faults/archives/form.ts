/** Archives that are no sound zip, or whose entries have other contents. */
import { crc32, deflateRawSync } from "node:zlib";
import { distinctNames, zip } from "../../../lib/service/zip.ts";
import { bytesOf } from "../../changes/answers.ts";
import { archiveRoutes } from "../../changes/files.ts";
import { follow, keysOf, listNext } from "../../process.ts";
import { papers, printed } from "../../processes/papers.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, onReply, changeResult, after, around, type Faults } from "../../tools.ts";

/** Writes "deflated" at some entries of an archive whose entries are all stored. */
function callDeflated(archive: Buffer, which: (data: Buffer) => boolean): Buffer {
  const called: boolean[] = [];
  let at = 0;
  for (; archive.readUInt32LE(at) === 0x04034b50;) {
    const start = at + 30 + archive.readUInt16LE(at + 26);
    const end = start + archive.readUInt32LE(at + 18);
    const wrong = which(archive.subarray(start, end));
    if (wrong) archive.writeUInt16LE(8, at + 8);
    called.push(wrong);
    at = end;
  }
  for (const wrong of called) {
    if (wrong) archive.writeUInt16LE(8, at + 10);
    at += 46 + archive.readUInt16LE(at + 28);
  }
  return archive;
}

/** How much of a file goes through the checksum. */
const buffer = 32 * 1024;

/** The archive with the checksums of `data`, in the order of its directory. */
function withChecksums(archive: Buffer, data: Buffer[]): Buffer {
  let at = archive.readUInt32LE(archive.length - 6);
  for (const content of data) {
    const sum = crc32(content);
    archive.writeUInt32LE(sum, at + 16);
    archive.writeUInt32LE(sum, archive.readUInt32LE(at + 42) + 14);
    at += 46 + archive.readUInt16LE(at + 28);
  }
  return archive;
}

/** The archive without the last entry of its directory; the bytes of the entry stay. */
function unlistLast(archive: Buffer): Buffer {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const start = archive.readUInt32LE(end + 16);
  let at = start;
  let last = start;
  while (at < end && archive.readUInt32LE(at) === 0x02014b50) {
    last = at;
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  const tail = Buffer.from(archive.subarray(end));
  const count = tail.readUInt16LE(8) - 1;
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(last - start, 12);
  return Buffer.concat([archive.subarray(0, last), tail]);
}

export const form: Faults = {
  "large-zip-breaks-off": {
    title: "The connection breaks off in the middle of a v2 zip of more than 65536 bytes.",
    apply(s) {
      onReply(s, "GET /v2/traces/{}/files", (reply) => {
        const { length } = bytesOf(reply);
        return length > 65536 ? { ...reply, breakAt: length >> 1 } : reply;
      });
    },
  },
  "zip-ends-early": {
    title:
      "A v2 zip of more than five files is sent without its directory, as if the stream had been closed too early.",
    apply(s) {
      onReply(s, "GET /v2/traces/{}/files", (reply) => {
        const { body } = reply;
        if (!Buffer.isBuffer(body) || body.readUInt16LE(body.length - 12) <= 5) return reply;
        return { ...reply, body: body.subarray(0, body.readUInt32LE(body.length - 6)), chunked: true };
      });
    },
  },
  "copied-by-size": {
    title: "Files are copied before they are packed, but not where one of the same name and size lies there already.",
    apply(s) {
      const folders = new WeakMap<Trace, Map<string, Buffer>>();
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const folder = folders.get(trace) ?? new Map<string, Buffer>();
        folders.set(trace, folder);
        return zipEntries(trace, digests, call).map(({ name, data }) => {
          const copy = `${String(data.length)} ${name}`;
          const there = folder.get(copy) ?? data;
          folder.set(copy, there);
          return { name, data: there };
        });
      });
    },
  },
  // "Response 200: a zip archive with the requested files."
  "archive-in-the-envelope": {
    title: "The v2 archive comes as JSON: in the envelope, in base64.",
    apply(s) {
      onReply(s, "GET /v2/traces/{}/files", ({ body = "" }, call) => s.ok(call, Buffer.from(body).toString("base64")));
    },
  },
  "text-mode": {
    title: "The archive is packed in text mode: in files without a NUL, line feeds become CR LF.",
    apply(s) {
      changeResult(s, "zipEntries", (entries) =>
        entries.map(({ name, data }) => {
          if (data.includes(0)) return { name, data };
          return { name, data: Buffer.from(data.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1") };
        }),
      );
    },
  },
  "stored-as-deflated": {
    title: "A file that deflating would make longer is put into the archive as it is, and called deflated.",
    apply(s) {
      s.pack = (entries) =>
        callDeflated(zip(distinctNames(entries)), (data) => deflateRawSync(data).length >= data.length);
    },
  },
  "zip-cuts-at-64k": {
    title: "In the v2 zip every file ends after 65535 bytes.",
    apply(s) {
      changeResult(s, "zipEntries", (entries, _trace, _digests, call) =>
        entries.map((entry) => (call.face === "v2" ? { ...entry, data: entry.data.subarray(0, 65535) } : entry)),
      );
    },
  },
  "zip-checksums-missing": {
    title: "From the second entry on, the checksums in the zip are zero.",
    apply(s) {
      after(s, "pack", (bytes) => {
        const end = bytes.lastIndexOf("PK\x05\x06", bytes.length, "latin1");
        let at = bytes.readUInt32LE(end + 16);
        for (let index = 0; index < bytes.readUInt16LE(end + 10); index += 1) {
          if (index > 0) {
            bytes.writeUInt32LE(0, at + 16);
            bytes.writeUInt32LE(0, bytes.readUInt32LE(at + 42) + 14);
          }
          at += 46 + bytes.readUInt16LE(at + 28);
        }
      });
    },
  },
  "zip-local-sizes-missing": {
    title:
      "In the zip the sizes before each file are zero, though nothing says that they follow; the directory has them.",
    apply(s) {
      after(s, "pack", (archive) => {
        const end = archive.lastIndexOf("PK\x05\x06", archive.length, "latin1");
        let at = archive.readUInt32LE(end + 16);
        for (let index = 0; index < archive.readUInt16LE(end + 10); index += 1) {
          const local = archive.readUInt32LE(at + 42);
          archive.fill(0, local + 18, local + 26);
          at += 46 + archive.readUInt16LE(at + 28);
        }
      });
    },
  },
  "lone-file-unzipped": {
    title: "The legacy zip of one file is not a zip, but that file.",
    apply(s) {
      onReply(s, "GET /trace/{}/files", (reply, call, id = "") => {
        const [digest = "", ...others] = new Set(s.digestList(call));
        const file = s.traces.get(id.toLowerCase())?.files.get(digest);
        return file && others.length === 0 ? s.fileReply(file, call) : reply;
      });
    },
  },
  "zip-other-face-empty": {
    title: "In a v2 zip of files that came through both faces, those that came through the legacy one are empty.",
    apply(s) {
      changeResult(s, "zipEntries", (entries, trace, digests, call) => {
        const faces = [...new Set(digests)].map((digest) => trace.files.get(digest)?.face);
        if (call.face === "legacy" || new Set(faces).size < 2) return entries;
        return entries.map((entry, n) => (faces[n] === "legacy" ? { ...entry, data: Buffer.alloc(0) } : entry));
      });
    },
  },
  // "GET /trace/{traceId}/files: response 200 a zip archive"
  "archive-in-base64": {
    title: "The legacy archive leaves the gateway as base64 text, still called application/zip.",
    apply(s) {
      onReply(s, "GET /trace/{}/files", (reply) => ({
        ...reply,
        body: Buffer.from(reply.body ?? "").toString("base64"),
      }));
    },
  },
  // "Response 200: a zip archive with the requested files"
  "archive-in-text-mode": {
    title: "What looks like text is archived with the line ends of the server: CR LF becomes LF.",
    apply(s) {
      changeResult(s, "zipEntries", (entries) =>
        entries.map((entry) =>
          entry.data.includes(0)
            ? entry
            : { ...entry, data: Buffer.from(entry.data.toString("latin1").replaceAll("\r\n", "\n"), "latin1") },
        ),
      );
    },
  },
  "archived-empty-before-approval": {
    // "Response 200: a zip archive with the requested files."
    title: "Until a paper is approved the files attached to it have their entries in archives, of no bytes.",
    apply(s) {
      const running = follow(s, { actions: papers, next: printed });
      listNext(s, running);
      changeResult(s, "zipEntries", (entries, trace, digests) =>
        entries.map((entry, at) => {
          const begun = trace.links[0]?.files.some(({ digest }) => digest === [...new Set(digests)][at]);
          return begun || keysOf(trace).includes("approve") ? entry : { ...entry, data: Buffer.alloc(0) };
        }),
      );
    },
  },
  "checksum-of-beginning": {
    title: "The checksum that an archive has for a file over 32 KiB is that of its first 32 KiB.",
    apply(s) {
      changeResult(s, "pack", (bytes, entries) =>
        withChecksums(
          bytes,
          entries.map(({ data }) => data.subarray(0, buffer)),
        ),
      );
    },
  },
  "archive-of-one": {
    title: "The legacy archive of one file is the file itself, not packed.",
    apply(s) {
      around(s, "GET /trace/{}/files", (real) => async (call, id = "") => {
        const digests = s.digestList(call);
        if (digests.length !== 1) return real(call, id);
        const trace = s.findTrace(await s.authenticate(call), id, call);
        return s.fileReply(s.fileOf(trace, digests[0] ?? "", call), call);
      });
    },
  },
  "sizes-in-sixteen-bits": {
    title: "Archives tell the unpacked sizes of their entries modulo 65536.",
    apply(s) {
      s.pack = (entries) =>
        zip(
          distinctNames(entries).map((entry) => ({ ...entry, declaredSize: entry.data.length % 65536 })),
          { deflate: true },
        );
    },
  },
  // "Response 200: a zip archive with the requested files."
  "last-entry-not-listed": {
    title: "The directory at the end of an archive of three files or more leaves the last of them out.",
    apply(s) {
      changeResult(s, "pack", (archive, entries) => (entries.length > 2 ? unlistLast(archive) : archive));
    },
  },
  "one-file-unpacked": {
    title: "An archive of one file is that file itself, called a zip.",
    apply(s) {
      const { pack } = s;
      s.pack = (entries) => (entries.length === 1 && entries[0] ? entries[0].data : pack(entries));
    },
  },
  "sum-of-the-last-piece": {
    title: "The checksum of a packed file is that of its last 64 KiB.",
    apply(s) {
      after(s, "pack", (packed, entries) => {
        for (const { data } of entries) {
          if (data.length <= 65536) continue;
          const right = Buffer.alloc(4);
          const wrong = Buffer.alloc(4);
          right.writeUInt32LE(crc32(data));
          wrong.writeUInt32LE(crc32(data.subarray(Math.floor((data.length - 1) / 65536) * 65536)));
          for (let at = packed.indexOf(right); at !== -1; at = packed.indexOf(right, at + 4)) wrong.copy(packed, at);
        }
      });
    },
  },
  "nothing-to-pack": {
    title: "An archive of files that are all empty is answered with 204 and no archive.",
    apply(s) {
      for (const key of archiveRoutes) {
        onReply(s, key, (reply, call, id = "") => {
          const files = s.traces.get(id.toLowerCase())?.files;
          return call.query.getAll("digests").every((digest) => files?.get(digest)?.data.length === 0)
            ? { status: 204 }
            : reply;
        });
      }
    },
  },
};
