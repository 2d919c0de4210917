import { isUtf8 } from "node:buffer";
import { Refusal } from "../../../stand-ins/lib/refusal.ts";
import { around, type Invention } from "../../tools.ts";

const one = "Response: the file identified by the digest in the trace.";
const several = "Response 200: a zip archive with the requested files.";
const bytes = "file parts: binary, content type application/octet-stream; kept byte for byte.";

export const files: Invention[] = [
  {
    id: "gz-name-sets-encoding",
    lie: "A file whose name ends in .gz is sent with Content-Encoding: gzip, so that the client unpacks it.",
    sentence: `${one} RFC 9110: a content coding is no part of what is sent, the file's own packing is.`,
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
  {
    id: "download-in-base64",
    lie: "A single file that is not UTF-8 text is sent in base64.",
    sentence: `${one} ${bytes}`,
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const reply = fileReply(file, call);
        return isUtf8(file.data) ? reply : { ...reply, body: file.data.toString("base64") };
      };
    },
  },
  {
    id: "upload-budget-shared",
    lie: "The files of one action share 131072 bytes: what is over that is cut off, beginning with the last file.",
    sentence: `zero or more files; each is a separate multipart part. ${bytes}`,
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
  {
    id: "zip-local-sizes-missing",
    lie: "In the zip the sizes before each file are zero, though nothing says that they follow; the directory has them.",
    sentence: `${several} Who unpacks it as it arrives finds every file empty.`,
    apply(s) {
      const { pack } = s;
      s.pack = (entries) => {
        const archive = pack(entries);
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
  {
    id: "lone-file-unzipped",
    lie: "The legacy zip of one file is not a zip, but that file.",
    sentence: "GET /trace/{traceId}/files: query list of digests; response 200 a zip archive.",
    apply(s) {
      around(s, "GET /trace/{}/files", (real) => async (call, id = "") => {
        const reply = await real(call, id);
        const [digest = "", ...others] = new Set(s.digestList(call));
        const file = s.traces.get(id.toLowerCase())?.files.get(digest);
        return file && others.length === 0 ? s.fileReply(file, call) : reply;
      });
    },
  },
  {
    id: "zip-other-face-empty",
    lie: "In a v2 zip of files that came through both faces, those that came through the legacy one are empty.",
    sentence: `${several} The legacy set coexists with the v2 set for traces and files.`,
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
  {
    id: "zip-checks-first-digest",
    lie: "When the first of the digests is in the trace, the others are found in any trace of the workflow.",
    sentence: "a list of digests; all the files must belong to the trace. One trace's data never shows in another.",
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
];
