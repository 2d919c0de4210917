/** Lists of the actions that may come next, which do not say what is accepted. */
import { type Json, type JsonObject, sameJson } from "../../../lib/service/json.ts";
import { groupsOfReader, listFor } from "../../changes/people.ts";
import { actionsOf, follow, keysOf, listNext, people, present, refuse, trade, trades } from "../../process.ts";
import { desk } from "../../processes/desks.ts";
import { honestTrade } from "../../processes/trade.ts";
import type { Service, Trace } from "../../service.ts";
import { after, type Faults, onRecord } from "../../tools.ts";
import { rentOut } from "../../processes/rentals.ts";
import { begun, many, often, upTo } from "../../counts.ts";
import { coded, derive, inState } from "../../rules.ts";
import { among, holdTold, int, num, sheet, str } from "../../sheets.ts";

/** A process whose state lists what might come before the last action, as long as so much time after it says so. */
function listOldOnes(s: Service, isOld: (sinceMs: number) => boolean): void {
  const running = follow(s, {
    actions: actionsOf("open of clerks", "check of clerks", "close of clerks", "note of clerks"),
    nextActions: inState,
    next(done) {
      if (done.includes("close")) return ["note"];
      return done.includes("check") ? ["close", "note"] : ["check", "note"];
    },
  });
  const kept = new WeakMap<Trace, { readonly old: Json; readonly now: Json; readonly at: number }>();
  onRecord(s, (_link, trace) => {
    const now = running.byGroup(trace);
    kept.set(trace, { old: kept.get(trace)?.now ?? now, now, at: Date.now() });
  });
  present(s, (data, trace) => {
    const { old = {}, now = {}, at = 0 } = kept.get(trace) ?? {};
    return { data, nextActions: isOld(Date.now() - at) ? old : now };
  });
}

