/** Processes of carriers, ports and warehouses. */
import { createHash } from "node:crypto";
import { isUuid, type Json, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { isIn } from "../../changes/traces.ts";
import { declining } from "../../duties.ts";
import { ownLink, spawn } from "../../habits.ts";
import { noTransitions, ofTheDeployment } from "../../left-open.ts";
import { answerWith, demand, showExamples } from "../../paper.ts";
import {
  actionsOf,
  compute,
  follow,
  keysOf,
  listNext,
  people,
  present,
  type Running,
  trade,
  trades,
} from "../../process.ts";
import type { Service, Trace } from "../../service.ts";
import { after, before, onRecord, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, sum, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { hold, int, like, num, sheet, str } from "../../sheets.ts";

/** Users see the traces that their group has done something on, or may do something on now. */
function ownTracesAlone(s: Service, running: Running): void {
  const { findTrace, search } = s;
  const takesPart = (trace: Trace, groups: readonly string[]): boolean =>
    groups.some((group) => trace.links.some((link) => link.groupLabel === group) || running.byGroup(trace)[group]);
  const label = (key: string) => running.workflow.actions.find((one) => one.key === key)?.groupLabel ?? "";
  onRecord(s, (link) => {
    link.groupLabel = label(link.actionKey);
  });
  s.findTrace = (user, id, call) => {
    const trace = findTrace(user, id, call);
    if (!takesPart(trace, running.groupsOf(user))) throw new Refusal("foreign", "your group has no part in this trace");
    return trace;
  };
  s.search = (workflow, filters, call) => {
    const user = running.reader(call);
    const groups = user ? running.groupsOf(user) : [];
    return search(workflow, filters, call).filter((id) => {
      const trace = s.traces.get(id);
      return trace !== undefined && takesPart(trace, groups);
    });
  };
}

const isCount = (value: Json | undefined): value is number => Number.isInteger(value);

export const carriers: Variants = {
  // An action that needs a second trace: it ends the one it is sent to, and leaves a link on the one it names.
  "joined-pallets": {
    title: "A pallet is stacked onto another trace's: it ends there, and the other one gets a link and its weight.",
    why: noTransitions,
    apply(s) {
      const running: Running = follow(s, {
        actions: [
          { key: "build-pallet", groupLabel: "loaders", creates: true, examples: [{ dock: 4, kg: 120 }] },
          { key: "load", groupLabel: "loaders", atMost: 6, examples: [{ kg: 40 }, { kg: 75.5 }] },
          { key: "stack-onto", groupLabel: "loaders", ends: true },
          { key: "wrap", groupLabel: "wrappers", after: ["load"], atMost: 1, examples: [{ layers: 3 }] },
          { key: "ship", groupLabel: "loaders", after: ["wrap"], ends: true, examples: [{ lorry: "WB 22" }] },
        ],
        people: { ines: { groups: ["loaders"] }, wim: { groups: ["loaders", "wrappers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("ship") || done.includes("stack-onto")) return [];
          if (done.includes("wrap")) return ["ship"];
          return [...upTo(6, done, "load"), ...(done.includes("load") ? ["wrap"] : []), "stack-onto"];
        },
      });
      coded(s, { "006": 409, "021": 422, "082": 422 });
      hold(s, running, {
        "build-pallet": sheet({ dock: int(1, 20), kg: num(0, 900) }),
        load: sheet({ kg: num(0.1, 900) }),
        "stack-onto": sheet({ pallet: like("^[0-9a-fA-F-]{36}$") }),
        wrap: sheet({ layers: int(1, 9) }),
        ship: sheet({ lorry: str(10) }),
      });
      const named = (text: unknown) =>
        typeof text === "string" && isUuid(text) ? s.traces.get(text.toLowerCase()) : undefined;
      checks(s, running, ({ actionKey, data }, known) => {
        if (actionKey !== "stack-onto") return;
        const onto = named(data["pallet"]);
        deny(!isIn(onto, running) || onto === known, "082 no other pallet has this number");
        deny(isIn(onto, running) && !running.next(onto).includes("load"), "082 the other pallet is closed");
      });
      const weight = (trace: Trace): number =>
        amount(begun(trace, "kg")) + sum(trace, "load", "kg") + sum(trace, "stacked", "kg");
      const state = (trace: Trace) => ({
        dock: begun(trace, "dock"),
        kg: Number(weight(trace).toFixed(2)),
        stackedOnto: linksBy(trace, "stack-onto")[0]?.data["pallet"] ?? null,
        carries: linksBy(trace, "stacked").map(({ data }) => data["pallet"] ?? null),
      });
      onRecord(s, ({ actionKey, data }, trace) => {
        const onto = actionKey === "stack-onto" ? named(data["pallet"]) : undefined;
        if (!isIn(trace, running) || !isIn(onto, running)) return;
        onto.links.push(ownLink("stacked", { pallet: trace.id, kg: weight(trace) }));
        onto.state = state(onto);
      });
      derive(s, running, state);
      present(s, (data, trace) => ({ ...data, nextActions: running.byGroup(trace) }));
    },
  },
  // What the service made up has to be said back: the state alone tells it, and to one group alone; three slips and it locks.
  "locker-codes": {
    title:
      "A parcel is collected with the code that its state shows the senders; three wrong ones lock it till a reset.",
    why: noTransitions,
    apply(s) {
      const code = (trace: Trace) =>
        createHash("sha256")
          .update(`${trace.id} ${String(many(trace, "reset"))}`)
          .digest("hex")
          .slice(0, 6);
      const slips = new WeakMap<Trace, number>();
      const running = follow(s, {
        actions: [
          { key: "drop-off", groupLabel: "senders", creates: true, examples: [{ locker: "B12", grams: 800 }] },
          { key: "message", groupLabel: "senders", atMost: 8, examples: [{ text: "Handle with care" }] },
          { key: "reset", groupLabel: "senders", atMost: 3, examples: [{ because: "Lost the code" }] },
          { key: "extend", groupLabel: "receivers", atMost: 2, examples: [{ days: 2 }] },
          { key: "collect", groupLabel: "receivers", ends: true },
        ],
        people: { ines: { groups: ["senders"] }, remy: { groups: ["receivers"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("collect")) return [];
          const collect = (slips.get(trace) ?? 0) < 3 ? ["collect"] : [];
          return [...upTo(8, done, "message"), ...upTo(3, done, "reset"), ...upTo(2, done, "extend"), ...collect];
        },
      });
      coded(s, { "006": 423, "021": 422, "083": 403 });
      hold(s, running, {
        "drop-off": sheet({ locker: str(6), grams: int(1, 30_000) }),
        message: sheet({ text: str(120) }),
        reset: sheet({ because: str(60) }),
        extend: sheet({ days: int(1, 7) }),
        collect: sheet({ code: like("^[0-9a-f]{6}$") }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        if (actionKey !== "collect" || !known || data["code"] === code(known)) return;
        slips.set(known, (slips.get(known) ?? 0) + 1);
        deny(true, "083 not the code of this parcel");
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "reset") slips.delete(trace);
      });
      derive(s, running, (trace) => ({
        locker: begun(trace, "locker"),
        days: 3 + sum(trace, "extend", "days"),
        messages: many(trace, "message"),
        collected: keysOf(trace).includes("collect"),
      }));
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const sender = user !== undefined && running.groupsOf(user).includes("senders");
        return { ...data, ...(sender ? { code: code(trace) } : {}), nextActions: running.byGroup(trace) };
      });
    },
  },
  "warehouse-that-hides": {
    title: "People see the traces that their group has a part in; a trace for each delivery; refusals in plain words.",
    why: `${ofTheDeployment} Users of one organization may see only the traces that their group takes part in.`,
    apply(s) {
      const running = follow(s, {
        actions: trades,
        next: (done) => (done[0] === "deliver" ? [] : trade(done)),
        people,
      });
      listNext(s, running);
      spawn(s, ({ actionKey }) => actionKey === "ship");
      ownTracesAlone(s, running);
    },
  },
  // Gapless numbering by the sender; and an effect whose first call fails, for what it calls sleeps at night.
  "leg-sheets": {
    title: "Legs of a tour are numbered without a gap; the first hand-over of each tour fails with 503, the next does.",
    why: noTransitions,
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
  "picked-up-to-the-order": {
    title: "Picking more than was ordered, all picks together, is refused with 422; examples tell the quantities.",
    why: "The rules may depend on the data and on what was done before.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("order of shop", "pick of store", "deliver of store"),
        next: (done) => (done.includes("deliver") ? [] : ["pick", "deliver"]),
      });
      showExamples(running, {
        order: [{ article: "hinge", quantity: 40 }],
        pick: [{ quantity: 3 }, { quantity: 1, shelf: "K7" }],
      });
      demand(s, ({ actionKey, data = {} }, known) => {
        const quantity = own(data, "quantity");
        if (actionKey !== "deliver" && (!isCount(quantity) || quantity < 1)) return "quantity: a whole number";
        if (actionKey !== "pick" || !known || !isCount(quantity)) return undefined;
        const left = sum(known, "order", "quantity") - sum(known, "pick", "quantity");
        return quantity > left ? `quantity: only ${String(left)} are left` : undefined;
      });
      answerWith(s, 422, "quantity");
      compute(s, (trace) => ({ ...trace.state, picked: sum(trace, "pick", "quantity") }));
      present(s, (data, trace) => ({ ...data, nextActions: running.byGroup(trace) }));
    },
  },
  // A link of the service's own that comes before the link of the action that caused it, and shuts all but one action.
  "fleet-logs": {
    title:
      "Odometers only rise; past a thousand kilometres a link of the service's own goes before, and service is due.",
    why: noTransitions,
    apply(s) {
      const km = (trace: Trace) =>
        amount(trace.links.findLast(({ actionKey }) => ["log", "commission"].includes(actionKey))?.data["km"]);
      const served = (trace: Trace) =>
        amount(trace.links.findLast(({ actionKey }) => ["service", "commission"].includes(actionKey))?.data["km"]);
      const due = (trace: Trace) => many(trace, "service-due") > many(trace, "service");
      const running = follow(s, {
        actions: [
          { key: "commission", groupLabel: "depot", creates: true, examples: [{ plate: "KX 204", km: 100 }] },
          { key: "log", groupLabel: "drivers", atMost: 9, examples: [{ km: 240 }, { km: 690 }, { km: 1420 }] },
          { key: "damage", groupLabel: "drivers", atMost: 4, examples: [{ part: "Mirror" }, { part: "Tyre" }] },
          { key: "service", groupLabel: "workshop", atMost: 5, examples: [{ km: 1425, oil: true }] },
          { key: "retire", groupLabel: "depot", after: ["log"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["depot", "drivers"] }, uwe: { groups: ["workshop"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("retire")) return [];
          if (due(trace)) return ["service"];
          const retire = often(done, "log") > 0 ? ["retire"] : [];
          return [...upTo(9, done, "log"), ...upTo(4, done, "damage"), ...retire];
        },
      });
      coded(s, { "006": 409, "021": 422, "081": 422 });
      hold(s, running, {
        commission: sheet({ plate: str(10), km: num(0, 300_000) }),
        log: sheet({ km: num(0, 900_000) }),
        damage: sheet({ part: str(40) }),
        service: sheet({ km: num(0, 900_000), oil: { type: "boolean" } }),
        retire: sheet({}),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        if (!known) return;
        deny(actionKey === "log" && amount(data["km"]) <= km(known), "081 the odometer has to rise");
        deny(actionKey === "service" && amount(data["km"]) < km(known), "081 the odometer does not fall");
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (trace.workflow !== running.workflow || actionKey !== "log" || km(trace) - served(trace) < 1000) return;
        trace.links.splice(-1, 0, ownLink("service-due", { since: served(trace) }));
      });
      derive(s, running, (trace) => ({
        plate: begun(trace, "plate"),
        km: km(trace),
        damages: linksBy(trace, "damage").map(({ data }) => data["part"] ?? null),
      }));
      present(s, (state, trace) => ({ ...state, serviceDue: due(trace), nextActions: running.byGroup(trace) }));
    },
  },
  "parcel-post": {
    title: "A strict chain; 100 kB a request at the gateway; two files an action, and none but txt, pdf, png and bin.",
    why: `${noTransitions} Nor are the files that an action takes.`,
    apply(s) {
      const keys = ["drop", "sort", "carry", "deliver"];
      const decline = declining(s);
      follow(s, {
        actions: actionsOf("drop of counter", "sort of depot", "carry of drivers", "deliver of drivers"),
        next: (done) => keys.slice(done.length, done.length + 1),
      });
      before(s, (call) => {
        if (call.body().length > 100_000) throw new Refusal("large", "001 data too large");
      });
      after(s, "readInput", (input) => {
        if (input.files.length > 2) decline(422, "000 two files at most");
        if (input.files.some(({ name }) => !/\.(txt|pdf|png|bin)$/i.test(name))) decline(415, "000 no such files here");
      });
    },
  },
};
