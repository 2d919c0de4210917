import { Refusal } from "../../stand-ins/lib/refusal.ts";
import type { Trace } from "../service.ts";
import { pause, type Invention } from "../tools.ts";

const one = "The file identified by the digest in the trace.";
const several = "Response 200: a zip archive with the requested files.";

export const files: Invention[] = [
  {
    id: "same-name-replaced",
    lie: "A later file of the same name replaces the content behind the digest of the earlier one.",
    sentence: "Files are identified inside a trace by a digest (not by their name).",
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
  {
    id: "empty-file-missing",
    lie: "A file without content is listed with its digest but cannot be downloaded.",
    sentence: `${one} Files can be attached to an action and downloaded.`,
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const file = fileOf(trace, digest, call);
        if (file.data.length === 0) throw new Refusal("missing", "the trace has no such file");
        return file;
      };
    },
  },
  {
    id: "first-trace-owns-content",
    lie: "Content that was attached to another trace before is listed, but belongs only to that first trace.",
    sentence: "Files can be attached to an action; they are identified inside a trace by a digest.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const owner: Trace | undefined = s.traces.values().find((known) => known.files.has(digest));
        if (owner !== trace) throw new Refusal("missing", "the trace has no such file");
        return fileOf(trace, digest, call);
      };
    },
  },
  {
    id: "zip-skips-strangers",
    lie: "The legacy zip leaves out digests that are not in the trace as long as one of them is.",
    sentence: "query list of digests, all of which must be in the trace",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const known = digests.filter((digest) => trace.files.has(digest));
        return zipEntries(trace, call.face === "legacy" && known.length > 0 ? known : digests, call);
      };
    },
  },
  {
    id: "last-line-break-lost",
    lie: "A file that ends with a line break loses it.",
    sentence: "file parts: binary, content type application/octet-stream; kept byte for byte.",
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
  {
    id: "zip-cuts-at-64k",
    lie: "In the v2 zip every file ends after 65535 bytes.",
    sentence: several,
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) =>
        zipEntries(trace, digests, call).map((entry) =>
          call.face === "v2" ? { ...entry, data: entry.data.subarray(0, 65535) } : entry,
        );
    },
  },
  {
    id: "zip-checksums-missing",
    lie: "From the second entry on, the checksums in the zip are zero.",
    sentence: `${several} An archive whose checksums are wrong cannot be unpacked.`,
    apply(s) {
      const { pack } = s;
      s.pack = (entries) => {
        const bytes = pack(entries);
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
  {
    id: "name-breaks-header",
    lie: "The download of a file whose name has characters outside ISO 8859-1 fails with 500.",
    sentence: `${one} Each file part has its own file name. Robustness: no 5xx.`,
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
  {
    id: "files-before-fields-lost",
    lie: "File parts that come before the text part with the data are dropped.",
    sentence: "multipart/form-data: text fields plus zero or more file parts; no order is prescribed.",
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
  {
    id: "files-cleaned-up",
    lie: "A file can no longer be downloaded two seconds after it was attached.",
    sentence: "Files can be attached to an action and can be downloaded; nothing removes them.",
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
  {
    id: "legacy-files-not-single",
    lie: "The single file download does not know files that were attached through the legacy face.",
    sentence: `${one} The legacy set coexists with the v2 set for traces and files.`,
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
  {
    id: "parallel-uploads-share-name",
    lie: "Files of the same name that are uploaded at the same time all get the content of the latest.",
    sentence: "Files are identified by a digest; one trace's data never shows in another.",
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
];
