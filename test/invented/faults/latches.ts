import type { JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { ZipEntry } from "../../lib/service/zip.ts";
import type { Trace } from "../service.ts";
import { rewrite, type Faults } from "../tools.ts";

/** A name of eight characters, and its extension. */
const short = (name: string): string => {
  const [, stem = "", extension = ""] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
  return stem.slice(0, 8) + extension;
};

const placeOf = (place: number): string => Buffer.from(`place:${String(place)}`).toString("base64url");

export const latches: Faults = {
  "arrays-of-one": {
    title: "The state read through the legacy set has the item itself where there is an array of one.",
    apply(s) {
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        const state = await stateOf(trace, call);
        if (call.face === "v2" || call.path.at(-1) !== "state") return state;
        return rewrite(state, (value) => (Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value));
      };
    },
  },
  "numbers-in-arrays": {
    title: "Numbers in arrays are text in the links of v2 details.",
    apply(s) {
      const { linkView } = s;
      s.linkView = (link, trace, call) => {
        const view = linkView(link, trace, call);
        if (call.face !== "v2") return view;
        return rewrite(view, (value) =>
          Array.isArray(value) ? value.map((item) => (typeof item === "number" ? String(item) : item)) : value,
        );
      };
    },
  },
  "last-of-twenty": {
    title: "In a trace of more than twenty links, `last` alone gives the last ones of the first twenty.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const alone = Object.keys(args).join() === "last";
        return page(alone ? links.slice(0, 20) : links, args, trace, call);
      };
    },
  },
  "cursor-alone": {
    title: "A cursor counts only beside `first` or `last`: alone it is passed over.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) =>
        page(links, args.first === undefined && args.last === undefined ? {} : args, trace, call);
    },
  },
  "cursors-of-the-page": {
    title: "Cursors are places in their page but are read as places in the trace: the third page is the second again.",
    apply(s) {
      s.info = ({ items, hasNext, hasPrevious }) => {
        const cursors: JsonObject =
          items.length > 0 ? { startCursor: placeOf(0), endCursor: placeOf(items.length - 1) } : {};
        return { hasNext, hasPrevious, ...cursors };
      };
      s.positionOf = (links, cursor) => {
        const place = links.findIndex((_link, index) => placeOf(index) === cursor);
        if (place === -1) throw new Refusal("invalid", "no such cursor");
        return place;
      };
    },
  },
  "count-of-one-set": {
    title: "Legacy details count the links as of the last legacy write to the trace; v2 actions since are not counted.",
    apply(s) {
      const counts = new WeakMap<Trace, number>();
      const { record, total } = s;
      s.record = async (call, ...args) => {
        const recorded = await record(call, ...args);
        if (call.face === "legacy") counts.set(recorded.trace, recorded.trace.links.length);
        return recorded;
      };
      s.total = (trace, call) =>
        call.face === "legacy" ? (counts.get(trace) ?? total(trace, call)) : total(trace, call);
    },
  },
  "final-line-break": {
    title: "A file that ends with a line break comes back without it.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const files = input.files.map((file) => {
          const [end, previous] = [file.data.at(-1), file.data.at(-2)];
          const cut = end !== 0x0a ? 0 : previous === 0x0d ? 2 : 1;
          return { ...file, data: file.data.subarray(0, file.data.length - cut) };
        });
        return { ...input, files };
      };
    },
  },
  "short-names": {
    title: "Archives cut file names to eight characters, and of files that then have one name hold the last alone.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (...args) => {
        const entries = zipEntries(...args).map(({ name, data }): [string, ZipEntry] => [
          short(name),
          { name: short(name), data },
        ]);
        return [...new Map(entries).values()];
      };
    },
  },
  "first-digest-checked": {
    title: "Only the first digest of an archive must be in the trace; the others may be files of any.",
    apply(s) {
      const { fileOf, zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        fileOf(trace, digests[0] ?? "", call);
        const everything = new Map([...s.traces.values()].flatMap(({ files }) => [...files]));
        return zipEntries({ ...trace, files: new Map([...everything, ...trace.files]) }, digests, call);
      };
    },
  },
  "second-attaching": {
    title: "A file that is attached to a trace a second time, with a later action, is gone from it.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        const former = [...trace.files.keys()];
        const kept = await keepFiles(trace, files, call);
        for (const digest of former) if (kept.some((file) => file["digest"] === digest)) trace.files.delete(digest);
        return kept;
      };
    },
  },
};
