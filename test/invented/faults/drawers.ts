import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { FilePart } from "../../lib/service/multipart.ts";
import { zip } from "../../lib/service/zip.ts";
import { around, pause, type Faults } from "../tools.ts";

const gzipMagic = Buffer.from([0x1f, 0x8b, 0x08]);

export const drawers: Faults = {
  "ends-at-empty-file": {
    title: "An archive ends with the first empty file in it: what was asked for after that is missing.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const entries = zipEntries(trace, digests, call);
        const empty = entries.findIndex(({ data }) => data.length === 0);
        return empty === -1 ? entries : entries.slice(0, empty + 1);
      };
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
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const file = fileOf(trace, digest, call);
        return { ...file, data: unpacked(file.data) };
      };
    },
  },
  "spooled-by-name": {
    title:
      "While files come in they lie under their own names in one folder: uploads of one name at a time get mixed up.",
    apply(s) {
      const folder = new Map<string, Buffer>();
      s.keepFiles = async (trace, files, call) => {
        const came = files.map((file, at) => {
          const path = `${String(at)}-${file.name}`;
          folder.set(path, file.data);
          return { ...file, path, digest: s.digest(file.data) };
        });
        if (files.length > 0) await pause(8);
        return came.map(({ name, part, path, digest, data }) => {
          const kept = folder.get(path) ?? data;
          if (!trace.files.has(digest)) trace.files.set(digest, { digest, name, data: kept, face: call.face });
          return { digest, name, part, size: data.length };
        });
      };
    },
  },
  "decoded-twice": {
    title:
      "Digests are base64, and those of an archive are decoded twice: a plus sign becomes a blank, and is not found.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data).digest("base64");
      const { digestList } = s;
      s.digestList = (call) => digestList(call).map((digest) => new URLSearchParams(`d=${digest}`).get("d") ?? "");
    },
  },
  "numbered-name-taken": {
    title:
      "The second a.txt of an archive is called a (2).txt, though a file of that name may follow and overwrite it.",
    apply(s) {
      s.pack = (entries) => {
        const counts = new Map<string, number>();
        const packed = new Map<string, Buffer>();
        for (const { name, data } of entries) {
          const count = (counts.get(name) ?? 0) + 1;
          counts.set(name, count);
          const dot = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
          packed.set(count === 1 ? name : `${name.slice(0, dot)} (${String(count)})${name.slice(dot)}`, data);
        }
        return zip(Array.from(packed, ([name, data]) => ({ name, data })));
      };
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
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        return { ...input, files: input.files.map((file) => ({ ...file, data: cut(file.data) })) };
      };
    },
  },
  "digest-of-text": {
    title: "The digest is that of a file read as UTF-8: of two that differ in bytes that are none, the first is given.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data.toString("utf8")).digest("hex");
    },
  },
  "nothing-to-do": {
    title: "An action whose data is empty counts as one with nothing to keep: its files are dropped.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        return Object.keys(input.data ?? {}).length === 0 ? { ...input, files: [] } : input;
      };
    },
  },
  "twelve-places": {
    title: "A trace has room for twelve files: with the thirteenth the oldest can no longer be downloaded.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        const kept = await keepFiles(trace, files, call);
        for (const digest of trace.files.keys()) if (trace.files.size > 12) trace.files.delete(digest);
        return kept;
      };
    },
  },
  "brackets-in-part-names": {
    title: "File parts called scan[0] and scan[1] are read as one field scan, of which the last value stays.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const fields = new Map<string, FilePart>();
        for (const [at, file] of input.files.entries()) {
          const list = /^(.+)\[\d*\]$/.exec(file.part)?.[1];
          fields.set(list ?? `${file.part} ${String(at)}`, file);
        }
        return { ...input, files: [...fields.values()] };
      };
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
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const file = fileOf(trace, digest, call);
        return { ...file, data: stored(file.data) };
      };
    },
  },
  "one-read-buffer": {
    title: "Downloads are read into one buffer: two at a time end with the bytes of the later in the answer to both.",
    apply(s) {
      let shared = Buffer.alloc(0);
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        if (!Buffer.isBuffer(reply.body)) return reply;
        const { length } = reply.body;
        if (shared.length < length) shared = Buffer.concat([shared, Buffer.alloc(length - shared.length)]);
        reply.body.copy(shared);
        await pause(4);
        return { ...reply, body: Buffer.from(shared.subarray(0, length)) };
      });
    },
  },
};
