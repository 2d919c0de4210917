import { Refusal } from "../../lib/service/refusal.ts";
import type { ZipEntry } from "../../lib/service/zip.ts";
import type { Trace } from "../service.ts";
import { around, type Faults } from "../tools.ts";

export const archives: Faults = {
  "zip-names-collide": {
    title: "Of the requested files that have the same name, only the last is in the zip.",
    apply(s) {
      const { pack } = s;
      s.pack = (entries) => pack([...new Map(entries.map((entry) => [entry.name, entry])).values()]);
    },
  },
  "zip-of-ten": {
    title: "The zip holds no more than ten files, whatever was requested.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (...args) => zipEntries(...args).slice(0, 10);
    },
  },
  "zip-names-shifted": {
    title: "In a zip of three files or more, each of the last two has the name of the other.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (...args) => {
        const entries = zipEntries(...args);
        const [before, last] = entries.slice(-2);
        if (entries.length < 3 || !before || !last) return entries;
        return [
          ...entries.slice(0, -2),
          { name: before.name, data: last.data },
          { name: last.name, data: before.data },
        ];
      };
    },
  },
  "zip-cached-by-trace": {
    title: "For two seconds every zip of a trace is the one that was requested first, whatever the digests.",
    apply(s) {
      const { zipEntries } = s;
      const cache = new WeakMap<Trace, { entries: ZipEntry[]; until: number }>();
      s.zipEntries = (trace, digests, call) => {
        const fresh = zipEntries(trace, digests, call);
        const known = cache.get(trace);
        if (known && known.until > Date.now()) return known.entries;
        cache.set(trace, { entries: fresh, until: Date.now() + 2000 });
        return fresh;
      };
    },
  },
  "zip-of-latest-link": {
    title: "The legacy zip knows only the files of the trace's latest action.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const latest = (trace.links.at(-1)?.files ?? []).map((file) => file["digest"]);
        if (call.face === "legacy" && !digests.every((digest) => latest.includes(digest))) {
          throw new Refusal("missing", "the trace has no such file");
        }
        return zipEntries(trace, digests, call);
      };
    },
  },
  "zip-ends-early": {
    title:
      "A v2 zip of more than five files is sent without its directory, as if the stream had been closed too early.",
    apply(s) {
      around(s, "GET /v2/traces/{}/files", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const { body } = reply;
        if (!Buffer.isBuffer(body) || body.readUInt16LE(body.length - 12) <= 5) return reply;
        return { ...reply, body: body.subarray(0, body.readUInt32LE(body.length - 6)), chunked: true };
      });
    },
  },
};
