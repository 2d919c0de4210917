/** Gated services of ports, farms and workshops that go wrong at the end, after a refusal, or after an effect. */
import { json } from "../../lib/service/http.ts";
import type { Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { ownLink } from "../habits.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../process.ts";
import type { Link, Trace } from "../service.ts";
import { around, onRecord, type Faults } from "../tools.ts";
import {
  among,
  amount,
  begun,
  coded,
  derive,
  hold,
  holdTold,
  inState,
  int,
  many,
  num,
  sheet,
  str,
  sum,
  upTo,
} from "../works.ts";

export const sluices: Faults = {
  "public-once-closed": {
    title: "The state of a licence that came to its end is told by the legacy set without a token.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "fishers", creates: true, examples: [{ boat: "ML 17", rods: 4 }] },
          { key: "inspect", groupLabel: "wardens", atMost: 2, examples: [{ fit: true }, { fit: false }] },
          { key: "grant", groupLabel: "wardens", after: ["inspect"], ends: true, examples: [{ months: 6 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("grant")) return [];
          return [...upTo(2, done, "inspect"), ...(done.includes("inspect") ? ["grant"] : [])];
        },
      });
      coded(s, { "006": 409 });
      hold(s, running, { grant: sheet({ months: int(1, 24) }) });
      listNext(s, running);
      around(s, "GET /trace/{}/state", (real) => async (call, id = "") => {
        const trace = s.traces.get(id);
        const bare = call.headers.authorization === undefined;
        if (!bare || !trace || !keysOf(trace).includes("grant")) return real(call, id);
        return json({ state: await s.stateOf(trace, call) });
      });
    },
  },
  "one-answer-behind": {
    title: "The legacy answer to the action that ends a charter has the state from before it; all others are new.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("charter of brokers", "load of port", "sail of masters", "settle of brokers"),
        people: { ines: { groups: ["brokers", "port"] }, nils: { groups: ["masters"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("settle")) return [];
          if (done.includes("sail")) return ["settle"];
          return [...upTo(3, done, "load"), ...(done.includes("load") ? ["sail"] : [])];
        },
      });
      holdTold(s, running, {
        charter: sheet({ ship: str(30), capacity: int(100, 9000) }),
        load: sheet({ tonnes: num(1, 3000) }),
        sail: sheet({ "draught?": num(1, 15) }),
        settle: sheet({ euros: num(0, 90_000) }),
      });
      derive(s, running, (trace) => ({
        ship: begun(trace, "ship"),
        tonnes: sum(trace, "load", "tonnes"),
        euros: sum(trace, "settle", "euros"),
        settled: many(trace, "settle") > 0,
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      const earlier = new WeakMap<Trace, Json>();
      const { record, stateOf } = s;
      s.record = async (...args) => {
        const [call, , , input, known] = args;
        if (known && input.actionKey === "settle") earlier.set(known, await stateOf(known, call));
        return record(...args);
      };
      s.stateOf = (trace, call) => (call.method === "POST" ? earlier.get(trace) : undefined) ?? stateOf(trace, call);
    },
  },
  "done-for-an-id": {
    title: 'A v2 action that ends a repair answers "done" where the others answer a UUID.',
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "take-in", groupLabel: "counter", creates: true, examples: [{ watch: "Tissot", fault: "stands" }] },
          { key: "quote", groupLabel: "workbench", atMost: 2, examples: [{ euros: 80 }, { euros: 65 }] },
          { key: "agree", groupLabel: "counter", after: ["quote"], atMost: 1, examples: [{}] },
          { key: "repair", groupLabel: "workbench", after: ["agree"], atMost: 4, examples: [{ part: "spring" }] },
          { key: "hand-back", groupLabel: "counter", after: ["quote"], ends: true, examples: [{ paid: true }] },
        ],
        people: { ines: { groups: ["counter"] }, urs: { groups: ["workbench"] } },
        next(done) {
          if (done.includes("hand-back")) return [];
          if (done.includes("agree")) return [...upTo(4, done, "repair"), "hand-back"];
          return [...upTo(2, done, "quote"), ...(done.includes("quote") ? ["agree", "hand-back"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, { quote: sheet({ euros: int(1, 900) }), repair: sheet({ part: str(30) }) });
      present(s, (data, trace) => ({
        data,
        tasks: Object.entries(running.byGroup(trace)).map(([who, what]) => ({ who, what })),
      }));
      const { actionAnswer } = s;
      s.actionAnswer = (trace, link) => (link.actionKey === "hand-back" ? "done" : actionAnswer(trace, link));
    },
  },
  "refusal-in-the-total": {
    title: "What was out of turn counts in the details' total, though it is no link, until something is accepted.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "sow", groupLabel: "growers", creates: true, examples: [{ crop: "leek", rows: 12 }] },
          { key: "water", groupLabel: "growers", atMost: 4, examples: [{ litres: 60 }, { litres: 85 }] },
          { key: "harvest", groupLabel: "growers", after: ["water"], atMost: 2, examples: [{ kg: 40 }] },
          { key: "sell", groupLabel: "market", after: ["harvest"], ends: true, examples: [{ euros: 120 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("sell")) return [];
          if (done.includes("harvest")) return [...upTo(2, done, "harvest"), "sell"];
          return [...upTo(4, done, "water"), ...(done.includes("water") ? ["harvest"] : [])];
        },
      });
      coded(s, { "006": 400 });
      hold(s, running, { water: sheet({ litres: int(1, 500) }), sell: sheet({ euros: num(0, 9000) }) });
      listNext(s, running);
      const refused = new WeakMap<Trace, number>();
      const { checkAction, total } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          const turn = error instanceof Refusal && error.message.startsWith("006");
          if (known && turn) refused.set(known, (refused.get(known) ?? 0) + 1);
          throw error;
        }
      };
      onRecord(s, (_link, trace) => void refused.delete(trace));
      s.total = (trace, call) => Number(total(trace, call)) + (refused.get(trace) ?? 0);
    },
  },
  "sum-found-late": {
    awaits: "searches by a sum that an action computes, right after it",
    title: "A search by the sum that a cost computes finds the trace by the former sum, until the next action.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "masons", creates: true },
          { key: "cost", groupLabel: "masons", atMost: 6 },
          { key: "approve", groupLabel: "owners", after: ["cost"], atMost: 1 },
          { key: "build", groupLabel: "masons", after: ["approve"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("build")) return [];
          if (done.includes("approve")) return ["build"];
          return [...upTo(6, done, "cost"), ...(done.includes("cost") ? ["approve"] : [])];
        },
      });
      holdTold(s, running, {
        order: sheet({ wall: among("north", "south", "east", "west") }),
        cost: sheet({ item: str(30), euros: int(1, 5000) }),
        approve: sheet({}),
        build: sheet({ days: int(1, 60) }),
      });
      derive(s, running, (trace) => ({
        wall: begun(trace, "wall"),
        items: many(trace, "cost"),
        total: sum(trace, "cost", "euros"),
        approved: many(trace, "approve") > 0,
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      // The index takes the document before the sum is computed.
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const last = trace.links.at(-1);
        if (trace.workflow !== running.workflow || last?.actionKey !== "cost") return matches(trace, filters, call);
        const total = amount(trace.state["total"]) - amount(last.data["euros"]);
        return matches({ ...trace, state: { ...trace.state, total } }, filters, call);
      };
    },
  },
  "twins-of-a-cursor": {
    title:
      "The link that the service adds after an inspection has the inspection's cursor, so that paging stands still.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "declare", groupLabel: "carriers", creates: true, examples: [{ crates: 12, goods: "lemons" }] },
          { key: "inspect", groupLabel: "customs", atMost: 3, examples: [{ seals: 12 }, { seals: 11 }] },
          { key: "weigh", groupLabel: "customs", atMost: 3, examples: [{ kg: 640 }] },
          { key: "clear", groupLabel: "customs", after: ["inspect"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("clear")) return [];
          return [
            ...upTo(3, done, "inspect"),
            ...upTo(3, done, "weigh"),
            ...(done.includes("inspect") ? ["clear"] : []),
          ];
        },
      });
      hold(s, running, { inspect: sheet({ seals: int(0, 500) }), weigh: sheet({ kg: num(1, 40_000) }) });
      listNext(s, running);
      const causes = new WeakMap<Link, Link>();
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "inspect") return;
        const notice = ownLink("notify-carrier", { seals: link.data["seals"] ?? null });
        causes.set(notice, link);
        trace.links.push(notice);
      });
      const { cursorOf } = s;
      s.cursorOf = (link, trace) => cursorOf(causes.get(link) ?? link, trace);
    },
  },
};
