/** Lists of what may come next, ends and rounds of a process that go wrong. */
import { isUuid } from "../../lib/service/json.ts";
import { json } from "../../lib/service/http.ts";
import { actionsOf, follow, keysOf, listNext, present, type Process, type Running } from "../process.ts";
import type { Service, StoredFile, Trace } from "../service.ts";
import { around, onRecord, type Faults } from "../tools.ts";

/** A tender: asked and answered until it closes; then awarded or cancelled. */
const tender: Process = {
  actions: actionsOf("publish of buyers", "ask of bidders", "answer of buyers", "close of buyers", "award of buyers"),
  next(done) {
    if (done.includes("award")) return [];
    if (done.includes("close")) return ["award"];
    return done.at(-1) === "ask" ? ["answer"] : ["ask", "close"];
  },
};

/** An inspection: what does not pass is reworked and inspected again. */
const inspection: Process = {
  actions: actionsOf("book of owners", "inspect of inspectors", "rework of owners", "certify of inspectors"),
  next(done) {
    if (done.includes("certify")) return [];
    return done.at(-1) === "inspect" ? ["rework", "certify"] : ["inspect"];
  },
};

const listed = (s: Service, process: Process): Running => {
  const running = follow(s, process);
  listNext(s, running);
  return running;
};

const isOver = (running: Running, trace: Trace): boolean => running.next(trace).length === 0;

export const boards: Faults = {
  "awarded-gone-from-v2-search": {
    title: "A trace that has come to its end is found by legacy searches and no longer by those of v2.",
    apply(s) {
      const running = listed(s, tender);
      const { search } = s;
      s.search = (workflow, filters, call) =>
        search(workflow, filters, call).filter((id) => {
          const trace = s.traces.get(id);
          return call.face === "legacy" || (trace && !isOver(running, trace));
        });
    },
  },
  "no-state-without-a-task": {
    title: "The state is read with the open tasks: of a trace that has none it is null instead of an object.",
    apply(s) {
      const running = follow(s, tender);
      present(s, (data, trace) => (isOver(running, trace) ? null : { ...data, nextActions: running.byGroup(trace) }));
    },
  },
  "no-id-for-the-last-step": {
    title: "The v2 answer to the action that ends a trace has null for its data: nothing is left to be named.",
    apply(s) {
      const running = listed(s, inspection);
      around(s, "POST /v2/traces/{}/action", (real) => async (call, id = "") => {
        const reply = await real(call, id);
        const trace = isUuid(id) ? s.traces.get(id.toLowerCase()) : undefined;
        return trace && isOver(running, trace) ? json({ error: null, data: null }) : reply;
      });
    },
  },
  "next-page-while-steps-are-left": {
    title:
      "hasNext tells whether the process goes on: true on the last page of an open trace, false inside ended ones.",
    apply(s) {
      const running = listed(s, tender);
      const { info } = s;
      s.info = (page, args, trace, call) => ({ ...info(page, args, trace, call), hasNext: !isOver(running, trace) });
    },
  },
  "total-of-the-phase": {
    title: "totalCount begins anew when the tender closes; the links of the earlier phase are still given.",
    apply(s) {
      listed(s, tender);
      s.total = (trace) => trace.links.length - Math.max(0, keysOf(trace).indexOf("close"));
    },
  },
  "papers-of-the-last-step-lost": {
    title: "Files of the action that ends a trace stand in its link and can be downloaded from nowhere.",
    apply(s) {
      const running = listed(s, inspection);
      const { record } = s;
      s.record = async (...args) => {
        const earlier = new Map<string, StoredFile>(args[4]?.files);
        const recorded = await record(...args);
        if (isOver(running, recorded.trace)) recorded.trace.files = earlier;
        return recorded;
      };
    },
  },
  "one-link-for-each-step": {
    title: "An inspection after rework takes the place of the former one: its link is gone, and the total stays.",
    apply(s) {
      listed(s, inspection);
      onRecord(s, (link, trace) => {
        trace.links = trace.links.filter((one) => one === link || one.actionKey !== link.actionKey);
      });
    },
  },
  "reopened-from-nothing": {
    title: "After a case is reopened, its details begin with the reopening: what was done before cannot be read.",
    apply(s) {
      listed(s, {
        actions: actionsOf("open of desk", "work of desk", "close of desk", "reopen of desk"),
        next: (done) => (done.at(-1) === "close" ? ["reopen"] : ["work", "close"]),
      });
      s.linksOf = (trace) => trace.links.slice(Math.max(0, keysOf(trace).lastIndexOf("reopen")));
    },
  },
  "joined-without-a-link": {
    title: "Two statements run beside each other; the one that comes second joins them, and no link is made of it.",
    apply(s) {
      const both = ["legal", "technical"];
      const stated = (trace: Trace) => both.filter((key) => keysOf(trace).includes(key));
      const joined = new WeakMap<Trace, string>();
      listed(s, {
        actions: actionsOf("submit of builders", "legal of counsel", "technical of engineers", "grant of mayor"),
        next(done, trace) {
          if (done.includes("grant")) return [];
          return joined.has(trace) ? ["grant"] : both.filter((key) => !stated(trace).includes(key));
        },
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (stated(trace).length < 2 || joined.has(trace)) return;
        joined.set(trace, actionKey);
        trace.links.pop();
      });
    },
  },
};
