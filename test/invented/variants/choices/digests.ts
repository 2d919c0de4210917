/** What a digest is made of, and how it is written. */
import { createHash, createHmac, randomUUID } from "node:crypto";
import { disposition, guessType } from "../../../lib/service/http.ts";
import { type Json, type JsonObject, own, put } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { entryName, zip } from "../../../lib/service/zip.ts";
import { hash } from "../../changes/states.ts";
import type { StoredFile } from "../../service.ts";
import { aroundStep, changeResult, onFiles, onRecord, ulid, type Variants } from "../../tools.ts";

/** A content identifier (version 1, raw, SHA-256) in base32. */
function contentId(data: Buffer): string {
  const bytes = Buffer.concat([Buffer.from([1, 0x55, 0x12, 0x20]), createHash("sha256").update(data).digest()]);
  let bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  bits = bits.padEnd(Math.ceil(bits.length / 5) * 5, "0");
  const letters = bits.match(/.{5}/g) ?? [];
  return `b${letters.map((five) => "abcdefghijklmnopqrstuvwxyz234567".charAt(parseInt(five, 2))).join("")}`;
}

const digestsOpen = "The interface says only that a digest identifies a file inside a trace";

const inline = "inline-";

const digestFormOpen = "What a digest is made of and looks like is not shown";

export const digests: Variants = {
  "content-ids-in-folders": {
    title: "Digests are content identifiers in base32, links map parts to them, and archives have a folder for each.",
    why: "What digests and links look like and how archives are laid out is not shown; the stores of today have CIDs.",
    apply(s) {
      s.digest = contentId;
      s.linkView = ({ id, actionKey, data, files }) => {
        const attachments: JsonObject = {};
        for (const { part = "", digest = "", name = "", size = 0 } of files) {
          const former = own(attachments, String(part));
          const all = Array.isArray(former) ? former : [];
          put(attachments, String(part), [...all, { cid: digest, fileName: name, bytes: size }]);
        }
        return { "@id": `urn:uuid:${id}`, uuid: id, "@type": actionKey, payload: data, attachments };
      };
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const asked = [...new Set(digests)];
        return zipEntries(trace, asked, call).map(({ name, data }, at) => ({
          name: `files/${asked[at] ?? ""}/${name}`,
          data,
        }));
      });
      s.pack = (entries) => zip(entries, { deflate: true, descriptors: true, comment: "made for you" });
      s.fileReply = ({ digest, data }) => ({
        status: 200,
        headers: { "Content-Type": "application/vnd.ipld.raw", ETag: `"${digest}"` },
        body: data,
        chunked: true,
      });
    },
  },
  "each-attachment-its-digest": {
    title: "The same content attached again has another digest: a sum over the content and a number, with a colon.",
    why: "Files are identified inside a trace by a digest; over what it is taken is not shown.",
    apply(s) {
      s.keepFiles = (trace, files, call) =>
        files.map(({ part, name, data }) => {
          const number = trace.files.size + 1;
          const sum = createHash("sha1")
            .update(`${String(number)}\n`)
            .update(data)
            .digest("base64url");
          const digest = `sha1:${sum}:${String(number)}`;
          trace.files.set(digest, { digest, name, data, face: call.face });
          return { digest, name, part, size: data.length };
        });
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
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call) => fileOf(trace, digest.toUpperCase(), call));
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
  "digests-in-base64": {
    title: "A digest is `sha-256=:…:` with plus, slash and equals signs, as the header Repr-Digest has it.",
    why: "A digest is a string; its form is not shown, so that clients have to encode it in addresses.",
    apply(s) {
      changeResult(s, "digest", (digest) => `sha-256=:${Buffer.from(digest, "hex").toString("base64")}:`);
    },
  },
  "digests-that-hold-the-content": {
    title:
      "The digest of a file of up to 32 bytes is the content itself, in base64url; that of an empty file is a word.",
    why: "How a digest is made is not shown; identity hashes for small contents are common in content-addressed stores.",
    apply(s) {
      const { digest } = s;
      s.digest = (data) => (data.length <= 32 ? inline + (data.toString("base64url") || "empty") : digest(data));
    },
  },
  "digests-as-integrity": {
    title: "Digests are written as in the integrity of web pages: sha256-, then base64 with +, / and =.",
    why: `${digestFormOpen}; it is a string, which an address takes in when it is percent-encoded.`,
    apply(s) {
      s.digest = (data) => `sha256-${createHash("sha256").update(data).digest("base64")}`;
    },
  },
  "digest-covers-the-name": {
    title: "The digest covers the file name too, in upper-case: the same bytes under two names are two files.",
    why: `${digestFormOpen}; a document is its name and its content, and both are signed.`,
    apply(s) {
      s.keepFiles = (trace, files, call) =>
        files.map(({ name, part, data }) => {
          const digest = createHash("sha512").update(name).update("\0").update(data).digest("hex").toUpperCase();
          const stored: StoredFile = { digest, name, data, face: call.face };
          trace.files.set(digest, stored);
          return { digest, name, part, size: data.length };
        });
    },
  },
  "structured-digests": {
    title: "Digests read `sha-512=:…:`, in base64 with plus signs, slashes and equals signs.",
    why: "The form of digests is not shown; this is how Repr-Digest (RFC 9530) writes them.",
    apply(s) {
      s.digest = (data) => `sha-512=:${createHash("sha512").update(data).digest("base64")}:`;
    },
  },
  "digest-of-name-and-content": {
    title:
      "The digest is taken over name and content, in base64 with a prefix; a map by part name shows it in the link.",
    why: "How a file is identified inside a trace, and where that stands, is not shown; a renamed copy is another document.",
    apply(s) {
      s.keepFiles = (trace, files, call) =>
        files.map(({ part, name, data }) => {
          const sum = createHash("sha512").update(name).update("\0").update(data).digest("base64url");
          const digest = `b3:${sum.slice(0, 43)}`;
          if (!trace.files.has(digest)) trace.files.set(digest, { digest, name, data, face: call.face });
          return { digest, name, part, size: data.length };
        });
      s.linkView = ({ id, actionKey, data, files }) => ({
        ref: id,
        step: actionKey,
        form: data,
        attachments: Object.fromEntries(
          files.map((file, at) => [
            `${String(at)}/${String(file["part"])}`,
            { id: file["digest"] ?? null, label: file["name"] ?? null },
          ]),
        ),
      });
    },
  },
  "files-by-integrity": {
    title: "Digests are sha512-… in base64; links hold their files by digest; archives have a folder for each file.",
    why: "The form of a digest, the fields of a link and the names in an archive are not shown.",
    apply(s) {
      s.digest = (data) => `sha512-${createHash("sha512").update(data).digest("base64")}`;
      s.linkView = ({ files, ...link }) => ({
        ...link,
        attachments: Object.fromEntries(files.map(({ digest, ...file }) => [String(digest), file])),
      });
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].flatMap((digest) => {
          const { name, data } = s.fileOf(trace, digest, call);
          const folder = `files/${hash(digest).slice(0, 16)}/`;
          return [
            { name: folder, data: Buffer.alloc(0) },
            { name: `${folder}${entryName(name)}`, data },
          ];
        });
      s.pack = (entries) => zip(entries, { descriptors: true, comment: "made on request" });
      s.fileReply = ({ name, data }: StoredFile) => ({
        status: 200,
        headers: { "Content-Type": guessType(name), "Content-Disposition": disposition("inline", name) },
        body: data,
        chunked: true,
      });
    },
  },
};
