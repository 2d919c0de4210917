import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { crc32, gzipSync } from "node:zlib";
import { Refusal } from "../../lib/service/refusal.ts";
import { around, pause, type Faults } from "../tools.ts";

const archives = ["GET /v2/traces/{}/files", "GET /trace/{}/files"] as const;
const single = "GET /v2/traces/{}/file/{}";

/** What was sent, up to the first occurrence of the bytes. */
const upTo = (data: Buffer, bytes: string): Buffer => {
  const at = data.indexOf(bytes, 0, "latin1");
  return at === -1 ? data : data.subarray(0, at);
};

export const trunks: Faults = {
  "asked-for-twice": {
    awaits: "whether a digest may be given twice is left open",
    title: "An archive for which a digest is given twice is refused: fewer files are found than were asked for.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const entries = zipEntries(trace, digests, call);
        if (entries.length !== digests.length) throw new Refusal("missing", "some files are not of this trace");
        return entries;
      };
    },
  },
  "order-of-storage": {
    title: "An archive takes names as they were asked for and bytes as they are stored: in another order they differ.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const asked = zipEntries(trace, digests, call);
        const wanted = new Set(digests);
        const stored = [...trace.files.values()].filter(({ digest }) => wanted.has(digest));
        return asked.map(({ name, data }, at) => ({ name, data: stored[at]?.data ?? data }));
      };
    },
  },
  "sum-of-the-last-piece": {
    title: "The checksum of a packed file is that of its last 64 KiB.",
    apply(s) {
      const { pack } = s;
      s.pack = async (entries) => {
        const packed = await pack(entries);
        for (const { data } of entries) {
          if (data.length <= 65536) continue;
          const right = Buffer.alloc(4);
          const wrong = Buffer.alloc(4);
          right.writeUInt32LE(crc32(data));
          wrong.writeUInt32LE(crc32(data.subarray(Math.floor((data.length - 1) / 65536) * 65536)));
          for (let at = packed.indexOf(right); at !== -1; at = packed.indexOf(right, at + 4)) wrong.copy(packed, at);
        }
        return packed;
      };
    },
  },
  "end-of-text": {
    title: "A file that comes by the legacy set is read in text mode: it ends at the first control character Z.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (call.face === "v2") return input;
        return { ...input, files: input.files.map((file) => ({ ...file, data: upTo(file.data, "\x1a") })) };
      };
    },
  },
  "digest-of-characters": {
    title: "The digest is made of the file as UTF-8 text: binary files that are alike but for such bytes are one.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data.toString("utf8")).digest("hex");
    },
  },
  "like-a-delimiter": {
    title: "A file ends where a line of it begins with two hyphens, as if the next part began there.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        return { ...input, files: input.files.map((file) => ({ ...file, data: upTo(file.data, "\r\n--") })) };
      };
    },
  },
  "shared-stream": {
    title: "Two downloads of a file at once read from one stream: the second gets no byte of it.",
    apply(s) {
      const open = new Set<string>();
      around(s, single, (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const which = params.join(" ");
        if (open.has(which)) return { ...reply, body: "" };
        open.add(which);
        await pause(8);
        open.delete(which);
        return reply;
      });
    },
  },
  "plus-is-a-blank": {
    title:
      "Digests are base64, and a plus sign in the path of a single file is read as a blank, also where it is coded.",
    apply(s) {
      s.digest = (data) => createHash("sha384").update(data).digest("base64").replaceAll("/", "_");
      around(
        s,
        single,
        (real) =>
          (call, id = "", digest = "") =>
            real(call, id, digest.replaceAll("+", " ")),
      );
    },
  },
  "packed-unsaid": {
    title: "Files of text over 1 KiB are sent gzipped to who takes that, without a header that says so.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const reply = fileReply(file, call);
        const takes = /\bgzip\b/.test(String(call.headers["accept-encoding"] ?? ""));
        return takes && file.data.length > 1024 && isUtf8(file.data) ? { ...reply, body: gzipSync(file.data) } : reply;
      };
    },
  },
  "folder-of-uploads": {
    title: "Until an action is done its files lie in one folder under their names: of two at once both get the later.",
    apply(s) {
      const folder = new Map<string, Buffer>();
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        for (const { name, data } of input.files) folder.set(name, data);
        if (input.files.length > 0) await pause(6);
        return { ...input, files: input.files.map((file) => ({ ...file, data: folder.get(file.name) ?? file.data })) };
      };
    },
  },
  "nothing-to-pack": {
    title: "An archive of files that are all empty is answered with 204 and no archive.",
    apply(s) {
      for (const key of archives) {
        around(s, key, (real) => async (call, id = "", ...params) => {
          const reply = await real(call, id, ...params);
          const files = s.traces.get(id.toLowerCase())?.files;
          return call.query.getAll("digests").every((digest) => files?.get(digest)?.data.length === 0)
            ? { status: 204 }
            : reply;
        });
      }
    },
  },
  "cold-store": {
    title:
      "Two seconds after it came a file goes to another store, which only the v2 set reads: legacy archives lack it.",
    apply(s) {
      const came = new Map<string, number>();
      const { keepFiles, zipEntries } = s;
      s.keepFiles = async (trace, files, call) => {
        const kept = await keepFiles(trace, files, call);
        for (const { digest } of kept) if (!came.has(String(digest))) came.set(String(digest), Date.now());
        return kept;
      };
      s.zipEntries = (trace, digests, call) => {
        const warm = digests.filter((one) => call.face === "v2" || Date.now() - (came.get(one) ?? 0) < 2000);
        zipEntries(trace, digests, call);
        return zipEntries(trace, warm, call);
      };
    },
  },
};
