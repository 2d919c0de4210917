import { createHash } from "node:crypto";
import { disposition, guessType, ranged } from "../../stand-ins/lib/http.ts";
import { distinctNames, entryName } from "../../stand-ins/lib/zip.ts";
import type { Variation } from "../tools.ts";
import { archive } from "./archive-writer.ts";

const open = "The interface asks for a zip archive with the requested files, and says nothing of its entries";

export const archives: Variation[] = [
  {
    id: "zip64-archive",
    choice: "The zip has the records of Zip64 however small it is, and its entries are named 1, 2, 3, …",
    why: `${open}; a writer that does not know the sizes beforehand makes room for large ones.`,
    apply(s) {
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].map((digest, index) => ({
          name: String(index + 1),
          data: s.fileOf(trace, digest, call).data,
        }));
      s.pack = (entries) => archive(entries, true);
    },
  },
  {
    id: "foldered-archive",
    choice:
      "The zip has a folder, with an entry of its own, and in it the files in the order of their names, numbered, with " +
      "times in extra fields and their digests as comments; what deflating does not make smaller is stored.",
    why: `${open}; unpacked by hand, the files of a trace should not lie among others.`,
    apply(s) {
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].map((digest) => {
          const { name, data } = s.fileOf(trace, digest, call);
          return { name: entryName(name), data };
        });
      s.pack = (entries) => {
        const named = distinctNames(entries).sort((a, b) => (a.name < b.name ? -1 : 1));
        const files = named.map(({ name, data }, index) => ({
          name: `trace files/${String(index + 1).padStart(3, "0")} ${name}`,
          data,
          comment: createHash("sha256").update(data).digest("hex"),
          changed: 1_767_225_600,
        }));
        return archive([{ name: "trace files/", changed: 1_767_225_600 }, ...files]);
      };
    },
  },
  {
    id: "ranged-files",
    choice:
      "A single file is shown inline with a type guessed from its name; it has an entity tag, may be kept for ever, is " +
      "answered with 304 or 206 when the request asks for that, and HEAD tells its length.",
    why: "Content type and headers of the single file are not shown; browsers show papers and read films in ranges.",
    apply(s) {
      s.fileReply = ({ name, data }, call) => {
        const hash = createHash("sha256").update(data);
        return ranged(call, data, {
          ETag: `"${hash.copy().digest("hex")}"`,
          "Repr-Digest": `sha-256=:${hash.digest("base64")}:`,
          "Content-Type": guessType(name),
          "Content-Disposition": disposition("inline", name),
          "Cache-Control": "private, max-age=31536000, immutable",
          "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT",
        });
      };
      const download = s.routes["GET /v2/traces/{}/file/{}"];
      if (download) s.routes["HEAD /v2/traces/{}/file/{}"] = download;
    },
  },
];
