import type { FilePart } from "../../lib/service/multipart.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { distinctNames, zip } from "../../lib/service/zip.ts";
import type { Trace } from "../service.ts";
import { around, onRecord, pause, type Faults } from "../tools.ts";

const page = "<!doctype html><html><head><title>Nordwind</title></head><body><div id=app></div></body></html>\n";

export const parcels: Faults = {
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
  "stored-by-name": {
    title: "Files are stored by trace and file name: a later one of the same name takes the place of the earlier.",
    apply(s) {
      const shelves = new WeakMap<Trace, Map<string, Buffer>>();
      const { keepFiles, fileOf } = s;
      s.keepFiles = (trace, files, call) => {
        const shelf = shelves.get(trace) ?? new Map<string, Buffer>();
        shelves.set(trace, shelf);
        for (const { name, data } of files) shelf.set(name, data);
        return keepFiles(trace, files, call);
      };
      s.fileOf = (trace, digest, call) => {
        const file = fileOf(trace, digest, call);
        return { ...file, data: shelves.get(trace)?.get(file.name) ?? file.data };
      };
    },
  },
  "digest-of-any-trace": {
    title: "The download of a single file finds the digest in whatever trace has it.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const elsewhere = [...s.traces.values()].find(({ files }) => files.has(digest));
        return fileOf(call.path[3] === "file" && elsewhere ? elsewhere : trace, digest, call);
      };
    },
  },
  "archive-of-one": {
    title: "The legacy archive of one file is the file itself, not packed.",
    apply(s) {
      around(s, "GET /trace/{}/files", (real) => async (call, id = "") => {
        const digests = s.digestList(call);
        if (digests.length !== 1) return real(call, id);
        const trace = s.findTrace(await s.authenticate(call), id, call);
        return s.fileReply(s.fileOf(trace, digests[0] ?? "", call), call);
      });
    },
  },
  "last-chunk-lost": {
    title: "A single file of more than 64 KiB comes without what is left after the last full 64 KiB.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const whole = file.data.length - (file.data.length % 65536);
        return fileReply(whole === 0 ? file : { ...file, data: file.data.subarray(0, whole) }, call);
      };
    },
  },
  "sizes-in-sixteen-bits": {
    title: "Archives tell the unpacked sizes of their entries modulo 65536.",
    apply(s) {
      s.pack = (entries) =>
        zip(
          distinctNames(entries).map((entry) => ({ ...entry, declaredSize: entry.data.length % 65536 })),
          { deflate: true },
        );
    },
  },
  "gzip-taken-for-coding": {
    title: "A single file that is packed with gzip is sent as text in a gzip coding, and arrives unpacked.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const reply = fileReply(file, call);
        if (!/\.t?gz$/i.test(file.name) && file.data.subarray(0, 3).toString("hex") !== "1f8b08") return reply;
        return { ...reply, headers: { ...reply.headers, "Content-Type": "text/plain", "Content-Encoding": "gzip" } };
      };
    },
  },
  "digest-without-zeros": {
    title: "Links show digests as numbers in base 16, without leading zeros, by which the file is not found.",
    apply(s) {
      const { linkView } = s;
      s.linkView = (link, trace, call) => {
        const files = link.files.map((file) => ({ ...file, digest: String(file["digest"]).replace(/^0+/, "") }));
        return linkView({ ...link, files }, trace, call);
      };
    },
  },
  "twenty-digests": {
    title: "Of a list of digests, what comes after the twentieth is dropped by the parser of the query.",
    apply(s) {
      const { digestList } = s;
      s.digestList = (call) => digestList(call).slice(0, 20);
    },
  },
  "forty-files": {
    title: "A cleanup leaves the forty newest files of the service, of whatever trace.",
    apply(s) {
      const newest: { trace: Trace; digest: string }[] = [];
      onRecord(s, (link, trace) => {
        for (const { digest } of link.files) newest.push({ trace, digest: String(digest) });
        while (newest.length > 40) {
          const oldest = newest.shift();
          const again = newest.some((one) => one.trace === oldest?.trace && one.digest === oldest.digest);
          if (oldest && !again) oldest.trace.files.delete(oldest.digest);
        }
      });
    },
  },
  "temporary-names-shared": {
    title: "Uploads wait in a temporary file named after their part, which uploads of the same moment share.",
    apply(s) {
      const temporary = new Map<string, Buffer>();
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        for (const { part, data } of files) temporary.set(part, data);
        if (files.length > 0) await pause(4);
        const moved: FilePart[] = files.map((file) => ({ ...file, data: temporary.get(file.part) ?? file.data }));
        return keepFiles(trace, moved, call);
      };
    },
  },
};
