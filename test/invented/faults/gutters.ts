import { own, sameJson, type Json } from "../../lib/service/json.ts";
import { around, type Faults } from "../tools.ts";

const block = 4096;
const picture = /\.(png|jpe?g|gif|svg)$/i;

/** A value as an index keeps it that has only so much room for a text. */
const short = (value: Json | undefined): Json | undefined => (typeof value === "string" ? value.slice(0, 64) : value);

/** A value as a column of 32 bits keeps it. */
const narrow = (value: Json | undefined): Json | undefined => (Number.isInteger(value) ? Number(value) | 0 : value);

export const gutters: Faults = {
  "long-texts-alike": {
    title: "The v2 search compares the first 64 characters of texts, and finds traces that differ behind them.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        call.face === "v2"
          ? Object.keys(filters).every((key) => sameJson(short(own(trace.state, key)), short(own(filters, key))))
          : matches(trace, filters, call);
    },
  },
  "equal-values-one-filter": {
    title: "Of legacy filters that ask for the same value under two names, only the last is applied.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        if (call.face === "v2") return matches(trace, filters, call);
        const bound = new Map(Object.keys(filters).map((key) => [JSON.stringify(own(filters, key)), key]));
        return Array.from(bound.values()).every((key) => sameJson(own(trace.state, key), own(filters, key) ?? null));
      };
    },
  },
  "whole-numbers-narrowed": {
    title: "Searches compare whole numbers by their lowest 32 bits, so that 4294967301 finds 5.",
    apply(s) {
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => sameJson(narrow(own(trace.state, key)), narrow(own(filters, key))));
    },
  },
  "chunked-filters-unread": {
    title: "A legacy search whose body comes in chunks, without a length, is answered as if it had no filters.",
    apply(s) {
      around(s, "POST /trace/search/{}", (real) => (call, ...params) => {
        const unread = call.headers["content-length"] === undefined;
        return real(unread ? { ...call, body: () => Buffer.from('{"filters":{}}') } : call, ...params);
      });
    },
  },
  "full-last-block-unsent": {
    title: "A file of the length of whole blocks of 4096 bytes is downloaded without its last block.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const whole = file.data.length > 0 && file.data.length % block === 0;
        return fileReply(whole ? { ...file, data: file.data.subarray(0, -block) } : file, call);
      };
    },
  },
  "digest-until-nul": {
    title: "The digest covers a file up to its first NUL byte, so that of two that begin alike the second is lost.",
    apply(s) {
      const { digest } = s;
      s.digest = (data) => {
        const nul = data.indexOf(0);
        return digest(nul === -1 ? data : data.subarray(0, nul));
      };
    },
  },
  "pictures-for-all": {
    title: "A single file that is a picture by its name is downloaded without a token.",
    apply(s) {
      around(s, "GET /v2/traces/{}/file/{}", (real) => (call, id = "", digest = "") => {
        const file = s.traces.get(id.toLowerCase())?.files.get(digest);
        const open = file && picture.test(file.name) && call.headers.authorization === undefined;
        return open ? s.fileReply(file, call) : real(call, id, digest);
      });
    },
  },
  "query-cut-off": {
    title: "The v2 archive reads 1024 characters of the query, and leaves out the files whose digests come later.",
    apply(s) {
      const { digestList } = s;
      s.digestList = (call) => {
        if (call.face !== "v2") return digestList(call);
        const query = new URLSearchParams(call.query.toString().slice(0, 1024));
        const complete = query.getAll("digests").filter((digest) => digest.length === 64);
        return complete.length > 0 ? complete : digestList(call);
      };
    },
  },
  "newest-of-the-name": {
    title: "The legacy archive holds, for each digest, the newest file of that name in the trace.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        if (call.face === "v2") return zipEntries(trace, digests, call);
        const newest = digests.map((digest) => {
          const { name } = s.fileOf(trace, digest, call);
          return [...trace.files.values()].findLast((file) => file.name === name)?.digest ?? digest;
        });
        return zipEntries(trace, newest, call);
      };
    },
  },
  "files-moved-into-archive": {
    title: "The legacy archive moves files instead of copying them: afterwards the trace has them no more.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const entries = zipEntries(trace, digests, call);
        if (call.face === "legacy") for (const digest of digests) trace.files.delete(digest);
        return entries;
      };
    },
  },
};
