/** How a single file is answered, and where it lies. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { disposition, guessType, ranged, type Reply } from "../../../lib/service/http.ts";
import { orMissing, Refusal } from "../../../lib/service/refusal.ts";
import type { StoredFile } from "../../service.ts";
import { around, type Variants } from "../../tools.ts";

export const downloads: Variants = {
  "ranged-files": {
    title:
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
  "files-in-a-store": {
    title: "The download of one file answers 302 and leads to a store, where the file lies without authentication.",
    why: "Headers of the single download are not shown, nor is its status; object stores are reached in this way.",
    apply(s) {
      const store = new Map<string, Reply>();
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, ...params) => {
        const id = randomUUID();
        store.set(id, await real(call, ...params));
        return { status: 302, headers: { Location: `/store/${id}` } };
      });
      s.routes["GET /store/{}"] = (_call, id = "") => orMissing(store.get(id), "no such object");
    },
  },
  "integrity-digests": {
    title: "Digests are in base64 with slashes; single files have their type, an entity tag and ranges, and no name.",
    why: "The form of digests and the headers of the download are not shown; browsers know digests of this form.",
    apply(s) {
      s.digest = (data) => `sha384-${createHash("sha384").update(data).digest("base64")}`;
      s.fileReply = ({ name, data, digest }, call) =>
        ranged(call, data, {
          "Content-Type": guessType(name),
          ETag: `"${digest}"`,
          "Cache-Control": "private, no-cache",
        });
    },
  },
  "redirected-downloads": {
    title: "The download of a file is a 307 to an address of its own, which needs no token and is good for a minute.",
    why: "Neither the status nor the headers of the single-file download are shown; object stores hand out such addresses.",
    apply(s) {
      const signed = new Map<string, { file: StoredFile; until: number }>();
      const { fileReply } = s;
      s.fileReply = (file) => {
        const ticket = randomBytes(18).toString("base64url");
        signed.set(ticket, { file, until: Date.now() + 60_000 });
        return { status: 307, headers: { Location: `/objects/${ticket}?X-Expires=60` } };
      };
      s.routes["GET /objects/{}"] = (call, ticket = "") => {
        const found = signed.get(ticket);
        if (!found || found.until < Date.now()) throw new Refusal("missing", "the address is no longer good");
        return fileReply(found.file, call);
      };
    },
  },
};
