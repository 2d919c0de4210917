/** Offers and counter-offers by turns. */
import { oneWriter } from "../../habits.ts";
import { noTransitions, ofTheDeployment, ofTheWorkflow } from "../../left-open.ts";
import { actionsOf, follow, keysOf, present } from "../../process.ts";
import type { Trace } from "../../service.ts";
import type { Variants } from "../../tools.ts";
import { amount, begun, linksBy, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { hold, num, sheet, str } from "../../sheets.ts";

export const bargaining: Variants = {
  haggling: {
    title:
      "Seller and buyer offer by turns; who did not offer last may accept; after six offers one can only break off.",
    why: `${ofTheWorkflow} A rule may ask who did what before.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "offer of sellers",
          "counter of buyers",
          "lower of sellers",
          "agree of sellers",
          "accept of buyers",
          "break off of buyers",
        ),
        next(done) {
          const last = done.at(-1) ?? "";
          if (["agree", "accept", "break off"].includes(last)) return [];
          if (done.length >= 6) return ["break off"];
          return last === "counter" ? ["lower", "agree"] : ["counter", "accept", "break off"];
        },
        people: { ines: { groups: ["sellers"] }, wim: { groups: ["buyers"] } },
      });
      present(s, (data, trace) => {
        const turn = Object.keys(running.byGroup(trace))[0] ?? null;
        return { terms: data, turn, offers: Math.min(trace.links.length, 6) };
      });
    },
  },
  bargaining: {
    title:
      "Offers and counter-offers by turns of two people, six at most; one action at a time; tokens of five seconds.",
    why: ofTheDeployment,
    apply(s) {
      s.tokenSeconds = 5;
      const { next, workflow } = follow(s, {
        actions: actionsOf(
          "offer of sellers",
          "counter of buyers",
          "improve of sellers",
          "accept of buyers",
          "leave of sellers",
        ),
        next: (done) => {
          const last = done.at(-1) ?? "";
          if (["accept", "leave"].includes(last)) return [];
          const more = done.length < 6;
          return last === "counter"
            ? [...(more ? ["improve"] : []), "leave"]
            : [...(more ? ["counter"] : []), "accept"];
        },
        people: { ines: { groups: ["sellers"] }, wim: { groups: ["buyers"] } },
      });
      present(s, (data, trace) => ({
        ...data,
        turn: workflow.actions
          .filter(({ key }) => next(trace).includes(key))
          .map(({ key, groupLabel }) => `${groupLabel}:${key}`),
      }));
      oneWriter(s);
    },
  },
  // The range of a number depends on what both sides said before; whose turn it is decides what may come next.
  "price-talks": {
    title: "A bid has to be above the last bid and below the last ask, an ask the like, and they take turns.",
    why: noTransitions,
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
};
