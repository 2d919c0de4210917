import { createHash } from "node:crypto";
import { json } from "../../lib/service/http.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { entryName } from "../../lib/service/zip.ts";
import type { StoredFile } from "../service.ts";
import { around, onRecord, type Faults } from "../tools.ts";

/** Files on their way in, in store, and on their way out. */
export const freight: Faults = {
  // "GET /trace/{traceId}/files: response 200 a zip archive"
  "archive-in-base64": {
    title: "The legacy archive leaves the gateway as base64 text, still called application/zip.",
    apply(s) {
      around(s, "GET /trace/{}/files", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        return { ...reply, body: Buffer.from(reply.body ?? "").toString("base64") };
      });
    },
  },
  // "file parts: zero or more files; each is a separate multipart part with its own part name and file name"
  "one-upload-folder": {
    title: "The files of an action are put into a folder by their names: of two with one name, the last is kept.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) =>
        keepFiles(trace, [...new Map(files.map((file) => [file.name, file])).values()], call);
    },
  },
  // "Response: the file identified by the digest in the trace"
  "empty-is-missing": {
    title: "A single file without content is said to be missing.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        if (file.data.length === 0) throw new Refusal("missing", "the trace has no such file");
        return fileReply(file, call);
      };
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
  // "each is a separate multipart part with its own part name"
  "bracketed-parts": {
    title: 'File parts whose names end in brackets, such as "files[0]", are taken for arrays of fields and dropped.',
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) =>
        keepFiles(
          trace,
          files.filter(({ part }) => !/\[\w*\]$/.test(part)),
          call,
        );
    },
  },
  // "Response 200: a zip archive with the requested files"
  "archive-in-text-mode": {
    title: "What looks like text is archived with the line ends of the server: CR LF becomes LF.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (...args) =>
        zipEntries(...args).map((entry) =>
          entry.data.includes(0)
            ? entry
            : { ...entry, data: Buffer.from(entry.data.toString("latin1").replaceAll("\r\n", "\n"), "latin1") },
        );
    },
  },
  // "all the files must belong to the trace"
  "some-not-every": {
    title: "An archive is given when one of its files belongs to the trace; the others may come from any trace.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        if (!digests.some((digest) => trace.files.has(digest))) return zipEntries(trace, digests, call);
        return [...new Set(digests)].map((digest) => {
          const holder = [trace, ...s.traces.values()].find(({ files }) => files.has(digest)) ?? trace;
          const { name, data } = s.fileOf(holder, digest, call);
          return { name: entryName(name), data };
        });
      };
    },
  },
  // "text fields …; plus file parts": "zero or more files", wherever they stand in the form
  "files-before-fields": {
    title: "Files that come before the field actionKey or body are read before it is known what they belong to: lost.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const text = call.body().toString("latin1");
        const field = text.indexOf(call.face === "v2" ? 'name="actionKey"' : 'name="body"');
        const place = (part: string) => text.indexOf(`name="${Buffer.from(part).toString("latin1")}"`);
        return { ...input, files: input.files.filter(({ part }) => place(part) === -1 || place(part) > field) };
      };
    },
  },
  // "They are identified inside a trace by a digest"
  "hash-of-the-head": {
    title: "To be quick, the digest is taken over the first 8 KiB of a file: two that begin alike are one.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data.subarray(0, 8192)).digest("hex");
    },
  },
  // "Files … can be downloaded one by one or several at once"
  "files-of-ten-links": {
    title: "A file is looked for in the first page of links: from the eleventh link on, none is found.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const seen = trace.links.slice(0, 10).some(({ files }) => files.some((file) => file["digest"] === digest));
        if (!seen) throw new Refusal("missing", "the trace has no such file");
        return fileOf(trace, digest, call);
      };
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
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const file = fileOf(trace, digest, call);
        if (Date.now() - (since.get(file) ?? Date.now()) < 1500) return file;
        return { ...file, data: Buffer.from(file.data.toString("utf8")) };
      };
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
};
