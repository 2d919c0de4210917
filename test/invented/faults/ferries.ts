import { deflateRawSync } from "node:zlib";
import { zip, distinctNames } from "../../lib/service/zip.ts";
import type { FilePart } from "../../lib/service/multipart.ts";
import type { Service, Trace } from "../service.ts";
import { type Faults } from "../tools.ts";

/** Changes the files of every action before they are stored. */
function onParts(s: Service, change: (files: FilePart[]) => FilePart[]): void {
  const { readInput } = s;
  s.readInput = async (call) => {
    const input = await readInput(call);
    return { ...input, files: change(input.files) };
  };
}

/** Of the files that agree in something, the last. */
const lastBy = (files: FilePart[], keyOf: (file: FilePart) => string): Map<string, FilePart> =>
  new Map(files.map((file) => [keyOf(file), file]));

/** Writes "deflated" at some entries of an archive whose entries are all stored. */
function callDeflated(archive: Buffer, which: (data: Buffer) => boolean): Buffer {
  const called: boolean[] = [];
  let at = 0;
  for (; archive.readUInt32LE(at) === 0x04034b50;) {
    const start = at + 30 + archive.readUInt16LE(at + 26);
    const end = start + archive.readUInt32LE(at + 18);
    const wrong = which(archive.subarray(start, end));
    if (wrong) archive.writeUInt16LE(8, at + 8);
    called.push(wrong);
    at = end;
  }
  for (const wrong of called) {
    if (wrong) archive.writeUInt16LE(8, at + 10);
    at += 46 + archive.readUInt16LE(at + 28);
  }
  return archive;
}

export const ferries: Faults = {
  "files-without-data": {
    title: "An action whose data is empty counts as empty: its files are not kept.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        return Object.keys(input.data ?? {}).length === 0 ? { ...input, files: [] } : input;
      };
    },
  },
  "heads-of-parts": {
    title: "Part names are read as paths (file[0], file.1): of the files under one head the last is kept.",
    apply(s) {
      onParts(s, (files) => [...lastBy(files, ({ part }) => part.replace(/[[.].*$/s, "")).values()]);
    },
  },
  "one-row-for-a-part": {
    title: "A trace keeps a row for each part name: the file of a later action replaces that of an earlier one.",
    apply(s) {
      const rows = new WeakMap<Trace, Map<string, string>>();
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        const ofTrace = rows.get(trace) ?? new Map<string, string>();
        rows.set(trace, ofTrace);
        for (const { part, data } of files) {
          const former = ofTrace.get(part);
          if (former !== undefined) trace.files.delete(former);
          ofTrace.set(part, s.digest(data));
        }
        return keepFiles(trace, files, call);
      };
    },
  },
  "text-mode": {
    title: "The archive is packed in text mode: in files without a NUL, line feeds become CR LF.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) =>
        zipEntries(trace, digests, call).map(({ name, data }) => {
          if (data.includes(0)) return { name, data };
          return { name, data: Buffer.from(data.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1") };
        });
    },
  },
  "stored-as-deflated": {
    title: "A file that deflating would make longer is put into the archive as it is, and called deflated.",
    apply(s) {
      s.pack = (entries) =>
        callDeflated(zip(distinctNames(entries)), (data) => deflateRawSync(data).length >= data.length);
    },
  },
  "gz-as-encoding": {
    title: "A gzip file is sent with Content-Encoding: gzip, so that the client gets what was packed in it.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const reply = fileReply(file, call);
        const packed = /\.t?gz$/i.test(file.name) || (file.data[0] === 0x1f && file.data[1] === 0x8b);
        return packed ? { ...reply, headers: { ...reply.headers, "Content-Encoding": "gzip" } } : reply;
      };
    },
  },
  "moved-with-content": {
    title: "A content is kept once, with one trace: attached to a second one, it leaves the first.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) => {
        for (const { data } of files) {
          for (const other of s.traces.values()) if (other !== trace) other.files.delete(s.digest(data));
        }
        return keepFiles(trace, files, call);
      };
    },
  },
  "names-cut-in-passing": {
    title: "Uploads lie under the first 16 characters of their names; those of one request that agree in them are one.",
    apply(s) {
      onParts(s, (files) => {
        const laid = lastBy(files, ({ name }) => name.slice(0, 16));
        return files.map((file) => ({ ...file, data: laid.get(file.name.slice(0, 16))?.data ?? file.data }));
      });
    },
  },
  "resumed-too-early": {
    title: "Every third download of a file over 64 KiB is resumed after that much, and 4 KiB too early.",
    apply(s) {
      let downloads = 0;
      const { fileReply } = s;
      const block = 64 * 1024;
      s.fileReply = (file, call) => {
        const { data } = file;
        if (data.length <= block || (downloads += 1) % 3 !== 0) return fileReply(file, call);
        const resumed = Buffer.concat([data.subarray(0, block), data.subarray(block - 4096)]);
        return fileReply({ ...file, data: resumed }, call);
      };
    },
  },
  "digests-as-numbers": {
    title: "A digest passes through a number on its way into the link: leading zeros are gone, and it is not found.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) =>
        (await keepFiles(trace, files, call)).map((kept) => ({
          ...kept,
          digest: BigInt(`0x${String(kept["digest"])}`).toString(16),
        }));
    },
  },
  "cleaned-after-refusal": {
    title: "The files of a refused action are removed by their digests, also those that the trace had already.",
    apply(s) {
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          for (const { data } of input.files) known?.files.delete(s.digest(data));
          throw error;
        }
      };
    },
  },
};
