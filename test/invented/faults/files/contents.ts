/** Files whose bytes come back changed. */
import { gunzipSync } from "node:zlib";
import type { FilePart } from "../../../lib/service/multipart.ts";
import { onFilesOf, onParts, onReading } from "../../changes/files.ts";
import { follow, present } from "../../process.ts";
import type { Service, StoredFile } from "../../service.ts";
import { aroundStep, changeResult, after, type Faults, onRecord } from "../../tools.ts";
import { upTo } from "../../counts.ts";
import { coded } from "../../rules.ts";

/** Changes the content of every file before it is stored. */
function onContent(s: Service, change: (data: Buffer) => Buffer): void {
  const { keepFiles } = s;
  s.keepFiles = (trace, files, call) =>
    keepFiles(
      trace,
      files.map((file): FilePart => ({ ...file, data: change(file.data) })),
      call,
    );
}

const gzipMagic = Buffer.from([0x1f, 0x8b, 0x08]);

const block = 4096;

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** What was sent, up to the first occurrence of the bytes. */
const upToFirst = (data: Buffer, bytes: string): Buffer => {
  const at = data.indexOf(bytes, 0, "latin1");
  return at === -1 ? data : data.subarray(0, at);
};

/** The bytes with line feeds alone, where they are text. */
function mended(data: Buffer): Buffer {
  const text = data.toString("utf8");
  return Buffer.from(text).equals(data) ? Buffer.from(text.replaceAll("\r\n", "\n")) : data;
}

