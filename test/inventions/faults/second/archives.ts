import { Refusal } from "../../../stand-ins/lib/refusal.ts";
import type { ZipEntry } from "../../../stand-ins/lib/zip.ts";
import type { Trace } from "../../service.ts";
import { around, type Invention } from "../../tools.ts";

const several = "Response 200: a zip archive with the requested files.";

export const archives: Invention[] = [
  {
    id: "zip-names-collide",
    lie: "Of the requested files that have the same name, only the last is in the zip.",
    sentence: `${several} Files are identified by a digest, not by their name.`,
    apply(s) {
      const { pack } = s;
      s.pack = (entries) => pack([...new Map(entries.map((entry) => [entry.name, entry])).values()]);
    },
  },
  {
    id: "zip-of-ten",
    lie: "The zip holds no more than ten files, whatever was requested.",
    sentence: several,
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (...args) => zipEntries(...args).slice(0, 10);
    },
  },
  {
    id: "zip-names-shifted",
    lie: "In a zip of three files or more, each of the last two has the name of the other.",
    sentence: `${several} Each file has its own content and its own file name.`,
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
  {
    id: "zip-cached-by-trace",
    lie: "For two seconds every zip of a trace is the one that was requested first, whatever the digests.",
    sentence: `Query: a list of digests of the files to download. ${several}`,
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
  {
    id: "zip-of-latest-link",
    lie: "The legacy zip knows only the files of the trace's latest action.",
    sentence: `query list of digests, all of which must be in the trace. ${several}`,
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
  {
    id: "zip-ends-early",
    lie: "A v2 zip of more than five files is sent without its directory, as if the stream had been closed too early.",
    sentence: several,
    apply(s) {
      around(s, "GET /v2/traces/{}/files", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const { body } = reply;
        if (!Buffer.isBuffer(body) || body.readUInt16LE(body.length - 12) <= 5) return reply;
        return { ...reply, body: body.subarray(0, body.readUInt32LE(body.length - 6)), chunked: true };
      });
    },
  },
];
