import { createHash, createHmac, randomUUID } from "node:crypto";
import type { Json } from "../../stand-ins/lib/json.ts";
import type { Variation } from "../tools.ts";
import { onFiles, onRecord, ulid } from "./steps.ts";

const open = "The interface says only that a digest identifies a file inside a trace";

export const digests: Variation[] = [
  {
    id: "colon-digests",
    choice:
      "Digests are written sha-256:… in base64url, and a single file is found under its colon both plain and coded.",
    why: `${open}; with its algorithm in front a digest stays good when the algorithm is changed.`,
    apply(s) {
      s.digest = (data) => `sha-256:${createHash("sha256").update(data).digest("base64url")}`;
    },
  },
  {
    id: "digests-per-trace",
    choice:
      "Digests are keyed with the trace, so that equal content has another digest in every trace; they are in upper " +
      "case and read in any case.",
    why: `${open}; a key for each trace hides from the readers of one trace what is attached to another.`,
    apply(s) {
      onFiles(s, (data, trace) => createHmac("sha256", trace.id).update(data).digest("hex").toUpperCase());
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => fileOf(trace, digest.toUpperCase(), call);
    },
  },
  {
    id: "digest-per-upload",
    choice:
      "Every upload has a ULID of its own as digest, also when the same content is attached twice; the zip holds both, " +
      "under names made distinct, and the links name their files in an object by part name.",
    why: `${open}, not that equal content has an equal one; a store that never looks into files numbers the uploads.`,
    apply(s) {
      onFiles(s, () => ulid());
      s.linkView = ({ files, ...link }) => {
        const byPart = Map.groupBy(files, ({ part }) => String(part));
        const shown = [...byPart].map(([part, own]): [string, Json] => [part, own.map(({ part: _, ...file }) => file)]);
        return { ...link, attachments: Object.fromEntries(shown) };
      };
    },
  },
  {
    id: "numbered-digests",
    choice:
      "Digests are decimal numbers counted over the whole service, one for each content, and the second file of a " +
      "content keeps the name of its own in the link; links have numbers as ids, and the v2 action answers with a " +
      "receipt that is named nowhere else.",
    why: `${open}, and what the UUID of an action names is not shown; a table of contents has a serial key.`,
    apply(s) {
      const numbers = new Map<string, string>();
      s.digest = (data) => {
        const hash = createHash("sha256").update(data).digest("hex");
        const number = numbers.get(hash) ?? String(100_001 + numbers.size);
        numbers.set(hash, number);
        return number;
      };
      let count = 0;
      onRecord(s, (link) => {
        link.id = String((count += 1));
      });
      s.linkView = (link) => ({ ...link, id: Number(link.id) });
      s.actionAnswer = () => randomUUID();
    },
  },
  {
    id: "short-digests",
    choice:
      "Digests are the first eight digits of a hash and the size, parted by a tilde, made longer only where another " +
      "content of the trace has the same.",
    why: `${open}; short ones are read out over the telephone, and need to be unique in the trace alone.`,
    apply(s) {
      onFiles(s, (data, trace) => {
        const hash = createHash("sha256").update(data).digest("hex");
        for (let length = 8; ; length += 1) {
          const digest = `${hash.slice(0, length)}~${String(data.length)}`;
          const other = trace.files.get(digest);
          if (!other || other.data.equals(data)) return digest;
        }
      });
    },
  },
  {
    id: "punctuated-digests",
    choice:
      "Digests read v1,md5=…==;size=12: padded base64url with commas, semicolons and equals signs, all of them legal " +
      "in a path; links name their files newest first.",
    why: `${open}, and that it is a string; members of a digest tell the store what to check.`,
    apply(s) {
      s.digest = (data) => {
        const hash = createHash("md5").update(data).digest("base64").replaceAll("+", "-").replaceAll("/", "_");
        const check = createHash("sha1").update(data).digest("hex");
        return `v1,md5=${hash};sha1=${check};size=${String(data.length)}`;
      };
      s.linkView = ({ files, ...link }) => ({ ...link, files: files.toReversed() });
    },
  },
];
