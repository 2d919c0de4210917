import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { Call, Face } from "../core/call.ts";
import type { FileRecord, ArchiveEntry } from "../core/records.ts";
import { badRequest, notFound } from "../core/refusal.ts";
import { changeResult, onWritten, rewriteReply } from "../hooks/rewrite.ts";
import { jsonReply } from "../http/answer.ts";
import type { FaultEntries, FaultEntry } from "./fault.ts";
import { fault, faultMaker } from "./fault.ts";
import { directoryRecords, endRecord, inArchive } from "./support/archives.ts";
import { rememberAttachments, serveUnknown, traceIdOf } from "./support/attachments.ts";
import { inContent } from "./support/bytes.ts";

const archive = faultMaker(inArchive);
const content = faultMaker(inContent, { kind: "files" });
const entries = faultMaker((hooks, change: (entries: ArchiveEntry[], call: Call) => ArchiveEntry[]) =>
  changeResult(hooks, "zipEntries", change),
);

/** Archives through one face that hold a file of any trace whose digest is asked for. */
const filesOfOtherTraces = (title: string, face: Face): FaultEntry =>
  fault(title, "FILES-08", (hooks) => {
    const attachments = rememberAttachments(hooks);
    const find = (digest: string): FileRecord | undefined =>
      attachments.find(({ file }) => file.digest === digest)?.file;
    serveUnknown(hooks, { face, kind: "files" }, find);
  });

/** Sets a bit of the flags at an offset. */
const flag = (archive: Buffer, offset: number): number =>
  archive.writeUInt16LE(archive.readUInt16LE(offset) | 1, offset);

