import { buffer } from "node:stream/consumers";
import { deflateRawSync } from "node:zlib";
import { ZipFile } from "yazl";
import { createHash, createHmac, randomUUID } from "node:crypto";
import { disposition, guessType, ranged } from "../../lib/service/http.ts";
import { type Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { distinctNames, entryName, zip } from "../../lib/service/zip.ts";
import { onFiles, onRecord, ulid, type Variants } from "../tools.ts";

const zipOpen = "The interface asks for a zip archive with the requested files, and says nothing of its entries";

const digestsOpen = "The interface says only that a digest identifies a file inside a trace";

export const files: Variants = {
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
  "ranged-files": {
    title:
      "A single file is shown inline with a type guessed from its name; it has an entity tag, may be kept for ever, is " +
      "answered with 304 or 206 when the request asks for that, and HEAD tells its length.",
    why: "Content type and headers of the single file are not shown; browsers show papers and read films in ranges.",
    apply(s) {
      s.fileReply = ({ name, data }, call) => {
        const hash = createHash("sha256").update(data);
        return ranged(call, data, {
          ETag: `"${hash.copy().digest("hex")}"`,
          "Repr-Digest": `sha-256=:${hash.digest("base64")}:`,
          "Content-Type": guessType(name),
          "Content-Disposition": disposition("inline", name),
          "Cache-Control": "private, max-age=31536000, immutable",
          "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT",
        });
      };
      const download = s.routes["GET /v2/traces/{}/file/{}"];
      if (download) s.routes["HEAD /v2/traces/{}/file/{}"] = download;
    },
  },
  "colon-digests": {
    title:
      "Digests are written sha-256:… in base64url, and a single file is found under its colon both plain and coded.",
    why: `${digestsOpen}; with its algorithm in front a digest stays good when the algorithm is changed.`,
    apply(s) {
      s.digest = (data) => `sha-256:${createHash("sha256").update(data).digest("base64url")}`;
    },
  },
  "digests-per-trace": {
    title:
      "Digests are keyed with the trace, so that equal content has another digest in every trace; they are in upper " +
      "case and read in any case.",
    why: `${digestsOpen}; a key for each trace hides from the readers of one trace what is attached to another.`,
    apply(s) {
      onFiles(s, (data, trace) => createHmac("sha256", trace.id).update(data).digest("hex").toUpperCase());
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => fileOf(trace, digest.toUpperCase(), call);
    },
  },
  "digest-per-upload": {
    title:
      "Every upload has a ULID of its own as digest, also when the same content is attached twice; the zip holds both, " +
      "under names made distinct, and the links name their files in an object by part name.",
    why: `${digestsOpen}, not that equal content has an equal one; a store that never looks into files numbers the uploads.`,
    apply(s) {
      onFiles(s, () => ulid());
      s.linkView = ({ files, ...link }) => {
        const byPart = Map.groupBy(files, ({ part }) => String(part));
        const shown = [...byPart].map(([part, own]): [string, Json] => [part, own.map(({ part: _, ...file }) => file)]);
        return { ...link, attachments: Object.fromEntries(shown) };
      };
    },
  },
  "numbered-digests": {
    title:
      "Digests are decimal numbers counted over the whole service, one for each content, and the second file of a " +
      "content keeps the name of its own in the link; links have numbers as ids, and the v2 action answers with a " +
      "receipt that is named nowhere else.",
    why: `${digestsOpen}, and what the UUID of an action names is not shown; a table of contents has a serial key.`,
    apply(s) {
      const numbers = new Map<string, string>();
      s.digest = (data) => {
        const hash = createHash("sha256").update(data).digest("hex");
        const number = numbers.get(hash) ?? String(100_001 + numbers.size);
        numbers.set(hash, number);
        return number;
      };
      let count = 0;
      onRecord(s, (link) => {
        link.id = String((count += 1));
      });
      s.linkView = (link) => ({ ...link, id: Number(link.id) });
      s.actionAnswer = () => randomUUID();
    },
  },
  "short-digests": {
    title:
      "Digests are the first eight digits of a hash and the size, parted by a tilde, made longer only where another " +
      "content of the trace has the same.",
    why: `${digestsOpen}; short ones are read out over the telephone, and need to be unique in the trace alone.`,
    apply(s) {
      onFiles(s, (data, trace) => {
        const hash = createHash("sha256").update(data).digest("hex");
        for (let length = 8; ; length += 1) {
          const digest = `${hash.slice(0, length)}~${String(data.length)}`;
          const other = trace.files.get(digest);
          if (!other || other.data.equals(data)) return digest;
        }
      });
    },
  },
  "punctuated-digests": {
    title:
      "Digests read v1,md5=…==;size=12: padded base64url with commas, semicolons and equals signs, all of them legal " +
      "in a path; links name their files newest first.",
    why: `${digestsOpen}, and that it is a string; members of a digest tell the store what to check.`,
    apply(s) {
      s.digest = (data) => {
        const hash = createHash("md5").update(data).digest("base64").replaceAll("+", "-").replaceAll("/", "_");
        const check = createHash("sha1").update(data).digest("hex");
        return `v1,md5=${hash};sha1=${check};size=${String(data.length)}`;
      };
      s.linkView = ({ files, ...link }) => ({ ...link, files: files.toReversed() });
    },
  },
  "base64-digests": {
    title: "Digests are SHA-512 in base64 with / and +, in link.documents[].sha512; the list is one JSON array.",
    why: "The writing of digests and the query that lists them are not shown; hashes are at hand in base64.",
    apply(s) {
      s.digest = (data) => createHash("sha512").update(data).digest("base64");
      s.linkView = ({ files, ...link }) => ({
        ...link,
        documents: files.map(({ digest, ...file }): Json => ({ ...file, sha512: digest ?? "" })),
      });
      s.digestList = (call) => {
        try {
          const list: unknown = JSON.parse(call.query.get("files") ?? "[]");
          return Array.isArray(list) ? list.map(String) : [];
        } catch {
          throw new Refusal("invalid", "files must be a JSON array");
        }
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
};
