/** Processes beside which something else goes on: other readers, replicas, postings, other workflows, earlier values. */
import { own, type Json, type JsonObject } from "../../lib/service/json.ts";
import { atLast, beside, checkForms, declining, form, groupOf, listed, onTurn, seenByGroup, times } from "../duties.ts";
import { defaultPages, ownLink } from "../habits.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { actionsOf, compute, follow, keysOf, listNext, present, refuse, require } from "../process.ts";
import type { Link, Service, Trace } from "../service.ts";
import { onRecord, onRefusal, type Variants } from "../tools.ts";

const why = "The interface names no transitions, and leaves data, state, limits and error answers open.";

const whole = (minimum: number, maximum: number): JsonObject => ({ type: "integer", minimum, maximum });
const oneOf = (...allowed: string[]): JsonObject => ({ type: "string", enum: allowed });
const text: JsonObject = { type: "string", minLength: 1, maxLength: 120 };

const first = (trace: Trace | undefined, member: string): Json => own(trace?.links[0]?.data ?? {}, member) ?? null;

/** When each link came, for what is read from a replica. */
function arrivals(s: Service): WeakMap<Link, number> {
  const times = new WeakMap<Link, number>();
  onRecord(s, (link) => times.set(link, Date.now()));
  return times;
}

/** The value of the latest link of one of these actions. */
const latest = (trace: Trace | undefined, keys: string[], member: string): number => {
  const link = trace?.links.findLast(({ actionKey }) => keys.includes(actionKey));
  const value = own(link?.data ?? {}, member);
  return typeof value === "number" ? value : 0;
};