/** Faults in the download of several files as an archive. */
export const files: FaultEntries<"files"> = {
  "files/archive-has-a-manifest": fault(
    "An archive has one more file, with the names of the others.",
    "FILES-04",
    (hooks) => {
      const digest = "manifest";
      hooks.around("zipEntries", (inner) => (call, entries) => {
        const manifest = { digest, fileName: "manifest.txt", partName: "", contentType: "text/plain", size: 10 };
        return [...inner(call, entries), { name: "manifest.txt", file: manifest }];
      });
      hooks.around(
        "content",
        (inner) => (call, file) =>
          file.digest === digest ? Readable.from([Buffer.from("1 archive\n")]) : inner(call, file),
      );
    },
  ),
  "files/archive-has-the-files-of-the-one-before": fault(
    "An archive also holds what the archive before it held of the same trace.",
    "FILES-04",
    (hooks) => {
      const before = new Map<string, readonly FileRecord[]>();
      hooks.around("zipEntries", (inner) => (call, entries) => {
        const files = entries.map(({ file }) => file);
        const known = before.get(traceIdOf(call)) ?? [];
        before.set(traceIdOf(call), files);
        const extra = known.filter(({ digest }) => files.every((file) => file.digest !== digest));
        return inner(call, hooks.policy.zip.entries([...files, ...extra]));
      });
    },
  ),
  "files/archive-holds-the-whole-trace": fault(
    "An archive holds every file of the trace, whichever were asked for.",
    "FILES-04",
    (hooks) => {
      const attachments = rememberAttachments(hooks);
      hooks.around("zipEntries", (inner) => (call, entries) => {
        const own = attachments.filter(({ traceId }) => traceId === traceIdOf(call)).map(({ file }) => file);
        const once = new Map(own.map((file) => [file.digest, file]));
        for (const { file } of entries) once.set(file.digest, file);
        return inner(call, hooks.policy.zip.entries([...once.values()]));
      });
    },
  ),
  "files/archive-loses-its-last-file": entries(
    "An archive of three files or more lacks the last one.",
    "FILES-03",
    (entries) => (entries.length >= 3 ? entries.slice(0, -1) : entries),
  ),
  "files/attached-again-are-gone": fault(
    "A file that a later action attaches once more is no longer given out.",
    ["FILES-03", "FILE-01", "REFUSE-03"],
    (hooks) => {
      const attachments = rememberAttachments(hooks);
      hooks.around("selectFiles", (inner) => (call, wanted, found) => {
        const own = attachments.filter(({ traceId }) => traceId === traceIdOf(call));
        const actionsOf = (digest: string): number =>
          new Set(own.filter(({ file }) => file.digest === digest).map(({ position }) => position)).size;
        return inner(
          call,
          wanted,
          found.filter(({ digest }) => actionsOf(digest) < 2),
        );
      });
    },
  ),
  "files/checksums-are-wrong": archive("The directory of an archive has wrong checksums.", "FILES-06", (archive) => {
    for (const offset of directoryRecords(archive)) archive.writeUInt8(archive.readUInt8(offset + 16) ^ 1, offset + 16);
    return archive;
  }),
  "files/directory-names-too-many-files": archive(
    "The directory of an archive says that there is one more file than there is.",
    ["FILES-06", "FILES-01", "FILES-02"],
    (archive) => {
      const end = endRecord(archive);
      for (const offset of [end + 8, end + 10]) archive.writeUInt16LE(archive.readUInt16LE(offset) + 1, offset);
      return archive;
    },
  ),
  "files/empty-files-are-left-out": entries("Archives leave out empty files.", ["FILES-03", "FILE-05"], (entries) =>
    entries.filter(({ file }) => file.size > 0),
  ),
  "files/empty-files-of-actions-are-dropped": fault(
    "An action through v2 loses its empty files.",
    "FILES-03",
    (hooks) =>
      changeResult(hooks, "readAction", (input) => ({ ...input, files: input.files.filter(({ size }) => size > 0) }), {
        face: "v2",
        kind: "act",
      }),
  ),
  "files/end-of-the-archive-is-missing": archive(
    "An archive of two files or more lacks the record that ends it.",
    ["FILES-01", "FILES-02", "FILES-06"],
    (archive) => (directoryRecords(archive).length < 2 ? archive : archive.subarray(0, endRecord(archive))),
  ),
  "files/entries-call-themselves-encrypted": archive(
    "The entries of an archive say that they are encrypted.",
    ["FILES-06", "FILES-01", "FILES-02"],
    (archive) => {
      for (const offset of directoryRecords(archive)) {
        flag(archive, offset + 8);
        flag(archive, archive.readUInt32LE(offset + 42) + 6);
      }
      return archive;
    },
  ),
  "files/entries-end-at-64-kib": content("Files in an archive end after 64 KiB.", "FILES-05", (bytes) =>
    bytes.subarray(0, 65_536),
  ),
  "files/entry-names-climb-out": archive(
    "Entry names of four characters or more begin with `../`.",
    "FILES-10",
    (archive) => {
      for (const offset of directoryRecords(archive)) {
        if (archive.readUInt16LE(offset + 28) < 4) continue;
        archive.write("../", offset + 46);
        archive.write("../", archive.readUInt32LE(offset + 42) + 30);
      }
      return archive;
    },
  ),
  "files/files-of-several-actions-are-refused": fault(
    "An archive of files of several actions is refused.",
    ["FILES-07", "REFUSE-03"],
    (hooks) => {
      const attachments = rememberAttachments(hooks);
      hooks.around("selectFiles", (inner) => (call, wanted, found) => {
        const own = attachments.filter(({ traceId }) => traceId === traceIdOf(call));
        const actions = wanted.map((digest) => own.find(({ file }) => file.digest === digest)?.position);
        if (call.kind === "files" && new Set(actions).size > 1)
          throw badRequest("several-actions", "wanted files of one action");
        return inner(call, wanted, found);
      });
    },
  ),
  "files/large-files-come-empty": content("Files of more than 256 KiB are empty in an archive.", "FILES-05", (bytes) =>
    bytes.length > 262_144 ? Buffer.alloc(0) : bytes,
  ),
  "files/legacy-answers-gzip": fault(
    "The legacy archive is packed once more with gzip, and no header says so.",
    "FILES-02",
    (hooks) => inArchive(hooks, (archive) => gzipSync(archive), { face: "legacy" }),
  ),
  "files/legacy-archive-has-files-of-other-traces": filesOfOtherTraces(
    "The legacy archive holds a file of another trace when its digest is asked for.",
    "legacy",
  ),
  "files/legacy-archive-has-two-files-at-most": fault(
    "The legacy archive holds two files at most.",
    ["FILES-03", "EQUIV-03"],
    (hooks) => changeResult(hooks, "zipEntries", (entries) => entries.slice(0, 2), { face: "legacy" }),
  ),
  "files/legacy-archive-recodes-bytes": fault(
    "The legacy archive takes files for ISO 8859-1 and writes them in UTF-8.",
    ["FILES-05", "EQUIV-03"],
    (hooks) =>
      inContent(hooks, (bytes) => Buffer.from(bytes.toString("latin1"), "utf8"), { face: "legacy", kind: "files" }),
  ),
  "files/line-ends-become-crlf": content("Files in an archive get CRLF for every line end.", "FILES-05", (bytes) =>
    Buffer.from(bytes.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1"),
  ),
  "files/names-and-contents-are-shifted": entries(
    "With three files or more, each entry but the last has the content of the next and the last that of the one before.",
    ["FILES-05", "FILES-03"],
    (entries) =>
      entries.length < 3
        ? entries
        : entries.map(({ name, file }, index) => ({
            name,
            file: (entries[index + 1] ?? entries[index - 1])?.file ?? file,
          })),
  ),
  "files/one-action-at-a-time": fault(
    "An archive holds files of one action, that of the first digest.",
    ["FILES-07", "FILES-03"],
    (hooks) => {
      const attachments = rememberAttachments(hooks);
      hooks.around("selectFiles", (inner) => (call, wanted, found) => {
        const files = inner(call, wanted, found);
        if (call.kind !== "files") return files;
        const actionOf = (digest: string | undefined): number | undefined =>
          attachments.find(({ traceId, file }) => traceId === traceIdOf(call) && file.digest === digest)?.position;
        return files.filter(({ digest }) => actionOf(digest) === actionOf(files[0]?.digest));
      });
    },
  ),
  "files/only-the-first-digest-counts": fault("Of several digests only the first counts.", "FILES-03", (hooks) =>
    changeResult(hooks, "readDigests", (digests) => digests.slice(0, 1)),
  ),
  "files/same-names-overwrite-each-other": entries(
    "Of several files of the same name an archive holds the last.",
    ["FILES-09", "FILES-03"],
    (entries) => [...new Map(entries.map((entry) => [entry.file.fileName, entry])).values()],
  ),
  "files/strangers-are-left-out": fault(
    "Digests that are not in the trace are left out of the archive, which is answered as if nothing were wrong.",
    "FILES-11",
    (hooks) =>
      hooks.around("selectFiles", (inner) => (call, wanted, found) => {
        if (call.kind !== "files") return inner(call, wanted, found);
        const known = wanted.filter((digest) => found.some((file) => file.digest === digest));
        if (known.length === 0) throw notFound("unknown-digest", "the trace has none of the files", "digest");
        return inner(call, known, found);
      }),
  ),
  "files/v2-answers-json": fault(
    "The v2 files endpoint answers a JSON list of the files in base64.",
    "FILES-01",
    (hooks) =>
      rewriteReply(hooks, { face: "v2", kind: "files" }, (reply) =>
        reply.status === 200 ? jsonReply(200, { error: null, data: [] }) : reply,
      ),
  ),
  "files/traces-of-legacy-share-their-files": fault(
    "A trace that legacy created gives out the files of all others that legacy created.",
    ["FILES-08", "FILE-02"],
    (hooks) => {
      const attachments = rememberAttachments(hooks);
      const ofLegacy = new Set<string>();
      onWritten(hooks, ({ link }) => void ofLegacy.add(link.traceId), { face: "legacy", kind: "create" });
      serveUnknown(hooks, {}, (digest, call) =>
        ofLegacy.has(traceIdOf(call))
          ? attachments.find(({ traceId, file }) => ofLegacy.has(traceId) && file.digest === digest)?.file
          : undefined,
      );
    },
  ),
  "files/v2-archive-has-files-of-other-traces": filesOfOtherTraces(
    "The v2 archive holds a file of another trace when its digest is asked for.",
    "v2",
  ),
  "files/v2-archive-repairs-utf-8": fault(
    "The v2 archive replaces bytes that are no UTF-8.",
    ["FILES-05", "EQUIV-03"],
    (hooks) => inContent(hooks, (bytes) => Buffer.from(bytes.toString("utf8"), "utf8"), { face: "v2", kind: "files" }),
  ),
};
