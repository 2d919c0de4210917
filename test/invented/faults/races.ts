import { randomUUID } from "node:crypto";
import { own, put, type JsonObject } from "../../lib/service/json.ts";
import type { Trace } from "../service.ts";
import { pause, type Faults } from "../tools.ts";

/** What goes wrong only between requests that are under way together. */
export const races: Faults = {
  // "Files can be attached to an action … and can be downloaded"
  "files-of-the-slower-stay": {
    title:
      "The list of files of a trace is read, extended and written back: of two actions at once, one loses its files.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        if (files.length === 0) return [];
        const copy: Trace = { ...trace, files: new Map(trace.files) };
        await pause(3);
        const kept = await keepFiles(copy, files, call);
        trace.files = copy.files;
        return kept;
      };
    },
  },
  // "`totalCount`: integer", beside the links that it counts
  "total-counted-beside": {
    title: "The number of links is a counter of its own that is read and written back: actions at once count as one.",
    apply(s) {
      const { record } = s;
      const totals = new WeakMap<Trace, number>();
      s.record = async (...args) => {
        const known = args[4];
        const before = (known && totals.get(known)) ?? 0;
        await pause(2);
        const recorded = await record(...args);
        totals.set(recorded.trace, before + 1);
        return recorded;
      };
      s.total = (trace) => totals.get(trace) ?? 0;
    },
  },
  // "file parts: binary … each is a separate multipart part": what was sent is what is attached
  "uploads-share-a-folder": {
    title:
      "Uploads wait in one folder under their file names: of two of a name at once, both actions get the later one.",
    apply(s) {
      const { readInput } = s;
      const folder = new Map<string, Buffer>();
      s.readInput = async (call) => {
        const input = await readInput(call);
        const names = input.files.map(({ name }) => name);
        if (new Set(names).size < names.length) return input;
        for (const { name, data } of input.files) folder.set(name, data);
        await pause(2);
        return { ...input, files: input.files.map((file) => ({ ...file, data: folder.get(file.name) ?? file.data })) };
      };
    },
  },
  // "Each appended action becomes a link of the trace."
  "links-keyed-by-millisecond": {
    title: "The key of a link is its trace and the millisecond: a second action in the same one is taken, and no link.",
    apply(s) {
      const { record } = s;
      const taken = new WeakMap<Trace, Set<number>>();
      s.record = async (...args) => {
        const recorded = await record(...args);
        const { trace, link } = recorded;
        const times = taken.get(trace) ?? new Set();
        const now = Date.now();
        if (times.has(now)) trace.links = trace.links.filter((one) => one !== link);
        taken.set(trace, times.add(now));
        return recorded;
      };
    },
  },
  // "Each appended action becomes a link of the trace.": one link
  "conflict-tried-again": {
    title: "An action that meets another on the same trace is tried again, though it had been written.",
    apply(s) {
      const { record } = s;
      const underWay = new WeakMap<Trace, number>();
      s.record = async (...args) => {
        const known = args[4];
        if (!known) return record(...args);
        const others = underWay.get(known) ?? 0;
        underWay.set(known, others + 1);
        try {
          await pause(2);
          const recorded = await record(...args);
          if (others > 0) known.links.push({ ...recorded.link, id: randomUUID() });
          return recorded;
        } finally {
          underWay.set(known, (underWay.get(known) ?? 1) - 1);
        }
      };
    },
  },
  // "A trace has a state": its own
  "initial-state-shared": {
    title: "Traces that begin in the same millisecond share one state object ever after.",
    apply(s) {
      const { newTrace } = s;
      let shared: { at: number; state: JsonObject } = { at: 0, state: {} };
      s.newTrace = (workflow) => {
        const at = Date.now();
        if (shared.at !== at) shared = { at, state: {} };
        return { ...newTrace(workflow), state: shared.state };
      };
      s.merge = (trace, data) => {
        for (const key of Object.keys(data)) put(trace.state, key, own(data, key) ?? null);
        return trace.state;
      };
    },
  },
};