export const listedActions: Faults = {
  // "Retrieve trace state": what it lists is no longer so, and what is taken shows it
  "old-list-comes-back": {
    title: "From a second after an action on, the state lists again what might come before it; what is taken is right.",
    apply(s) {
      listOldOnes(s, (sinceMs) => sinceMs > 1000);
    },
  },
  "list-lags-behind": {
    title: "For two seconds after an action the state lists what might come before it; what is taken is right at once.",
    apply(s) {
      listOldOnes(s, (sinceMs) => sinceMs < 2000);
    },
  },
  // "A trace has a state": one, whichever set reads it.
  "list-kept-in-legacy": {
    title: "The legacy state has the data of now, beside a list of what may come that is kept for two seconds.",
    apply(s) {
      const { byGroup } = follow(s, { actions: trades, next: trade });
      const kept = new WeakMap<Trace, { list: JsonObject; at: number }>();
      present(s, (data, trace, call) => {
        const known = kept.get(trace);
        if (call.face === "legacy" && known && known.at > Date.now() - 2000) return { data, nextActions: known.list };
        const list = structuredClone(byGroup(trace));
        kept.set(trace, { list, at: Date.now() });
        return { data, nextActions: list };
      });
    },
  },
  // The state says what may come next, and the service refuses it.
  "closed-in-v2-still-listed": {
    title: "A trace that was closed through v2 lists what came before for good; all of it is refused.",
    apply(s) {
      const faces = new WeakMap<Trace, string>();
      const { byGroup } = follow(s, desk);
      after(s, "record", (recorded, call) => {
        if (recorded.link.actionKey === "close") faces.set(recorded.trace, call.face);
      });
      present(s, (data, trace) => ({
        data,
        nextActions: faces.get(trace) === "v2" ? { desk: ["note", "close"] } : byGroup(trace),
      }));
    },
  },
  // What the state lists is refused because of another trace.
  "gate-of-another-trace": {
    title: "Whether an action may come is asked of the trace that was changed last; the list is of the right one.",
    apply(s) {
      let last: Trace | undefined;
      const running = follow(s, { ...desk, next: (done) => (done.includes("close") ? [] : ["note", "close"]) });
      listNext(s, running);
      onRecord(s, (_link, trace) => {
        last = trace;
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => checkAction(user, input, known && (last ?? known), call);
    },
  },
  // The state says to a reader that he may do what is refused to him.
  "list-of-the-last-reader": {
    title: "The state lists what the reader may do, and is kept for a second for whoever reads the trace next.",
    apply(s) {
      const { byGroup, reader, groupsOf } = follow(s, { actions: trades, next: trade, people });
      const kept = new WeakMap<Trace, { todo: string[]; at: number; links: number }>();
      present(s, (data, trace, call) => {
        const known = kept.get(trace);
        const fresh = known && known.at > Date.now() - 1000 && known.links === trace.links.length;
        if (fresh) return { data, todo: known.todo };
        const user = reader(call);
        const todo = (user ? groupsOf(user) : []).flatMap((group) => byGroup(trace)[group] ?? []);
        kept.set(trace, { todo, at: Date.now(), links: trace.links.length });
        return { data, todo };
      });
    },
  },
  "next-stale-in-v2": {
    title: "The list of the v2 state is that of before the last action; the legacy state has the one of now.",
    apply(s) {
      const { byGroup } = honestTrade(s);
      present(s, (data, trace, call) => ({
        data,
        nextActions: byGroup(call.face === "v2" ? { ...trace, links: trace.links.slice(0, -1) } : trace),
      }));
    },
  },
  "left-out-and-refused-by-turns": {
    title: "The list leaves out that an order may be amended, and every other amendment is refused.",
    apply(s) {
      const { byGroup } = honestTrade(s);
      present(s, (data, trace) => ({ data, nextActions: { ...byGroup(trace), sales: [] } }));
      let turn = 0;
      after(s, "checkAction", (_workflow, _user, input) => {
        if (input.actionKey === "amend") refuse((turn += 1) % 2 === 0, "006 action not allowed now");
      });
    },
  },
  "listed-and-refused-with-files": {
    title: "A shipment that the list names is refused where it brings files.",
    apply(s) {
      honestTrade(s);
      after(s, "checkAction", (_workflow, _user, input) => {
        refuse(input.actionKey === "ship" && input.files.length > 0, "006 action not allowed now");
      });
    },
  },
  "next-of-another-trace": {
    title: "What may come next is kept once for the workflow: the list shows that of the trace that was changed last.",
    apply(s) {
      const { byGroup } = honestTrade(s);
      let last: Trace | undefined;
      after(s, "record", (recorded) => {
        last = recorded.trace;
      });
      present(s, (data, trace) => ({ data, nextActions: byGroup(last ?? trace) }));
    },
  },
  "end-shown-in-one-set": {
    title: "The legacy state of a paid order lists what might come before the payment; both sets refuse it.",
    apply(s) {
      const { byGroup } = honestTrade(s);
      present(s, (data, trace, call) => {
        const stale = call.face === "legacy" && keysOf(trace).at(-1) === "pay";
        return { data, nextActions: byGroup(stale ? { ...trace, links: trace.links.slice(0, -1) } : trace) };
      });
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
  "list-of-the-last-actor": {
    title: "v2 lists what the reader may do next, legacy what whoever acted last may do.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      listFor(s, running, (trace, call) => {
        if (call.face === "v2") return groupsOfReader(running, call);
        const actor = s.users.find(({ email }) => email === trace.links.at(-1)?.author);
        return actor ? running.groupsOf(actor) : [];
      });
    },
  },
  "prolonged-for-ever": {
    title: "After two prolongations the state still lists one, which is refused as what it does not list.",
    apply: (s) => void rentOut(s, { listsTooMuch: true }),
  },
  "first-round-again": {
    title: "From the second review on, the legacy state lists what was next in the first round, the v2 state what is.",
    apply(s) {
      const stage = (trace: Trace): string[] => {
        const last = trace.links.at(-1);
        const done = keysOf(trace);
        if (last?.actionKey === "publish" || last?.actionKey === "reject") return [];
        if (last?.actionKey !== "review") return ["review", "reject"];
        return sameJson(last.data["verdict"] ?? null, "accept")
          ? ["publish"]
          : [...upTo(4, done, "resubmit"), "reject"];
      };
      const running = follow(s, {
        actions: actionsOf(
          "submit of authors",
          "review of editors",
          "resubmit of authors",
          "publish of editors",
          "reject of editors",
        ),
        people: { ines: { groups: ["authors"] }, edda: { groups: ["editors"] } },
        nextActions: { path: ["manuscript", "next"], by: "group" },
        next: (_done, trace) => stage(trace),
      });
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        submit: sheet({ title: str(120), words: int(100, 90_000) }),
        review: sheet({ verdict: among("accept", "revise"), "remark?": str(300) }),
        resubmit: sheet({ words: int(100, 90_000) }),
      });
      derive(s, running, (trace) => ({ title: begun(trace, "title"), reviews: many(trace, "review") }));
      present(s, (state, trace, call) => {
        const firsts = trace.links.filter(({ actionKey }, at) => keysOf(trace).indexOf(actionKey) === at);
        const seen = call.face === "legacy" ? { ...trace, links: firsts } : trace;
        return { ...state, manuscript: { next: running.byGroup(seen) } };
      });
    },
  },
  "legacy-lists-used-up": {
    title: "The legacy set lists, as what may come next in a tattoo session, also what was done as often as it may be.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "consult", groupLabel: "artists", creates: true },
          { key: "sketch", groupLabel: "artists", atMost: 2 },
          { key: "consent", groupLabel: "desk", atMost: 1 },
          { key: "ink", groupLabel: "artists", after: ["consent"], atMost: 3 },
          { key: "finish", groupLabel: "desk", after: ["ink"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("finish")) return [];
          const used = (key: string, most: number) => (often(done, key) < most ? [key] : []);
          const ink = done.includes("consent") ? used("ink", 3) : [];
          return [...used("sketch", 2), ...used("consent", 1), ...ink, ...(done.includes("ink") ? ["finish"] : [])];
        },
      });
      present(s, (data, trace, call) => {
        const nextActions = running.byGroup(trace);
        const done = keysOf(trace);
        if (call.face === "legacy" && !done.includes("finish")) {
          for (const { key, groupLabel, atMost } of running.workflow.actions) {
            if (atMost === undefined || often(done, key) < atMost) continue;
            nextActions[groupLabel] = [...(nextActions[groupLabel] ?? []), key];
          }
        }
        return { data, nextActions };
      });
    },
  },
};
