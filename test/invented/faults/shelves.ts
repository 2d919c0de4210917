import type { Reply } from "../../lib/service/http.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { StoredFile, Trace } from "../service.ts";
import { around, type Faults } from "../tools.ts";

const detailRoutes = ["POST /trace/{}/details", "POST /v2/traces/{}/details"];

/** The archive without the last entry of its directory; the bytes of the entry stay. */
function unlistLast(archive: Buffer): Buffer {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const start = archive.readUInt32LE(end + 16);
  let at = start;
  let last = start;
  while (at < end && archive.readUInt32LE(at) === 0x02014b50) {
    last = at;
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  const tail = Buffer.from(archive.subarray(end));
  const count = tail.readUInt16LE(8) - 1;
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(last - start, 12);
  return Buffer.concat([archive.subarray(0, last), tail]);
}

/** How files lie on their shelves, and pages in their caches. */
export const shelves: Faults = {
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
  // "all the files must belong to the trace"; "a zip archive with the requested files"
  "errors-in-the-archive": {
    title: "An archive for digests some of which the trace does not have is made of the others and an errors.txt.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const known = digests.filter((digest) => trace.files.has(digest));
        if (known.length === 0 || known.length === digests.length) return zipEntries(trace, digests, call);
        const unknown = digests.filter((digest) => !trace.files.has(digest));
        const data = Buffer.from(unknown.map((digest) => `not found: ${digest}\n`).join(""));
        return [...zipEntries(trace, known, call), { name: "errors.txt", data }];
      };
    },
  },
  // "Response 200: a zip archive with the requested files."
  "last-entry-not-listed": {
    title: "The directory at the end of an archive of three files or more leaves the last of them out.",
    apply(s) {
      const { pack } = s;
      s.pack = async (entries) => {
        const archive = await pack(entries);
        return entries.length > 2 ? unlistLast(archive) : archive;
      };
    },
  },
  // "They are identified inside a trace by a **digest** and can be downloaded one by one"
  "empty-file-has-an-empty-digest": {
    title: "The digest of an empty file is the empty string.",
    apply(s) {
      const { digest } = s;
      s.digest = (data) => (data.length === 0 ? "" : digest(data));
    },
  },
  // "Files … can be downloaded one by one or several at once as a zip archive."
  "locked-by-a-refused-archive": {
    title:
      "An archive that is refused for one digest keeps the locks on the others: their files are never found again.",
    apply(s) {
      const locked = new WeakMap<Trace, Set<string>>();
      const { fileOf, zipEntries } = s;
      s.fileOf = (trace, digest, call): StoredFile => {
        if (locked.get(trace)?.has(digest)) throw new Refusal("missing", "the file is in use");
        return fileOf(trace, digest, call);
      };
      s.zipEntries = (trace, digests, call) => {
        try {
          return zipEntries(trace, digests, call);
        } catch (error) {
          locked.set(trace, new Set([...(locked.get(trace) ?? []), ...digests]));
          throw error;
        }
      };
    },
  },
  // "`after` and `before` are cursors bounding the links retrieved."
  "page-cache-by-length": {
    title: "Pages are kept by the trace, the number of its links and the length of the request.",
    apply(s) {
      const kept = new Map<string, Reply>();
      for (const key of detailRoutes) {
        around(s, key, (real) => async (call, id = "") => {
          const reply = await real(call, id);
          const links = s.traces.get(id.toLowerCase())?.links.length ?? 0;
          const place = [key, id, links, call.body().length].join(" ");
          const known = kept.get(place) ?? reply;
          kept.set(place, known);
          return known;
        });
      }
    },
  },
  // "`first` and `last` are the numbers of links to retrieve"; "`after` and `before` are cursors bounding the links"
  "pages-in-flight-shared": {
    title: "Who asks for details of a trace while the same user's other request for them is under way gets its page.",
    apply(s) {
      const open = new Map<string, Promise<Reply>>();
      for (const key of detailRoutes) {
        around(s, key, (real) => (call, id = "") => {
          const place = [key, id, call.headers.authorization].join(" ");
          const known = open.get(place);
          if (known) return known;
          const made = new Promise<void>((resolve) => setTimeout(resolve, 4))
            .then(() => real(call, id))
            .finally(() => open.delete(place));
          open.set(place, made);
          return made;
        });
      }
    },
  },
};
