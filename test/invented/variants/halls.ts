/** Processes of parcel halls, archives, lockers and theatres: traces that join or go on elsewhere, codes, shrinking choices. */
import { createHash } from "node:crypto";
import { isUuid } from "../../lib/service/json.ts";
import { ownLink } from "../habits.ts";
import { follow, keysOf, present, type Running } from "../process.ts";
import type { Trace } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";
import {
  amount,
  begun,
  checks,
  coded,
  deny,
  derive,
  hold,
  inState,
  int,
  like,
  linksBy,
  many,
  num,
  sheet,
  str,
  sum,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves data, state, links and error answers open.";

const isOf = (trace: Trace | undefined, { workflow }: Running): trace is Trace => trace?.workflow === workflow;

export const halls: Variants = {
  // An action that needs a second trace: it ends the one it is sent to, and leaves a link on the one it names.
  "joined-pallets": {
    title: "A pallet is stacked onto another trace's: it ends there, and the other one gets a link and its weight.",
    why,
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
        deny(!isOf(onto, running) || onto === known, "082 no other pallet has this number");
        deny(isOf(onto, running) && !running.next(onto).includes("load"), "082 the other pallet is closed");
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
        if (!isOf(trace, running) || !isOf(onto, running)) return;
        onto.links.push(ownLink("stacked", { pallet: trace.id, kg: weight(trace) }));
        onto.state = state(onto);
      });
      derive(s, running, state);
      present(s, (data, trace) => ({ ...data, nextActions: running.byGroup(trace) }));
    },
  },
  // A bound on links that does not refuse: the record ends by the service's hand and goes on in a trace of its own.
  "continued-volumes": {
    title:
      "A guest book of eight entries is closed by a link of the service's own, and goes on in a trace that it begins.",
    why,
    apply(s) {
      const next = new WeakMap<Trace, string>();
      const running = follow(s, {
        actions: [
          { key: "begin", groupLabel: "keepers", creates: true, examples: [{ place: "Lighthouse" }] },
          { key: "sign", groupLabel: "guests", examples: [{ name: "Ola", from: "Bergen" }, { name: "Ruth" }] },
          { key: "quote", groupLabel: "guests", examples: [{ text: "What a view" }] },
          { key: "bind", groupLabel: "keepers", after: ["sign"], ends: true, examples: [{ leather: true }] },
        ],
        nextActions: { path: ["volume", "open"], by: "all" },
        next(done) {
          if (done.includes("bind") || done.includes("volume-full")) return [];
          return ["sign", "quote", ...(done.includes("sign") ? ["bind"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400 });
      hold(s, running, {
        begin: sheet({ place: str(40) }),
        sign: sheet({ name: str(40), "from?": str(40) }),
        quote: sheet({ text: str(200) }),
        bind: sheet({ leather: { type: "boolean" } }),
      });
      onRecord(s, (_link, trace) => {
        const entries = many(trace, "sign") + many(trace, "quote");
        if (!isOf(trace, running) || entries < 8 || keysOf(trace).includes("bind")) return;
        trace.links.push(ownLink("volume-full", { entries }));
        const volume = s.newTrace(trace.workflow);
        const data = { place: begun(trace, "place"), continues: trace.id };
        volume.links.push(ownLink("begin", data));
        volume.state = { ...data };
        s.traces.set(volume.id, volume);
        next.set(trace, volume.id);
      });
      present(s, (data, trace) => ({
        volume: {
          place: data["place"] ?? null,
          lastName: data["name"] ?? null,
          entries: many(trace, "sign") + many(trace, "quote"),
          continues: data["continues"] ?? null,
          continuedIn: next.get(trace) ?? null,
          open: [...running.next(trace)],
        },
      }));
    },
  },
  // What the service made up has to be said back: the state alone tells it, and to one group alone; three slips and it locks.
  "locker-codes": {
    title:
      "A parcel is collected with the code that its state shows the senders; three wrong ones lock it till a reset.",
    why,
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
  // The enumeration of a form shrinks with every action; what was given back can be chosen again.
  "seat-plans": {
    title:
      "Each of eight seats is sold once, and again when it was handed back; what is left stands in the state alone.",
    why,
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
