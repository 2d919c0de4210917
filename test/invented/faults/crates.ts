import { createHash } from "node:crypto";
import { Refusal } from "../../lib/service/refusal.ts";
import type { ZipEntry } from "../../lib/service/zip.ts";
import type { StoredFile } from "../service.ts";
import { onFiles, type Faults } from "../tools.ts";

/** What is packed, what is unpacked, and what the links say of it. */
export const crates: Faults = {
  // "POST /v2/traces/{traceId}/action … data is a UUID string"
  "uuid-in-base64": {
    title: "A v2 action is answered with the UUID in 22 characters of base64url.",
    apply(s) {
      s.actionAnswer = (_trace, { id }) => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
    },
  },
  // "startCursor | string", "endCursor | string"
  "cursors-are-numbers": {
    title: "The cursors of the v2 details are the numbers of the links, not strings.",
    apply(s) {
      const { info, positionOf } = s;
      s.info = (page, args, trace, call) => {
        const told = info(page, args, trace, call);
        const [head, tail] = [page.items[0], page.items.at(-1)];
        if (call.face !== "v2" || !head || !tail) return told;
        return { ...told, startCursor: trace.links.indexOf(head), endCursor: trace.links.indexOf(tail) };
      };
      s.positionOf = (links, cursor, trace) => {
        const at = /^\d{1,6}$/.test(cursor) ? Number(cursor) : -1;
        return at >= 0 && at < links.length ? at : positionOf(links, cursor, trace);
      };
    },
  },
  // "Zero or more files; each is a separate multipart part with its own part name and file name."
  "fourth-file-forgotten": {
    title: "Of the files of one action the first three are kept; the others are dropped without a word.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        return { ...input, files: input.files.slice(0, 3) };
      };
    },
  },
  // "Each appended action becomes a link of the trace."
  "joined-with-files": {
    title: "The legacy details come from a join with the files: a link with two files is there twice, and counted so.",
    apply(s) {
      const { linksOf } = s;
      s.linksOf = (trace, call) => {
        const links = linksOf(trace, call);
        if (call.face === "v2") return links;
        return links.flatMap((link) => (link.files.length > 1 ? link.files.map(() => link) : [link]));
      };
      s.positionOf = (links, cursor, trace) => {
        const at = links.findLastIndex((link) => s.cursorOf(link, trace) === cursor);
        if (at === -1) throw new Refusal("invalid", "no such cursor");
        return at;
      };
    },
  },
  // "Response: the file identified by the digest in the trace."
  "padding-taken-off": {
    title: "Files come back without the zero bytes at their end, which are taken for the padding of the cipher.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (...args) => {
        const file = fileOf(...args);
        let end = file.data.length;
        while (end > 0 && file.data[end - 1] === 0) end -= 1;
        return { ...file, data: file.data.subarray(0, end) };
      };
    },
  },
  // "Query: a list of digests of the files to download … Response 200: a zip archive with the requested files."
  "plus-decoded-twice": {
    title: "Digests are in base64, and the query of the archives is decoded twice: one with a plus is not found.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data).digest("base64");
      const { digestList } = s;
      s.digestList = (call) => digestList(call).map((digest) => digest.replaceAll("+", " "));
    },
  },
  // "Response 200: a zip archive with the requested files."
  "archive-kept-by-count": {
    title: "Archives are kept by the trace and the number of digests: another choice of as many gets the former one.",
    apply(s) {
      const { zipEntries } = s;
      const kept = new Map<string, ZipEntry[]>();
      s.zipEntries = (trace, digests, call) => {
        const entries = zipEntries(trace, digests, call);
        const key = `${trace.id} ${String(entries.length)}`;
        const former = kept.get(key) ?? entries;
        kept.set(key, former);
        return former;
      };
    },
  },
  // "Response 200: a zip archive with the requested files."
  "names-of-eight-and-three": {
    title: "Archives name their entries with eight letters and three; of those that then are the same, the last stays.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const shelf = new Map<string, ZipEntry>();
        for (const { name, data } of zipEntries(trace, digests, call)) {
          const [, stem = name, extension = ""] = /^(.+)\.([^.]*)$/s.exec(name) ?? [];
          const short = `${stem.slice(0, 8)}${extension ? "." : ""}${extension.slice(0, 3)}`.toUpperCase();
          shelf.set(short, { name: short, data });
        }
        return [...shelf.values()];
      };
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
  // "They are identified inside a trace by a digest and can be downloaded one by one or several at once"
  "moved-when-sent-again": {
    title: "A file sent again to its trace moves to the later link: the digest of the earlier one finds nothing more.",
    apply(s) {
      s.keepFiles = (trace, files, call) =>
        files.map(({ name, part, data }) => {
          for (const [digest, file] of trace.files) if (file.data.equals(data)) trace.files.delete(digest);
          const digest = s.digest(Buffer.concat([data, Buffer.from(`#${String(trace.links.length)}`)]));
          const stored: StoredFile = { digest, name, data, face: call.face };
          trace.files.set(digest, stored);
          return { digest, name, part, size: data.length };
        });
    },
  },
};
