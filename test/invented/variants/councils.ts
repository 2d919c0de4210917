/** Processes of those who examine, supply, refund, repair and grant: masks, other traces, failing effects, own links. */
import { randomUUID } from "node:crypto";
import type { User } from "../../lib/service/domain.ts";
import { own, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { defaultPages, indexLater, ownLink, rememberStates, spawn } from "../habits.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../process.ts";
import type { Link, Trace } from "../service.ts";
import { before, onRecord, onRefusal, type Variants } from "../tools.ts";
import {
  among,
  amount,
  begun,
  checks,
  coded,
  deny,
  derive,
  hold,
  holdTold,
  inState,
  int,
  like,
  linksBy,
  many,
  num,
  often,
  sheet,
  str,
  sum,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves data, links, state, limits and error answers open.";

export const councils: Variants = {
  // "Fields of a link: not shown"; "What the state shows may differ from reader to reader".
  "thesis-marks": {
    title:
      "Neither examiner sees the other's mark, in links or state, before both have marked; then the mean is shown.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "submit", groupLabel: "faculty", creates: true },
          { key: "first-mark", groupLabel: "first examiners", atMost: 1 },
          { key: "second-mark", groupLabel: "second examiners", atMost: 1 },
          { key: "hear", groupLabel: "faculty", atMost: 2 },
          { key: "award", groupLabel: "faculty", after: ["first-mark", "second-mark"], ends: true },
        ],
        people: { ines: { groups: ["faculty", "first examiners"] }, tom: { groups: ["second examiners"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("award")) return [];
          const marks = [...upTo(1, done, "first-mark"), ...upTo(1, done, "second-mark")];
          return [...marks, ...upTo(2, done, "hear"), ...(marks.length === 0 ? ["award"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      const mark = sheet({ mark: num(1, 5), "note?": str(120) });
      holdTold(s, running, { submit: sheet({ title: str(80) }), "first-mark": mark, "second-mark": mark });
      const open = (trace: Trace) => many(trace, "first-mark") > 0 && many(trace, "second-mark") > 0;
      const masked = (link: Link, trace: Trace, user: User | undefined) =>
        link.actionKey.endsWith("-mark") && !open(trace) && link.author !== user?.email;
      const { linkView } = s;
      s.linkView = (link, trace, call) => {
        if (masked(link, trace, running.reader(call))) return linkView({ ...link, data: {} }, trace, call);
        return linkView(link, trace, call);
      };
      derive(s, running, (trace) => ({
        title: begun(trace, "title"),
        hearings: many(trace, "hear"),
        mean: open(trace) ? (sum(trace, "first-mark", "mark") + sum(trace, "second-mark", "mark")) / 2 : null,
      }));
      present(s, (state, trace, call) => {
        const seen = linksBy(trace, "first-mark", "second-mark").filter(
          (link) => !masked(link, trace, running.reader(call)),
        );
        const marks = Object.fromEntries(
          seen.map(({ actionKey, data }): [string, Json] => [actionKey, data["mark"] ?? 0]),
        );
        return { ...state, marks, nextActions: running.byGroup(trace) };
      });
    },
  },
  // "One action may cause others, on this or another trace, by the system's own hand": in another workflow too.
  "spare-parts": {
    title:
      "Parts that a bus repair uses are booked in the stock trace of another workflow; the service orders new ones.",
    why,
    apply(s) {
      const others = s.workflows.filter(({ name }) => name === "Returns");
      const running = follow(s, {
        actions: [
          { key: "report", groupLabel: "drivers", creates: true, examples: [{ bus: 17, fault: "door" }] },
          {
            key: "use",
            groupLabel: "workshop",
            examples: [
              { part: "seal", pieces: 2 },
              { part: "bolt", pieces: 12 },
            ],
          },
          { key: "test", groupLabel: "workshop", examples: [{ passed: true }, { passed: false }] },
          { key: "return", groupLabel: "workshop", ends: true, examples: [{}] },
        ],
        next(done, trace) {
          if (trace.workflow !== running.workflow) return trace.workflow.actions.map(({ key }) => key);
          if (done.includes("return")) return [];
          const passed = linksBy(trace, "test").at(-1)?.data["passed"] === true;
          return ["use", "test", ...(passed ? ["return"] : [])];
        },
      });
      const [stock] = others;
      if (stock) {
        stock.actions = actionsOf("count of stores", "book of stores");
        s.workflows = [...s.workflows, stock];
        const store = s.newTrace(stock);
        store.links = Array.from({ length: 12 }, (_, day) => ownLink("count", { day, pieces: 40 - day }));
        store.state = { depot: "North", pieces: 29 };
        s.traces.set(store.id, store);
        onRecord(s, ({ actionKey, data }, trace) => {
          if (actionKey !== "use" || trace.workflow !== running.workflow) return;
          const left = amount(store.state["pieces"]) - amount(data["pieces"]);
          store.links.push(ownLink("book", { repair: trace.id, ...data }));
          if (left < 0) store.links.push(ownLink("count", { ordered: 100 }));
          store.state = { ...store.state, pieces: left < 0 ? left + 100 : left };
        });
      }
      hold(s, running, {
        report: sheet({ bus: int(1, 99), fault: str(40) }),
        use: sheet({ part: str(20), pieces: int(1, 12) }),
        test: sheet({ passed: { type: "boolean" } }),
        return: sheet({}),
      });
      derive(s, running, (trace) => ({
        bus: begun(trace, "bus"),
        used: sum(trace, "use", "pieces"),
        roadworthy: linksBy(trace, "test").at(-1)?.data["passed"] ?? false,
      }));
    },
  },
  // "An effect may fail (client or server error); then nothing was added."
  "ticket-refunds": {
    title: "Each fourth refund of a box office fails at the bank with 502, nothing being added; no more than was paid.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "sell", groupLabel: "box office", creates: true },
          { key: "upgrade", groupLabel: "box office", atMost: 2 },
          { key: "refund", groupLabel: "cashiers", atMost: 3 },
          { key: "admit", groupLabel: "doors", ends: true },
        ],
        people: { ines: { groups: ["box office", "cashiers"] }, lea: { groups: ["doors", "cashiers"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("admit")) return [];
          const left = paid(trace) - sum(trace, "refund", "cents");
          return [...upTo(2, done, "upgrade"), ...(left > 0 ? [...upTo(3, done, "refund"), "admit"] : [])];
        },
      });
      const paid = (trace: Trace | undefined) => amount(begun(trace, "cents")) + sum(trace, "upgrade", "cents");
      coded(s, { "006": 409, "021": 400, "051": 422, "059": 502 });
      const cents = int(100, 20_000);
      holdTold(s, running, {
        sell: sheet({ show: str(30), seat: like("^[A-Z][0-9]{1,2}$"), cents }),
        upgrade: sheet({ seat: like("^[A-Z][0-9]{1,2}$"), cents }),
        refund: sheet({ cents, "reason?": among("ill", "moved", "other") }),
      });
      let asked = 0;
      checks(s, running, ({ actionKey, data }, known) => {
        if (actionKey !== "refund") return;
        deny(sum(known, "refund", "cents") + amount(data["cents"]) > paid(known), "051 more than was paid");
        asked += 1;
        deny(asked % 4 === 0, "059 the bank did not answer");
      });
      derive(s, running, (trace) => ({
        seat: linksBy(trace, "sell", "upgrade").at(-1)?.data["seat"] ?? null,
        paid: { cents: paid(trace), refunded: sum(trace, "refund", "cents") },
        admitted: keysOf(trace).includes("admit"),
      }));
      present(s, (data, trace) => ({ data, tasks: [], notifications: [], nextActions: running.byGroup(trace) }));
    },
  },
  // A link of the service's own after each action, a second when it escalates; newest first; different default pages.
  "outage-tickets": {
    title:
      "Each action on a power outage makes a link of the service too, the third report another; the newest is first.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open", groupLabel: "control room", creates: true },
          { key: "report", groupLabel: "control room", atMost: 5 },
          { key: "isolate", groupLabel: "crews", atMost: 1 },
          { key: "restore", groupLabel: "crews", after: ["isolate"], ends: true },
        ],
        people: { ines: { groups: ["control room"] }, finn: { groups: ["crews"] } },
        nextActions: { path: ["ticket", "open to"], by: "group" },
        next(done) {
          if (done.includes("restore")) return [];
          return [...upTo(5, done, "report"), done.includes("isolate") ? "restore" : "isolate"];
        },
      });
      onRecord(s, ({ actionKey, id }, trace) => {
        if (trace.workflow !== running.workflow) return;
        trace.links.push(ownLink("dispatch-sms", { about: id }));
        if (actionKey === "report" && many(trace, "report") === 3) trace.links.push(ownLink("escalate", { level: 2 }));
        trace.state = { ...trace.state, level: many(trace, "escalate") + 1, messages: many(trace, "dispatch-sms") };
      });
      s.linksOf = (trace) => trace.links.toReversed();
      defaultPages(s, 20, 5);
      present(s, (data, trace) => ({
        ...data,
        ticket: { number: trace.id.slice(0, 8), "open to": running.byGroup(trace) },
      }));
    },
  },
  // An action that begins traces and continues them; duplicates refused; states and searches that lag.
  "milk-rounds": {
    title:
      "A milk round begins with a collection and goes on with others; one farm is collected once; reads lag a little.",
    why,
    apply(s) {
      const example = (farm: string, litres: number, celsius: number): JsonObject => ({ farm, litres, celsius });
      const running = follow(s, {
        actions: [
          {
            key: "collect",
            groupLabel: "tankers",
            creates: true,
            appends: true,
            examples: [example("Dale", 812.5, 4.1), example("Hill", 240, 5), example("Brook", 1033.25, 3.9)],
          },
          { key: "test", groupLabel: "dairy", after: ["collect"], atMost: 1, examples: [{ antibiotics: false }] },
          { key: "reject", groupLabel: "dairy", after: ["test"], ends: true, examples: [{ to: "biogas" }] },
          { key: "take-in", groupLabel: "dairy", after: ["test"], ends: true, examples: [{ silo: 3 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("reject") || done.includes("take-in")) return [];
          return done.includes("test") ? ["reject", "take-in"] : ["collect", "test"];
        },
      });
      coded(s, { "006": 409, "021": 422, "031": 409 });
      hold(s, running, {
        collect: sheet({ farm: str(20), litres: num(1, 3000), celsius: num(1, 8) }),
        test: sheet({ antibiotics: { type: "boolean" } }),
        reject: sheet({ to: among("biogas", "sewer") }),
        "take-in": sheet({ silo: int(1, 6) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        const again = linksBy(known, "collect").some((link) => link.data["farm"] === data["farm"]);
        deny(actionKey === "collect" && again, "031 this farm has been collected");
      });
      derive(s, running, (trace) => {
        const litres = sum(trace, "collect", "litres");
        const heat = linksBy(trace, "collect").map(({ data }) => amount(data["litres"]) * amount(data["celsius"]));
        const celsius = heat.reduce((all, one) => all + one, 0) / litres;
        return { farms: many(trace, "collect"), litres, celsius: Math.round(celsius * 100) / 100 };
      });
      listNext(s, running);
      rememberStates(s, 250);
      indexLater(s, 400);
    },
  },
  // An enumeration that the trace itself makes; more than so many new traces, or requests, are told to wait.
  "festival-stalls": {
    title: "A stall chooses among the plots that it was offered; the twenty-first new trace in three seconds waits.",
    why,
    apply(s) {
      const decision = (done: readonly string[]) => done.findLast((key) => key === "choose" || key === "decline");
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "traders", creates: true, examples: [{ trade: "crêpes", metres: 4 }] },
          { key: "offer", groupLabel: "stewards", atMost: 2, examples: [{ plots: ["B7", "C2"] }, { plots: ["B7"] }] },
          { key: "choose", groupLabel: "traders", after: ["offer"], examples: [{ plot: "B7" }] },
          { key: "decline", groupLabel: "traders", after: ["offer"], examples: [{}, { remark: "too small" }] },
          { key: "pay", groupLabel: "traders", after: ["choose"], ends: true, examples: [{ euros: 120 }] },
        ],
        next(done) {
          if (done.includes("pay")) return [];
          if (decision(done) === "choose") return ["pay"];
          return done.at(-1) === "offer" ? ["choose", "decline"] : upTo(2, done, "offer");
        },
      });
      coded(s, { "006": 422, "021": 422 });
      hold(s, running, {
        apply: sheet({ trade: str(30), metres: int(2, 8) }),
        choose: sheet({ plot: like("^[A-F][0-9]$") }),
        pay: sheet({ euros: int(20, 500) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        const { plots } = actionKey === "offer" ? data : (linksBy(known, "offer").at(-1)?.data ?? {});
        if (actionKey !== "offer" && actionKey !== "choose") return;
        deny(!Array.isArray(plots) || plots.length === 0 || plots.length > 4, "021 one to four plots");
        deny(actionKey === "choose" && !(plots as Json[]).includes(own(data, "plot") ?? null), "021 not offered");
      });
      derive(s, running, (trace) => {
        const chosen = linksBy(trace, "choose").at(-1)?.data["plot"] ?? null;
        return {
          trade: begun(trace, "trade"),
          rounds: many(trace, "offer"),
          plot: chosen,
          paid: sum(trace, "pay", "euros"),
        };
      });
      const creations: number[] = [];
      before(s, (_call, key) => {
        if (key !== "POST /trace" && key !== "POST /v2/traces") return;
        const now = Date.now();
        while ((creations[0] ?? now) < now - 3000) creations.shift();
        if (creations.length >= 20) throw new Refusal("busy", "too many applications");
        creations.push(now);
      });
      onRefusal(s, "busy", () => ({ "Retry-After": "3" }));
    },
  },
  // Only who takes part sees a trace; to others it is as if it were not; an appeal begins a trace by the service.
  "water-rights": {
    title:
      "Who takes no part in a water right is told that there is none, and finds none; an appeal begins another trace.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "file", groupLabel: "farmers", creates: true },
          { key: "survey", groupLabel: "engineers", atMost: 1 },
          { key: "grant", groupLabel: "engineers", after: ["survey"], ends: true },
          { key: "refuse", groupLabel: "engineers", after: ["survey"], atMost: 1 },
          { key: "appeal", groupLabel: "farmers", after: ["refuse"], ends: true },
          { key: "hear", groupLabel: "court", ends: true },
        ],
        people: { ines: { groups: ["farmers"] }, emil: { groups: ["engineers"] }, ruth: { groups: ["court"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("grant") || done.includes("appeal") || done.includes("hear")) return [];
          if (done[0] === "deliver") return ["hear"];
          if (done.includes("refuse")) return ["appeal"];
          return often(done, "survey") > 0 ? ["grant", "refuse"] : ["survey"];
        },
      });
      coded(s, { "006": 409 });
      spawn(s, ({ actionKey }) => actionKey === "appeal");
      const parties = (trace: Trace) =>
        keysOf(trace)[0] === "deliver" ? ["court", "farmers"] : ["farmers", "engineers"];
      const sees = (user: User | undefined, trace: Trace) =>
        user !== undefined &&
        (trace.workflow !== running.workflow || running.groupsOf(user).some((group) => parties(trace).includes(group)));
      const { findTrace, search } = s;
      s.findTrace = (user, id, call) => {
        const trace = findTrace(user, id, call);
        if (!sees(user, trace)) throw new Refusal("missing", "no such trace");
        return trace;
      };
      s.search = (workflow, filters, call) =>
        search(workflow, filters, call).filter((id) => {
          const trace = s.traces.get(id);
          return trace !== undefined && sees(running.reader(call), trace);
        });
      const dockets = new WeakMap<Trace, string>();
      present(s, (data, trace): Json => {
        const docket = dockets.get(trace) ?? `WR-${randomUUID().slice(0, 6)}`;
        dockets.set(trace, docket);
        const stage = keysOf(trace).at(-1) ?? null;
        if (running.next(trace).length === 0) return { docket, data, stage };
        return { docket, data, stage, nextActions: running.byGroup(trace) };
      });
    },
  },
};
