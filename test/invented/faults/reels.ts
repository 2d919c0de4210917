import { own, put, type JsonObject } from "../../lib/service/json.ts";
import type { Trace } from "../service.ts";
import { around, pause, type Faults } from "../tools.ts";

type Details = { links: unknown[] | null; totalCount: number; info: JsonObject };

const pages = (answer: unknown): Details => answer as Details;

export const reels: Faults = {
  "numbered-as-text": {
    title: "Links are put in order by their number, read as text: the tenth and eleventh stand after the first.",
    apply(s) {
      const { linksOf } = s;
      s.linksOf = (trace, call) =>
        linksOf(trace, call)
          .map((link, at) => [String(at + 1), link] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([, link]) => link);
    },
  },
  "nothing-is-null": {
    title: "A legacy page without links has null for the list.",
    apply(s) {
      around(s, "POST /trace/{}/details", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const answer = pages(JSON.parse(String(reply.body)));
        if (answer.links?.length === 0) answer.links = null;
        return { ...reply, body: JSON.stringify(answer) };
      });
    },
  },
  "counter-beside": {
    title: "The count of links is read before an action and written after it: of two at once it counts one.",
    apply(s) {
      const counts = new WeakMap<Trace, number>();
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const before = (known && counts.get(known)) ?? 0;
        await pause(6);
        const recorded = await record(call, user, workflow, input, known);
        counts.set(recorded.trace, before + 1);
        return recorded;
      };
      s.total = (trace) => counts.get(trace) ?? trace.links.length;
    },
  },
  "one-more": {
    title: "To know whether more follows a legacy page reads one link more; after a cursor it is handed out as well.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const cut = page(links, args, trace, call);
        if (call.face === "v2" || args.first === undefined || args.after === undefined || !cut.hasNext) return cut;
        const at = links.findIndex((link) => link === cut.items[0]);
        return { ...cut, items: links.slice(at, at + cut.items.length + 1) };
      };
    },
  },
  "before-alone": {
    awaits: "what a cursor does without a number is left open: it is observed",
    title: "A v2 page that names `before` and no number is the page that one gets without it.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const alone = args.first === undefined && args.last === undefined && args.after === undefined;
        return page(links, call.face === "v2" && alone ? {} : args, trace, call);
      };
    },
  },
  "full-from-the-end": {
    title: "A page from the end that is as long as was asked for says that links come before it, also where none do.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const cut = page(links, args, trace, call);
        return { ...cut, hasPrevious: cut.hasPrevious || (args.last !== undefined && cut.items.length === args.last) };
      };
    },
  },
  "omitted-when-false": {
    title: "In v2 page information `hasNext` and `hasPrevious` are left out where they are false.",
    apply(s) {
      const { info } = s;
      s.info = (cut, args, trace, call) => {
        const said = info(cut, args, trace, call);
        if (call.face === "v2") for (const key of Object.keys(said)) if (own(said, key) === false) delete said[key];
        return said;
      };
    },
  },
  "shared-beginning": {
    title: "Traces that begin without data share one object for their state: what is done on one shows on all.",
    apply(s) {
      const beginnings = new Map<string, JsonObject>();
      const { merge } = s;
      s.merge = (trace, data, call) => {
        const beginning = beginnings.get(trace.workflow.id) ?? {};
        beginnings.set(trace.workflow.id, beginning);
        if (trace.links.length === 0 && Object.keys(data).length === 0) return beginning;
        if (trace.state !== beginning) return merge(trace, data, call);
        for (const key of Object.keys(data)) put(beginning, key, own(data, key) ?? null);
        return beginning;
      };
    },
  },
  "rebuilt-without-the-first": {
    title: "The state of a trace that rests for two seconds is made anew from its links, all but the first.",
    apply(s) {
      const touched = new WeakMap<Trace, number>();
      const { findTrace, record } = s;
      s.findTrace = (user, id, call) => {
        const trace = findTrace(user, id, call);
        if (Date.now() - (touched.get(trace) ?? Date.now()) > 2000 && trace.links.length > 1) {
          trace.state = {};
          for (const { data } of trace.links.slice(1)) trace.state = s.merge(trace, data, call);
        }
        touched.set(trace, Date.now());
        return trace;
      };
      s.record = async (...args) => {
        const recorded = await record(...args);
        touched.set(recorded.trace, Date.now());
        return recorded;
      };
    },
  },
  "state-before-files": {
    title: "A legacy action that brings files is answered with the state before it; what is read afterwards is right.",
    apply(s) {
      around(s, "POST /trace/{}/link", (real) => async (call, id = "", ...params) => {
        const trace = s.traces.get(id.toLowerCase());
        const before = structuredClone(trace?.state);
        const reply = await real(call, id, ...params);
        if (reply.status !== 200 || (trace?.links.at(-1)?.files.length ?? 0) === 0) return reply;
        return { ...reply, body: JSON.stringify({ state: before ?? {} }) };
      });
    },
  },
  "state-of-the-latest": {
    title: "Where two actions on different traces are done at once, the legacy one is answered with the other's state.",
    apply(s) {
      let latest: Trace | undefined;
      const { record, stateOf } = s;
      s.record = async (...args) => {
        const recorded = await record(...args);
        latest = recorded.trace;
        await pause(6);
        return recorded;
      };
      s.stateOf = (trace, call) => stateOf(call.method === "POST" ? (latest ?? trace) : trace, call);
    },
  },
};
