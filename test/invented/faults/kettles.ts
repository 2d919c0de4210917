import { cut } from "../../lib/service/domain.ts";
import { objectOf, own, parseJson, sameJson, type Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Link, Service } from "../service.ts";
import { onRecord, pause, type Faults } from "../tools.ts";

/** Lets a search compare the top-level members of the state with the filters in another way. */
function comparing(s: Service, same: (held: Json | undefined, wanted: Json) => boolean): void {
  s.matches = (trace, filters) =>
    Object.keys(filters).every((key) => same(own(trace.state, key), own(filters, key) ?? null));
}

/** The text as a database connection in Latin-1 sees it. */
const latin = (text: string): string => Array.from(text, (char) => (char > "\xff" ? "?" : char)).join("");

/** When the token says that it was issued. */
function issuedAt(token: string): number {
  const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return (JSON.parse(payload) as { iat: number }).iat;
}

export const kettles: Faults = {
  "text-is-zero": {
    title: "A search for a number takes text for the number it begins with, or else for 0: so 0 finds any word.",
    apply(s) {
      comparing(s, (held, wanted) =>
        typeof held === "string" && typeof wanted === "number"
          ? (Number.parseFloat(held) || 0) === wanted
          : sameJson(held, wanted),
      );
    },
  },
  "numbers-in-single-precision": {
    title: "The search holds numbers in single precision: 16777217 finds 16777216 too.",
    apply(s) {
      comparing(s, (held, wanted) =>
        typeof held === "number" && typeof wanted === "number"
          ? Math.fround(held) === Math.fround(wanted)
          : sameJson(held, wanted),
      );
    },
  },
  "other-scripts-are-one": {
    title: "For the search every character outside Latin-1 is a question mark: one Japanese word finds another.",
    apply(s) {
      comparing(s, (held, wanted) =>
        typeof held === "string" && typeof wanted === "string" ? latin(held) === latin(wanted) : sameJson(held, wanted),
      );
    },
  },
  "refusal-takes-files": {
    title:
      "After a refused action its files are deleted by their digest, also where an earlier action had brought them.",
    apply(s) {
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          for (const { data } of input.files) {
            for (const trace of s.traces.values()) trace.files.delete(s.digest(data));
          }
          throw error;
        }
      };
    },
  },
  "upload-name-shared": {
    title: "Two uploads of the same file name at the same time share a temporary file: both end up with one content.",
    apply(s) {
      const { readInput } = s;
      const temporary = new Map<string, Buffer>();
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (input.files.length === 0) return input;
        const names = input.files.map(({ name }) => name);
        for (const { name, data } of input.files) temporary.set(name, data);
        await pause(3);
        const files = input.files.map((file, at) => ({
          ...file,
          // A name that one request has twice is kept apart.
          data:
            names.indexOf(file.name) === names.lastIndexOf(file.name)
              ? (temporary.get(names[at] ?? "") ?? file.data)
              : file.data,
        }));
        return { ...input, files };
      };
    },
  },
  "cursor-of-milliseconds": {
    title: "A cursor is the millisecond of its link: after it, further links of that millisecond are left out.",
    apply(s) {
      const times = new WeakMap<Link, number>();
      onRecord(s, (link) => times.set(link, Date.now()));
      s.cursorOf = (link) => Buffer.from(`at:${String(times.get(link))}`).toString("base64url");
      s.positionOf = (links, cursor, trace) => {
        const position = links.findLastIndex((link) => s.cursorOf(link, trace) === cursor);
        if (position === -1) throw new Refusal("invalid", "no such cursor");
        return position;
      };
    },
  },
  "session-of-second": {
    title:
      "Sessions are kept by the second of login: who logs in right after another user gets a token that is theirs.",
    apply(s) {
      const { issueToken, verifyToken } = s;
      const sessions = new Map<number, string>();
      s.issueToken = async (user, by) => {
        const token = await issueToken(user, by);
        const second = issuedAt(token);
        sessions.set(second, sessions.get(second) ?? user.email);
        return token;
      };
      s.verifyToken = async (token, call) => {
        const claims = await verifyToken(token, call);
        return claims && { ...claims, email: sessions.get(issuedAt(token)) ?? claims.email };
      };
    },
  },
  "whole-blocks-lose-one": {
    title: "A file whose size is a multiple of 4096 comes from the download without its last 4096 bytes.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const { data } = file;
        const whole = data.length > 0 && data.length % 4096 === 0;
        return { ...fileReply(file, call), body: whole ? data.subarray(0, data.length - 4096) : data };
      };
    },
  },
  "cursor-to-page-number": {
    title:
      "A cursor is turned into the number of a page: followed with another `first` than before, links are skipped.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const { after, before, first, last } = args;
        if (after === undefined || first === undefined || before !== undefined || last !== undefined) {
          return page(links, args, trace, call);
        }
        const size = Math.min(first, 50);
        const number = Math.ceil((s.positionOf(links, after, trace) + 1) / size);
        return cut(links, number * size, links.length, size);
      };
    },
  },
  "characters-across-buffers": {
    title: "A character of `traceInput` that lies across a boundary of 16 KiB becomes replacement characters.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (input.dataText === undefined) return input;
        const bytes = Buffer.from(input.dataText);
        let text = "";
        for (let at = 0; at < bytes.length; at += 16384) text += bytes.subarray(at, at + 16384).toString();
        return { ...input, data: objectOf(parseJson(text), "traceInput") };
      };
    },
  },
};
