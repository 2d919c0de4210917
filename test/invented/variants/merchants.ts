/** Processes of traders, cashiers, lenders, hauliers and yards: narrowing sums, balances, second hands and numbering. */
import { own, put, type Json, type JsonObject } from "../../lib/service/json.ts";
import { ownLink } from "../habits.ts";
import { follow, keysOf, present } from "../process.ts";
import type { Link, Trace } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";
import {
  among,
  amount,
  begun,
  checks,
  coded,
  deny,
  derive,
  hold,
  inState,
  int,
  linksBy,
  many,
  num,
  often,
  sheet,
  str,
  sum,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves data, state, links and error answers open.";

export const merchants: Variants = {
  // The range of a number depends on what both sides said before; whose turn it is decides what may come next.
  "price-talks": {
    title: "A bid has to be above the last bid and below the last ask, an ask the like, and they take turns.",
    why,
    apply(s) {
      const low = (trace: Trace) => amount(linksBy(trace, "bid").at(-1)?.data["price"] ?? begun(trace, "bid"));
      const high = (trace: Trace) => amount(linksBy(trace, "ask").at(-1)?.data["price"] ?? begun(trace, "ask"));
      const turn = (trace: Trace) =>
        keysOf(trace).findLast((key) => key === "bid" || key === "ask") === "ask" ? "bid" : "ask";
      const running = follow(s, {
        actions: [
          { key: "call", groupLabel: "buyers", creates: true, examples: [{ lot: "Barge Marie", bid: 100, ask: 400 }] },
          { key: "ask", groupLabel: "sellers", atMost: 4, examples: [{ price: 360 }, { price: 310 }, { price: 290 }] },
          { key: "bid", groupLabel: "buyers", atMost: 4, examples: [{ price: 150 }, { price: 210 }, { price: 260 }] },
          { key: "write", groupLabel: "buyers", atMost: 9, examples: [{ text: "We pay within ten days" }] },
          { key: "take", groupLabel: "buyers", after: ["ask"], ends: true, examples: [{}] },
          { key: "walk-out", groupLabel: "sellers", ends: true, examples: [{ reason: "Too low" }] },
        ],
        people: { ines: { groups: ["buyers"] }, sela: { groups: ["sellers"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("take") || done.includes("walk-out")) return [];
          const move = turn(trace);
          const take = move === "bid" && done.includes("ask") ? ["take"] : [];
          const room = high(trace) - low(trace) > 1 ? upTo(4, done, move) : [];
          return [...room, ...take, ...upTo(9, done, "write"), "walk-out"];
        },
      });
      coded(s, { "006": 409, "021": 400, "076": 422 });
      const price = sheet({ price: num(1, 5000) });
      hold(s, running, {
        call: sheet({ lot: str(30), bid: num(1, 5000), ask: num(1, 5000) }),
        ask: price,
        bid: price,
        write: sheet({ text: str(200) }),
        "walk-out": sheet({ reason: str(60) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        deny(actionKey === "call" && amount(data["bid"]) >= amount(data["ask"]), "076 the ask is not above the bid");
        if (!known || (actionKey !== "bid" && actionKey !== "ask")) return;
        const [from, to] = [low(known), high(known)];
        const given = amount(data["price"]);
        deny(given <= from || given >= to, `076 the price has to lie between ${String(from)} and ${String(to)}`);
      });
      derive(s, running, (trace) => ({ lot: begun(trace, "lot"), bid: low(trace), ask: high(trace) }));
      present(s, (state, trace) => ({ ...state, turn: turn(trace), nextActions: running.byGroup(trace) }));
    },
  },
  // A step that is possible only while a sum is nought; an undoing that names what it undoes by its number.
  "cash-books": {
    title: "A cash book closes only while debit and credit are even, and never by the hand of who posted in it.",
    why,
    apply(s) {
      const undone = (trace: Trace) => new Set(linksBy(trace, "reverse").map(({ data }) => data["entry"]));
      const posts = (trace: Trace) =>
        linksBy(trace, "post").map(({ id, data }, at) => ({ id, data, void: undone(trace).has(at + 1) }));
      const balance = (trace: Trace) =>
        posts(trace)
          .filter((entry) => !entry.void)
          .reduce((all, { data }) => all + amount(data["cents"]) * (data["side"] === "debit" ? 1 : -1), 0);
      const running = follow(s, {
        actions: [
          { key: "open-book", groupLabel: "cashiers", creates: true, examples: [{ till: "T2", day: "2026-03-04" }] },
          {
            key: "post",
            groupLabel: "cashiers",
            atMost: 12,
            examples: [
              { side: "debit", cents: 500, text: "Two coffees" },
              { side: "credit", cents: 500, text: "Till" },
            ],
          },
          { key: "reverse", groupLabel: "cashiers", after: ["post"], examples: [{ entry: 1 }, { entry: 2 }] },
          { key: "close-book", groupLabel: "auditors", after: ["post"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["cashiers"] }, ada: { groups: ["cashiers", "auditors"] } },
        nextActions: { path: ["book", "may"], by: "group" },
        next(done, trace) {
          if (done.includes("close-book")) return [];
          const open = posts(trace).filter((entry) => !entry.void).length;
          const close = open > 0 && balance(trace) === 0 ? ["close-book"] : [];
          return [...upTo(12, done, "post"), ...(open > 0 ? ["reverse"] : []), ...close];
        },
      });
      coded(s, { "006": 409, "021": 422, "077": 403, "078": 422 });
      hold(s, running, {
        "open-book": sheet({ till: str(8), day: str(10) }),
        post: sheet({ side: among("debit", "credit"), cents: int(1, 1_000_000), text: str(60) }),
        reverse: sheet({ entry: int(1, 12) }),
        "close-book": sheet({}),
      });
      checks(s, running, ({ actionKey, data }, known, user) => {
        if (!known) return;
        const entry = posts(known)[amount(data["entry"]) - 1];
        deny(actionKey === "reverse" && (entry === undefined || entry.void), "078 no such entry, or reversed before");
        const posted = linksBy(known, "post").some(({ author }) => author === user.email);
        deny(actionKey === "close-book" && posted, "077 who posted must not close");
      });
      derive(s, running, (trace) => ({
        till: begun(trace, "till"),
        balance: (balance(trace) / 100).toFixed(2),
        closed: keysOf(trace).includes("close-book"),
      }));
      present(s, (state, trace) => ({
        book: {
          ...state,
          entries: Object.fromEntries(
            posts(trace).map(({ id, data, void: gone }): [string, Json] => [id, { ...data, reversed: gone }]),
          ),
          may: running.byGroup(trace),
        },
      }));
    },
  },
  // How many hands an offer needs depends on its sum; news of a debt takes an offer back, by a link of the service's own.
  "loan-files": {
    title: "A loan is offered while income bears it; a new debt lapses the offer, and above 10 000 two more must sign.",
    why,
    apply(s) {
      const bears = (trace: Trace) =>
        sum(trace, "income", "monthly") - sum(trace, "debt", "monthly") >= amount(begun(trace, "amount")) / 100;
      const offer = (trace: Trace): { by?: string; approved: Link[] } => {
        const at = trace.links.findLastIndex(({ actionKey }) => ["offer", "offer-lapsed"].includes(actionKey));
        const link = trace.links[at];
        if (link?.actionKey !== "offer") return { approved: [] };
        return {
          by: link.author,
          approved: trace.links.slice(at).filter(({ actionKey }) => actionKey === "approve"),
        };
      };
      const wanted = (trace: Trace) => (amount(begun(trace, "amount")) >= 10_000 ? 2 : 1);
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "borrowers", creates: true, examples: [{ amount: 9000 }, { amount: 24_000 }] },
          { key: "income", groupLabel: "borrowers", atMost: 5, examples: [{ monthly: 900, source: "Wages" }] },
          { key: "debt", groupLabel: "borrowers", atMost: 5, examples: [{ monthly: 60 }, { monthly: 180 }] },
          { key: "offer", groupLabel: "lenders", after: ["income"], examples: [{ percent: 4.2, months: 48 }] },
          { key: "approve", groupLabel: "lenders", after: ["offer"], examples: [{}] },
          { key: "sign", groupLabel: "borrowers", after: ["approve"], ends: true, examples: [{}] },
        ],
        people: {
          ines: { groups: ["borrowers", "lenders"] },
          kai: { groups: ["lenders"] },
          lou: { groups: ["lenders"] },
        },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("sign")) return [];
          const { by, approved } = offer(trace);
          if (by !== undefined && approved.length >= wanted(trace)) return ["sign"];
          const move = by !== undefined ? ["approve"] : bears(trace) ? ["offer"] : [];
          return [...upTo(5, done, "income"), ...upTo(5, done, "debt"), ...move];
        },
      });
      coded(s, { "006": 409, "021": 400, "079": 403 });
      hold(s, running, {
        apply: sheet({ amount: int(500, 60_000) }),
        income: sheet({ monthly: num(1, 20_000), source: str(30) }),
        debt: sheet({ monthly: num(1, 20_000) }),
        offer: sheet({ percent: num(0.5, 19), months: int(6, 240) }),
        approve: sheet({}),
        sign: sheet({}),
      });
      checks(s, running, ({ actionKey }, known, user) => {
        if (actionKey !== "approve" || !known) return;
        const { by, approved } = offer(known);
        deny([by, ...approved.map(({ author }) => author)].includes(user.email), "079 somebody else has to approve");
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (trace.workflow !== running.workflow || actionKey !== "debt" || bears(trace)) return;
        if (offer(trace).by !== undefined) trace.links.push(ownLink("offer-lapsed", { because: "debt" }));
      });
      derive(s, running, (trace) => ({
        amount: begun(trace, "amount"),
        free: sum(trace, "income", "monthly") - sum(trace, "debt", "monthly"),
        offers: many(trace, "offer"),
        approvals: offer(trace).approved.length,
      }));
      present(s, (state, trace) => ({
        ...state,
        approvalsWanted: wanted(trace),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  // Gapless numbering by the sender; and an effect whose first call fails, for what it calls sleeps at night.
  "leg-sheets": {
    title: "Legs of a tour are numbered without a gap; the first hand-over of each tour fails with 503, the next does.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "plan-tour", groupLabel: "dispatch", creates: true, examples: [{ lorry: "WB 2210", pallets: 18 }] },
          {
            key: "leg",
            groupLabel: "drivers",
            atMost: 8,
            examples: [
              { number: 1, km: 41.5 },
              { number: 2, km: 66 },
              { number: 3, km: 12.2 },
            ],
          },
          { key: "pause", groupLabel: "drivers", atMost: 6, examples: [{ minutes: 45 }, { minutes: 15 }] },
          { key: "hand-over", groupLabel: "drivers", after: ["leg"], atMost: 2, examples: [{ pallets: 9 }] },
          { key: "archive", groupLabel: "dispatch", after: ["hand-over"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("archive")) return [];
          const moved = done.includes("leg") ? upTo(2, done, "hand-over") : [];
          const over = done.includes("hand-over") ? ["archive"] : [];
          return [...upTo(8, done, "leg"), ...upTo(6, done, "pause"), ...moved, ...over];
        },
      });
      coded(s, { "006": 409, "021": 422, "031": 409 });
      coded(s, { "090": 503 }, { "Retry-After": "1" });
      hold(s, running, {
        "plan-tour": sheet({ lorry: str(10), pallets: int(1, 33) }),
        leg: sheet({ number: int(1, 8), km: num(0.1, 900) }),
        pause: sheet({ minutes: int(5, 660) }),
        "hand-over": sheet({ pallets: int(1, 33) }),
        archive: sheet({}),
      });
      const awake = new WeakSet<Trace>();
      checks(s, running, ({ actionKey, data }, known) => {
        if (!known) return;
        const wanted = many(known, "leg") + 1;
        deny(actionKey === "leg" && data["number"] !== wanted, `031 leg ${String(wanted)} comes next`);
        if (actionKey !== "hand-over" || awake.has(known)) return;
        awake.add(known);
        deny(true, "090 the consignee's system is starting");
      });
      derive(s, running, (trace) => ({
        lorry: begun(trace, "lorry"),
        km: Number(sum(trace, "leg", "km").toFixed(1)),
        onBoard: amount(begun(trace, "pallets")) - sum(trace, "hand-over", "pallets"),
        rested: sum(trace, "pause", "minutes") >= 45,
      }));
      present(s, (state, trace) => ({
        ...state,
        nextLeg: many(trace, "leg") + 1,
        nextActions: running.byGroup(trace),
      }));
    },
  },
  // What the form wants depends on how the trace began, and the refusal alone tells it; so does one step more.
  "scrap-intake": {
    awaits: "a form that depends on the data of the creation, told by refusals alone",
    title:
      "What has to be told when scrap is sorted depends on its material; much metal wants a passport before money.",
    why,
    apply(s) {
      const forms: Record<string, string> = { glass: "colour", metal: "alloy", paper: "moisture" };
      const member = (trace: Trace) => forms[String(begun(trace, "material"))] ?? "";
      const running = follow(s, {
        actions: [
          {
            key: "weigh-in",
            groupLabel: "gate",
            creates: true,
            examples: [
              { material: "metal", kg: 740 },
              { material: "glass", kg: 1200 },
              { material: "paper", kg: 310 },
            ],
          },
          {
            key: "sort",
            groupLabel: "yard",
            atMost: 4,
            examples: [
              { kg: 90, alloy: "CuZn37" },
              { kg: 90, colour: "green" },
              { kg: 90, moisture: 8.5 },
            ],
          },
          { key: "identify", groupLabel: "gate", atMost: 1, examples: [{ passport: "XK 30114" }] },
          { key: "price", groupLabel: "office", after: ["sort"], atMost: 2, examples: [{ perTonne: 210 }] },
          { key: "pay-out", groupLabel: "office", after: ["price"], ends: true, examples: [{}] },
        ],
        next(done, trace) {
          if (done.includes("pay-out")) return [];
          const large = begun(trace, "material") === "metal" && amount(begun(trace, "kg")) > 500;
          const known = !large || done.includes("identify");
          return [
            ...upTo(4, done, "sort"),
            ...(large ? upTo(1, done, "identify") : []),
            ...(done.includes("sort") ? upTo(2, done, "price") : []),
            ...(known && often(done, "price") > 0 ? ["pay-out"] : []),
          ];
        },
      });
      coded(s, { "006": 409, "021": 422, "022": 422 });
      hold(s, running, {
        "weigh-in": sheet({ material: among("glass", "metal", "paper"), kg: num(1, 30_000) }),
        sort: sheet({ kg: num(1, 30_000), "colour?": str(12), "alloy?": str(12), "moisture?": num(0, 40) }),
        identify: sheet({ passport: str(12) }),
        price: sheet({ perTonne: num(1, 9000) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        if (actionKey !== "sort" || !known) return;
        const wanted = member(known);
        deny(own(data, wanted) === undefined, `022 ${wanted} is missing`);
        const strange = Object.values(forms).find((name) => name !== wanted && own(data, name) !== undefined);
        deny(strange !== undefined, `022 ${strange ?? ""} does not go with this material`);
      });
      derive(s, running, (trace) => {
        const sorted: JsonObject = {};
        for (const { data } of linksBy(trace, "sort")) {
          const kind = String(data[member(trace)]);
          put(sorted, kind, amount(own(sorted, kind)) + amount(data["kg"]));
        }
        return { material: begun(trace, "material"), gross: begun(trace, "kg"), sorted };
      });
      present(s, (state, trace) => ({ ...state, tasks: running.next(trace).map((key) => ({ key })) }));
    },
  },
};
