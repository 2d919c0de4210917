/** What the service does by its own hand, and does wrongly. */
import { own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { declining, enclose } from "../../duties.ts";
import { ownLink, spawn } from "../../habits.ts";
import { answerWith, totalOf } from "../../paper.ts";
import { actionsOf, follow, keysOf, listNext, present, trade, trades } from "../../process.ts";
import { permit } from "../../processes/applications.ts";
import { chargingDesk } from "../../processes/desks.ts";
import { expenseAccount, linesOf } from "../../processes/expenses.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, changeResult, after, type Faults, onRecord } from "../../tools.ts";
import { rentOut } from "../../processes/rentals.ts";
import { amount, begun, linksBy, many, often, upTo } from "../../counts.ts";
import { derive, inState } from "../../rules.ts";
import { holdTold, num, sheet, str } from "../../sheets.ts";

export const effects: Faults = {
  // The UUID is of the created trace.
  "creation-answers-with-the-child": {
    title: "For each order the service begins a delivery trace by its own hand, and v2 answers with the UUID of that.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: (done) => (done[0] === "deliver" ? [] : trade(done)) }));
      const { last } = spawn(s, ({ actionKey }) => actionKey === "order");
      const { ok } = s;
      s.ok = (call, data) => ok(call, call.path.join("/") === "v2/traces" ? (last()?.id ?? data) : data);
    },
  },
  // `links` and `totalCount` are of the same links.
  "own-links-hidden-from-pages": {
    title: "Links by the service's own hand are counted and take their place on pages, but are left out of them.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: (done) => trade(done.filter((key) => key !== "label")) }));
      onRecord(s, (link, trace) => {
        if (link.actionKey === "ship") trace.links.push(ownLink("label", { label: trace.links.length }));
      });
      changeResult(s, "page", (found) => ({
        ...found,
        items: found.items.filter(({ author }) => author !== "system"),
      }));
    },
  },
  "applied-twice": {
    title: "The state counts the actions; one that came through the legacy set is counted twice.",
    apply(s) {
      follow(s, chargingDesk);
      after(s, "record", (recorded, call) => {
        const { trace } = recorded;
        const former = own(trace.state, "actions");
        const more = call.face === "legacy" ? 2 : 1;
        trace.state = { ...trace.state, actions: (typeof former === "number" ? former : 0) + more };
      });
    },
  },
  "doubled-beside-its-own-link": {
    title: "The service appends a receipt for each charge by its own hand, and the charge a second time.",
    apply(s) {
      listNext(s, follow(s, chargingDesk));
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
      listNext(s, follow(s, chargingDesk));
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
        ...chargingDesk,
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
  "total-with-and-without-tax": {
    title: "Of the same account v2 shows the total with the tax, the legacy set without it, under one name.",
    apply(s) {
      const running = expenseAccount(s);
      present(s, (data, trace, call) => ({
        ...data,
        total: totalOf(linesOf(trace)) * (call.face === "v2" ? 1.2 : 1),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "notice-counted-unseen": {
    title: "A notice that the service adds after each submission counts for totalCount, and no page ever holds it.",
    apply(s) {
      listNext(s, expenseAccount(s));
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
      listNext(s, expenseAccount(s));
      onRecord(s, ({ actionKey, data }) => {
        if (actionKey === "approve" && typeof own(data, "costCentre") !== "string") {
          throw new Refusal("invalid", "effect failed: costCentre is undefined");
        }
      });
      answerWith(s, 500, "effect failed");
    },
  },
  "named-after-the-delivery": {
    title: "Creating by an express order also begins a delivery, and the answer is the id of that trace.",
    apply(s) {
      const actions = actionsOf("order of shop", "express order of shop", "note of shop", "finish of shop");
      for (const action of actions) if (action.key === "express order") action.creates = true;
      const running = follow(s, { actions, next: (done) => (done.includes("finish") ? [] : ["note", "finish"]) });
      listNext(s, running);
      changeResult(s, "record", ({ trace, link }) => {
        if (link.actionKey !== "express order") return { trace, link };
        const delivery = s.newTrace(trace.workflow);
        delivery.links.push(ownLink("deliver", { order: trace.id }));
        delivery.state = { order: trace.id };
        s.traces.set(delivery.id, delivery);
        return { trace: delivery, link };
      });
    },
  },
  "journal-grows-by-reading": {
    title: "Each reading of the state writes the last step into its journal once more: two readings differ.",
    apply(s) {
      const running = expenseAccount(s);
      const journals = new WeakMap<Trace, string[]>();
      present(s, (data, trace) => {
        const journal = journals.get(trace) ?? [];
        journal.push(keysOf(trace).at(-1) ?? "");
        journals.set(trace, journal);
        return { ...data, journal: [...journal], nextActions: running.byGroup(trace) };
      });
    },
  },
  "own-hand-uncounted": {
    title: "After each visit the service appends a report by its own hand; totalCount counts the links of users alone.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("apply of office", "visit of office", "note of office"),
        next: (done) => (often(done, "visit") < 3 ? ["visit", "note"] : ["note"]),
      });
      listNext(s, running);
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "visit") trace.links.push(ownLink("report", { visits: often(keysOf(trace), "visit") }));
      });
      s.total = (trace, call) => s.linksOf(trace, call).filter(({ author }) => author !== "system").length;
    },
  },
  "permit-nowhere": {
    title: "The permit that the service makes is named among the files of the link, and cannot be downloaded.",
    apply(s) {
      permit(s);
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "grant") return;
        trace.files.delete(enclose(s, trace, link, "permit.txt", `Permit ${trace.id}`));
      });
    },
  },
  "failed-effect-half-done": {
    title: "Every third entry into a register fails with 502: no link is added, but its data are in the state.",
    apply(s) {
      const decline = declining(s);
      listNext(
        s,
        follow(s, {
          actions: actionsOf("deed of notaries", "enter of notaries", "note of notaries"),
          nextActions: inState,
          next: (done) => (often(done, "enter") < 5 ? ["enter", "note"] : ["note"]),
        }),
      );
      let calls = 0;
      after(s, "checkAction", (_workflow, _user, input, known, call) => {
        if (known && input.actionKey === "enter" && (calls += 1) % 3 === 0) {
          known.state = s.merge(known, input.data ?? {}, call);
          decline(502, "000 the register does not answer");
        }
      });
    },
  },
  "photographed-twice": {
    title: "The hours of a turbine's repair count twice in the state when the v2 set sends them with a file.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "plan", groupLabel: "operations", creates: true },
          { key: "climb", groupLabel: "technicians", atMost: 5 },
          { key: "hand-back", groupLabel: "technicians", after: ["climb"], ends: true },
        ],
        people: { ines: { groups: ["operations", "technicians"] }, ragna: { groups: ["technicians"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("hand-back")) return [];
          return [...upTo(5, done, "climb"), ...(done.includes("climb") ? ["hand-back"] : [])];
        },
      });
      holdTold(s, running, {
        plan: sheet({ turbine: str(12) }),
        climb: sheet({ hours: num(0.5, 10), "part?": str(30) }),
        "hand-back": sheet({}),
      });
      const filed = new WeakSet<Link>();
      aroundStep(s, "record", (record) => async (...args) => {
        const [call, , , input] = args;
        const recorded = await record(...args);
        if (call.face === "v2" && input.files.length > 0) filed.add(recorded.link);
        return recorded;
      });
      derive(s, running, (trace) => ({
        turbine: begun(trace, "turbine"),
        climbs: many(trace, "climb"),
        hours: linksBy(trace, "climb").reduce(
          (all, link) => all + amount(link.data["hours"]) * (filed.has(link) ? 2 : 1),
          0,
        ),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "due-by-legacy": {
    title:
      "The day by which a thing is due leaves the state when it is taken back through v2; through legacy it stays.",
    apply(s) {
      rentOut(s);
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const due = known?.state["due"];
        const recorded = await record(call, user, workflow, input, known);
        if (recorded.link.actionKey === "takeBack" && call.face === "legacy" && due !== undefined)
          recorded.trace.state = { ...recorded.trace.state, due };
        return recorded;
      });
    },
  },
};