export const contents: Faults = {
  // "Response: the file identified by the digest in the trace."
  "padding-taken-off": {
    title: "Files come back without the zero bytes at their end, which are taken for the padding of the cipher.",
    apply(s) {
      changeResult(s, "fileOf", (file) => {
        let end = file.data.length;
        while (end > 0 && file.data[end - 1] === 0) end -= 1;
        return { ...file, data: file.data.subarray(0, end) };
      });
    },
  },
  // "file parts: binary"; "the file identified by the digest"
  "files-end-at-zero": {
    title: "A file ends at its first byte that is zero.",
    apply(s) {
      onContent(s, (data) => (data.includes(0) ? data.subarray(0, data.indexOf(0)) : data));
    },
  },
  // "file parts: binary"
  "byte-order-mark-off": {
    title: "A file that begins with the byte order mark of UTF-8 loses it.",
    apply(s) {
      const mark = Buffer.from([0xef, 0xbb, 0xbf]);
      onContent(s, (data) => (data.subarray(0, 3).equals(mark) ? data.subarray(3) : data));
    },
  },
  // "Response: the file identified by the digest in the trace."
  "pieces-in-the-order-of-text": {
    title: "Files are kept in numbered pieces of 4096 bytes, put together by the text of the number: 10 before 2.",
    apply(s) {
      onReading(s, ({ data }) => {
        const count = Math.ceil(data.length / 4096);
        const numbers = Array.from({ length: count }, (_, at) => String(at)).sort();
        return Buffer.concat(numbers.map((at) => data.subarray(Number(at) * 4096, (Number(at) + 1) * 4096)));
      });
    },
  },
  "unpacks-what-was-packed": {
    title:
      "Files are kept packed, and unpacked for as long as they begin like gzip: a file that is gzip comes unpacked.",
    apply(s) {
      const unpacked = (data: Buffer): Buffer => {
        if (!data.subarray(0, 3).equals(gzipMagic)) return data;
        try {
          return gunzipSync(data);
        } catch {
          return data;
        }
      };
      changeResult(s, "fileOf", (file) => ({ ...file, data: unpacked(file.data) }));
    },
  },
  "cut-at-dashes": {
    title: "A line of a file that begins with two hyphens is taken for the boundary: the file ends before it.",
    apply(s) {
      const cut = (data: Buffer): Buffer => {
        const at = data.indexOf("\n--");
        if (at === -1) return data;
        return data.subarray(0, data[at - 1] === 0x0d ? at - 1 : at);
      };
      changeResult(s, "readInput", (input) => ({
        ...input,
        files: input.files.map((file) => ({ ...file, data: cut(file.data) })),
      }));
    },
  },
  "base64-by-blocks": {
    title: "Files are turned into base64 by blocks of 64 KiB, each with its padding: larger ones come back damaged.",
    apply(s) {
      const block = 64 * 1024;
      const stored = (data: Buffer): Buffer => {
        let text = "";
        for (let at = 0; at < data.length; at += block) text += data.subarray(at, at + block).toString("base64");
        return Buffer.from(text, "base64");
      };
      changeResult(s, "fileOf", (file) => ({ ...file, data: stored(file.data) }));
    },
  },
  "resumed-too-early": {
    title: "Every third download of a file over 64 KiB is resumed after that much, and 4 KiB too early.",
    apply(s) {
      let downloads = 0;
      const block = 64 * 1024;
      aroundStep(s, "fileReply", (fileReply) => (file, call) => {
        const { data } = file;
        if (data.length <= block || (downloads += 1) % 3 !== 0) return fileReply(file, call);
        const resumed = Buffer.concat([data.subarray(0, block), data.subarray(block - 4096)]);
        return fileReply({ ...file, data: resumed }, call);
      });
    },
  },
  "last-line-break-lost": {
    title: "A file that ends with a line break loses it.",
    apply(s) {
      changeResult(s, "readInput", (input) => {
        const trimmed = input.files.map((file) => {
          if (file.data.at(-1) !== 0x0a) return file;
          return { ...file, data: file.data.subarray(0, file.data.at(-2) === 0x0d ? -2 : -1) };
        });
        return { ...input, files: trimmed };
      });
    },
  },
  "binary-as-text": {
    title: "Files that come through the legacy face are read as UTF-8 text: other bytes become U+FFFD.",
    apply(s) {
      onFilesOf(s, "legacy", (parts) =>
        parts.map((part) => ({ ...part, data: Buffer.from(part.data.toString("utf8"), "utf8") })),
      );
    },
  },
  "dashes-end-file": {
    title: "A file that comes through v2 ends at its first line that begins with two dashes.",
    apply(s) {
      onFilesOf(s, "v2", (parts) =>
        parts.map((part) => {
          const end = part.data.indexOf("\r\n--");
          return end === -1 ? part : { ...part, data: part.data.subarray(0, end) };
        }),
      );
    },
  },
  "json-files-rewritten": {
    title: "A single file whose name ends in .json is parsed and written anew before it is sent.",
    apply(s) {
      changeResult(s, "fileReply", (reply, file) => {
        if (!file.name.endsWith(".json")) return reply;
        try {
          return { ...reply, body: JSON.stringify(JSON.parse(file.data.toString("utf8"))) };
        } catch {
          return reply;
        }
      });
    },
  },
  "full-blocks-only-counted": {
    title: "A single file whose size is a multiple of 1024 is sent without its last 1024 bytes.",
    apply(s) {
      aroundStep(s, "fileReply", (fileReply) => (file, call) => {
        const whole = file.data.length > 0 && file.data.length % 1024 === 0;
        return fileReply(whole ? { ...file, data: file.data.subarray(0, -1024) } : file, call);
      });
    },
  },
  // "Response: the file identified by the digest in the trace"
  "cold-store-of-text": {
    title: "After a second and a half a file moves from memory to a store of UTF-8 texts: other bytes are spoilt.",
    apply(s) {
      const since = new WeakMap<StoredFile, number>();
      onRecord(s, (_link, trace) => {
        for (const file of trace.files.values()) if (!since.has(file)) since.set(file, Date.now());
      });
      changeResult(s, "fileOf", (file) => {
        if (Date.now() - (since.get(file) ?? Date.now()) < 1500) return file;
        return { ...file, data: Buffer.from(file.data.toString("utf8")) };
      });
    },
  },
  "full-last-block-unsent": {
    title: "A file of the length of whole blocks of 4096 bytes is downloaded without its last block.",
    apply(s) {
      aroundStep(s, "fileReply", (fileReply) => (file, call) => {
        const whole = file.data.length > 0 && file.data.length % block === 0;
        return fileReply(whole ? { ...file, data: file.data.subarray(0, -block) } : file, call);
      });
    },
  },
  "whole-blocks-lose-one": {
    title: "A file whose size is a multiple of 4096 comes from the download without its last 4096 bytes.",
    apply(s) {
      aroundStep(s, "fileReply", (fileReply) => (file, call) => {
        const { data } = file;
        const whole = data.length > 0 && data.length % 4096 === 0;
        return { ...fileReply(file, call), body: whole ? data.subarray(0, data.length - 4096) : data };
      });
    },
  },
  // "Response: the file identified by the digest in the trace."
  "base64-text-decoded": {
    title: "A file whose whole content could be base64 is taken for it, and kept decoded.",
    apply(s) {
      after(s, "keepFiles", (_kept, trace, files) => {
        for (const file of files) {
          const stored = trace.files.get(s.digest(file.data));
          const text = file.data.toString("latin1");
          if (stored && text.length >= 16 && base64.test(text)) stored.data = Buffer.from(text, "base64");
        }
      });
    },
  },
  "final-line-break": {
    title: "A file that ends with a line break comes back without it.",
    apply(s) {
      changeResult(s, "readInput", (input) => {
        const files = input.files.map((file) => {
          const [end, previous] = [file.data.at(-1), file.data.at(-2)];
          const cut = end !== 0x0a ? 0 : previous === 0x0d ? 2 : 1;
          return { ...file, data: file.data.subarray(0, file.data.length - cut) };
        });
        return { ...input, files };
      });
    },
  },
  "hyphens-in-files": {
    title: "A file is cut off before its first line that begins with two hyphens.",
    apply(s) {
      onParts(s, (files) =>
        files.map((file) => {
          const at = file.data.indexOf("\n--");
          return at === -1 ? file : { ...file, data: file.data.subarray(0, at) };
        }),
      );
    },
  },
  "last-chunk-lost": {
    title: "A single file of more than 64 KiB comes without what is left after the last full 64 KiB.",
    apply(s) {
      aroundStep(s, "fileReply", (fileReply) => (file, call) => {
        const whole = file.data.length - (file.data.length % 65536);
        return fileReply(whole === 0 ? file : { ...file, data: file.data.subarray(0, whole) }, call);
      });
    },
  },
  // "the file identified by the digest in the trace"
  "whole-chunks-lose-the-last": {
    title: "Files are kept in chunks of 4096 bytes; the last is written only where it is not full.",
    apply(s) {
      aroundStep(s, "keepFiles", (keepFiles) => async (trace, files, call) => {
        const known = new Set(trace.files.keys());
        const kept = await keepFiles(trace, files, call);
        for (const [digest, file] of trace.files) {
          const { length } = file.data;
          if (known.has(digest) || length === 0 || length % 4096 !== 0) continue;
          trace.files.set(digest, { ...file, data: file.data.subarray(0, length - 4096) });
        }
        return kept;
      });
    },
  },
  "end-of-text": {
    title: "A file that comes by the legacy set is read in text mode: it ends at the first control character Z.",
    apply(s) {
      changeResult(s, "readInput", (input, call) => {
        if (call.face === "v2") return input;
        return { ...input, files: input.files.map((file) => ({ ...file, data: upToFirst(file.data, "\x1a") })) };
      });
    },
  },
  "like-a-delimiter": {
    title: "A file ends where a line of it begins with two hyphens, as if the next part began there.",
    apply(s) {
      changeResult(s, "readInput", (input) => ({
        ...input,
        files: input.files.map((file) => ({ ...file, data: upToFirst(file.data, "\r\n--") })),
      }));
    },
  },
  "unflushed-tail": {
    title: "Of files over 16 KiB only whole blocks of that size are there in the second and a half after they came.",
    apply(s) {
      const block = 16 * 1024;
      const came = new WeakMap<StoredFile, number>();
      after(s, "keepFiles", (_kept, trace, _files) => {
        for (const file of trace.files.values()) if (!came.has(file)) came.set(file, Date.now());
      });
      changeResult(s, "fileOf", (file) => {
        const { length } = file.data;
        if (length <= block || Date.now() - (came.get(file) ?? 0) > 1500) return file;
        return { ...file, data: file.data.subarray(0, length - (length % block)) };
      });
    },
  },
  "lines-mended": {
    title: "Text files that come with the minutes lose the carriage returns of their lines; all other files are exact.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "convene", groupLabel: "office", creates: true },
          { key: "move", groupLabel: "members", atMost: 5 },
          { key: "minute", groupLabel: "office", after: ["move"], atMost: 2 },
          { key: "contest", groupLabel: "members", after: ["minute"], atMost: 1 },
          { key: "adopt", groupLabel: "chair", after: ["minute"], ends: true },
        ],
        people: { ines: { groups: ["office", "members"] }, theo: { groups: ["chair"] } },
        nextActions: { path: ["meeting", "agenda", "open"], by: "group" },
        next(done) {
          if (done.includes("adopt")) return [];
          if (done.at(-1) === "contest") return upTo(2, done, "minute");
          if (done.includes("minute")) return [...upTo(1, done, "contest"), "adopt"];
          return [...upTo(5, done, "move"), ...(done.includes("move") ? ["minute"] : [])];
        },
      });
      coded(s, { "006": 400 });
      present(s, (data, trace) => ({ ...data, meeting: { agenda: { open: running.byGroup(trace) } } }));
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "minute") return;
        for (const { digest } of link.files) {
          const file = trace.files.get(String(digest));
          if (file) file.data = mended(file.data);
        }
      });
    },
  },
};
