/** Gated services of shops, washes, courts, ferries, workshops, wards, driving schools and mills, with plain mistakes. */
import { isObject, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { follow, keysOf, listNext, present } from "../process.ts";
import { type Faults } from "../tools.ts";
import { among, amount, begun, checks, derive, deny, hold, holdTold, inState, int, many, often } from "../works.ts";
import { num, sheet, str, sum, upTo } from "../works.ts";

const byTurn = (error: unknown): boolean => error instanceof Refusal && error.message.startsWith("006");

export const pulleys: Faults = {
  "sale-rung-twice": {
    title: "The legacy answer to a sale shows takings that hold it twice; whoever reads the state sees it once.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open-till", groupLabel: "cashiers", creates: true },
          { key: "sale", groupLabel: "cashiers", atMost: 6 },
          { key: "cash-up", groupLabel: "managers", after: ["sale"], ends: true },
        ],
        people: { ines: { groups: ["cashiers"] }, dora: { groups: ["managers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("cash-up")) return [];
          return [...upTo(6, done, "sale"), ...(done.includes("sale") ? ["cash-up"] : [])];
        },
      });
      holdTold(s, running, {
        "open-till": sheet({ float: int(50, 500) }),
        sale: sheet({ cents: int(10, 90_000), "card?": { type: "boolean" } }),
        "cash-up": sheet({ counted: int(0, 900_000) }),
      });
      derive(s, running, (trace) => ({
        float: begun(trace, "float"),
        sales: many(trace, "sale"),
        takings: sum(trace, "sale", "cents"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        const state = await stateOf(trace, call);
        const last = trace.links.at(-1);
        if (call.method !== "POST" || last?.actionKey !== "sale" || !isObject(state)) return state;
        return { ...state, takings: amount(state["takings"]) + amount(last.data["cents"]) };
      };
    },
  },
  "washed-anyway": {
    title: "What is refused at a car wash because it is not its turn is in the state from then on, but in no link.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "drive-in", groupLabel: "wash", creates: true },
          { key: "foam", groupLabel: "wash", atMost: 2 },
          { key: "rinse", groupLabel: "wash", after: ["foam"], atMost: 2 },
          { key: "drive-out", groupLabel: "wash", after: ["rinse"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("drive-out")) return [];
          const rinse = done.includes("foam") ? upTo(2, done, "rinse") : [];
          return [...upTo(2, done, "foam"), ...rinse, ...(done.includes("rinse") ? ["drive-out"] : [])];
        },
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known && byTurn(error)) known.state = s.merge(known, input.data ?? {}, call);
          throw error;
        }
      };
      listNext(s, running);
    },
  },
  "filed-after-judgment": {
    title: "A case that was judged takes further filings by the v2 set: only the legacy one asks whether it has ended.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "sue", groupLabel: "parties", creates: true, examples: [{ claim: 1200 }] },
          { key: "file", groupLabel: "parties", examples: [{ pages: 3 }, { pages: 41 }] },
          { key: "judge", groupLabel: "court", after: ["file"], ends: true, examples: [{ granted: 800 }] },
        ],
        people: { ines: { groups: ["parties"] }, judith: { groups: ["court"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("judge")) return [];
          return ["file", ...(done.includes("file") ? ["judge"] : [])];
        },
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          const over = known !== undefined && keysOf(known).includes("judge");
          if (!over || !byTurn(error) || call.face === "legacy" || input.actionKey !== "file") throw error;
          return running.workflow;
        }
      };
      hold(s, running, {
        sue: sheet({ claim: num(1, 90_000) }),
        file: sheet({ pages: int(1, 900) }),
        judge: sheet({ granted: num(0, 90_000) }),
      });
      listNext(s, running);
    },
  },
  "stowaways-counted": {
    title: "The total of a ferry's links counts the actions that were refused as well.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "schedule", groupLabel: "port", creates: true },
          { key: "board", groupLabel: "port", atMost: 5 },
          { key: "cast-off", groupLabel: "port", after: ["board"], atMost: 1 },
          { key: "moor", groupLabel: "port", after: ["cast-off"], ends: true },
        ],
        next(done) {
          if (done.includes("moor")) return [];
          if (done.includes("cast-off")) return ["moor"];
          return [...upTo(5, done, "board"), ...(done.includes("board") ? ["cast-off"] : [])];
        },
      });
      const refused = new Map<string, number>();
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known && byTurn(error)) refused.set(known.id, (refused.get(known.id) ?? 0) + 1);
          throw error;
        }
      };
      s.total = (trace) => trace.links.length + (refused.get(trace.id) ?? 0);
      present(s, (crossing, trace) => ({
        crossing,
        deck: { aboard: many(trace, "board"), next: [...running.next(trace)] },
      }));
    },
  },
  "archived-too-soon": {
    title:
      "Once a bicycle was handed back, its legacy state is what it was before: what was said at the end is missing.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "bring-in", groupLabel: "workshop", creates: true },
          { key: "repair", groupLabel: "workshop", atMost: 4 },
          { key: "hand-back", groupLabel: "workshop", after: ["repair"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("hand-back")) return [];
          return [...upTo(4, done, "repair"), ...(done.includes("repair") ? ["hand-back"] : [])];
        },
      });
      const archive = new Map<string, JsonObject>();
      const { record } = s;
      s.record = async (...args) => {
        const [, , , { actionKey }, known] = args;
        if (known && actionKey === "hand-back") archive.set(known.id, known.state);
        return record(...args);
      };
      present(s, (state, trace, call) => ({
        data: (call.face === "legacy" && call.method === "GET" ? archive.get(trace.id) : undefined) ?? state,
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "badge-by-word": {
    title: "Who names the group of an action in the request is taken for one of it: a porter discharges patients.",
    choice: "What makes a user one of a group, and whether others may do its actions, is not shown; both sets take it.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "admit", groupLabel: "reception", creates: true, examples: [{ ward: "3A", bed: 12 }] },
          { key: "move", groupLabel: "porters", atMost: 4, examples: [{ ward: "ICU" }, { ward: "3B" }] },
          { key: "treat", groupLabel: "physicians", atMost: 4, examples: [{ text: "saline" }] },
          { key: "discharge", groupLabel: "physicians", after: ["treat"], ends: true, examples: [{ home: true }] },
        ],
        people: {
          ines: { groups: ["reception", "porters"] },
          maya: { groups: ["physicians"] },
        },
        nextActions: inState,
        next(done) {
          if (done.includes("discharge")) return [];
          const discharge = done.includes("treat") ? ["discharge"] : [];
          return [...upTo(4, done, "move"), ...upTo(4, done, "treat"), ...discharge];
        },
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const named = s.users.find(
          (one) => one.organization === user.organization && running.groupsOf(one).includes(input.groupLabel ?? ""),
        );
        return checkAction(
          user.organization === running.workflow.organization ? (named ?? user) : user,
          input,
          known,
          call,
        );
      };
      hold(s, running, {
        admit: sheet({ ward: str(6), bed: int(1, 60) }),
        move: sheet({ ward: str(6) }),
        treat: sheet({ text: str(90) }),
        discharge: sheet({ home: { type: "boolean" } }),
      });
      listNext(s, running);
    },
  },
  "pupil-before": {
    title:
      "The exams of a pupil count together with those of the one enrolled before: what the state lists is refused.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "enrol", groupLabel: "school", creates: true, examples: [{ licence: "B", age: 19 }] },
          { key: "lesson", groupLabel: "school", atMost: 5, examples: [{ minutes: 45 }, { minutes: 90 }] },
          { key: "exam", groupLabel: "school", after: ["lesson"], atMost: 2, examples: [{ faults: 1 }, { faults: 9 }] },
          { key: "graduate", groupLabel: "school", after: ["exam"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("graduate")) return [];
          const exam = done.includes("lesson") ? upTo(2, done, "exam") : [];
          return [...upTo(5, done, "lesson"), ...exam, ...(done.includes("exam") ? ["graduate"] : [])];
        },
      });
      hold(s, running, {
        enrol: sheet({ licence: among("A", "B", "C"), age: int(17, 99) }),
        lesson: sheet({ minutes: int(30, 180) }),
        exam: sheet({ faults: int(0, 40) }),
      });
      checks(s, running, ({ actionKey }, known) => {
        if (!known) return;
        const all = [...s.traces.values()];
        const former = all[all.indexOf(known) - 1];
        const sat = many(known, "exam") + many(former, "exam");
        deny(actionKey === "exam" && sat >= 2, "006 no more than two exams");
      });
      listNext(s, running);
    },
  },
  "order-of-yesterday": {
    title:
      "The v2 state of a paper mill's order lists what might have come before the last action, not what may come now.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "sales", creates: true },
          { key: "pulp", groupLabel: "mill", after: ["order"], atMost: 1 },
          { key: "roll", groupLabel: "mill", after: ["pulp"], atMost: 3 },
          { key: "ship", groupLabel: "sales", after: ["roll"], ends: true },
        ],
        people: { ines: { groups: ["sales"] }, milo: { groups: ["mill"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("ship")) return [];
          if (!done.includes("pulp")) return ["pulp"];
          return [...upTo(3, done, "roll"), ...(often(done, "roll") > 0 ? ["ship"] : [])];
        },
      });
      holdTold(s, running, {
        order: sheet({ grammage: int(60, 350), reams: int(1, 500) }),
        pulp: sheet({ recycled: num(0, 100) }),
        roll: sheet({ metres: int(100, 9000) }),
      });
      present(s, (data, trace, call) => {
        const stale = call.face === "v2" && trace.links.length > 1;
        return { data, nextActions: running.byGroup(stale ? { ...trace, links: trace.links.slice(0, -1) } : trace) };
      });
    },
  },
};
