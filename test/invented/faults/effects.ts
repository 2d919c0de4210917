import { own, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { actionsOf, compute, follow, keysOf, listNext, present, require, type Process } from "../process.ts";
import type { Trace } from "../service.ts";
import { around, onRecord, pause, type Faults } from "../tools.ts";

const desk: Process = {
  actions: actionsOf("open of desk", "charge of desk", "close of desk"),
  next: (done) => (done.includes("close") ? [] : ["charge", "close"]),
};

const counts = (trace: Trace): JsonObject => ({
  ...trace.state,
  counts: Object.fromEntries(
    [...new Set(keysOf(trace))].map((key) => [key, keysOf(trace).filter((one) => one === key).length]),
  ),
});

export const effects: Faults = {
  "applied-twice": {
    title: "The state counts the actions; one that came through the legacy set is counted twice.",
    apply(s) {
      follow(s, desk);
      const { record } = s;
      s.record = async (call, ...args) => {
        const recorded = await record(call, ...args);
        const { trace } = recorded;
        const former = own(trace.state, "actions");
        const more = call.face === "legacy" ? 2 : 1;
        trace.state = { ...trace.state, actions: (typeof former === "number" ? former : 0) + more };
        return recorded;
      };
    },
  },
  "lost-with-two-at-once": {
    title: "The state counts the actions; of two at the same time one is not counted, though both become links.",
    apply(s) {
      follow(s, desk);
      const { record } = s;
      s.record = async (...args) => {
        const known = args[4];
        const former = known ? own(known.state, "actions") : 0;
        await pause(6);
        const recorded = await record(...args);
        const { trace } = recorded;
        trace.state = { ...trace.state, actions: (typeof former === "number" ? former : 0) + 1 };
        return recorded;
      };
    },
  },
  "answer-without-effect": {
    title: "The legacy answer to an action shows the state before its effect, GET the one after it.",
    apply(s) {
      follow(s, desk);
      compute(s, counts);
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        const before = s.traces.get(id)?.state ?? {};
        const reply = await real(call, id);
        const { state } = JSON.parse(String(reply.body)) as { state: JsonObject };
        return { ...reply, body: JSON.stringify({ state: { ...state, counts: before["counts"] ?? {} } }) };
      });
    },
  },
  "answer-with-stale-next": {
    title: "The legacy answer to an action lists what might come before it.",
    apply(s) {
      const { byGroup } = follow(s, desk);
      present(s, (data, trace, call) => {
        const stale = call.path.at(-1) === "link";
        return { data, nextActions: byGroup(stale ? { ...trace, links: trace.links.slice(0, -1) } : trace) };
      });
    },
  },
  "doubled-beside-its-own-link": {
    title: "The service appends a receipt for each charge by its own hand, and the charge a second time.",
    apply(s) {
      listNext(s, follow(s, desk));
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "charge") return;
        const receipt = { ...link, id: crypto.randomUUID(), actionKey: "receipt", data: { receipt: "r" }, files: [] };
        trace.links.push(receipt, { ...link, id: crypto.randomUUID() });
      });
    },
  },
  "own-link-of-another-trace": {
    title: "The service appends a receipt for each charge by its own hand, and shows it in the trace before, too.",
    apply(s) {
      listNext(s, follow(s, desk));
      let before: Trace | undefined;
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "charge") return;
        const receipt = { ...link, id: crypto.randomUUID(), actionKey: "receipt", data: { receipt: "r" }, files: [] };
        trace.links.push(receipt);
        if (before !== trace) before?.links.push(receipt);
        before = trace;
      });
    },
  },
  "own-link-not-counted": {
    title: "The link that the service appends by its own hand is among the links, and not in totalCount.",
    apply(s) {
      const running = follow(s, {
        ...desk,
        next: (done) => (done.includes("close") ? [] : ["charge", "close"]),
      });
      listNext(s, running);
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "charge") return;
        trace.links.push({ ...link, id: crypto.randomUUID(), actionKey: "receipt", data: {}, files: [] });
      });
      s.total = (trace) => keysOf(trace).filter((key) => key !== "receipt").length;
    },
  },
  "end-drops-links": {
    title: "A trace that was closed shows its last link alone.",
    apply(s) {
      follow(s, desk);
      s.linksOf = (trace) => (keysOf(trace).at(-1) === "close" ? trace.links.slice(-1) : trace.links);
    },
  },
  "ended-not-found": {
    title: "The legacy search does not find traces that were closed; that of v2 does.",
    apply(s) {
      follow(s, desk);
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        (call.face === "v2" || keysOf(trace).at(-1) !== "close") && matches(trace, filters, call);
    },
  },
  "end-loses-files": {
    title: "The files of a closed trace cannot be downloaded any more.",
    apply(s) {
      listNext(s, follow(s, desk));
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        if (keysOf(trace).at(-1) === "close") throw new Refusal("missing", "the trace has no such file");
        return fileOf(trace, digest, call);
      };
    },
  },
  "end-forgets-state": {
    title: "A trace that was closed has an empty state in v2.",
    apply(s) {
      follow(s, desk);
      present(s, (state, trace, call) => (call.face === "v2" && keysOf(trace).at(-1) === "close" ? {} : state));
    },
  },
  "form-in-v2-alone": {
    title: "A form wants a subject; v2 keeps to it, the legacy set does not look.",
    apply(s) {
      const examples = [{ subject: "Lamp" }, { subject: "Door", remark: "squeaks" }] satisfies object[];
      follow(s, {
        actions: desk.actions.map((action) =>
          action.creates ? { ...action, examples: examples as JsonObject[] } : action,
        ),
      });
      const { checkAction } = s;
      require(s, { open: (data) => (typeof own(data, "subject") === "string" ? undefined : "subject is required") });
      const strict = s.checkAction;
      s.checkAction = (user, input, known, call) =>
        (call.face === "v2" ? strict : checkAction)(user, input, known, call);
    },
  },
  "stale-state-for-colleagues": {
    title: "The legacy state that another user of the organization reads is that of before the last action.",
    apply(s) {
      const { reader } = follow(s, {
        ...desk,
        people: { ines: { groups: ["desk"] }, wim: { groups: ["desk"] } },
      });
      const former = new WeakMap<Trace, JsonObject>();
      const { record } = s;
      s.record = (call, user, workflow, input, known) => {
        if (known) former.set(known, known.state);
        return record(call, user, workflow, input, known);
      };
      present(s, (state, trace, call) =>
        call.face === "legacy" && reader(call)?.email.startsWith("wim") ? (former.get(trace) ?? state) : state,
      );
    },
  },
  "refused-duplicate-gets-a-link": {
    title: "An action that is refused as a duplicate gets a link all the same.",
    apply(s) {
      follow(s, desk);
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const last = known?.links.at(-1);
        const again =
          last?.actionKey === input.actionKey && JSON.stringify(last?.data) === JSON.stringify(input.data ?? {});
        const recorded = await record(call, user, workflow, input, known);
        if (again) throw new Refusal("invalid", "duplicate");
        return recorded;
      };
    },
  },
};
