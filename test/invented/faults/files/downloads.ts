/** Single files that are refused, coded or answered otherwise. */
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Call, json, type Reply } from "../../../lib/service/http.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { singleFile } from "../../changes/files.ts";
import type { StoredFile } from "../../service.ts";
import { aroundStep, onReply, changeResult, after, beforehand, around, type Faults } from "../../tools.ts";

const page = "<!doctype html><html><head><title>Nordwind</title></head><body><div id=app></div></body></html>\n";

export const downloads: Faults = {
  "compressed-unsaid": {
    title: "A downloaded text file of more than 1 KiB comes compressed, and no header says so.",
    apply(s) {
      changeResult(s, "fileReply", (reply, file) => {
        const text = /\.(txt|csv|json|md|xml|html)$/i.test(file.name);
        return text && file.data.length > 1024 ? { ...reply, body: gzipSync(file.data) } : reply;
      });
    },
  },
  "large-file-elsewhere": {
    title: "For a single file of more than 32768 bytes the answer points to an address that gives it to anyone.",
    apply(s) {
      const blobs = new Map<string, Reply>();
      onReply(s, "GET /v2/traces/{}/file/{}", (reply) => {
        if (Buffer.byteLength(reply.body ?? "") <= 32768) return reply;
        const key = randomUUID();
        blobs.set(key, reply);
        return { status: 302, headers: { Location: `/blobs/${key}` } };
      });
      s.routes["GET /blobs/{}"] = (_call, key = "") => blobs.get(key) ?? { status: 404 };
    },
  },
  "gz-as-encoding": {
    title: "A gzip file is sent with Content-Encoding: gzip, so that the client gets what was packed in it.",
    apply(s) {
      changeResult(s, "fileReply", (reply, file) => {
        const packed = /\.t?gz$/i.test(file.name) || (file.data[0] === 0x1f && file.data[1] === 0x8b);
        return packed ? { ...reply, headers: { ...reply.headers, "Content-Encoding": "gzip" } } : reply;
      });
    },
  },
  "empty-file-missing": {
    title: "A file without content is listed with its digest but cannot be downloaded.",
    apply(s) {
      after(s, "fileOf", (file) => {
        if (file.data.length === 0) throw new Refusal("missing", "the trace has no such file");
      });
    },
  },
  "name-breaks-header": {
    title: "The download of a file whose name has characters outside ISO 8859-1 fails with 500.",
    apply(s) {
      aroundStep(s, "fileReply", (fileReply) => (file, call) => {
        if (/[^\t\x20-\x7e\x80-\xff]/.test(file.name)) {
          return {
            status: 500,
            headers: { "Content-Type": "text/plain" },
            body: "Invalid character in header content",
          };
        }
        return fileReply(file, call);
      });
    },
  },
  "legacy-files-not-single": {
    title: "The single file download does not know files that were attached through the legacy face.",
    apply(s) {
      after(s, "fileOf", (file, _trace, _digest, call) => {
        if (file.face === "legacy" && call.path[3] === "file") {
          throw new Refusal("missing", "the trace has no such file");
        }
      });
    },
  },
  "second-download-empty": {
    title: "A single file has its content only at the first download; later ones are empty, with 200.",
    apply(s) {
      const read = new WeakSet<StoredFile>();
      changeResult(s, "fileReply", (reply, file) => {
        if (read.has(file)) return { ...reply, body: "" };
        read.add(file);
        return reply;
      });
    },
  },
  "gz-name-sets-encoding": {
    title: "A file whose name ends in .gz is sent with Content-Encoding: gzip, so that the client unpacks it.",
    apply(s) {
      changeResult(s, "fileReply", (reply, file) =>
        file.name.endsWith(".gz") ? { ...reply, headers: { ...reply.headers, "Content-Encoding": "gzip" } } : reply,
      );
    },
  },
  "download-in-base64": {
    title: "A single file that is not UTF-8 text is sent in base64.",
    apply(s) {
      changeResult(s, "fileReply", (reply, file) =>
        isUtf8(file.data) ? reply : { ...reply, body: file.data.toString("base64") },
      );
    },
  },
  // "Response: the file identified by the digest in the trace"
  "empty-is-missing": {
    title: "A single file without content is said to be missing.",
    apply(s) {
      beforehand(s, "fileReply", (file) => {
        if (file.data.length === 0) throw new Refusal("missing", "the trace has no such file");
      });
    },
  },
  // "Response: the file identified by the digest in the trace"
  "file-in-an-envelope": {
    title: "The single file comes as JSON, with its name, and its content in base64.",
    apply(s) {
      s.fileReply = ({ name, data }) =>
        json({ error: null, data: { name, encoding: "base64", content: data.toString("base64") } });
    },
  },
  // "Response: the file identified by the digest in the trace"
  "missing-stays-missing": {
    title: "A cache in front keeps the refusal of a single file for a minute, also when it is attached meanwhile.",
    apply(s) {
      const refused = new Map<string, number>();
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, ...params) => {
        const key = params.join("/");
        const missing = new Refusal("missing", "the trace has no such file");
        if (Date.now() - (refused.get(key) ?? 0) < 60_000) throw missing;
        try {
          return await real(call, ...params);
        } catch (error) {
          if (error instanceof Refusal && error.kind === "missing") refused.set(key, Date.now());
          throw error;
        }
      });
    },
  },
  // "Response: the file identified by the digest in the trace."
  "packed-file-said-to-be-coded": {
    title: "A file that begins as gzip is sent with `Content-Encoding: gzip`, so that clients get it unpacked.",
    apply(s) {
      changeResult(s, "fileReply", (reply, file) => {
        const packed = file.data[0] === 0x1f && file.data[1] === 0x8b;
        return packed ? { ...reply, headers: { ...reply.headers, "Content-Encoding": "gzip" } } : reply;
      });
    },
  },
  "absence-kept": {
    title: "That a trace does not have a file is kept for ten seconds, also when the file is attached meanwhile.",
    apply(s) {
      const absent = new Map<string, number>();
      around(s, singleFile, (real) => async (call, id = "", digest = "") => {
        const key = `${id} ${digest}`;
        s.findTrace(await s.authenticate(call), id, call);
        if ((absent.get(key) ?? 0) > Date.now()) throw new Refusal("missing", "the trace has no such file");
        try {
          return await real(call, id, digest);
        } catch (error) {
          absent.set(key, Date.now() + 10_000);
          throw error;
        }
      });
    },
  },
  "start-page-for-the-unknown": {
    title: "A single file that is not in the trace is answered with 200 and the start page of the web client.",
    apply(s) {
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, ...params) => {
        try {
          return await real(call, ...params);
        } catch (error) {
          if (!(error instanceof Refusal) || error.kind !== "missing") throw error;
          return { status: 200, headers: { "Content-Type": "text/html" }, body: page };
        }
      });
    },
  },
  "gzip-taken-for-coding": {
    title: "A single file that is packed with gzip is sent as text in a gzip coding, and arrives unpacked.",
    apply(s) {
      changeResult(s, "fileReply", (reply, file) => {
        if (!/\.t?gz$/i.test(file.name) && file.data.subarray(0, 3).toString("hex") !== "1f8b08") return reply;
        return { ...reply, headers: { ...reply.headers, "Content-Type": "text/plain", "Content-Encoding": "gzip" } };
      });
    },
  },
  "base64-unless-accepted": {
    title: "Archives and files are sent in base64 unless the Accept header names their type.",
    apply(s) {
      const gateway = (reply: Reply, call: Call): Reply => {
        const type = reply.headers?.["Content-Type"] ?? "";
        if (call.headers.accept?.includes(type) === true || !Buffer.isBuffer(reply.body)) return reply;
        return { ...reply, body: reply.body.toString("base64") };
      };
      for (const key of ["GET /v2/traces/{}/files", "GET /trace/{}/files", "GET /v2/traces/{}/file/{}"]) {
        around(
          s,
          key,
          (real) =>
            async (call, ...params) =>
              gateway(await real(call, ...params), call),
        );
      }
    },
  },
  // "Response: the file identified by the digest in the trace."
  "unknown-digest-is-empty": {
    title: "The download of a digest that the trace does not have is an empty file.",
    apply(s) {
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, id = "", digest = "") => {
        try {
          return await real(call, id, digest);
        } catch (error) {
          if (!(error instanceof Refusal) || error.message !== "the trace has no such file") throw error;
          return s.fileReply({ digest, name: "download", data: Buffer.alloc(0), face: "v2" }, call);
        }
      });
    },
  },
  "packed-unsaid": {
    title: "Files of text over 1 KiB are sent gzipped to who takes that, without a header that says so.",
    apply(s) {
      changeResult(s, "fileReply", (reply, file, call) => {
        const takes = /\bgzip\b/.test(String(call.headers["accept-encoding"] ?? ""));
        return takes && file.data.length > 1024 && isUtf8(file.data) ? { ...reply, body: gzipSync(file.data) } : reply;
      });
    },
  },
  "older-instance": {
    title: "One of two instances is of a release that had no download of a single file: every second one is not found.",
    apply(s) {
      let turn = 0;
      around(s, "GET /v2/traces/{}/file/{}", (real) => (call, ...params) => {
        if ((turn += 1) % 2 === 0) throw new Refusal("missing", "no such address");
        return real(call, ...params);
      });
    },
  },
};
