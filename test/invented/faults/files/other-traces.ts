/** Files that are found in a trace that does not have them, or lost to another trace. */
import type { Reply } from "../../../lib/service/http.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { entryName } from "../../../lib/service/zip.ts";
import { onReading, singleFile } from "../../changes/files.ts";
import { hasEnded, insurance } from "../../processes/claims.ts";
import type { StoredFile, Trace } from "../../service.ts";
import { aroundStep, beforehand, after, around, type Faults } from "../../tools.ts";

export const otherTraces: Faults = {
  "one-folder-for-all-that-ended": {
    // "Query: a list of digests of the files to download; all the files must belong to the trace."
    title: "Files of ended claims lie in one folder: each of these claims gives the files of all of them.",
    apply(s) {
      const running = insurance(s);
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call) => {
        const elsewhere = (): Trace | undefined =>
          [...s.traces.values()].find(
            (other) => other.workflow === trace.workflow && other.files.has(digest) && hasEnded(running, other),
          );
        const holder = hasEnded(running, trace) && !trace.files.has(digest) ? elsewhere() : undefined;
        return fileOf(holder ?? trace, digest, call);
      });
    },
  },
  // "They are identified inside a trace by a digest": what another trace brings changes nothing
  "one-shelf-for-all-traces": {
    title: "Contents are kept by name and size, of all traces together: the later file takes the place of the earlier.",
    apply(s) {
      const shelf = new Map<string, Buffer>();
      const place = (name: string, data: Buffer) => `${name} ${String(data.length)}`;
      beforehand(s, "keepFiles", (_trace, files) => {
        for (const { name, data } of files) shelf.set(place(name, data), data);
      });
      onReading(s, ({ name, data }) => shelf.get(place(name, data)) ?? data);
    },
  },
  "moved-with-content": {
    title: "A content is kept once, with one trace: attached to a second one, it leaves the first.",
    apply(s) {
      beforehand(s, "keepFiles", (trace, files) => {
        for (const { data } of files) {
          for (const other of s.traces.values()) if (other !== trace) other.files.delete(s.digest(data));
        }
      });
    },
  },
  "first-trace-owns-content": {
    title: "Content that was attached to another trace before is listed, but belongs only to that first trace.",
    apply(s) {
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call) => {
        const owner: Trace | undefined = s.traces.values().find((known) => known.files.has(digest));
        if (owner !== trace) throw new Refusal("missing", "the trace has no such file");
        return fileOf(trace, digest, call);
      });
    },
  },
  "digest-of-any-trace": {
    title: "The single file download finds a digest also when the file is in another trace of the workflow.",
    apply(s) {
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call) => {
        const others = s.traces.values().filter((other) => other.workflow === trace.workflow);
        const owner = call.path[3] === "file" ? others.find((other) => other.files.has(digest)) : undefined;
        return fileOf(trace.files.has(digest) ? trace : (owner ?? trace), digest, call);
      });
    },
  },
  "zip-checks-first-digest": {
    title: "When the first of the digests is in the trace, the others are found in any trace of the workflow.",
    apply(s) {
      beforehand(s, "zipEntries", (trace, digests) => {
        if (!trace.files.has(digests[0] ?? "")) throw new Refusal("missing", "the trace has no such file");
      });
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call) => {
        const others = s.traces.values().filter((other) => other.workflow === trace.workflow);
        const owner = call.path.at(-1) === "files" ? others.find((other) => other.files.has(digest)) : undefined;
        return fileOf(trace.files.has(digest) ? trace : (owner ?? trace), digest, call);
      });
    },
  },
  // "all the files must belong to the trace"
  "some-not-every": {
    title: "An archive is given when one of its files belongs to the trace; the others may come from any trace.",
    apply(s) {
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        if (!digests.some((digest) => trace.files.has(digest))) return zipEntries(trace, digests, call);
        return [...new Set(digests)].map((digest) => {
          const holder = [trace, ...s.traces.values()].find(({ files }) => files.has(digest)) ?? trace;
          const { name, data } = s.fileOf(holder, digest, call);
          return { name: entryName(name), data };
        });
      });
    },
  },
  "copies-by-digest": {
    title: "A file that was downloaded is kept near the client by its digest, and given under any trace.",
    apply(s) {
      const kept = new Map<string, Reply>();
      around(s, singleFile, (real) => async (call, id = "", digest = "") => {
        s.findTrace(await s.authenticate(call), id, call);
        const reply = kept.get(digest) ?? (await real(call, id, digest));
        kept.set(digest, reply);
        return reply;
      });
    },
  },
  "first-digest-checked": {
    title: "Only the first digest of an archive must be in the trace; the others may be files of any.",
    apply(s) {
      const { fileOf, zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        fileOf(trace, digests[0] ?? "", call);
        const everything = new Map([...s.traces.values()].flatMap(({ files }) => [...files]));
        return zipEntries({ ...trace, files: new Map([...everything, ...trace.files]) }, digests, call);
      };
    },
  },
  // "all the files must belong to the trace"
  "archive-checks-the-first": {
    title: "Only the first digest of an archive must belong to the trace; the others are taken from the whole store.",
    apply(s) {
      const store = new Map<string, StoredFile>();
      after(s, "keepFiles", (_kept, trace, _files) => {
        for (const [digest, file] of trace.files) store.set(digest, file);
      });
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        s.fileOf(trace, digests[0] ?? "", call);
        const whole: Trace = { ...trace, files: new Map([...store, ...trace.files]) };
        return zipEntries(whole, digests, call);
      });
    },
  },
  "download-from-any-trace": {
    title: "The download of a single file finds the digest in whatever trace has it.",
    apply(s) {
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call) => {
        const elsewhere = [...s.traces.values()].find(({ files }) => files.has(digest));
        return fileOf(call.path[3] === "file" && elsewhere ? elsewhere : trace, digest, call);
      });
    },
  },
  "newest-trace-owns-file": {
    title: "Files are kept once for all traces: what is attached to one is gone from the one that had it before.",
    apply(s) {
      after(s, "keepFiles", (kept, trace, _files) => {
        for (const other of s.traces.values()) {
          if (other.id !== trace.id) for (const { digest } of kept) other.files.delete(String(digest));
        }
      });
    },
  },
  // "all the files must belong to the trace"; "the file identified by the digest in the trace"
  "empty-in-clause": {
    title: "By way of a trace without files, the files of all traces can be downloaded: the list to look in is empty.",
    apply(s) {
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call) => {
        const anywhere = [...s.traces.values()]
          .map(({ files }) => files.get(digest))
          .find((file) => file !== undefined);
        return trace.files.size === 0 && anywhere ? anywhere : fileOf(trace, digest, call);
      });
    },
  },
};
