/** Effects that go wrong: computed states, links by the service's own hand, other traces. */
import { isObject, own, put, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import { json } from "../../lib/service/http.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { ownLink } from "../habits.ts";
import { amounts, answerWith, closed, form, sum, useForms } from "../paper.ts";
import { actionsOf, compute, follow, keysOf, listNext, present, type Process, type Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { around, onRecord, type Faults } from "../tools.ts";

/** An account of expenses: lines are added until it is submitted, then approved and paid. */
const expenses: Process = {
  actions: actionsOf(
    "open of staff",
    "add line of staff",
    "void of staff",
    "submit of staff",
    "approve of finance",
    "pay of finance",
  ),
  next(done) {
    if (done.includes("pay")) return [];
    if (done.includes("approve")) return ["pay"];
    if (done.includes("submit")) return ["approve"];
    return ["add line", "submit", ...(done.at(-1) === "add line" ? ["void"] : [])];
  },
};

const line = form({ amount: { type: "integer", minimum: 1, maximum: 500 } });

/** An honest account, its forms told. */
function account(s: Service): Running {
  const running = follow(s, expenses);
  useForms(s, running, { "add line": line });
  return running;
}

const statusOf = (trace: Trace): string => {
  const done = keysOf(trace);
  return ["pay", "approve", "submit"].find((key) => done.includes(key)) ?? "open";
};

const linesOf = (trace: Trace): number[] => amounts(trace, "add line", "amount");

export const ledgers: Faults = {
  "answers-what-changed": {
    title: "The legacy answer to an action holds the members of the state that it changed, not the state.",
    apply(s) {
      const running = account(s);
      compute(s, (trace) => ({ ...trace.state, status: statusOf(trace), lines: linesOf(trace) }));
      present(s, (data, trace) => ({ ...data, nextActions: running.byGroup(trace) }));
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        const former = s.traces.get(id.toLowerCase())?.state ?? {};
        const reply = await real(call, id);
        const { state } = JSON.parse(String(reply.body)) as { state: JsonObject };
        const changed: JsonObject = {};
        for (const key of Object.keys(state)) {
          const value = own(state, key) ?? null;
          if (!sameJson(own(former, key), value)) put(changed, key, value);
        }
        return json({ state: changed });
      });
    },
  },
  "total-with-and-without-tax": {
    title: "Of the same account v2 shows the total with the tax, the legacy set without it, under one name.",
    apply(s) {
      const running = account(s);
      present(s, (data, trace, call) => ({
        ...data,
        total: sum(linesOf(trace)) * (call.face === "v2" ? 1.2 : 1),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "notice-counted-unseen": {
    title: "A notice that the service adds after each submission counts for totalCount, and no page ever holds it.",
    apply(s) {
      listNext(s, account(s));
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "submit") trace.links.push(ownLink("notify", { to: "finance" }));
      });
      s.linksOf = (trace) => trace.links.filter(({ groupLabel }) => groupLabel !== "system");
      s.total = (trace) => trace.links.length;
    },
  },
  "posted-though-it-failed": {
    title: "An approval whose data name no cost centre fails with 500 in its effect, when the link is stored already.",
    apply(s) {
      listNext(s, account(s));
      onRecord(s, ({ actionKey, data }) => {
        if (actionKey === "approve" && typeof own(data, "costCentre") !== "string") {
          throw new Refusal("invalid", "effect failed: costCentre is undefined");
        }
      });
      answerWith(s, 500, "effect failed");
    },
  },
  "found-by-the-former-status": {
    title: "The index takes the status before the effect has run: a trace is found by the status that it had, not has.",
    apply(s) {
      const running = account(s);
      const indexed = new WeakMap<Trace, Json>();
      compute(s, (trace) => {
        indexed.set(trace, own(trace.state, "status") ?? "open");
        return { ...trace.state, status: statusOf(trace) };
      });
      present(s, (data, trace) => ({ ...data, nextActions: running.byGroup(trace) }));
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: { ...trace.state, status: indexed.get(trace) ?? null } }, filters, call);
    },
  },
  "named-after-the-delivery": {
    title: "Creating by an express order also begins a delivery, and the answer is the id of that trace.",
    apply(s) {
      const actions = actionsOf("order of shop", "express order of shop", "note of shop", "finish of shop");
      for (const action of actions) if (action.key === "express order") action.creates = true;
      const running = follow(s, { actions, next: (done) => (done.includes("finish") ? [] : ["note", "finish"]) });
      listNext(s, running);
      const { record } = s;
      s.record = async (...args) => {
        const { trace, link } = await record(...args);
        if (link.actionKey !== "express order") return { trace, link };
        const delivery = s.newTrace(trace.workflow);
        delivery.links.push(ownLink("deliver", { order: trace.id }));
        delivery.state = { order: trace.id };
        s.traces.set(delivery.id, delivery);
        return { trace: delivery, link };
      };
    },
  },
  "journal-grows-by-reading": {
    title: "Each reading of the state writes the last step into its journal once more: two readings differ.",
    apply(s) {
      const running = account(s);
      const journals = new WeakMap<Trace, string[]>();
      present(s, (data, trace) => {
        const journal = journals.get(trace) ?? [];
        journal.push(keysOf(trace).at(-1) ?? "");
        journals.set(trace, journal);
        return { ...data, journal: [...journal], nextActions: running.byGroup(trace) };
      });
    },
  },
  "void-takes-its-line-away": {
    title: "Voiding a line removes the link of that line from the trace; the links of all else stay.",
    apply(s) {
      listNext(s, account(s));
      onRecord(s, (link, trace) => {
        if (link.actionKey === "void") trace.links.splice(-2, 1);
      });
    },
  },
  "receipts-lost-by-approval": {
    title: "Approval writes the lines anew without their files: receipts of before are in no link and not downloaded.",
    apply(s) {
      listNext(s, account(s));
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "approve") return;
        trace.links = trace.links.map((one) => (one.actionKey === "add line" ? { ...one, files: [] } : one));
        const kept = new Set(trace.links.flatMap(({ files }) => files.map((file) => own(file, "digest"))));
        for (const digest of trace.files.keys()) if (!kept.has(digest)) trace.files.delete(digest);
      });
    },
  },
  "eight-lines-become-one": {
    title: "At the eighth line the account is compacted: its lines are replaced by one link with their sum.",
    apply(s) {
      listNext(s, account(s));
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "add line" || linesOf(trace).length < 8) return;
        const compacted = ownLink("add line", { amount: sum(linesOf(trace)) });
        const others = trace.links.filter((one) => one.actionKey !== "add line");
        trace.links = [...others, compacted];
      });
    },
  },
  "orders-alike-share-a-state": {
    title: "Traces begun with the same data share one state: what is done on the one shows in the other.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("order of shop", "pack of store", "ship of store"),
        next: (done) => (done.includes("ship") ? [] : done.includes("pack") ? ["ship"] : ["pack"]),
      });
      listNext(s, running);
      const size = { enum: ["S", "M", "L"] };
      useForms(s, running, { order: form({ size, gift: { type: "boolean" } }, closed) });
      s.merge = (trace, data) => {
        for (const key of Object.keys(data)) put(trace.state, key, own(data, key) ?? null);
        return trace.state;
      };
      const templates = new Map<string, JsonObject>();
      const { record } = s;
      s.record = async (...args) => {
        const recorded = await record(...args);
        const { trace, link } = recorded;
        if (args[4] || !isObject(link.data)) return recorded;
        const key = JSON.stringify(link.data);
        trace.state = templates.get(key) ?? trace.state;
        templates.set(key, trace.state);
        return recorded;
      };
    },
  },
  "escalated-elsewhere": {
    title:
      "After an escalation, actions on the trace are answered as done and become links of the trace that it began.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("report of desk", "work of desk", "escalate of desk", "close of desk"),
        next: (done) => {
          if (done.includes("close")) return [];
          return ["work", "close", ...(done.includes("escalate") ? [] : ["escalate"])];
        },
      });
      listNext(s, running);
      const escalations = new WeakMap<Trace, Trace>();
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const recorded = await record(call, user, workflow, input, (known && escalations.get(known)) ?? known);
        const { trace, link } = recorded;
        if (link.actionKey === "escalate") {
          const escalation = s.newTrace(workflow);
          escalation.links.push(ownLink("take over", { of: trace.id }));
          escalation.state = { ...trace.state, of: trace.id };
          s.traces.set(escalation.id, escalation);
          escalations.set(trace, escalation);
        }
        return recorded;
      };
    },
  },
};
