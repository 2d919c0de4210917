import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FileRecord, ReceivedFile } from "../core/records.ts";
import { notFound } from "../core/refusal.ts";
import { changeResult, members } from "../hooks/rewrite.ts";
import type { FaultEntries } from "./fault.ts";
import { fault, faultMaker } from "./fault.ts";
import { rememberAttachments, serveUnknown, traceIdOf } from "./support/attachments.ts";
import { inContent, inUploads } from "./support/bytes.ts";
import { counter } from "./support/counting.ts";
import { onRefusal } from "./support/refused.ts";

const content = faultMaker(inContent, { kind: "file" });
const uploads = faultMaker(inUploads);

const lineEnd = Buffer.from("\n");
const byteOrderMark = Buffer.from("\ufeff");
const isUtf8 = (bytes: Buffer): boolean => Buffer.from(bytes.toString("utf8")).equals(bytes);

/** Faults in attaching files and in the download of one. */
export const file: FaultEntries<"file"> = {
  "file/any-trace-serves-any-digest": fault(
    "The file endpoint serves a digest through any trace, also one to which the file was never attached.",
    "FILE-02",
    (hooks) => {
      const attachments = rememberAttachments(hooks);
      serveUnknown(hooks, { kind: "file" }, (digest) => {
        const known = attachments.findLast(({ file }) => file.digest === digest)?.file;
        const renamed = { partName: "file", fileName: "file", contentType: "application/octet-stream" };
        return known === undefined ? undefined : { ...known, ...renamed };
      });
    },
  ),
  "file/a-part-named-data-is-no-file": fault(
    "A file whose part is named `data` is taken for a field, and lost.",
    ["FILE-04", "FILES-03"],
    (hooks) => inUploads(hooks, (files) => files.filter(({ partName }) => partName !== "data"), { face: "v2" }),
  ),
  "file/body-is-base64": content("The download of one file is written in base64.", "FILE-01", (bytes) =>
    Buffer.from(bytes.toString("base64")),
  ),
  "file/body-is-packed-unsaid": content(
    "The download of a file of more than a kilobyte is packed with gzip, and no header says so.",
    "FILE-01",
    (bytes) => (bytes.length > 1024 ? gzipSync(bytes) : bytes),
  ),
  "file/body-is-wrapped-in-json": content(
    "The download of one file is a JSON object with the content in it.",
    "FILE-01",
    (bytes, { fileName }) => Buffer.from(JSON.stringify({ fileName, content: bytes.toString("base64") })),
  ),
  "file/creation-takes-off-the-byte-order-mark": fault(
    "A file that comes with a creation through legacy loses its byte order mark.",
    ["FILES-03", "FILE-01", "FILE-04"],
    (hooks) =>
      inUploads(
        hooks,
        (files) =>
          files.map((file) => {
            if (file.inline?.subarray(0, 3).equals(byteOrderMark) !== true) return file;
            const inline = file.inline.subarray(3);
            return { ...file, inline, size: inline.length, digest: createHash("sha256").update(inline).digest("hex") };
          }),
        { face: "legacy", kind: "create" },
      ),
  ),
  "file/digest-is-of-the-ends": fault(
    "The digest of a file is made of its length and of the first and last kilobyte: what differs in between is one.",
    ["FILES-03", "FILE-01", "FILES-05"],
    (hooks) => {
      const known = new Map<string, ReceivedFile>();
      inUploads(hooks, (files) =>
        files.map((file) => {
          if (file.inline === undefined) return file;
          const ends = [String(file.size), file.inline.subarray(0, 1_024), file.inline.subarray(-1_024)];
          const digest = ends.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
          const kept = known.get(digest) ?? { ...file, digest };
          known.set(digest, kept);
          return { ...file, digest, inline: kept.inline ?? file.inline };
        }),
      );
    },
  ),
  "file/digests-are-compared-by-their-beginning": fault(
    "A digest is compared by its first eight characters.",
    "FILE-03",
    (hooks) => {
      const attachments = rememberAttachments(hooks);
      serveUnknown(hooks, { kind: "file" }, (digest, call) => {
        const own = attachments.filter(({ traceId }) => traceId === traceIdOf(call));
        return own.find(({ file }) => file.digest.slice(0, 8) === digest.slice(0, 8))?.file;
      });
    },
  ),
  "file/empty-file-gets-a-line-end": content(
    "An empty file is served as a line end.",
    ["FILE-05", "FILE-01"],
    (bytes) => (bytes.length === 0 ? lineEnd : bytes),
  ),
  "file/empty-file-is-not-found": fault(
    "An empty file is listed, but its download is refused.",
    ["FILE-05", "FILE-01"],
    (hooks) => {
      const found = (files: FileRecord[]): FileRecord[] => {
        if (files[0]?.size === 0) throw notFound("unknown-digest", "no such file", "digest");
        return files;
      };
      changeResult(hooks, "selectFiles", found, { kind: "file" });
    },
  ),
  "file/empty-files-are-not-attached": uploads(
    "Empty files are accepted and forgotten.",
    ["FILE-05", "FILE-04"],
    (files) => files.filter(({ size }) => size > 0),
  ),
  "file/ends-after-the-first-chunk": content("The download of one file ends after 256 KiB.", "FILE-01", (bytes) =>
    bytes.subarray(0, 262_144),
  ),
  "file/ends-at-the-first-zero-byte": content(
    "The download of one file ends before the first zero byte.",
    "FILE-01",
    (bytes) => (bytes.includes(0) ? bytes.subarray(0, bytes.indexOf(0)) : bytes),
  ),
  "file/is-read-as-utf-8": content(
    "The download of one file has replacement characters for bytes that are no UTF-8.",
    "FILE-01",
    (bytes) => Buffer.from(bytes.toString("utf8")),
  ),
  "file/known-content-is-not-attached-again": fault(
    "A file whose content was attached before, in whichever trace, is not attached again.",
    "FILE-04",
    (hooks) => {
      const known = new Set<string>();
      inUploads(hooks, (files) =>
        files.filter(({ digest }) => {
          const isNew = !known.has(digest);
          known.add(digest);
          return isNew;
        }),
      );
    },
  ),
  "file/last-byte-is-lost": content("The download of one file lacks its last byte.", "FILE-01", (bytes) =>
    bytes.subarray(0, -1),
  ),
  "file/legacy-uploads-are-recoded": fault(
    "Files attached through the legacy face are taken for ISO 8859-1 and kept in UTF-8.",
    ["FILE-01", "FILES-05"],
    (hooks) => {
      const recoded = (file: ReceivedFile): ReceivedFile => {
        if (file.inline === undefined) return file;
        const inline = Buffer.from(file.inline.toString("latin1"), "utf8");
        return { ...file, inline, size: inline.length };
      };
      inUploads(hooks, (files) => files.map(recoded), { face: "legacy" });
    },
  ),
  "file/line-ends-become-lf": content("The download of one file has LF for every CRLF.", "FILE-01", (bytes) =>
    Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1"),
  ),
  "file/newest-of-a-name-is-served": fault(
    "Of several files of the same name in a trace the newest is served for each digest.",
    "FILE-01",
    (hooks) => {
      const attachments = rememberAttachments(hooks);
      hooks.around("content", (inner) => (call, file) => {
        const newest = attachments.findLast(
          (other) => other.traceId === traceIdOf(call) && other.file.fileName === file.fileName,
        );
        const small = file.size < 100_000 && newest !== undefined && newest.file.size < 100_000;
        return inner(call, call.kind === "file" && small ? newest.file : file);
      });
    },
  ),
  "file/only-the-first-file-has-a-digest": fault(
    "A link lists the digest of its first file alone.",
    "FILE-04",
    (hooks) =>
      changeResult(hooks, "presentLink", (link) => {
        const [first, ...others] = Array.isArray(link["files"]) ? link["files"].map(members) : [];
        if (first === undefined) return link;
        return { ...link, files: [first, ...others.map(({ digest: _hidden, ...rest }) => rest)] };
      }),
  ),
  "file/same-length-is-the-same-file": fault(
    "Files of the same length are taken for the same content.",
    ["FILE-01", "FILE-04", "FILES-05"],
    (hooks) =>
      (hooks.policy.digest = {
        start() {
          let size = 0;
          return {
            update: (bytes) => void (size += bytes.length),
            finish: () => createHash("sha256").update(String(size)).digest("hex"),
          };
        },
      }),
  ),
  "file/names-beyond-ascii-make-texts": fault(
    "A file whose name has a letter beyond ASCII is given out as if it were text in UTF-8.",
    ["FILE-01", "FILES-05"],
    (hooks) =>
      inContent(hooks, (bytes, { fileName }) =>
        /[^\0-\x7f]/.test(fileName) ? Buffer.from(bytes.toString("utf8")) : bytes,
      ),
  ),
  "file/names-alike-in-ascii-overwrite": uploads(
    "Of several files of one action the names of which are alike without their letters beyond ASCII the last is kept.",
    ["FILE-04", "FILES-03", "FILE-01"],
    (files) => [...new Map(files.map((file) => [file.fileName.replace(/[^ -~]/gu, "_"), file])).values()],
  ),
  "file/same-name-overwrites-within-an-action": uploads(
    "Of several files of the same name in one action the last is kept.",
    ["FILE-04", "FILES-09"],
    (files) => [...new Map(files.map((file) => [file.fileName, file])).values()],
  ),
  "file/second-chunk-comes-twice": content(
    "In files of more than 256 KiB everything behind that mark comes twice.",
    "FILE-01",
    (bytes) => Buffer.concat([bytes, bytes.subarray(262_144)]),
  ),
  "file/second-download-is-longer": fault(
    "Every second download of a file has a line end more.",
    ["FILE-06", "FILE-01"],
    (hooks) => {
      const count = counter();
      const longer = (bytes: Buffer, { digest }: FileRecord): Buffer =>
        count(digest) % 2 === 0 ? Buffer.concat([bytes, lineEnd]) : bytes;
      inContent(hooks, longer, { kind: "file" });
    },
  ),
  "file/text-gets-a-byte-order-mark": content(
    "The download of a file that is UTF-8 begins with a byte order mark.",
    "FILE-01",
    (bytes) => (bytes.length > 0 && isUtf8(bytes) ? Buffer.concat([byteOrderMark, bytes]) : bytes),
  ),
  "file/third-file-and-later-are-lost": uploads(
    "Of the files of an action the first two are kept.",
    ["FILE-04", "FILES-03"],
    (files) => files.slice(0, 2),
  ),
  "file/two-files-change-places": uploads(
    "When an action brings two files or more, the first two are kept under each other's digest.",
    ["FILE-01", "FILES-05"],
    (files) => {
      const [first, second, ...rest] = files;
      if (first?.inline === undefined || second?.inline === undefined) return files;
      return [
        { ...first, inline: second.inline, size: second.size },
        { ...second, inline: first.inline, size: first.size },
        ...rest,
      ];
    },
  ),
  "file/unknown-digest-gives-an-empty-file": fault(
    "A digest that names no file is answered with an empty file.",
    "FILE-03",
    (hooks) =>
      onRefusal(hooks, { code: "unknown-digest", kind: "file" }, () => ({
        status: 200,
        headers: { "content-type": "application/octet-stream" },
        body: { kind: "bytes", value: Buffer.alloc(0) },
      })),
  ),
  "file/uploads-get-a-line-end": uploads(
    "A file that does not end with a line end gets one when it is attached.",
    ["FILE-01", "FILES-05"],
    (files) =>
      files.map((file) => {
        if (file.inline === undefined || file.size === 0 || file.inline.at(-1) === 10) return file;
        return { ...file, inline: Buffer.concat([file.inline, lineEnd]), size: file.size + 1 };
      }),
  ),
};
