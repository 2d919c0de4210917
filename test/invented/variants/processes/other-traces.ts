/** Processes that begin other traces, or stand beside thousands of them. */
import type { JsonObject } from "../../../lib/service/json.ts";
import { beside } from "../../duties.ts";
import { ownLink, spawn } from "../../habits.ts";
import { actionsOf, follow, listNext, present, trade, trades } from "../../process.ts";
import { untilClosed } from "../../processes/desks.ts";
import type { Trace } from "../../service.ts";
import { changeResult, onRecord, type Variants } from "../../tools.ts";

export const otherTraces: Variants = {
  "lots-from-a-split": {
    title: "A split ends the lot and begins two traces of their own, which its state and searches by parent show.",
    why: "One action may cause others, on this or another trace, by the system's own hand.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("receive of yard", "grade of yard", "split of yard", "ship of yard"),
        next: (done) => (done.includes("split") || done.includes("ship") ? [] : ["grade", "split", "ship"]),
      });
      const lots = new Map<string, string[]>();
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "split") return;
        const made = ["A", "B"].map((part) => {
          const lot = s.newTrace(trace.workflow);
          const data: JsonObject = { parent: trace.id, part };
          lot.links.push(ownLink("take over", data));
          lot.state = data;
          s.traces.set(lot.id, lot);
          return lot.id;
        });
        lots.set(trace.id, made);
      });
      present(s, (data, trace) => ({
        ...data,
        lots: lots.get(trace.id) ?? [],
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "begins-one-elsewhere": {
    title:
      "A confirmed sale begins a trace of another workflow, by the hand of the service, and names it in its state.",
    why: "One action may cause others; the interface does not say that traces are begun by users alone.",
    apply(s) {
      const { byGroup } = follow(s, {
        actions: actionsOf("offer of sales", "confirm of sales", "thank of sales"),
        next: (done) => (done.includes("confirm") ? ["thank"] : ["confirm"]),
      });
      const deliveries = beside(s, "Deliveries", actionsOf("plan of carriers", "arrive of carriers"));
      present(s, (data, trace) => ({
        data,
        ...(trace.workflow === deliveries ? {} : { nextActions: byGroup(trace) }),
      }));
      onRecord(s, (link, trace) => {
        if (trace.workflow === deliveries || link.actionKey !== "confirm") return;
        const delivery = s.newTrace(deliveries);
        delivery.links.push(ownLink("plan", { sale: trace.id }));
        delivery.state = { sale: trace.id };
        s.traces.set(delivery.id, delivery);
        trace.state = { ...trace.state, delivery: delivery.id };
      });
    },
  },
  "thousands-before": {
    title: "Five thousand cases were closed before; a search tells the newest first.",
    why: "The order of what a search finds, and how much there is, are not shown.",
    apply(s) {
      const { workflow } = follow(s, {
        actions: actionsOf("open of desk", "note of desk", "close of desk"),
        next: untilClosed,
      });
      for (let number = 1; number <= 5000; number += 1) {
        const old: Trace = s.newTrace(workflow);
        old.links.push(ownLink("open", { number }), ownLink("close", {}));
        old.state = { number };
        s.traces.set(old.id, old);
      }
      changeResult(s, "search", (found) => found.reverse());
    },
  },
  "a-trace-for-each-delivery": {
    title: "For each shipment the service begins a trace of its own in the workflow, which nobody may add to.",
    why: "One action may cause others, on this or another trace, by the system's own hand.",
    apply(s) {
      const running = follow(s, { actions: trades, next: (done) => (done[0] === "deliver" ? [] : trade(done)) });
      listNext(s, running);
      spawn(s, ({ actionKey }) => actionKey === "ship");
    },
  },
};
