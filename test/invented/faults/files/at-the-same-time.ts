/** Uploads and downloads that spoil each other when they meet. */
import type { JsonObject } from "../../../lib/service/json.ts";
import type { FilePart } from "../../../lib/service/multipart.ts";
import { distinctNames, zip, type ZipEntry } from "../../../lib/service/zip.ts";
import { singleFile } from "../../changes/files.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, onReply, changeResult, around, type Faults, pause } from "../../tools.ts";

export const atTheSameTime: Faults = {
  "parallel-downloads-wait": {
    title: "While a file is being downloaded, another download of it is not answered any more.",
    apply(s) {
      const locked = new Set<string>();
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, id = "", digest = "") => {
        const name = `${id} ${digest}`;
        if (locked.has(name)) await pause(60_000);
        locked.add(name);
        try {
          await pause(5);
          return await real(call, id, digest);
        } finally {
          locked.delete(name);
        }
      });
    },
  },
  // "a zip archive with the requested files"
  "archives-share-a-writer": {
    title: "Two archives that are packed at once are written by one writer: the later has the files of both.",
    apply(s) {
      let open: ZipEntry[] = [];
      let writers = 0;
      s.pack = async (entries) => {
        writers += 1;
        open.push(...entries);
        const mine = open;
        await pause(3);
        writers -= 1;
        if (writers === 0) open = [];
        return zip(distinctNames(mine), { deflate: true });
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
  "one-read-buffer": {
    title: "Downloads are read into one buffer: two at a time end with the bytes of the later in the answer to both.",
    apply(s) {
      let shared = Buffer.alloc(0);
      onReply(s, "GET /v2/traces/{}/file/{}", async (reply) => {
        if (!Buffer.isBuffer(reply.body)) return reply;
        const { length } = reply.body;
        if (shared.length < length) shared = Buffer.concat([shared, Buffer.alloc(length - shared.length)]);
        reply.body.copy(shared);
        await pause(4);
        return { ...reply, body: Buffer.from(shared.subarray(0, length)) };
      });
    },
  },
  "parallel-uploads-share-name": {
    title: "Files of the same name that are uploaded at the same time all get the content of the latest.",
    apply(s) {
      const scratch = new Map<string, Buffer>();
      aroundStep(s, "keepFiles", (keepFiles) => async (trace, parts, call) => {
        for (const part of parts) scratch.set(part.name, part.data);
        const kept = await keepFiles(trace, parts, call);
        if (parts.length === 0) return kept;
        await pause(4);
        for (const { name, data } of parts) {
          const file = trace.files.get(s.digest(data));
          if (file) file.data = scratch.get(name) ?? data;
        }
        return kept;
      });
    },
  },
  "upload-name-shared": {
    title: "Two uploads of the same file name at the same time share a temporary file: both end up with one content.",
    apply(s) {
      const temporary = new Map<string, Buffer>();
      changeResult(s, "readInput", async (input) => {
        if (input.files.length === 0) return input;
        const names = input.files.map(({ name }) => name);
        for (const { name, data } of input.files) temporary.set(name, data);
        await pause(3);
        const files = input.files.map((file, at) => ({
          ...file,
          // A name that one request has twice is kept apart.
          data:
            names.indexOf(file.name) === names.lastIndexOf(file.name)
              ? (temporary.get(names[at] ?? "") ?? file.data)
              : file.data,
        }));
        return { ...input, files };
      });
    },
  },
  "temporary-names-shared": {
    title: "Uploads wait in a temporary file named after their part, which uploads of the same moment share.",
    apply(s) {
      const temporary = new Map<string, Buffer>();
      aroundStep(s, "keepFiles", (keepFiles) => async (trace, files, call) => {
        for (const { part, data } of files) temporary.set(part, data);
        if (files.length > 0) await pause(4);
        const moved: FilePart[] = files.map((file) => ({ ...file, data: temporary.get(file.part) ?? file.data }));
        return keepFiles(trace, moved, call);
      });
    },
  },
  // "Files can be attached to an action … and can be downloaded"
  "files-of-the-slower-stay": {
    title:
      "The list of files of a trace is read, extended and written back: of two actions at once, one loses its files.",
    apply(s) {
      aroundStep(s, "keepFiles", (keepFiles) => async (trace, files, call) => {
        if (files.length === 0) return [];
        const copy: Trace = { ...trace, files: new Map(trace.files) };
        await pause(3);
        const kept = await keepFiles(copy, files, call);
        trace.files = copy.files;
        return kept;
      });
    },
  },
  // "file parts: binary … each is a separate multipart part": what was sent is what is attached
  "uploads-share-a-folder": {
    title:
      "Uploads wait in one folder under their file names: of two of a name at once, both actions get the later one.",
    apply(s) {
      const folder = new Map<string, Buffer>();
      changeResult(s, "readInput", async (input) => {
        const names = input.files.map(({ name }) => name);
        if (new Set(names).size < names.length) return input;
        for (const { name, data } of input.files) folder.set(name, data);
        await pause(2);
        return { ...input, files: input.files.map((file) => ({ ...file, data: folder.get(file.name) ?? file.data })) };
      });
    },
  },
  "upload-under-way": {
    title: "A file that another request is just storing is taken as stored, though that is for another trace.",
    apply(s) {
      const underWay = new Set<string>();
      s.keepFiles = async (trace, files, call) => {
        const kept: JsonObject[] = [];
        for (const { name, part, data } of files) {
          const digest = s.digest(data);
          kept.push({ digest, name, part, size: data.length });
          if (underWay.has(digest) || trace.files.has(digest)) continue;
          underWay.add(digest);
          await pause(10);
          trace.files.set(digest, { digest, name, data, face: call.face });
          underWay.delete(digest);
        }
        return kept;
      };
    },
  },
  "uploads-by-name": {
    title: "Legacy uploads wait in a folder under their file names, so that two of one name at a time become one.",
    apply(s) {
      const folder = new Map<string, Buffer>();
      aroundStep(s, "keepFiles", (keepFiles) => async (trace, files, call) => {
        if (call.face === "v2" || files.length === 0) return keepFiles(trace, files, call);
        // Within one request the parts have their number before the name.
        const path = (at: number, name: string) => `${String(at)}-${name}`;
        for (const [at, { name, data }] of files.entries()) folder.set(path(at, name), data);
        await pause(12);
        const read = files.map((file, at) => ({ ...file, data: folder.get(path(at, file.name)) ?? file.data }));
        return keepFiles(trace, read, call);
      });
    },
  },
  "shared-stream": {
    title: "Two downloads of a file at once read from one stream: the second gets no byte of it.",
    apply(s) {
      const open = new Set<string>();
      onReply(s, singleFile, async (reply, _call, ...params) => {
        const which = params.join(" ");
        if (open.has(which)) return { ...reply, body: "" };
        open.add(which);
        await pause(8);
        open.delete(which);
        return reply;
      });
    },
  },
  "folder-of-uploads": {
    title: "Until an action is done its files lie in one folder under their names: of two at once both get the later.",
    apply(s) {
      const folder = new Map<string, Buffer>();
      changeResult(s, "readInput", async (input) => {
        for (const { name, data } of input.files) folder.set(name, data);
        if (input.files.length > 0) await pause(6);
        return { ...input, files: input.files.map((file) => ({ ...file, data: folder.get(file.name) ?? file.data })) };
      });
    },
  },
};
