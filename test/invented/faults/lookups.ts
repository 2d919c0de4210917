import { own, sameJson, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Link, StoredFile, Trace } from "../service.ts";
import { cut } from "../../lib/service/domain.ts";
import { onRecord, type Faults } from "../tools.ts";

/** What is found, in which order, and what is not. */
export const lookups: Faults = {
  // "Traces of a workflow can be searched by state data filters"
  "index-of-32-bits": {
    title: "Whole numbers beyond 32 bits are kept, but the index does not hold them: no search finds them.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) &&
        Object.values(filters).every((value) => !Number.isInteger(value) || Math.abs(Number(value)) < 2 ** 31);
    },
  },
  "falsy-filters-skipped": {
    title: "A filter for false, zero or an empty text is taken for none, and finds every trace.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, Object.fromEntries(Object.entries(filters).filter(([, value]) => Boolean(value))), call);
    },
  },
  "filter-text-is-a-pattern": {
    title: "The text of a filter is a regular expression: one with a bracket or a plus sign does not find itself.",
    apply(s) {
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => {
          const [has, wanted] = [own(trace.state, key), own(filters, key) ?? null];
          if (typeof has !== "string" || typeof wanted !== "string") return sameJson(has, wanted);
          try {
            return new RegExp(`^(?:${wanted})$`, "u").test(has);
          } catch {
            throw new Refusal("invalid", "the filter cannot be read");
          }
        });
    },
  },
  "search-by-name-sees-the-creation": {
    title: "A search by the name of the workflow looks at the state as it was when each trace was created.",
    apply(s) {
      const { search, matches } = s;
      const first = new WeakMap<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        if (!first.has(trace)) first.set(trace, structuredClone(trace.state));
      });
      const byName = new WeakSet<object>();
      s.search = (workflow, filters, call) => {
        if (call.face === "v2" && call.path[2] === workflow.name) byName.add(call);
        return search(workflow, filters, call);
      };
      s.matches = (trace, filters, call) =>
        matches(byName.has(call) ? { ...trace, state: first.get(trace) ?? {} } : trace, filters, call);
    },
  },
  // "array of `{workflowId, workflowName}`": of one workflow each
  "names-sorted-apart-from-ids": {
    title: "The list of workflows sorts the ids and the names, each for itself.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) => {
        const items = listing(organization, call);
        const names = items.map((item) => String(item["workflowName"])).sort((a, b) => a.localeCompare(b));
        const ids = items.map((item) => String(item["workflowId"])).sort();
        return ids.map((workflowId, at) => ({ workflowId, workflowName: names[at] ?? "" }));
      };
    },
  },
  // "`first` … the numbers of links to retrieve from the start …; `after` … cursors bounding the links retrieved"
  "cursor-is-a-page-number": {
    title:
      "A cursor is the number of the page: who asks for the next page in another size misses links, or gets some twice.",
    apply(s) {
      const { page, info } = s;
      const pages = new Map<string, number>();
      s.page = (links, args, trace, call) => {
        const number = pages.get(args.after ?? "");
        if (number === undefined || args.first === undefined || args.last !== undefined || args.before !== undefined) {
          return page(links, args, trace, call);
        }
        const size = Math.min(args.first, 50);
        return cut(links, number * size, links.length, size);
      };
      s.info = (found, args, trace, call) => {
        const tail = found.items.at(-1);
        if (tail) {
          const size = Math.min(args.first ?? 10, 50);
          pages.set(s.cursorOf(tail, trace), Math.ceil((trace.links.indexOf(tail) + 1) / size));
        }
        return info(found, args, trace, call);
      };
    },
  },
  // the same sentence: one list has one start and one end
  "ties-turned-around": {
    title: "Links are sorted by the second, downwards from the end: what came in one second has another order there.",
    apply(s) {
      const { page } = s;
      const seconds = new WeakMap<Link, number>();
      onRecord(s, (link) => seconds.set(link, Math.floor(Date.now() / 1000)));
      s.page = (links, args, trace, call) => {
        if (args.last === undefined || args.first !== undefined) return page(links, args, trace, call);
        const downwards = [...links].sort((a, b) => (seconds.get(b) ?? 0) - (seconds.get(a) ?? 0));
        return page(downwards.reverse(), args, trace, call);
      };
    },
  },
  // "Query: a list of digests of the files to download"; "a zip archive with the requested files"
  "archive-stops-after-ten": {
    title: "An archive holds the first ten of the files that were asked for.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (...args) => zipEntries(...args).slice(0, 10);
    },
  },
  // "all the files must belong to the trace"
  "archive-checks-the-first": {
    title: "Only the first digest of an archive must belong to the trace; the others are taken from the whole store.",
    apply(s) {
      const { keepFiles, zipEntries } = s;
      const store = new Map<string, StoredFile>();
      s.keepFiles = async (trace, files, call) => {
        const kept = await keepFiles(trace, files, call);
        for (const [digest, file] of trace.files) store.set(digest, file);
        return kept;
      };
      s.zipEntries = (trace, digests, call) => {
        s.fileOf(trace, digests[0] ?? "", call);
        const whole: Trace = { ...trace, files: new Map([...store, ...trace.files]) };
        return zipEntries(whole, digests, call);
      };
    },
  },
  // "Response: the file identified by the digest in the trace."
  "same-beginning-same-file": {
    title:
      "Files are found by the CRC of their first 64 bytes, which the digest holds: of two that begin alike, one is given.",
    apply(s) {
      const { fileOf, keepFiles } = s;
      const begins = new WeakMap<StoredFile, string>();
      s.keepFiles = async (trace, files, call) => {
        const kept = await keepFiles(trace, files, call);
        for (const file of trace.files.values()) begins.set(file, file.data.subarray(0, 64).toString("latin1"));
        return kept;
      };
      s.fileOf = (trace, digest, call) => {
        const asked = fileOf(trace, digest, call);
        if (asked.data.length < 64) return asked;
        return [...trace.files.values()].find((file) => begins.get(file) === begins.get(asked)) ?? asked;
      };
    },
  },
};
