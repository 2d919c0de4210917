import { createHash } from "node:crypto";
import type { FilePart } from "../../../stand-ins/lib/multipart.ts";
import type { Face } from "../../../stand-ins/lib/http.ts";
import type { Service, StoredFile } from "../../service.ts";
import type { Invention } from "../../tools.ts";

const bytes = "file parts: binary, content type application/octet-stream; kept byte for byte.";
const one = "The file identified by the digest in the trace.";

/** Changes the files of the actions that come through one face before they are stored. */
function onFiles(s: Service, only: Face | "both", change: (files: FilePart[]) => FilePart[]): void {
  const { readInput } = s;
  s.readInput = async (call) => {
    const input = await readInput(call);
    return only === "both" || only === call.face ? { ...input, files: change(input.files) } : input;
  };
}

export const files: Invention[] = [
  {
    id: "binary-as-text",
    lie: "Files that come through the legacy face are read as UTF-8 text: other bytes become U+FFFD.",
    sentence: bytes,
    apply(s) {
      onFiles(s, "legacy", (parts) =>
        parts.map((part) => ({ ...part, data: Buffer.from(part.data.toString("utf8"), "utf8") })),
      );
    },
  },
  {
    id: "dashes-end-file",
    lie: "A file that comes through v2 ends at its first line that begins with two dashes.",
    sentence: `${bytes} Only the boundary of the form ends a part.`,
    apply(s) {
      onFiles(s, "v2", (parts) =>
        parts.map((part) => {
          const end = part.data.indexOf("\r\n--");
          return end === -1 ? part : { ...part, data: part.data.subarray(0, end) };
        }),
      );
    },
  },
  {
    id: "ninth-file-dropped",
    lie: "Of the files of one action, those after the eighth are dropped without a word.",
    sentence: "file parts: zero or more files; each is a separate multipart part.",
    apply(s) {
      onFiles(s, "both", (parts) => parts.slice(0, 8));
    },
  },
  {
    id: "equal-beginnings-merged",
    lie: "The digest covers only the first 1024 bytes: files that begin alike are one file, the first that came.",
    sentence: `Files are identified inside a trace by a digest. ${one}`,
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data.subarray(0, 1024)).digest("hex");
    },
  },
  {
    id: "json-files-rewritten",
    lie: "A single file whose name ends in .json is parsed and written anew before it is sent.",
    sentence: `${one} ${bytes}`,
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
  {
    id: "second-download-empty",
    lie: "A single file has its content only at the first download; later ones are empty, with 200.",
    sentence: `GET /v2/traces/{traceId}/file/{digest}: ${one}`,
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
  {
    id: "digest-of-any-trace",
    lie: "The single file download finds a digest also when the file is in another trace of the workflow.",
    sentence: "Files are identified inside a trace by a digest. One trace's data never shows in another.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const others = s.traces.values().filter((other) => other.workflow === trace.workflow);
        const owner = call.path[3] === "file" ? others.find((other) => other.files.has(digest)) : undefined;
        return fileOf(trace.files.has(digest) ? trace : (owner ?? trace), digest, call);
      };
    },
  },
  {
    id: "digest-by-prefix",
    lie: "The beginning of a digest, from four characters on, is enough to download a file.",
    sentence: "The file identified by the digest: what is not the digest of a file identifies none.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const whole = trace.files.keys().find((known) => digest.length >= 4 && known.startsWith(digest));
        return fileOf(trace, whole ?? digest, call);
      };
    },
  },
  {
    id: "full-blocks-only-counted",
    lie: "A single file whose size is a multiple of 1024 is sent without its last 1024 bytes.",
    sentence: `${one} ${bytes}`,
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const whole = file.data.length > 0 && file.data.length % 1024 === 0;
        return fileReply(whole ? { ...file, data: file.data.subarray(0, -1024) } : file, call);
      };
    },
  },
];
