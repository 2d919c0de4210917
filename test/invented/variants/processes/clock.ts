/** Processes in which time decides what may come next. */
import { ownLink } from "../../habits.ts";
import { ofTheWorkflow } from "../../left-open.ts";
import { actionsOf, follow, listNext, present, trade, trades } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { after, onRecord, type Variants } from "../../tools.ts";
import { inState } from "../../rules.ts";

export const clock: Variants = {
  "closed-when-nobody-comes": {
    title:
      "A trace on which nothing happens for six seconds is closed by a link of the system; then nothing may follow.",
    why: `${ofTheWorkflow} A rule may look at the clock.`,
    apply(s) {
      const running = follow(s, { actions: trades, next: (done) => (done.includes("expire") ? [] : trade(done)) });
      const timers = new WeakMap<Trace, NodeJS.Timeout>();
      onRecord(s, (_link, trace) => {
        clearTimeout(timers.get(trace));
        const expire = () => {
          if (running.next(trace).length > 0) trace.links.push(ownLink("expire", {}));
        };
        timers.set(trace, setTimeout(expire, 6000).unref());
      });
      listNext(s, running);
    },
  },
  "held-for-three-seconds": {
    title:
      "A seat is held for three seconds: then a booking is no longer listed, nor taken, and the seat is to be held anew.",
    why: `${ofTheWorkflow} A rule may ask what time it is.`,
    apply(s) {
      const held = new WeakMap<Trace, number>();
      listNext(
        s,
        follow(s, {
          actions: actionsOf("choose of guests", "hold of guests", "book of guests", "remark of guests"),
          nextActions: inState,
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
  "new-rules-for-new-traces": {
    title:
      "The process changes with each fifth trace: with a check or without; each trace keeps the rules it began with.",
    why: `${ofTheWorkflow} Workflows are changed while they run.`,
    apply(s) {
      const strict = new WeakSet<Trace>();
      let begun = 0;
      after(s, "newTrace", (trace) => {
        if (Math.floor((begun += 1) / 5) % 2 === 1) strict.add(trace);
      });
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
  "withdrawn-within-two-seconds": {
    title: "An order can be withdrawn for two seconds; the list in the state follows the clock.",
    why: `${ofTheWorkflow} A period for second thoughts is a rule like any other.`,
    apply(s) {
      const begun = new WeakMap<object, number>();
      const running = follow(s, {
        actions: actionsOf("order of sales", "withdraw of sales", "remark of sales"),
        next: (done, trace) => {
          if (done.includes("withdraw")) return [];
          return Date.now() - (begun.get(trace) ?? 0) < 2000 ? ["withdraw", "remark"] : ["remark"];
        },
      });
      onRecord(s, (_link, trace) => begun.set(trace, begun.get(trace) ?? Date.now()));
      listNext(s, running);
    },
  },
};
