/** Auctions, tenders and bargaining: bids, seals, offers by turns. */
import { createHash } from "node:crypto";
import type { Json } from "../../../lib/service/json.ts";
import { text80 } from "../../changes/forms.ts";
import { latest } from "../../changes/traces.ts";
import { type Withheld, withhold } from "../../changes/visibility.ts";
import { atLast, checkForms, declining, groupOf } from "../../duties.ts";
import { ownLink } from "../../habits.ts";
import { noTransitions } from "../../left-open.ts";
import { actionsOf, compute, follow, keysOf, present } from "../../process.ts";
import { keep } from "../../processes/quotes.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, onRecord, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, sum, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

export const auctions: Variants = {
  // "One action may cause others, on this or another trace, by the system's own hand."
  "wine-auctions": {
    title:
      "What is hammered down is entered in a ledger: a trace of the same workflow that the house began and goes on.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "consign", groupLabel: "cellar", creates: true },
          { key: "estimate", groupLabel: "experts", atMost: 3 },
          { key: "hammer", groupLabel: "auctioneers", after: ["estimate"], ends: true },
          { key: "withdraw", groupLabel: "cellar", ends: true },
        ],
        people: { ines: { groups: ["cellar", "experts"] }, kurt: { groups: ["auctioneers"] } },
        next(done) {
          if (["hammer", "withdraw", "enter"].some((key) => done.includes(key))) return [];
          return [...upTo(3, done, "estimate"), ...(done.includes("estimate") ? ["hammer"] : []), "withdraw"];
        },
      });
      coded(s, { "006": 409, "021": 400 });
      holdTold(s, running, {
        consign: sheet({ wine: str(40), bottles: int(1, 60), "vintage?": int(1900, 2025) }),
        estimate: sheet({ low: int(10, 5000) }, true),
        hammer: sheet({ paddle: int(1, 300), price: int(10, 50_000) }),
        withdraw: sheet({ "reason?": str(60) }),
      });
      derive(s, running, (trace) => ({
        wine: begun(trace, "wine"),
        bottles: begun(trace, "bottles"),
        estimates: linksBy(trace, "estimate").map(({ data }) => data["low"] ?? null),
        status: keysOf(trace).findLast((key) => groupOf(trace, { actionKey: key }) !== "experts") ?? null,
      }));
      let ledger: Trace | undefined;
      onRecord(s, ({ actionKey, data }, trace) => {
        if (actionKey !== "hammer") return;
        ledger ??= s.newTrace(running.workflow);
        ledger.links.push(ownLink("enter", { lot: trace.id, price: data["price"] ?? 0 }));
        ledger.state = { ledger: true, lots: many(ledger, "enter"), turnover: sum(ledger, "enter", "price") };
        s.traces.set(ledger.id, ledger);
      });
    },
  },
  // Fields of a link are open, and so is what the state shows: both change when the bids are opened.
  "sealed-bids": {
    title: "What was bid is sealed in links, state and searches until the bids are opened; then all of them show it.",
    why: noTransitions,
    apply(s) {
      const opened = (trace: Trace) => keysOf(trace).includes("open-bids");
      const running = follow(s, {
        actions: [
          { key: "invite", groupLabel: "buyers", creates: true, examples: [{ work: "Repaint a bridge", days: 20 }] },
          { key: "ask", groupLabel: "bidders", atMost: 4, examples: [{ question: "Which colour?" }] },
          { key: "bid", groupLabel: "bidders", atMost: 5, examples: [{ euros: 41_000 }, { euros: 38_500, days: 18 }] },
          { key: "open-bids", groupLabel: "buyers", after: ["bid"], atMost: 1, examples: [{}] },
          { key: "award", groupLabel: "buyers", after: ["open-bids"], ends: true, examples: [{ to: "lowest" }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("award")) return [];
          if (done.includes("open-bids")) return ["award"];
          const open = done.includes("bid") ? ["open-bids"] : [];
          return [...upTo(4, done, "ask"), ...upTo(5, done, "bid"), ...open];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, {
        invite: sheet({ work: str(60), days: int(1, 400) }),
        ask: sheet({ question: str(120) }),
        bid: sheet({ euros: num(1, 900_000), "days?": int(1, 400) }),
        award: sheet({ to: among("lowest", "fastest") }),
      });
      aroundStep(s, "linkView", (linkView) => (link, trace, call) => {
        if (trace.workflow !== running.workflow || link.actionKey !== "bid" || opened(trace)) {
          return linkView(link, trace, call);
        }
        const seal = createHash("sha256")
          .update(link.id + JSON.stringify(link.data))
          .digest("hex");
        return linkView({ ...link, data: { sealed: seal } }, trace, call);
      });
      derive(s, running, (trace) => ({
        work: begun(trace, "work"),
        questions: linksBy(trace, "ask").map(({ data }) => data["question"] ?? null),
        bids: opened(trace)
          ? linksBy(trace, "bid")
              .map(({ data }) => amount(data["euros"]))
              .sort((a, b) => a - b)
          : many(trace, "bid"),
        awarded: linksBy(trace, "award")[0]?.data["to"] ?? null,
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "bids-redacted-until-opened": {
    title: "Of bids nobody sees more than that they are there, but who made them, until the tender is opened: null.",
    why: "Bids are sealed; each is a link all the same.",
    apply(s) {
      const supplier = { groups: ["suppliers"] };
      const running = follow(s, {
        actions: actionsOf("publish of buyers", "clarify of buyers", "bid of suppliers", "open of buyers"),
        next: (done) => {
          if (done.includes("open")) return [];
          const [bids, notes] = ["bid", "clarify"].map((key) => done.filter((one) => one === key).length);
          return [...(notes === 0 ? ["clarify"] : []), ...((bids ?? 0) < 3 ? ["bid"] : []), ...(bids ? ["open"] : [])];
        },
        people: { ines: { groups: ["buyers"] }, wim: supplier, ada: supplier },
      });
      const isSealed: Withheld = ({ actionKey, author }, trace, call) =>
        actionKey === "bid" && running.reader(call)?.email !== author && !keysOf(trace).includes("open");
      withhold(s, running, isSealed, { data: null });
    },
  },
  "bids-sealed-in-each-round": {
    title:
      "Links keep the price of a bid from all but who made it until it is opened; those of an earlier round stay open.",
    why: noTransitions,
    apply(s) {
      const supplier = { groups: ["suppliers"] };
      const running = follow(s, {
        actions: actionsOf("publish of buyers", "bid of suppliers", "open of buyers", "renew of buyers"),
        next: (done) => {
          const round = done.slice(done.lastIndexOf("renew") + 1);
          if (round.includes("open")) return done.includes("renew") ? [] : ["renew"];
          return [...upTo(2, round, "bid"), ...(round.includes("bid") ? ["open"] : [])];
        },
        people: { ines: { groups: ["buyers"] }, wim: supplier, ada: supplier },
      });
      holdTold(s, running, {
        publish: sheet({ subject: str(60) }),
        bid: sheet({ price: int(100, 90_000), remark: str(60) }),
        open: sheet({ witness: str(60) }),
        renew: sheet({ reason: str(60) }),
      });
      keep(s, (name, { id, actionKey, author }, { links }, call) => {
        const behind = links.slice(links.findIndex((link) => link.id === id) + 1);
        const isSealed = actionKey === "bid" && !behind.some((link) => link.actionKey === "open");
        return isSealed && name === "price" && running.reader(call)?.email !== author;
      });
      derive(s, running, (trace) => ({
        subject: begun(trace, "subject"),
        bids: many(trace, "bid"),
        opened: many(trace, "open"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  // What the links show differs from reader to reader, until the process reveals it.
  "sealed-tenders": {
    title: "Until the bids are opened, nobody but the bidder reads their data in the links: others see a hash of it.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "invite", groupLabel: "buyers", creates: true },
          { key: "bid", groupLabel: "suppliers", atMost: 3 },
          { key: "open", groupLabel: "buyers", after: ["bid"], atMost: 1 },
          { key: "award", groupLabel: "buyers", after: ["open"], ends: true },
          { key: "cancel", groupLabel: "buyers", ends: true },
        ],
        people: { ines: { groups: ["buyers"] }, sam: { groups: ["suppliers"] } },
        nextActions: { path: ["procedure", "next"], by: "all" },
        next(done) {
          if (done.includes("award") || done.includes("cancel")) return [];
          if (done.includes("open")) return ["award", "cancel"];
          return [...upTo(3, done, "bid"), ...(done.includes("bid") ? ["open"] : []), "cancel"];
        },
      });
      coded(s, { "006": 403, "021": 400 });
      holdTold(s, running, {
        invite: sheet({ subject: str(60) }),
        bid: sheet({ euros: int(100, 90_000), weeks: int(1, 30) }),
        open: sheet({}),
        award: sheet({ bid: int(1, 3) }),
        cancel: sheet({ "reason?": str(60) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        deny(actionKey === "award" && amount(data["bid"]) > many(known, "bid"), "021 there is no such bid");
      });
      aroundStep(s, "linkView", (linkView) => (link, trace, call) => {
        const sealed = link.actionKey === "bid" && many(trace, "open") === 0;
        if (!sealed || running.reader(call)?.email === link.author) return linkView(link, trace, call);
        const seal = createHash("sha256").update(link.id).update(JSON.stringify(link.data)).digest("hex");
        return linkView({ ...link, author: "sealed", data: { seal } }, trace, call);
      });
      derive(s, running, (trace) => ({
        subject: begun(trace, "subject"),
        bids: many(trace, "bid"),
        opened: many(trace, "open") > 0 ? linksBy(trace, "bid").map(({ data }) => data["euros"] ?? null) : [],
        winner: linksBy(trace, "award")[0]?.data["bid"] ?? null,
      }));
      present(s, (state, trace) => ({ file: state, procedure: { next: [...running.next(trace)] } }));
    },
  },
  // The configuration has two examples, whose numbers are used up with the first two traces.
  "tenders-numbered": {
    title:
      "A tender has a reference of its own, of which the examples have two; a bid of a certain amount wants a bond.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          {
            key: "publish",
            groupLabel: "buyers",
            creates: true,
            examples: [
              { reference: "VAR-2026-301", title: "Snow clearing 2027", code: "906-9", lots: 2 },
              { reference: "VAR-2026-302", title: "School furniture", code: "391-1", lots: 1 },
            ],
          },
          {
            key: "ask",
            groupLabel: "bidders",
            examples: [{ text: "Is salt supplied?" }, { text: "May lots be joined?" }],
          },
          {
            key: "bid",
            groupLabel: "bidders",
            examples: [
              { lot: 1, amount: 48_250.5 },
              { lot: 1, amount: 120_000, bond: "BND004711" },
            ],
          },
          { key: "award", groupLabel: "buyers", examples: [{ to: "B1" }] },
        ],
        people: { ines: { groups: ["buyers"] }, bo: { groups: ["bidders"] } },
        next(done) {
          if (done.includes("award")) return [];
          return ["ask", ...upTo(1, done, "bid"), ...(done.includes("bid") ? ["award"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400, "022": 400, "023": 409 });
      hold(s, running, {
        publish: sheet({
          reference: like("^[A-Z]{3}-20[0-9]{2}-[0-9]{3,6}$"),
          title: str(200),
          code: like("^[0-9]{3}-[0-9]$"),
          lots: int(1, 5),
        }),
        ask: sheet({ text: str(400) }),
        bid: sheet({ lot: int(1, 5), amount: num(1, 1e8), "bond?": like("^BND[0-9]{6}$") }),
        award: sheet({ to: like("^B[0-9]+$") }),
      });
      const published = new Set<Json | undefined>();
      checks(s, running, ({ actionKey, data }) => {
        deny(actionKey === "bid" && amount(data["amount"]) >= 100_000 && data["bond"] === undefined, "022 no bond");
        if (actionKey !== "publish") return;
        deny(published.has(data["reference"]), "023 the reference is in use");
        published.add(data["reference"]);
      });
      present(s, (_, trace) => ({
        tender: { reference: begun(trace, "reference"), title: begun(trace, "title"), bids: many(trace, "bid") },
        revision: trace.links.length,
      }));
    },
  },
  // "who did what before"; "What the state shows may differ from reader to reader".
  "auction-lots": {
    title:
      "A bid is higher than the one before and by somebody else; who leads is told as you or another; five bids end it.",
    why: noTransitions,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: actionsOf("consign of house", "bid of bidders", "withdraw of house", "hammer of house"),
        people: { ines: { groups: ["house", "bidders"] }, rosa: { groups: ["bidders"] } },
        next(done) {
          if (done.includes("withdraw") || done.includes("hammer")) return [];
          const bids = often(done, "bid");
          return [...(bids < 5 ? ["bid"] : []), bids > 0 ? "hammer" : "withdraw"];
        },
        nextActions: inState,
      });
      checkForms(s, running, {
        consign: sheet({ lot: text80, reserve: int(10, 500) }),
        bid: sheet({ amount: int(1, 1_000_000) }),
        hammer: sheet({}),
      });
      const highest = (trace: Trace | undefined) => amount(latest(trace, "bid")?.data["amount"]);
      atLast(s, ({ key, data, author }, known) => {
        if (key !== "bid") return;
        if (latest(known, "bid")?.author === author) decline(409, "051 you lead already");
        if (amount(data["amount"]) <= highest(known)) decline(422, "052 the bid is not higher");
      });
      compute(s, (trace) => {
        const sold = keysOf(trace).includes("hammer") && highest(trace) >= amount(begun(trace, "reserve"));
        return { lot: begun(trace, "lot"), bids: often(keysOf(trace), "bid"), highest: highest(trace), sold };
      });
      present(s, (state, trace, call) => {
        const leader = latest(trace, "bid")?.author;
        const who = leader === running.reader(call)?.email ? "you" : "another";
        return { ...state, leader: leader === undefined ? null : who, nextActions: running.byGroup(trace) };
      });
    },
  },
};
