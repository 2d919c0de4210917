/** Processes of box offices, concerts and fairs. */
import { type Json, type JsonObject, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { noTransitions } from "../../left-open.ts";
import { follow, keysOf, present } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { before, onRefusal, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, sum, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, like, sheet, str } from "../../sheets.ts";

export const boxOffices: Variants = {
  "choir-concerts": {
    title: "Only treasurers see in the state what a concert costs, and only they can search for it.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "plan", groupLabel: "board", creates: true },
          { key: "hire", groupLabel: "board", atMost: 4 },
          { key: "advance", groupLabel: "treasurers", atMost: 3 },
          { key: "settle", groupLabel: "treasurers", after: ["hire"], ends: true },
        ],
        people: { ines: { groups: ["board"] }, tom: { groups: ["treasurers", "board"] } },
        nextActions: { path: ["concert", "next"], by: "group" },
        next(done) {
          if (done.includes("settle")) return [];
          const advance = done.includes("hire") ? upTo(3, done, "advance") : [];
          return [...upTo(4, done, "hire"), ...advance, ...(done.includes("hire") ? ["settle"] : [])];
        },
      });
      coded(s, { "006": 400, "021": 422 });
      holdTold(s, running, {
        plan: sheet({ title: str(40), seats: int(20, 900) }),
        hire: sheet({ what: among("hall", "orchestra", "soloist"), euros: int(50, 9000) }),
        advance: sheet({ euros: int(50, 2000) }),
        settle: sheet({}),
      });
      derive(s, running, (trace) => ({
        title: begun(trace, "title"),
        seats: begun(trace, "seats"),
        hired: many(trace, "hire"),
        costs: sum(trace, "hire", "euros"),
        owed: sum(trace, "hire", "euros") - sum(trace, "advance", "euros"),
      }));
      const seen = (state: JsonObject, call: Parameters<typeof running.reader>[0]): JsonObject => {
        const user = running.reader(call);
        if (user && running.groupsOf(user).includes("treasurers")) return state;
        return Object.fromEntries(Object.entries(state).filter(([name]) => name !== "costs" && name !== "owed"));
      };
      const { matches } = s;
      s.matches = (trace, filters, call) => matches({ ...trace, state: seen(trace.state, call) }, filters, call);
      present(s, (state, trace, call) => ({ ...seen(state, call), concert: { next: running.byGroup(trace) } }));
    },
  },
  // "An effect may fail (client or server error); then nothing was added."
  "ticket-refunds": {
    title: "Each fourth refund of a box office fails at the bank with 502, nothing being added; no more than was paid.",
    why: noTransitions,
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
  // An enumeration that the trace itself makes; more than so many new traces, or requests, are told to wait.
  "festival-stalls": {
    title: "A stall chooses among the plots that it was offered; the twenty-first new trace in three seconds waits.",
    why: noTransitions,
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
  // The enumeration of a form shrinks with every action; what was given back can be chosen again.
  "seat-plans": {
    title:
      "Each of eight seats is sold once, and again when it was handed back; what is left stands in the state alone.",
    why: noTransitions,
    apply(s) {
      const all = ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"];
      const sold = (trace: Trace | undefined): Set<string> => {
        const seats = new Set<string>();
        for (const { actionKey, data } of trace?.links ?? []) {
          if (actionKey === "sell") seats.add(String(data["seat"]));
          if (actionKey === "hand-back") seats.delete(String(data["seat"]));
        }
        return seats;
      };
      const running = follow(s, {
        actions: [
          { key: "announce", groupLabel: "theatre", creates: true, examples: [{ play: "The Gulls", act: 2 }] },
          { key: "sell", groupLabel: "box-office", examples: [{ seat: "A1" }, { seat: "B3", reduced: true }] },
          { key: "hand-back", groupLabel: "box-office", after: ["sell"], examples: [{ seat: "A1" }] },
          { key: "recast", groupLabel: "theatre", atMost: 4, examples: [{ role: "Nina", by: "Eva Holm" }] },
          { key: "curtain", groupLabel: "theatre", after: ["sell"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["theatre", "box-office"] }, tove: { groups: ["box-office"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("curtain")) return [];
          const taken = sold(trace).size;
          return [
            ...(taken < all.length ? ["sell"] : []),
            ...(taken > 0 ? ["hand-back", "curtain"] : []),
            ...upTo(4, done, "recast"),
          ];
        },
      });
      coded(s, { "006": 409, "021": 400, "084": 422 });
      hold(s, running, {
        announce: sheet({ play: str(40), act: int(1, 5) }),
        sell: sheet({ seat: like("^[AB][1-4]$"), "reduced?": { type: "boolean" } }),
        "hand-back": sheet({ seat: like("^[AB][1-4]$") }),
        recast: sheet({ role: str(30), by: str(30) }),
        curtain: sheet({}),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        const taken = sold(known).has(String(data["seat"]));
        deny(actionKey === "sell" && taken, "084 this seat is taken");
        deny(actionKey === "hand-back" && !taken, "084 this seat is free");
      });
      derive(s, running, (trace) => ({
        play: begun(trace, "play"),
        sold: sold(trace).size,
        free: all.filter((seat) => !sold(trace).has(seat)),
        cast: Object.fromEntries(
          linksBy(trace, "recast").map(({ data }) => [`role of ${String(data["role"])}`, data["by"] ?? null]),
        ),
      }));
      present(s, (data, trace) => ({ ...data, nextActions: running.byGroup(trace) }));
    },
  },
};
