import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { Face } from "../../lib/service/http.ts";
import type { FilePart } from "../../lib/service/multipart.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Trace, Service, StoredFile } from "../service.ts";
import { pause, around, type Faults } from "../tools.ts";

/** Changes the files of the actions that come through one face before they are stored. */
function onFiles(s: Service, only: Face | "both", change: (files: FilePart[]) => FilePart[]): void {
  const { readInput } = s;
  s.readInput = async (call) => {
    const input = await readInput(call);
    return only === "both" || only === call.face ? { ...input, files: change(input.files) } : input;
  };
}

export const files: Faults = {
  "same-name-replaced": {
    title: "A later file of the same name replaces the content behind the digest of the earlier one.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, parts, call) => {
        for (const { name, data } of parts) {
          for (const known of trace.files.values()) if (known.name === name) known.data = data;
        }
        return keepFiles(trace, parts, call);
      };
    },
  },
  "empty-file-missing": {
    title: "A file without content is listed with its digest but cannot be downloaded.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const file = fileOf(trace, digest, call);
        if (file.data.length === 0) throw new Refusal("missing", "the trace has no such file");
        return file;
      };
    },
  },
  "first-trace-owns-content": {
    title: "Content that was attached to another trace before is listed, but belongs only to that first trace.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const owner: Trace | undefined = s.traces.values().find((known) => known.files.has(digest));
        if (owner !== trace) throw new Refusal("missing", "the trace has no such file");
        return fileOf(trace, digest, call);
      };
    },
  },
  "zip-skips-strangers": {
    title: "The legacy zip leaves out digests that are not in the trace as long as one of them is.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const known = digests.filter((digest) => trace.files.has(digest));
        return zipEntries(trace, call.face === "legacy" && known.length > 0 ? known : digests, call);
      };
    },
  },
  "last-line-break-lost": {
    title: "A file that ends with a line break loses it.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const trimmed = input.files.map((file) => {
          if (file.data.at(-1) !== 0x0a) return file;
          return { ...file, data: file.data.subarray(0, file.data.at(-2) === 0x0d ? -2 : -1) };
        });
        return { ...input, files: trimmed };
      };
    },
  },
  "zip-cuts-at-64k": {
    title: "In the v2 zip every file ends after 65535 bytes.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) =>
        zipEntries(trace, digests, call).map((entry) =>
          call.face === "v2" ? { ...entry, data: entry.data.subarray(0, 65535) } : entry,
        );
    },
  },
  "zip-checksums-missing": {
    title: "From the second entry on, the checksums in the zip are zero.",
    apply(s) {
      const { pack } = s;
      s.pack = async (entries) => {
        const bytes = await pack(entries);
        const end = bytes.lastIndexOf("PK\x05\x06", bytes.length, "latin1");
        let at = bytes.readUInt32LE(end + 16);
        for (let index = 0; index < bytes.readUInt16LE(end + 10); index += 1) {
          if (index > 0) {
            bytes.writeUInt32LE(0, at + 16);
            bytes.writeUInt32LE(0, bytes.readUInt32LE(at + 42) + 14);
          }
          at += 46 + bytes.readUInt16LE(at + 28);
        }
        return bytes;
      };
    },
  },
  "name-breaks-header": {
    title: "The download of a file whose name has characters outside ISO 8859-1 fails with 500.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        if (/[^\t\x20-\x7e\x80-\xff]/.test(file.name)) {
          return {
            status: 500,
            headers: { "Content-Type": "text/plain" },
            body: "Invalid character in header content",
          };
        }
        return fileReply(file, call);
      };
    },
  },
  "files-before-fields-lost": {
    title: "File parts that come before the text part with the data are dropped.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const raw = call.body().toString("utf8");
        const field = raw.indexOf(call.face === "v2" ? 'name="traceInput"' : 'name="body"');
        const late = input.files.filter((file) => raw.lastIndexOf(`name="${file.part}"`) > field);
        return { ...input, files: late };
      };
    },
  },
  "files-cleaned-up": {
    title: "A file can no longer be downloaded two seconds after it was attached.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, parts, call) => {
        void pause(2000).then(() => {
          for (const part of parts) trace.files.delete(s.digest(part.data));
        });
        return keepFiles(trace, parts, call);
      };
    },
  },
  "legacy-files-not-single": {
    title: "The single file download does not know files that were attached through the legacy face.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const file = fileOf(trace, digest, call);
        if (file.face === "legacy" && call.path[3] === "file") {
          throw new Refusal("missing", "the trace has no such file");
        }
        return file;
      };
    },
  },
  "parallel-uploads-share-name": {
    title: "Files of the same name that are uploaded at the same time all get the content of the latest.",
    apply(s) {
      const { keepFiles } = s;
      const scratch = new Map<string, Buffer>();
      s.keepFiles = async (trace, parts, call) => {
        for (const part of parts) scratch.set(part.name, part.data);
        const kept = await keepFiles(trace, parts, call);
        if (parts.length === 0) return kept;
        await pause(4);
        for (const { name, data } of parts) {
          const file = trace.files.get(s.digest(data));
          if (file) file.data = scratch.get(name) ?? data;
        }
        return kept;
      };
    },
  },
  "binary-as-text": {
    title: "Files that come through the legacy face are read as UTF-8 text: other bytes become U+FFFD.",
    apply(s) {
      onFiles(s, "legacy", (parts) =>
        parts.map((part) => ({ ...part, data: Buffer.from(part.data.toString("utf8"), "utf8") })),
      );
    },
  },
  "dashes-end-file": {
    title: "A file that comes through v2 ends at its first line that begins with two dashes.",
    apply(s) {
      onFiles(s, "v2", (parts) =>
        parts.map((part) => {
          const end = part.data.indexOf("\r\n--");
          return end === -1 ? part : { ...part, data: part.data.subarray(0, end) };
        }),
      );
    },
  },
  "ninth-file-dropped": {
    title: "Of the files of one action, those after the eighth are dropped without a word.",
    apply(s) {
      onFiles(s, "both", (parts) => parts.slice(0, 8));
    },
  },
  "equal-beginnings-merged": {
    title: "The digest covers only the first 1024 bytes: files that begin alike are one file, the first that came.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data.subarray(0, 1024)).digest("hex");
    },
  },
  "json-files-rewritten": {
    title: "A single file whose name ends in .json is parsed and written anew before it is sent.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const reply = fileReply(file, call);
        if (!file.name.endsWith(".json")) return reply;
        try {
          return { ...reply, body: JSON.stringify(JSON.parse(file.data.toString("utf8"))) };
        } catch {
          return reply;
        }
      };
    },
  },
  "second-download-empty": {
    title: "A single file has its content only at the first download; later ones are empty, with 200.",
    apply(s) {
      const { fileReply } = s;
      const read = new WeakSet<StoredFile>();
      s.fileReply = (file, call) => {
        const reply = fileReply(file, call);
        if (read.has(file)) return { ...reply, body: "" };
        read.add(file);
        return reply;
      };
    },
  },
  "digest-of-any-trace": {
    title: "The single file download finds a digest also when the file is in another trace of the workflow.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const others = s.traces.values().filter((other) => other.workflow === trace.workflow);
        const owner = call.path[3] === "file" ? others.find((other) => other.files.has(digest)) : undefined;
        return fileOf(trace.files.has(digest) ? trace : (owner ?? trace), digest, call);
      };
    },
  },
  "digest-by-prefix": {
    title: "The beginning of a digest, from four characters on, is enough to download a file.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const whole = trace.files.keys().find((known) => digest.length >= 4 && known.startsWith(digest));
        return fileOf(trace, whole ?? digest, call);
      };
    },
  },
  "full-blocks-only-counted": {
    title: "A single file whose size is a multiple of 1024 is sent without its last 1024 bytes.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const whole = file.data.length > 0 && file.data.length % 1024 === 0;
        return fileReply(whole ? { ...file, data: file.data.subarray(0, -1024) } : file, call);
      };
    },
  },
  "gz-name-sets-encoding": {
    title: "A file whose name ends in .gz is sent with Content-Encoding: gzip, so that the client unpacks it.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const reply = fileReply(file, call);
        return file.name.endsWith(".gz")
          ? { ...reply, headers: { ...reply.headers, "Content-Encoding": "gzip" } }
          : reply;
      };
    },
  },
  "download-in-base64": {
    title: "A single file that is not UTF-8 text is sent in base64.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const reply = fileReply(file, call);
        return isUtf8(file.data) ? reply : { ...reply, body: file.data.toString("base64") };
      };
    },
  },
  "upload-budget-shared": {
    title: "The files of one action share 131072 bytes: what is over that is cut off, beginning with the last file.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        let left = 131072;
        const cut = input.files.map((file) => {
          const data = input.files.length > 1 ? file.data.subarray(0, left) : file.data;
          left -= data.length;
          return { ...file, data };
        });
        return { ...input, files: cut };
      };
    },
  },
  "zip-local-sizes-missing": {
    title:
      "In the zip the sizes before each file are zero, though nothing says that they follow; the directory has them.",
    apply(s) {
      const { pack } = s;
      s.pack = async (entries) => {
        const archive = await pack(entries);
        const end = archive.lastIndexOf("PK\x05\x06", archive.length, "latin1");
        let at = archive.readUInt32LE(end + 16);
        for (let index = 0; index < archive.readUInt16LE(end + 10); index += 1) {
          const local = archive.readUInt32LE(at + 42);
          archive.fill(0, local + 18, local + 26);
          at += 46 + archive.readUInt16LE(at + 28);
        }
        return archive;
      };
    },
  },
  "lone-file-unzipped": {
    title: "The legacy zip of one file is not a zip, but that file.",
    apply(s) {
      around(s, "GET /trace/{}/files", (real) => async (call, id = "") => {
        const reply = await real(call, id);
        const [digest = "", ...others] = new Set(s.digestList(call));
        const file = s.traces.get(id.toLowerCase())?.files.get(digest);
        return file && others.length === 0 ? s.fileReply(file, call) : reply;
      });
    },
  },
  "zip-other-face-empty": {
    title: "In a v2 zip of files that came through both faces, those that came through the legacy one are empty.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const entries = zipEntries(trace, digests, call);
        const faces = [...new Set(digests)].map((digest) => trace.files.get(digest)?.face);
        if (call.face === "legacy" || new Set(faces).size < 2) return entries;
        return entries.map((entry, n) => (faces[n] === "legacy" ? { ...entry, data: Buffer.alloc(0) } : entry));
      };
    },
  },
  "zip-checks-first-digest": {
    title: "When the first of the digests is in the trace, the others are found in any trace of the workflow.",
    apply(s) {
      const { zipEntries, fileOf } = s;
      s.zipEntries = (trace, digests, call) => {
        if (!trace.files.has(digests[0] ?? "")) throw new Refusal("missing", "the trace has no such file");
        return zipEntries(trace, digests, call);
      };
      s.fileOf = (trace, digest, call) => {
        const others = s.traces.values().filter((other) => other.workflow === trace.workflow);
        const owner = call.path.at(-1) === "files" ? others.find((other) => other.files.has(digest)) : undefined;
        return fileOf(trace.files.has(digest) ? trace : (owner ?? trace), digest, call);
      };
    },
  },
};
