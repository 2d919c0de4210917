import { own, put } from "../../lib/service/json.ts";
import type { JsonObject } from "../../lib/service/json.ts";
import type { StoredFile } from "../service.ts";
import { onData, rewrite, rewriteObject, type Faults } from "../tools.ts";

const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** The text cut to so many bytes of UTF-8, between characters. */
function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  let end = most;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}

/** What a database, a driver or a mapper does to what it keeps. Of all: "data: JSON object. The data of the action." */
export const storage: Faults = {
  // "the file identified by the digest in the trace"
  "whole-chunks-lose-the-last": {
    title: "Files are kept in chunks of 4096 bytes; the last is written only where it is not full.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        const known = new Set(trace.files.keys());
        const kept = await keepFiles(trace, files, call);
        for (const [digest, file] of trace.files) {
          const { length } = file.data;
          if (known.has(digest) || length === 0 || length % 4096 !== 0) continue;
          trace.files.set(digest, { ...file, data: file.data.subarray(0, length - 4096) });
        }
        return kept;
      };
    },
  },
  "fifteen-digits": {
    title: "Numbers are kept with fifteen significant digits.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => (typeof value === "number" ? Number(value.toPrecision(15)) : value)),
      );
    },
  },
  "long-text-cut": {
    title: "Texts of more than 65,535 bytes are cut there, without a word.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => (typeof value === "string" ? cutBytes(value, 65_535) : value)),
      );
    },
  },
  "names-end-at-an-emoji": {
    title: "The name of a member ends before the first character that takes four bytes; values are kept whole.",
    apply(s) {
      onData(s, (data) => renamed(data, (name) => name.replace(/[\u{10000}-\u{10ffff}].*$/su, "")));
    },
  },
  "names-in-one-normal-form": {
    title: "Names of members are composed: two that differ only in how an accent is written become one.",
    apply(s) {
      onData(s, (data) => renamed(data, (name) => name.normalize("NFC")));
    },
  },
  "times-brought-to-utc": {
    title: "Texts that read as a date with a time and a zone are kept as a moment, and given back in UTC.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => {
          if (typeof value !== "string" || !zoned.test(value)) return value;
          const moment = new Date(value);
          return Number.isNaN(moment.getTime()) ? value : moment.toISOString();
        }),
      );
    },
  },
  "empty-text-is-null": {
    title: "An empty text inside an object or a list is kept as null.",
    apply(s) {
      onData(s, (data) => rewriteObject(data, (value) => (value === "" ? null : value)));
    },
  },
  // "They are identified inside a trace by a digest": two contents are two files
  "known-by-name-and-size": {
    title: "A file with the name and the size of one that the trace has is taken for the same, and not kept.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        const listed: JsonObject[] = [];
        for (const file of files) {
          const known: StoredFile | undefined = [...trace.files.values()].find(
            ({ name, data }) => name === file.name && data.length === file.data.length,
          );
          if (known) listed.push({ digest: known.digest, name: file.name, part: file.part, size: file.data.length });
          else listed.push(...(await keepFiles(trace, [file], call)));
        }
        return listed;
      };
    },
  },
  // "Each appended action becomes a link": what a link shows of its action is not another's
  "first-link-is-the-state": {
    title: "The state is the data object of the first link, and grows: that link shows what later actions brought.",
    apply(s) {
      s.merge = (trace, data) => {
        if (trace.links.length === 0) return data;
        for (const key of Object.keys(data)) put(trace.state, key, own(data, key) ?? null);
        return trace.state;
      };
    },
  },
};

/** The data with other names of members, at every depth; of two that become one, the later stays. */
function renamed(data: JsonObject, change: (name: string) => string): JsonObject {
  return rewrite(data, (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const copy: JsonObject = {};
    for (const key of Object.keys(value)) put(copy, change(key), own(value, key) ?? null);
    return copy;
  }) as JsonObject;
}
