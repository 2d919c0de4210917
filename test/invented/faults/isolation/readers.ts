/** What one group or reader sees that is meant for another, or no longer true. */
import type { User } from "../../../lib/service/domain.ts";
import type { Call } from "../../../lib/service/http.ts";
import type { Json, JsonObject } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { groupsOfReader, listFor } from "../../changes/people.ts";
import { groupOf } from "../../duties.ts";
import { actionsOf, follow, listNext, people, present, trade, trades } from "../../process.ts";
import { chargingDesk } from "../../processes/desks.ts";
import type { Link, Service, Trace } from "../../service.ts";
import { aroundStep, beforehand, changeResult, after, type Faults, onRecord } from "../../tools.ts";
import { amount, begun, linksBy, many, upTo } from "../../counts.ts";
import { derive, inState } from "../../rules.ts";
import { among, hold, int, num, sheet, str } from "../../sheets.ts";

export const readers: Faults = {
  "seen-by-the-last": {
    title: "The v2 state is kept for whoever comes next: after a vet has read it, reception reads the diagnosis there.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "check-in", groupLabel: "reception", creates: true, examples: [{ animal: "cat", kilos: 4.2 }] },
          { key: "diagnose", groupLabel: "vets", atMost: 4, examples: [{ finding: "lame" }, { finding: "asthma" }] },
          { key: "bill", groupLabel: "reception", after: ["diagnose"], atMost: 2, examples: [{ euros: 62 }] },
          { key: "check-out", groupLabel: "reception", after: ["bill"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["reception"] }, vito: { groups: ["vets"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("check-out")) return [];
          const bill = done.includes("diagnose") ? upTo(2, done, "bill") : [];
          return [...upTo(4, done, "diagnose"), ...bill, ...(done.includes("bill") ? ["check-out"] : [])];
        },
      });
      hold(s, running, {
        "check-in": sheet({ animal: str(20), kilos: num(0.01, 900) }),
        diagnose: sheet({ finding: str(60) }),
        bill: sheet({ euros: num(1, 5000) }),
      });
      const isVet = (call: Call): boolean => {
        const user = running.reader(call);
        return user !== undefined && running.groupsOf(user).includes("vets");
      };
      const { linkView, matches } = s;
      s.linkView = (link, trace, call) =>
        linkView(link.actionKey === "diagnose" && !isVet(call) ? { ...link, data: {} } : link, trace, call);
      const seen = (state: JsonObject, call: Call): JsonObject =>
        isVet(call) ? state : Object.fromEntries(Object.entries(state).filter(([name]) => name !== "finding"));
      s.matches = (trace, filters, call) => matches({ ...trace, state: seen(trace.state, call) }, filters, call);
      const kept = new WeakMap<Trace, { links: number; state: JsonObject }>();
      present(s, (data, trace, call) => {
        const fresh = { ...seen(data, call), nextActions: running.byGroup(trace) };
        if (call.face === "legacy") return fresh;
        const known = kept.get(trace);
        if (known?.links === trace.links.length) return known.state;
        kept.set(trace, { links: trace.links.length, state: fresh });
        return fresh;
      });
    },
  },
  "state-of-ones-own-group": {
    title:
      "The legacy state is that from before the other group acted, until one's own group acts; v2 shows the new one.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "sow", groupLabel: "growers", creates: true, examples: [{ crop: "Leek", rows: 12 }] },
          { key: "spray", groupLabel: "growers", atMost: 3, examples: [{ litres: 8.5 }] },
          { key: "inspect", groupLabel: "auditors", atMost: 4, examples: [{ residue: 0.02 }, { residue: 0 }] },
          { key: "harvest", groupLabel: "growers", after: ["inspect"], atMost: 2, examples: [{ kg: 640 }] },
          { key: "certify", groupLabel: "auditors", after: ["harvest"], ends: true, examples: [{ class: "I" }] },
        ],
        people: { ines: { groups: ["growers"] }, bo: { groups: ["auditors"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("certify")) return [];
          const harvest = done.includes("inspect") ? upTo(2, done, "harvest") : [];
          const certify = done.includes("harvest") ? ["certify"] : [];
          return [...upTo(3, done, "spray"), ...upTo(4, done, "inspect"), ...harvest, ...certify];
        },
      });
      hold(s, running, {
        sow: sheet({ crop: str(20), rows: int(1, 200) }),
        spray: sheet({ litres: num(0.1, 200) }),
        inspect: sheet({ residue: num(0, 5) }),
        harvest: sheet({ kg: num(1, 9000) }),
        certify: sheet({ class: among("I", "II") }),
      });
      derive(s, running, (trace) => ({
        crop: begun(trace, "crop"),
        sprayed: linksBy(trace, "spray").reduce((all, { data }) => all + amount(data["litres"]), 0),
        residue: linksBy(trace, "inspect").at(-1)?.data["residue"] ?? null,
        harvests: many(trace, "harvest"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      const kept = new Map<string, { seen: number; state: Awaited<ReturnType<typeof s.stateOf>> }>();
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        if (call.method === "POST" || call.face === "v2") return stateOf(trace, call);
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        const acted = trace.links.filter(({ groupLabel }) => groups.includes(groupLabel)).length;
        const key = `${trace.id} ${groups.join()}`;
        const known = kept.get(key);
        if (known?.seen === acted) return known.state;
        const state = await stateOf(trace, call);
        kept.set(key, { seen: acted, state });
        return state;
      };
    },
  },
  "stale-state-for-colleagues": {
    title: "The legacy state that another user of the organization reads is that of before the last action.",
    apply(s) {
      const { reader } = follow(s, {
        ...chargingDesk,
        people: { ines: { groups: ["desk"] }, wim: { groups: ["desk"] } },
      });
      const former = new WeakMap<Trace, JsonObject>();
      beforehand(s, "record", (_call, _user, _workflow, _input, known) => {
        if (known) former.set(known, known.state);
      });
      present(s, (state, trace, call) =>
        call.face === "legacy" && reader(call)?.email.startsWith("wim") ? (former.get(trace) ?? state) : state,
      );
    },
  },
  "cut-before-hiding": {
    // "`first` and `last` are the numbers of links to retrieve from the start or the end".
    title:
      "Amendments are for sales alone; other groups get pages cut first and cleared of them after, with too few links.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      const sees = (call: Call) => (link: Link) => {
        const user = running.reader(call);
        return link.actionKey !== "amend" || (user !== undefined && running.groupsOf(user).includes("sales"));
      };
      changeResult(s, "page", (cut, _links, _args, _trace, call) => ({ ...cut, items: cut.items.filter(sees(call)) }));
      s.total = (trace, call) => trace.links.filter(sees(call)).length;
    },
  },
  "one-view-for-all-in-legacy": {
    title:
      "The state shows each reader what his groups may do; the legacy set keeps it until the next action, for all.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        return { data, mine: groups.flatMap((group) => running.byGroup(trace)[group] ?? []) };
      });
      const kept = new WeakMap<Trace, { links: number; state: Json }>();
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        if (call.face === "v2" || call.method !== "GET") return stateOf(trace, call);
        const known = kept.get(trace);
        if (known?.links === trace.links.length) return known.state;
        const state = await stateOf(trace, call);
        kept.set(trace, { links: trace.links.length, state });
        return state;
      });
    },
  },
  "view-of-the-former-reader": {
    title: "v2 keeps the state that one reader saw until the next action, and shows it to readers of other groups.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      listFor(s, running, (_trace, call) => groupsOfReader(running, call));
      const views = new Map<string, Awaited<ReturnType<Service["stateOf"]>>>();
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        if (call.face === "legacy") return stateOf(trace, call);
        const key = `${trace.id} ${String(trace.links.length)}`;
        const view = views.get(key) ?? (await stateOf(trace, call));
        views.set(key, view);
        return view;
      });
    },
  },
  "hidden-from-v2-alone": {
    title: "Before it is a group's turn, a trace is unknown to it in v2, and read and found by it in the legacy set.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      listNext(s, running);
      const sees = (trace: Trace, call: Call): boolean => {
        const groups = groupsOfReader(running, call);
        const acted = trace.links.flatMap(({ actionKey }) => trades.filter(({ key }) => key === actionKey));
        const involved = [...acted.map(({ groupLabel }) => groupLabel), ...Object.keys(running.byGroup(trace))];
        return call.face === "legacy" || involved.some((group) => groups.includes(group));
      };
      after(s, "findTrace", (trace, _user, _id, call) => {
        if (!sees(trace, call)) throw new Refusal("missing", "no such trace");
      });
      changeResult(s, "search", (found, _workflow, _filters, call) =>
        found.filter((id) => {
          const trace = s.traces.get(id);
          return trace !== undefined && sees(trace, call);
        }),
      );
    },
  },
  "cut-then-hidden": {
    title: "Who may not see the consuls' remarks on a visa gets pages with fewer links than asked, though more follow.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "desk", creates: true, examples: [{ nationality: "NZ", days: 30 }] },
          { key: "paper", groupLabel: "desk", atMost: 5, examples: [{ kind: "bank" }, { kind: "flight" }] },
          { key: "remark", groupLabel: "consuls", atMost: 5, examples: [{ text: "call the host" }] },
          { key: "decide", groupLabel: "consuls", after: ["paper"], ends: true, examples: [{ granted: true }] },
        ],
        people: { ines: { groups: ["desk"] }, olga: { groups: ["consuls"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("decide")) return [];
          const decide = done.includes("paper") ? ["decide"] : [];
          return [...upTo(5, done, "paper"), ...upTo(5, done, "remark"), ...decide];
        },
      });
      changeResult(s, "page", (cut, _links, _args, _trace, call) => {
        const user = running.reader(call);
        if (!user || running.groupsOf(user).includes("consuls")) return cut;
        return { ...cut, items: cut.items.filter(({ actionKey }) => actionKey !== "remark") };
      });
      listNext(s, running);
    },
  },
  "state-per-group": {
    title: "What a group has read of a bridge's state it reads again until it acts itself, whatever other groups do.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "plan of engineers",
          "load-test of engineers",
          "approve of authority",
          "object of authority",
          "open of authority",
        ),
        people: { ines: { groups: ["engineers"] }, olaf: { groups: ["authority"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("open")) return [];
          if (done.includes("approve")) return ["open"];
          return ["load-test", ...(done.includes("load-test") ? ["approve", "object"] : [])];
        },
      });
      listNext(s, running);
      const kept = new WeakMap<Trace, Map<string, Json>>();
      const groupsOf = (user: User | undefined) => (user ? running.groupsOf(user).join() : "");
      onRecord(s, (link, trace) => kept.get(trace)?.delete(groupOf(trace, link)));
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        const group = groupsOf(running.reader(call));
        const states = kept.get(trace) ?? new Map<string, Json>();
        const state = states.get(group) ?? structuredClone(await stateOf(trace, call));
        kept.set(trace, states.set(group, state));
        return state;
      });
    },
  },
};
