import { around, type Faults } from "../tools.ts";
import type { FilePart } from "../../lib/service/multipart.ts";
import type { Service, StoredFile } from "../service.ts";

/** Changes the content of every file before it is stored. */
function onContent(s: Service, change: (data: Buffer) => Buffer): void {
  const { keepFiles } = s;
  s.keepFiles = (trace, files, call) =>
    keepFiles(
      trace,
      files.map((file): FilePart => ({ ...file, data: change(file.data) })),
      call,
    );
}

/** Changes the content of every file on its way out, alone or in an archive. */
function onReading(s: Service, change: (file: StoredFile) => Buffer): void {
  const { fileOf } = s;
  s.fileOf = (...args) => {
    const file = fileOf(...args);
    return { ...file, data: change(file) };
  };
}

/** What becomes of files. */
export const downloads: Faults = {
  // "Response 200: a zip archive with the requested files."
  "archive-in-the-envelope": {
    title: "The v2 archive comes as JSON: in the envelope, in base64.",
    apply(s) {
      around(s, "GET /v2/traces/{}/files", (real) => async (call, ...params) => {
        const { body = "" } = await real(call, ...params);
        return s.ok(call, Buffer.from(body).toString("base64"));
      });
    },
  },
  // "file parts: binary"; "the file identified by the digest"
  "files-end-at-zero": {
    title: "A file ends at its first byte that is zero.",
    apply(s) {
      onContent(s, (data) => (data.includes(0) ? data.subarray(0, data.indexOf(0)) : data));
    },
  },
  // "a zip archive with the requested files"
  "empty-files-left-out": {
    title: "The archive leaves out files without content.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (...args) => zipEntries(...args).filter(({ data }) => data.length > 0);
    },
  },
  // "file parts: binary"
  "byte-order-mark-off": {
    title: "A file that begins with the byte order mark of UTF-8 loses it.",
    apply(s) {
      const mark = Buffer.from([0xef, 0xbb, 0xbf]);
      onContent(s, (data) => (data.subarray(0, 3).equals(mark) ? data.subarray(3) : data));
    },
  },
  // "a list of digests of the files to download; all the files must belong to the trace"
  "archive-of-one-action": {
    title: "The v2 archive has those of the requested files that came with the same action as the first.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const of = (digest: string) => trace.links.find(({ files }) => files.some((file) => file["digest"] === digest));
        const chosen = digests.filter((digest) => call.face === "legacy" || of(digest) === of(digests[0] ?? ""));
        for (const digest of digests) s.fileOf(trace, digest, call);
        return zipEntries(trace, chosen, call);
      };
    },
  },
  // "They are identified inside a trace by a digest": what another trace brings changes nothing
  "one-shelf-for-all-traces": {
    title: "Contents are kept by name and size, of all traces together: the later file takes the place of the earlier.",
    apply(s) {
      const shelf = new Map<string, Buffer>();
      const { keepFiles } = s;
      const place = (name: string, data: Buffer) => `${name} ${String(data.length)}`;
      s.keepFiles = (trace, files, call) => {
        for (const { name, data } of files) shelf.set(place(name, data), data);
        return keepFiles(trace, files, call);
      };
      onReading(s, ({ name, data }) => shelf.get(place(name, data)) ?? data);
    },
  },
  // "Response: the file identified by the digest in the trace."
  "pieces-in-the-order-of-text": {
    title: "Files are kept in numbered pieces of 4096 bytes, put together by the text of the number: 10 before 2.",
    apply(s) {
      onReading(s, ({ data }) => {
        const count = Math.ceil(data.length / 4096);
        const numbers = Array.from({ length: count }, (_, at) => String(at)).sort();
        return Buffer.concat(numbers.map((at) => data.subarray(Number(at) * 4096, (Number(at) + 1) * 4096)));
      });
    },
  },
};
