/** Processes of works and carriers. */
import { own, type Json, type JsonObject } from "../../lib/service/json.ts";
import { ownLink } from "../habits.ts";
import { amounts, answerWith, demand, form, showExamples, sum, useForms } from "../paper.ts";
import { actionsOf, compute, follow, listNext, present, type Process } from "../process.ts";
import { onData, onRecord, type Variants } from "../tools.ts";

/** A batch goes through seven groups, in order; the laboratory may send it back once. */
const batch: Process = {
  actions: actionsOf(
    "plan of planners",
    "weigh of dispensary",
    "mix of production",
    "test of laboratory",
    "reject of laboratory",
    "pack of packaging",
    "release of quality",
    "dispatch of logistics",
  ),
  next(done) {
    const ways: Record<string, string[]> = {
      plan: ["weigh"],
      weigh: ["mix"],
      mix: ["test"],
      test: done.includes("reject") ? ["pack"] : ["pack", "reject"],
      reject: ["mix"],
      pack: ["release"],
      release: ["dispatch"],
    };
    return ways[done.at(-1) ?? ""] ?? [];
  },
};

const isCount = (value: Json | undefined): value is number => Number.isInteger(value);

export const mills: Variants = {
  "pairs-of-group-and-steps": {
    title: "Seven groups in a row; the state lists what may come next as pairs of a group and its steps.",
    why: "How a state shows what may come next is left open.",
    apply(s) {
      const running = follow(s, batch);
      present(s, (data, trace) => ({ batch: data, allowed: Object.entries(running.byGroup(trace)) }));
    },
  },
  "machine-in-one-string": {
    title: "A machine starts, pauses and resumes, three rounds at most; the state says it all in strings.",
    why: "The state is any JSON object; loops are processes, too.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("set up of fitters", "start of fitters", "pause of fitters", "stop of fitters"),
        next(done) {
          if (done.filter((key) => key === "stop").length > 2) return [];
          if (done.at(-1) === "start") return ["pause", "stop"];
          return done.at(-1) === "pause" ? ["start", "stop"] : ["start"];
        },
      });
      compute(s, (trace) => ({
        machine: trace.links.map(({ actionKey, data }) => `${actionKey} ${JSON.stringify(data)}`).join("; "),
        buttons: running.next(trace).join("|"),
      }));
    },
  },
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
  "weighed-then-calculated": {
    title: "After each weighing the service adds a link of its own with the net weight; two links for one action.",
    why: "One action may cause others by the system's own hand; the v2 answer names the client's own link.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("arrive of gate", "weigh of gate", "leave of gate"),
        next: (done) => (done.includes("leave") ? [] : ["weigh", "leave"]),
      });
      listNext(s, running);
      onRecord(s, ({ actionKey, data }, trace) => {
        if (actionKey !== "weigh") return;
        const gross = own(data, "gross");
        const net = typeof gross === "number" ? gross * 0.98 : null;
        trace.links.push(ownLink("calculate", { net }));
        trace.state = { ...trace.state, net };
      });
    },
  },
  "picked-up-to-the-order": {
    title: "Picking more than was ordered, all picks together, is refused with 422; examples tell the quantities.",
    why: "The rules may depend on the data and on what was done before.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("order of shop", "pick of store", "deliver of store"),
        next: (done) => (done.includes("deliver") ? [] : ["pick", "deliver"]),
      });
      showExamples(running, {
        order: [{ article: "hinge", quantity: 40 }],
        pick: [{ quantity: 3 }, { quantity: 1, shelf: "K7" }],
      });
      demand(s, ({ actionKey, data = {} }, known) => {
        const quantity = own(data, "quantity");
        if (actionKey !== "deliver" && (!isCount(quantity) || quantity < 1)) return "quantity: a whole number";
        if (actionKey !== "pick" || !known || !isCount(quantity)) return undefined;
        const left = sum(amounts(known, "order", "quantity")) - sum(amounts(known, "pick", "quantity"));
        return quantity > left ? `quantity: only ${String(left)} are left` : undefined;
      });
      answerWith(s, 422, "quantity");
      compute(s, (trace) => ({ ...trace.state, picked: sum(amounts(trace, "pick", "quantity")) }));
      present(s, (data, trace) => ({ ...data, nextActions: running.byGroup(trace) }));
    },
  },
  "as-many-files-as-it-says": {
    title: "A delivery must carry as many files as its member `documents` says, none without it. Nothing tells of it.",
    why: "A form may bind the files to the data; which parts are required is not shown.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("announce of carriers", "deliver of carriers", "accept of docks"),
        next: (done) => (done.includes("accept") ? [] : ["deliver", ...(done.includes("deliver") ? ["accept"] : [])]),
      });
      listNext(s, running);
      demand(s, ({ actionKey, data = {}, files }) => {
        const said = own(data, "documents") ?? 0;
        return actionKey === "deliver" && said !== files.length ? "other documents than announced" : undefined;
      });
    },
  },
  "priorities-filled-in": {
    title: "What a form leaves out is filled with constants, in links, state and searches alike; the schema is told.",
    why: "Fields of a link are not shown; a form with defaults keeps what it understood.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("report of drivers", "quote of workshop", "repair of workshop"),
        next: (done) => (done.includes("repair") ? [] : ["quote", "repair"]),
      });
      listNext(s, running);
      useForms(s, running, {
        report: {
          ...form({ vehicle: { type: "string", minLength: 2, maxLength: 12 } }),
          properties: {
            vehicle: { type: "string", minLength: 2, maxLength: 12 },
            priority: { enum: ["low", "normal", "high"] },
          },
        },
      });
      onData(s, (data) => (Object.hasOwn(data, "vehicle") ? { priority: "normal", ...data } : data));
    },
  },
  "steps-with-conditions": {
    title: "The state lists each step with the members that it wants, and refuses it without them; no form is told.",
    why: "What stands in a list may still be refused for its data.",
    apply(s) {
      const running = follow(s, batch);
      const wants: Record<string, string[]> = {
        weigh: ["grams"],
        test: ["method", "result"],
        release: ["signature"],
      };
      demand(s, ({ actionKey = "", data = {} }) => {
        const missing = wants[actionKey]?.find((name) => !Object.hasOwn(data, name));
        return missing === undefined ? undefined : `${missing} is required for ${actionKey}`;
      });
      present(s, (data, trace) => ({
        data,
        steps: running.next(trace).map((step) => ({ step, wants: wants[step] ?? [] })),
        complete: running.next(trace).length === 0,
      }));
    },
  },
};
