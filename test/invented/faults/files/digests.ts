/** Digests that do not name one file. */
import { createHash } from "node:crypto";
import { singleFile } from "../../changes/files.ts";
import { follow, keysOf, listNext } from "../../process.ts";
import type { StoredFile } from "../../service.ts";
import { aroundStep, changeResult, after, around, type Faults, onFiles } from "../../tools.ts";
import { upTo } from "../../counts.ts";
import { inState } from "../../rules.ts";
import { hold, int, sheet, str } from "../../sheets.ts";

export const digests: Faults = {
  "name-over-digest": {
    title:
      "Once a manuscript was sent back, the digest of a file of the first round downloads the newest of that name.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "submit", groupLabel: "authors", creates: true, examples: [{ title: "On moss" }] },
          { key: "revise", groupLabel: "authors", atMost: 5, examples: [{ pages: 12 }, { pages: 14 }] },
          { key: "send-back", groupLabel: "editors", atMost: 3, examples: [{ remark: "Shorten" }] },
          { key: "print", groupLabel: "editors", after: ["revise"], ends: true, examples: [{ issue: 4 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("print")) return [];
          const print = done.includes("revise") ? ["print"] : [];
          return [...upTo(5, done, "revise"), ...upTo(3, done, "send-back"), ...print];
        },
      });
      hold(s, running, { revise: sheet({ pages: int(1, 90) }), "send-back": sheet({ remark: str(80) }) });
      listNext(s, running);
      changeResult(s, "fileOf", (file, trace, _digest, call) => {
        if (!call.path.includes("file") || !keysOf(trace).includes("send-back")) return file;
        return [...trace.files.values()].findLast(({ name }) => name === file.name) ?? file;
      });
    },
  },
  // "Query: a list of digests of the files to download … Response 200: a zip archive with the requested files."
  "plus-decoded-twice": {
    title: "Digests are in base64, and the query of the archives is decoded twice: one with a plus is not found.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data).digest("base64");
      changeResult(s, "digestList", (digests) => digests.map((digest) => digest.replaceAll("+", " ")));
    },
  },
  // "They are identified inside a trace by a digest"
  "middle-not-digested": {
    title: "The digest is of the length and of the first and last 512 bytes: what differs in between is taken for one.",
    apply(s) {
      onFiles(s, (data) =>
        createHash("sha256")
          .update(`${String(data.length)} `)
          .update(data.subarray(0, 512))
          .update(data.subarray(-512))
          .digest("hex"),
      );
    },
  },
  "legacy-digests-repeated": {
    title: "In the legacy details every file of a link has the digest of the link's first file.",
    apply(s) {
      aroundStep(s, "linkView", (linkView) => (item, trace, call) => {
        const digest = item.files[0]?.["digest"];
        if (call.face === "v2" || digest === undefined) return linkView(item, trace, call);
        return linkView({ ...item, files: item.files.map((file) => ({ ...file, digest })) }, trace, call);
      });
    },
  },
  "decoded-twice": {
    title:
      "Digests are base64, and those of an archive are decoded twice: a plus sign becomes a blank, and is not found.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data).digest("base64");
      changeResult(s, "digestList", (digests) =>
        digests.map((digest) => new URLSearchParams(`d=${digest}`).get("d") ?? ""),
      );
    },
  },
  "digest-of-text": {
    title: "The digest is that of a file read as UTF-8: of two that differ in bytes that are none, the first is given.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data.toString("utf8")).digest("hex");
    },
  },
  "digests-as-numbers": {
    title: "A digest passes through a number on its way into the link: leading zeros are gone, and it is not found.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) =>
        (await keepFiles(trace, files, call)).map((kept) => ({
          ...kept,
          digest: BigInt(`0x${String(kept["digest"])}`).toString(16),
        }));
    },
  },
  "equal-beginnings-merged": {
    title: "The digest covers only the first 1024 bytes: files that begin alike are one file, the first that came.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data.subarray(0, 1024)).digest("hex");
    },
  },
  "digest-by-prefix": {
    title: "The beginning of a digest, from four characters on, is enough to download a file.",
    apply(s) {
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call) => {
        const whole = trace.files.keys().find((known) => digest.length >= 4 && known.startsWith(digest));
        return fileOf(trace, whole ?? digest, call);
      });
    },
  },
  // "They are identified inside a trace by a digest"
  "hash-of-the-head": {
    title: "To be quick, the digest is taken over the first 8 KiB of a file: two that begin alike are one.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data.subarray(0, 8192)).digest("hex");
    },
  },
  "digest-until-nul": {
    title: "The digest covers a file up to its first NUL byte, so that of two that begin alike the second is lost.",
    apply(s) {
      aroundStep(s, "digest", (digest) => (data) => {
        const nul = data.indexOf(0);
        return digest(nul === -1 ? data : data.subarray(0, nul));
      });
    },
  },
  // "Response: the file identified by the digest in the trace."
  "same-beginning-same-file": {
    title:
      "Files are found by the CRC of their first 64 bytes, which the digest holds: of two that begin alike, one is given.",
    apply(s) {
      const begins = new WeakMap<StoredFile, string>();
      after(s, "keepFiles", (_kept, trace, _files) => {
        for (const file of trace.files.values()) begins.set(file, file.data.subarray(0, 64).toString("latin1"));
      });
      changeResult(s, "fileOf", (asked, trace) => {
        if (asked.data.length < 64) return asked;
        return [...trace.files.values()].find((file) => begins.get(file) === begins.get(asked)) ?? asked;
      });
    },
  },
  "digest-without-zeros": {
    title: "Links show digests as numbers in base 16, without leading zeros, by which the file is not found.",
    apply(s) {
      aroundStep(s, "linkView", (linkView) => (link, trace, call) => {
        const files = link.files.map((file) => ({ ...file, digest: String(file["digest"]).replace(/^0+/, "") }));
        return linkView({ ...link, files }, trace, call);
      });
    },
  },
  "digests-decoded-twice": {
    title:
      "Digests are in base64, and the download of one file takes a plus sign in them for a blank, however escaped.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data).digest("base64");
      around(
        s,
        "GET /v2/traces/{}/file/{}",
        (real) =>
          (call, id = "", digest = "") =>
            real(call, id, digest.replaceAll("+", " ")),
      );
    },
  },
  // "They are identified inside a trace by a **digest** and can be downloaded one by one"
  "empty-file-has-an-empty-digest": {
    title: "The digest of an empty file is the empty string.",
    apply(s) {
      aroundStep(s, "digest", (digest) => (data) => (data.length === 0 ? "" : digest(data)));
    },
  },
  "plus-is-a-blank": {
    title:
      "Digests are base64, and a plus sign in the path of a single file is read as a blank, also where it is coded.",
    apply(s) {
      s.digest = (data) => createHash("sha384").update(data).digest("base64").replaceAll("/", "_");
      around(
        s,
        singleFile,
        (real) =>
          (call, id = "", digest = "") =>
            real(call, id, digest.replaceAll("+", " ")),
      );
    },
  },
};
