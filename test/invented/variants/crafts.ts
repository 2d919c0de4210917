/** Processes of rarer kinds: what may come next depends on the clock, on other traces, on the trace's own age and history. */
import { own } from "../../lib/service/json.ts";
import { atLast, declining, listed, times } from "../duties.ts";
import { actionsOf, compute, follow, keysOf, listNext, present, refuse } from "../process.ts";
import type { Link, Trace } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";

const why = "What may come next is a matter of the workflow; the interface names no transitions.";

/** The links that still count: each step back takes the last one that counts. */
function standing(trace: Trace): Link[] {
  const kept: Link[] = [];
  for (const link of trace.links) {
    if (link.actionKey === "withdraw") kept.pop();
    else kept.push(link);
  }
  return kept;
}

export const crafts: Variants = {
  "held-for-three-seconds": {
    title:
      "A seat is held for three seconds: then a booking is no longer listed, nor taken, and the seat is to be held anew.",
    why: `${why} A rule may ask what time it is.`,
    apply(s) {
      const held = new WeakMap<Trace, number>();
      listNext(
        s,
        follow(s, {
          actions: actionsOf("choose of guests", "hold of guests", "book of guests", "remark of guests"),
          nextActions: listed,
          next(done, trace) {
            if (done.includes("book")) return ["remark"];
            return [(held.get(trace) ?? 0) > Date.now() - 3000 ? "book" : "hold", "remark"];
          },
        }),
      );
      onRecord(s, (link, trace) => {
        if (link.actionKey === "hold") held.set(trace, Date.now());
      });
    },
  },
  "steps-back": {
    title: "To withdraw takes the last step out of the state, and what may come next is as it was; all links stay.",
    why: `${why} The state is computed by the workflow.`,
    awaits: "a reading of actions that undo the last step: one that loses the step before it looks the same",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("begin of planners", "measure of planners", "cut of carpenters", "withdraw of planners"),
        nextActions: listed,
        next(_done, trace) {
          const done = standing(trace).map(({ actionKey }) => actionKey);
          const forward = done.includes("cut") ? [] : done.includes("measure") ? ["measure", "cut"] : ["measure"];
          return done.length > 1 ? [...forward, "withdraw"] : forward;
        },
      });
      compute(s, (trace) => {
        const links = standing(trace);
        let state: Trace["state"] = {};
        for (const { data } of links) state = { ...state, ...data };
        return { ...state, steps: links.length };
      });
      listNext(s, running);
    },
  },
  haggling: {
    title:
      "Seller and buyer offer by turns; who did not offer last may accept; after six offers one can only break off.",
    why: `${why} A rule may ask who did what before.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "offer of sellers",
          "counter of buyers",
          "lower of sellers",
          "agree of sellers",
          "accept of buyers",
          "break off of buyers",
        ),
        next(done) {
          const last = done.at(-1) ?? "";
          if (["agree", "accept", "break off"].includes(last)) return [];
          if (done.length >= 6) return ["break off"];
          return last === "counter" ? ["lower", "agree"] : ["counter", "accept", "break off"];
        },
        people: { ines: { groups: ["sellers"] }, wim: { groups: ["buyers"] } },
      });
      present(s, (data, trace) => {
        const turn = Object.keys(running.byGroup(trace))[0] ?? null;
        return { terms: data, turn, offers: Math.min(trace.links.length, 6) };
      });
    },
  },
  delegated: {
    title: "A file is worked on by the one to whom it was handed on last; the others of the group may read it alone.",
    why: `${why} A rule may ask the data of an action.`,
    apply(s) {
      const decline = declining(s);
      const names = ["ines", "wim", "ada"];
      const keeper = (trace: Trace): string => {
        const handed = trace.links.findLast(({ actionKey }) => actionKey === "hand on");
        return handed ? String(own(handed.data, "to")) : (trace.links[0]?.author.split("@")[0] ?? "");
      };
      const running = follow(s, {
        actions: [
          { key: "start", groupLabel: "lawyers", creates: true },
          { key: "work", groupLabel: "lawyers" },
          {
            key: "hand on",
            groupLabel: "lawyers",
            data: {
              type: "object",
              required: ["to"],
              properties: { to: { type: "string", enum: names } },
            },
          },
        ],
        people: { ines: { groups: ["lawyers"] }, wim: { groups: ["lawyers"] }, ada: { groups: ["lawyers"] } },
      });
      atLast(s, ({ key, data, author }, known) => {
        if (known && author.split("@")[0] !== keeper(known)) decline(403, "006 the file is with somebody else");
        refuse(key === "hand on" && !names.includes(String(own(data, "to"))), "000 hand on to whom?");
      });
      present(s, (data, trace, call) => {
        const mine = running.reader(call)?.email.startsWith(`${keeper(trace)}@`) ?? false;
        return { data, keeper: keeper(trace), nextActions: mine ? running.byGroup(trace) : {} };
      });
    },
  },
  "new-rules-for-new-traces": {
    title:
      "The process changes with each fifth trace: with a check or without; each trace keeps the rules it began with.",
    why: `${why} Workflows are changed while they run.`,
    apply(s) {
      const strict = new WeakSet<Trace>();
      let begun = 0;
      const { newTrace } = s;
      s.newTrace = (workflow) => {
        const trace = newTrace(workflow);
        if (Math.floor((begun += 1) / 5) % 2 === 1) strict.add(trace);
        return trace;
      };
      const running = follow(s, {
        actions: actionsOf("enter of makers", "check of makers", "polish of makers", "sell of makers"),
        next(done, trace) {
          if (done.includes("sell")) return [];
          const ready = !strict.has(trace) || done.includes("check");
          return [...(strict.has(trace) ? ["check"] : []), ...(ready ? ["polish", "sell"] : [])];
        },
      });
      present(s, (data, trace) => ({
        data,
        rules: strict.has(trace) ? "2" : "1",
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "three-berths": {
    title: "There are three berths: a ship is listed to moor while one is free, and waits while others lie there.",
    why: `${why} A rule may look at other traces of the workflow.`,
    apply(s) {
      const moored = (trace: Trace) => times(keysOf(trace), "moor") > times(keysOf(trace), "cast off");
      const running = follow(s, {
        actions: actionsOf("announce of pilots", "moor of pilots", "unload of dockers", "cast off of pilots"),
        nextActions: listed,
        next(_done, trace) {
          if (moored(trace)) return ["unload", "cast off"];
          return [...s.traces.values()].filter(moored).length < 3 ? ["moor"] : [];
        },
      });
      present(s, (data, trace) => ({ data, moored: moored(trace), nextActions: running.byGroup(trace) }));
    },
  },
};