export const depots: Variants = {
  // "members that depend on others"; "the same content twice refused as a duplicate"; "may depend on the data".
  "import-declarations": {
    title:
      "What a declaration must say depends on its procedure, as told; heavy goods are inspected; none comes twice.",
    why,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          {
            key: "declare",
            groupLabel: "brokers",
            creates: true,
            examples: [
              { procedure: "import", goods: "ceramic tiles", weight: 420 },
              { procedure: "export", goods: "drill bits", weight: 80, destination: "NO" },
              { procedure: "transit", goods: "printing paper", weight: 2400, guarantee: "G-204418" },
            ],
          },
          { key: "amend", groupLabel: "brokers", atMost: 3, examples: [{ remark: "Two pallets instead of three." }] },
          { key: "inspect", groupLabel: "officers", atMost: 1, examples: [{ result: "conform" }] },
          { key: "clear", groupLabel: "officers", ends: true, examples: [{}] },
        ],
        next(done, trace) {
          if (done.includes("clear")) return [];
          const amend = times(done, "amend") < 3 && !done.includes("inspect") ? ["amend"] : [];
          const heavy = Number(first(trace, "weight")) > 1000;
          return [...amend, heavy && !done.includes("inspect") ? "inspect" : "clear"];
        },
        nextActions: listed,
      });
      const depending = {
        allOf: [
          { if: { properties: { procedure: { const: "export" } } }, then: { required: ["destination"] } },
          { if: { properties: { procedure: { const: "transit" } } }, then: { required: ["guarantee"] } },
        ],
      };
      const forms = {
        declare: form({
          procedure: oneOf("import", "export", "transit"),
          goods: text,
          weight: whole(1, 30_000),
          "destination?": { type: "string", pattern: "^[A-Z]{2}$" },
          "guarantee?": { type: "string", pattern: "^G-[0-9]{6}$" },
        }),
        amend: form({ remark: text }),
        inspect: form({ result: oneOf("conform", "corrected") }),
        clear: form({}),
      };
      checkForms(s, running, forms, (data, key) => ({ data: key === "declare" ? { ...data, ...depending } : data }));
      require(s, {
        declare({ procedure, destination, guarantee }) {
          if (procedure === "export" && destination === undefined) return "an export needs its destination";
          return procedure === "transit" && guarantee === undefined ? "a transit needs its guarantee" : undefined;
        },
      });
      const received = new Set<string>();
      const contentOf = (data: JsonObject) => JSON.stringify(Object.entries(data).sort());
      atLast(s, ({ key, data }) => {
        if (key === "declare" && received.has(contentOf(data))) decline(409, "000 this has been declared before");
      });
      onRecord(s, ({ actionKey, data }) => {
        if (actionKey === "declare") received.add(contentOf(data));
      });
      listNext(s, running);
    },
  },
  // "What the state shows may differ from reader to reader"; "may see only the traces that their group takes part in".
  "discharge-ward": {
    title: "Ward, pharmacy and billing each read another state of a patient, and know of him when he is theirs.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "admit of doctors",
          "treat of doctors",
          "medication of pharmacy",
          "handover of nurses",
          "discharge of doctors",
          "bill of billing",
        ),
        next(done) {
          if (done.includes("bill")) return [];
          if (done.includes("discharge")) return ["bill"];
          const open = ["medication", "handover"].filter((key) => !done.includes(key));
          return ["treat", ...open, ...(open.length === 0 ? ["discharge"] : [])];
        },
        people: {
          ines: { groups: ["doctors"] },
          mara: { groups: ["nurses", "pharmacy"] },
          timo: { groups: ["billing"] },
        },
      });
      seenByGroup(s, running);
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const mine = user ? running.groupsOf(user) : [];
        const all = Object.entries(running.byGroup(trace));
        const view: JsonObject = {
          case: { treatments: times(keysOf(trace), "treat"), discharged: keysOf(trace).includes("discharge") },
          nextActions: Object.fromEntries(all.filter(([group]) => mine.includes(group))),
        };
        return mine.includes("billing") ? view : { ...view, data };
      });
    },
  },
  // "replicas that lag"; "who did what before"; "may depend on the data".
  procurement: {
    title: "Each second reading comes from a replica 400 ms behind, as told; above 5000 two others must approve.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "request", groupLabel: "requesters", creates: true },
          { key: "quote", groupLabel: "requesters" },
          { key: "approve", groupLabel: "approvers", atMost: 2 },
          { key: "place", groupLabel: "requesters", after: ["approve"], atMost: 1 },
          { key: "receive", groupLabel: "requesters", after: ["place"], ends: true },
        ],
        next(done, trace) {
          if (done.includes("receive")) return [];
          if (done.includes("place")) return ["receive"];
          const needed = Number(first(trace, "amount")) > 5000 ? 2 : 1;
          return times(done, "approve") < needed ? ["quote", "approve"] : ["place"];
        },
        people: {
          ines: { groups: ["requesters"] },
          wim: { groups: ["approvers"] },
          ada: { groups: ["approvers"] },
        },
        nextActions: listed,
      });
      checkForms(s, running, { request: form({ item: text, amount: whole(1, 20_000) }) });
      atLast(s, ({ key, author }, known) => {
        const before = known?.links.some((link) => link.actionKey === "approve" && link.author === author);
        refuse(key === "approve" && before === true, "006 you have approved this before");
      });
      listNext(s, running);

      s.told.limits = { readLagMs: 600 };
      const came = arrivals(s);
      const states = new WeakMap<Link, JsonObject>();
      onRecord(s, (link, trace) => states.set(link, trace.state));
      let readings = 0;
      const behind = (trace: Trace): Trace => {
        if ((readings += 1) % 2 === 0) return trace;
        const links = trace.links.filter((link, at) => at === 0 || (came.get(link) ?? 0) <= Date.now() - 400);
        const last = links.at(-1);
        return { ...trace, links, state: (last && states.get(last)) ?? trace.state };
      };
      const { findTrace } = s;
      s.findTrace = (user, id, call) => {
        const trace = findTrace(user, id, call);
        return ["state", "details"].includes(call.path.at(-1) ?? "") ? behind(trace) : trace;
      };
    },
  },
  // "the actions that each group may begin a trace with, and an initial state"; "one user may belong to several groups".
  grants: {
    title: "A case begins on line, on paper or as a memo that is also added later; its state begins with values.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply-online", groupLabel: "citizens", creates: true },
          { key: "register-paper", groupLabel: "clerks", creates: true },
          { key: "memo", groupLabel: "clerks", creates: true, appends: true },
          { key: "adopt", groupLabel: "clerks" },
          { key: "check-identity", groupLabel: "clerks", atMost: 1 },
          { key: "approve", groupLabel: "clerks", atMost: 1 },
          { key: "pay-out", groupLabel: "treasury", after: ["approve"], ends: true },
        ],
        next(done) {
          if (done.includes("pay-out")) return [];
          if (done.includes("approve")) return ["memo", "pay-out"];
          if (done[0] === "memo" && !done.includes("adopt")) return ["memo", "adopt"];
          const known = done[0] === "apply-online" || done.includes("check-identity");
          return ["memo", known ? "approve" : "check-identity"];
        },
        nextActions: { path: ["process", "next"], by: "group" },
      });
      const { newTrace } = s;
      s.newTrace = (workflow) => ({
        ...newTrace(workflow),
        state: { status: "new", priority: "normal", granted: 0, openQuestions: [] },
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "approve" || actionKey === "pay-out") trace.state = { ...trace.state, status: actionKey };
      });
      present(s, (data, trace) => ({
        ...data,
        process: {
          next: running.byGroup(trace),
          turn: trace.links.length,
          by: groupOf(trace, trace.links.at(-1) ?? { actionKey: "" }),
        },
      }));
      defaultPages(s, 25, 5);
    },
  },
  // "After each action the workflow decides"; "calls to other systems"; "requests ... in flight" on one trace.
  "expense-claims": {
    title:
      "After submission a claim is posted for 400 ms, in which nobody may do anything: 409, come again in a second.",
    why,
    apply(s) {
      const posting = new WeakMap<Trace, number>();
      const busy = (trace: Trace | undefined) => trace !== undefined && (posting.get(trace) ?? 0) > Date.now();
      const running = follow(s, {
        actions: [
          { key: "claim", groupLabel: "staff", creates: true },
          { key: "receipt", groupLabel: "staff", atMost: 8 },
          { key: "submit", groupLabel: "staff", after: ["receipt"] },
          { key: "return", groupLabel: "managers", after: ["submit"], atMost: 2 },
          { key: "approve", groupLabel: "managers", after: ["submit"], atMost: 1 },
          { key: "reimburse", groupLabel: "finance", after: ["approve"], ends: true },
        ],
        next(done) {
          if (done.includes("reimburse")) return [];
          if (done.includes("approve")) return ["reimburse"];
          if (done.at(-1) === "submit") return ["approve", ...(times(done, "return") < 2 ? ["return"] : [])];
          const receipt = times(done, "receipt") < 8 ? ["receipt"] : [];
          return [...receipt, ...(done.includes("receipt") ? ["submit"] : [])];
        },
        people: { ines: { groups: ["staff"] }, wim: { groups: ["managers"] }, ada: { groups: ["finance"] } },
        nextActions: listed,
      });
      checkForms(s, running, {
        receipt: form({ amount: { type: "number", minimum: 0.01, maximum: 900 }, "text?": text }),
      });
      s.statuses.busy = 409;
      onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
      const { findTrace } = s;
      s.findTrace = (user, id, call) => {
        const trace = findTrace(user, id, call);
        const acting = ["link", "action"].includes(call.path.at(-1) ?? "");
        if (acting && busy(trace)) throw new Refusal("busy", "000 the claim is being posted");
        return trace;
      };
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "submit" || actionKey === "approve") posting.set(trace, Date.now() + 400);
      });
      present(s, (data, trace) => ({
        data,
        receipts: times(keysOf(trace), "receipt"),
        posting: busy(trace),
        nextActions: busy(trace) ? {} : running.byGroup(trace),
      }));
    },
  },
  // "One action may cause others, on this or another trace, by the system's own hand"; "a trace may come to its end".
  returns: {
    title: "An approved return begins a credit note in another workflow; booked there, the return is told and goes on.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "announce", groupLabel: "desk", creates: true },
          { key: "inspect", groupLabel: "warehouse", atMost: 1 },
          { key: "approve", groupLabel: "desk", after: ["inspect"], atMost: 1 },
          { key: "reject", groupLabel: "desk", after: ["inspect"], ends: true },
          { key: "close", groupLabel: "desk", after: ["approve"], ends: true },
        ],
        next(done) {
          if (done.includes("close") || done.includes("reject")) return [];
          if (done.includes("credited")) return ["close"];
          if (done.includes("approve")) return [];
          return done.includes("inspect") ? ["approve", "reject"] : ["inspect"];
        },
        nextActions: listed,
      });
      const notes = beside(s, "Credit Notes", [
        { key: "issue", groupLabel: "accounts", creates: true },
        { key: "book", groupLabel: "accounts" },
      ]);
      const returns = new WeakMap<Trace, Trace>();
      onRecord(s, ({ actionKey }, trace) => {
        const origin = returns.get(trace);
        if (origin && actionKey === "book" && !keysOf(origin).includes("credited")) {
          origin.links.push(ownLink("credited", { creditNote: trace.id }));
          origin.state = { ...origin.state, credited: true };
        }
        if (trace.workflow !== running.workflow || actionKey !== "approve") return;
        const note = s.newTrace(notes);
        note.links.push(ownLink("issue", { return: trace.id }));
        note.state = { return: trace.id };
        returns.set(note, trace);
        s.traces.set(note.id, note);
        trace.state = { ...trace.state, creditNote: note.id, credited: false };
      });
      present(s, (data, trace) => ({
        data,
        ...(trace.workflow === notes ? {} : { nextActions: running.byGroup(trace) }),
      }));
    },
  },
  // "The rules may depend on the data, on how often an action was done"; "sums, counters"; forms with ranges.
  "meter-readings": {
    title: "A reading is never below the one before; three readings are billed; the state tells consumption alone.",
    why,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          { key: "install", groupLabel: "fitters", creates: true },
          { key: "read", groupLabel: "readers", examples: [{ reading: 1204.5 }, { reading: 1377 }] },
          { key: "replace", groupLabel: "fitters", atMost: 2, examples: [{ reading: 0 }] },
          { key: "bill", groupLabel: "billing", after: ["read"] },
          { key: "terminate", groupLabel: "billing", after: ["bill"], ends: true },
        ],
        next(done) {
          if (done.includes("terminate")) return [];
          const since = times(done.slice(done.lastIndexOf("bill") + 1), "read");
          const replace = times(done, "replace") < 2 ? ["replace"] : [];
          const terminate = done.at(-1) === "bill" ? ["terminate"] : [];
          return [...(since < 3 ? ["read"] : []), ...replace, ...(since > 0 ? ["bill"] : []), ...terminate];
        },
        people: { ines: { groups: ["fitters", "readers"] }, ada: { groups: ["billing"] } },
        nextActions: listed,
      });
      const reading: JsonObject = { type: "number", minimum: 0, maximum: 99_999.9 };
      checkForms(s, running, {
        install: form({ serial: { type: "string", pattern: "^[A-Z0-9]{6,12}$" }, reading }),
        read: form({ reading }),
        replace: form({ reading }),
      });
      onTurn(s, 409);
      const counted = ["install", "read", "replace"];
      atLast(s, ({ key, data }, known) => {
        const value = data["reading"];
        if (key !== "read" || typeof value !== "number") return;
        if (value < latest(known, counted, "reading")) decline(422, "000 the reading is below the one before");
      });
      compute(s, (trace) => {
        let [used, before] = [0, 0];
        for (const { actionKey, data } of trace.links) {
          const value = data["reading"];
          if (typeof value !== "number") continue;
          if (actionKey === "read") used += value - before;
          before = value;
        }
        const bills = times(keysOf(trace), "bill");
        return { serial: first(trace, "serial"), consumption: Math.round(used * 10) / 10, bills };
      });
      listNext(s, running);
    },
  },
};
