/** Processes of traders: purchases, orders, returns, recalls. */
import { isObject, type JsonObject } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { money, text120 } from "../../changes/forms.ts";
import { onlyOnce } from "../../changes/limits.ts";
import { atLast, beside, checkForms, declining, seenByGroup } from "../../duties.ts";
import { bucket, oneWriter, ownLink, rememberStates } from "../../habits.ts";
import { noTransitions, ofTheDeployment } from "../../left-open.ts";
import { actionsOf, compute, follow, keysOf, listNext, people, present, refuse, trade, trades } from "../../process.ts";
import type { Link, Service, Trace } from "../../service.ts";
import { aroundStep, changeResult, after, onRecord, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, sum, upTo } from "../../counts.ts";
import { checks, coded, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

const price = 5;

/** What an order has come to. */
function book(trace: Trace | undefined): Record<"ordered" | "shipped" | "invoiced" | "paid" | "open", number> {
  const shipped = sum(trace, "ship", "pieces");
  const invoiced = trace && keysOf(trace).includes("invoice") ? shipped * price : 0;
  const paid = sum(trace, "pay", "amount");
  return { ordered: sum(trace, "order", "pieces"), shipped, invoiced, paid, open: invoiced - paid };
}

/** When each link came, for what is read from a replica. */
function arrivals(s: Service): WeakMap<Link, number> {
  const times = new WeakMap<Link, number>();
  onRecord(s, (link) => times.set(link, Date.now()));
  return times;
}

export const traders: Variants = {
  // "The rules may depend on the data"; "sums, counters"; "another group's action needs another user".
  "order-to-cash": {
    title: "No more is shipped than was ordered, nor paid than is open, by sums over the trace; three users, all told.",
    why: noTransitions,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "sales", creates: true, examples: [{ article: "hinge 40 mm", pieces: 12 }] },
          { key: "ship", groupLabel: "warehouse", examples: [{ pieces: 3 }] },
          { key: "invoice", groupLabel: "accounts", after: ["ship"], atMost: 1 },
          { key: "pay", groupLabel: "accounts", after: ["invoice"], examples: [{ amount: 5 }] },
          { key: "settle", groupLabel: "accounts", after: ["pay"], ends: true },
        ],
        next(done, trace) {
          if (done.includes("settle")) return [];
          const { ordered, shipped, open } = book(trace);
          if (!done.includes("invoice")) {
            return [...(shipped < ordered ? ["ship"] : []), ...(shipped > 0 ? ["invoice"] : [])];
          }
          return [...(open > 0 ? ["pay"] : []), ...(done.includes("pay") ? ["settle"] : [])];
        },
        people,
        nextActions: inState,
      });
      checkForms(s, running, {
        order: sheet({ article: text120, pieces: int(1, 40) }),
        ship: sheet({ pieces: int(1, 40) }),
        pay: sheet({ amount: int(1, 200) }),
      });
      atLast(s, ({ key, data }, known) => {
        const { ordered, shipped, open } = book(known);
        if (key === "ship" && amount(data["pieces"]) > ordered - shipped) decline(422, "000 more than was ordered");
        if (key === "pay" && amount(data["amount"]) > open) decline(422, "000 more than is open");
      });
      compute(s, (trace) => ({ ...trace.links[0]?.data, ...book(trace), step: trace.links.at(-1)?.actionKey ?? "" }));
      listNext(s, running);
    },
  },
  // "which actions each group may do next"; "only the traces that their group takes part in".
  hops: {
    title:
      "Growers and buyers bid in turn, four times at most; one plain list deep in the state says whose turn it is.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "ask", groupLabel: "growers", creates: true },
          { key: "bid", groupLabel: "buyers", atMost: 4 },
          { key: "ask-again", groupLabel: "growers", after: ["bid"] },
          { key: "take-ask", groupLabel: "buyers", ends: true },
          { key: "take-bid", groupLabel: "growers", after: ["bid"], ends: true },
          { key: "walk-away", groupLabel: "buyers", ends: true },
        ],
        people: { ines: { groups: ["growers"] }, bo: { groups: ["buyers"] }, uwe: { groups: ["hauliers"] } },
        nextActions: { path: ["bargain", "turn", "actions"], by: "all" },
        next(done) {
          const last = done.at(-1) ?? "";
          if (["take-ask", "take-bid", "walk-away"].includes(last)) return [];
          return last === "bid" ? ["ask-again", "take-bid"] : [...upTo(4, done, "bid"), "take-ask", "walk-away"];
        },
      });
      running.workflow.name = "Hop contracts";
      coded(s, { "006": 403 });
      const price = { euros: num(1, 60) };
      holdTold(s, running, {
        ask: sheet({ variety: among("Hallertau", "Saaz", "Cascade"), kilos: int(50, 5000), ...price }),
        bid: sheet(price),
        "ask-again": sheet({ ...price, "kilos?": int(50, 5000) }),
        "walk-away": sheet({ "remark?": str(120) }),
      });
      present(s, (data, trace) => ({
        bargain: { ...data, turn: { number: trace.links.length, actions: [...running.next(trace)] } },
      }));
      seenByGroup(s, running);
    },
  },
  // "on files (number, size …)"; "in flight"; no trace ever comes to its end.
  recalls: {
    title:
      "A closed recall may be opened again; one writer at a time; three files of a hundred thousand bytes at most.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "report", groupLabel: "quality", creates: true, examples: [{ lot: "L2291" }, { lot: "L2304" }] },
          { key: "find", groupLabel: "quality", examples: [{ pallets: 3 }, { pallets: 11 }] },
          { key: "block", groupLabel: "warehouse", after: ["find"], examples: [{ bay: "C4" }, { bay: "A12" }] },
          { key: "destroy", groupLabel: "warehouse", after: ["block"], examples: [{ litres: 20 }, { litres: 7 }] },
          { key: "close", groupLabel: "quality", examples: [{ cause: "glass" }, { cause: "label" }] },
          { key: "reopen", groupLabel: "quality", after: ["close"], examples: [{}, { cause: "yeast" }] },
        ],
        people: { ines: { groups: ["quality"] }, wanda: { groups: ["warehouse", "quality"] } },
        nextActions: inState,
        next(done) {
          if (done.at(-1) === "close") return ["reopen"];
          const round = done.slice(done.lastIndexOf("reopen") + 1);
          const found = often(round, "find");
          if (often(round, "block") < found) return ["block"];
          return ["find", "close", ...(found > 0 ? ["destroy"] : [])];
        },
      });
      running.workflow.name = "Recalls";
      const cause = among("glass", "label", "yeast", "other");
      hold(s, running, {
        report: sheet({ lot: like("^L\\d{4}$") }),
        find: sheet({ pallets: int(1, 500) }),
        block: sheet({ bay: like("^[A-F]\\d{1,2}$") }),
        destroy: sheet({ litres: int(1, 50_000) }),
        close: sheet({ cause }),
        reopen: sheet({ "cause?": cause }),
      });
      checks(s, running, ({ files }) => {
        if (files.length > 3) throw new Refusal("large", "no more than three files");
        if (files.some(({ data }) => data.length > 100_000)) throw new Refusal("large", "the file is too large");
      });
      oneWriter(s);
      present(s, (state, trace) => ({ ...(isObject(state) ? state : {}), nextActions: running.byGroup(trace) }));
    },
  },
  // "replicas that lag"; "who did what before"; "may depend on the data".
  procurement: {
    title: "Each second reading comes from a replica 400 ms behind, as told; above 5000 two others must approve.",
    why: noTransitions,
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
          const needed = Number(begun(trace, "amount")) > 5000 ? 2 : 1;
          return often(done, "approve") < needed ? ["quote", "approve"] : ["place"];
        },
        people: {
          ines: { groups: ["requesters"] },
          wim: { groups: ["approvers"] },
          ada: { groups: ["approvers"] },
        },
        nextActions: inState,
      });
      checkForms(s, running, { request: sheet({ item: text120, amount: int(1, 20_000) }) });
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
      changeResult(s, "findTrace", (trace, _user, _id, call) =>
        ["state", "details"].includes(call.path.at(-1) ?? "") ? behind(trace) : trace,
      );
    },
  },
  // "One action may cause others, on this or another trace, by the system's own hand"; "a trace may come to its end".
  returns: {
    title: "An approved return begins a credit note in another workflow; booked there, the return is told and goes on.",
    why: noTransitions,
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
        nextActions: inState,
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
  "trading-house": {
    title: "Three people, a list by group, a bucket of sixty and thirty a second, states that are kept for 200 ms.",
    why: ofTheDeployment,
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade, people }));
      rememberStates(s, 200);
      bucket(s, 60, 30);
    },
  },
  // "a writer not to search"; a trace is hidden from a group until it takes part; the action's UUID is of a revision.
  "recall-notices": {
    title: "Who recalls goods may not search; dealers find no recall before a lot is named; actions tell revisions.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open", groupLabel: "quality", creates: true, examples: [{ product: "kettle", risk: "fire" }] },
          { key: "name-lot", groupLabel: "quality", atMost: 4, examples: [{ lot: "L-0417" }, { lot: "L-0418" }] },
          {
            key: "acknowledge",
            groupLabel: "dealers",
            after: ["name-lot"],
            atMost: 3,
            examples: [{ pieces: 12 }, { pieces: 0 }],
          },
          { key: "close", groupLabel: "quality", after: ["acknowledge"], ends: true, examples: [{}] },
        ],
        people: {
          ines: { groups: ["quality"], may: ["read", "write"] },
          hugo: { groups: ["dealers"], may: ["read", "write"] },
          otis: { groups: [], may: ["read", "search"] },
        },
        next(done) {
          if (done.includes("close")) return [];
          const acknowledged = often(done, "acknowledge") > 0;
          return [
            ...upTo(4, done, "name-lot"),
            ...(done.includes("name-lot") ? upTo(3, done, "acknowledge") : []),
            ...(acknowledged ? ["close"] : []),
          ];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, {
        open: sheet({ product: str(40), risk: among("fire", "shock", "choking") }),
        "name-lot": sheet({ lot: like("^L-[0-9]{4}$") }),
        acknowledge: sheet({ pieces: int(0, 10_000) }),
        close: sheet({}),
      });
      after(s, "findTrace", (trace, user) => {
        const dealer = trace.workflow === running.workflow && running.groupsOf(user).includes("dealers");
        if (dealer && many(trace, "name-lot") === 0) throw new Refusal("missing", "no such trace");
      });
      aroundStep(s, "search", (search) => (workflow, filters, call) => {
        const user = running.reader(call);
        if (workflow === running.workflow && user && running.groupsOf(user).length > 0) {
          throw new Refusal("foreign", "searching is for auditors");
        }
        return search(workflow, filters, call);
      });
      // A revision is named by the link's id with another last digit.
      const revision = (id: string) => id.slice(0, -1) + (id.endsWith("0") ? "f" : "0");
      changeResult(s, "actionAnswer", (answer) => revision(answer));
      changeResult(s, "linkView", (view, link) => ({
        ...(view as JsonObject),
        revision: revision(link.id),
      }));
      derive(s, running, (trace) => ({
        product: begun(trace, "product"),
        lots: linksBy(trace, "name-lot").map(({ data }) => data["lot"] ?? null),
        pieces: linksBy(trace, "acknowledge").reduce((all, { data }) => all + amount(data["pieces"]), 0),
      }));
      present(s, (state, trace) => ({
        ...state,
        steps: ["quality", "dealers"].map((who) => ({ who, may: running.byGroup(trace)[who] ?? [] })),
      }));
    },
  },
  purchasing: {
    title: "Listed by group, three users, closed forms told; a delivery brings one to three files, all else none.",
    why: `${noTransitions} An action may demand files or take none.`,
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people, nextActions: inState });
      listNext(s, running);
      checkForms(s, running, {
        order: sheet({ article: str(40), pieces: money }),
        amend: sheet({ pieces: money }),
        ship: sheet({ carrier: { type: "string", enum: ["rail", "road", "sea"] } }),
        invoice: sheet({ number: { type: "string", pattern: "^[0-9]{4,8}$" }, amount: money }),
        pay: sheet({ amount: money, on: { type: "string", format: "date" } }),
      });
      atLast(s, ({ key, files }) => {
        refuse(key === "ship" && (files < 1 || files > 3), "000 a shipment needs its papers, three at most");
        refuse(key !== "ship" && files > 0, "000 this action takes no files");
      });
    },
  },
  market: {
    title: "Stalls by others come and go all the time in the same workflow; counted, listed, and nothing twice.",
    why: `${noTransitions} Other people use the same workflows.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("rent of traders", "sell of traders", "clear of traders"),
        nextActions: inState,
        next: (done) => (done.includes("clear") ? [] : ["sell", "clear"]),
      });
      onRecord(s, (_link, trace) => {
        trace.state = { ...trace.state, sales: often(keysOf(trace), "sell") };
      });
      onlyOnce(s, declining(s));
      listNext(s, running);
      let stalls = 0;
      setInterval(() => {
        if ((stalls += 1) > 3000) return;
        const stall = s.newTrace(running.workflow);
        stall.links.push(ownLink("rent", { stall: stalls }));
        stall.state = { stall: stalls, sales: 0 };
        s.traces.set(stall.id, stall);
        const old = [...s.traces.values()].find(({ links }) => links.length === 1 && links[0]?.author === "system");
        old?.links.push(ownLink("clear", {}));
      }, 200).unref();
    },
  },
};
