/** Gated services of claims, libraries, hospices, notaries, probes, caterers, vets and foundries, with hidden mistakes. */
import type { Call } from "../../lib/service/http.ts";
import { own, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { ownLink } from "../habits.ts";
import { actionsOf, follow, keysOf, listNext, present, type Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { onRecord, pause, type Faults } from "../tools.ts";
import {
  among,
  amount,
  begun,
  checks,
  deny,
  derive,
  hold,
  holdTold,
  inState,
  int,
  like,
  linksBy,
  num,
} from "../works.ts";
import { often, sheet, str, sum, upTo } from "../works.ts";

/** Meters that are read: no form has room for a text. */
function meters(s: Service): Running {
  const running = follow(s, {
    actions: [
      { key: "install", groupLabel: "fitters", creates: true },
      { key: "read", groupLabel: "fitters", atMost: 5 },
      { key: "close", groupLabel: "fitters", after: ["read"], ends: true },
    ],
    nextActions: inState,
    next(done) {
      if (done.includes("close")) return [];
      return [...upTo(5, done, "read"), ...(done.includes("read") ? ["close"] : [])];
    },
  });
  holdTold(s, running, {
    install: sheet({ meter: int(1000, 9999), phase: among("one", "three") }),
    read: sheet({ units: num(0.1, 900), day: int(1, 366) }),
    close: sheet({ credit: num(0, 500) }),
  });
  derive(s, running, (trace) => ({
    phase: begun(trace, "phase"),
    readings: often(keysOf(trace), "read"),
    used: sum(trace, "read", "units"),
  }));
  present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
  return running;
}

export const anvils: Faults = {
  "approved-but-unlisted": {
    title:
      "A small claim is approved by the service at once, and searches go by its former status until somebody acts again.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "claim", groupLabel: "clients", creates: true },
          { key: "receipt", groupLabel: "clients", atMost: 4 },
          { key: "pay-out", groupLabel: "adjusters", after: ["receipt"], ends: true },
        ],
        people: { ines: { groups: ["clients"] }, omar: { groups: ["adjusters"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("pay-out")) return [];
          return [...upTo(4, done, "receipt"), ...(done.includes("receipt") ? ["pay-out"] : [])];
        },
      });
      holdTold(s, running, {
        claim: sheet({ policy: like("^[A-Z]{2}[0-9]{6}$") }),
        receipt: sheet({ euros: num(1, 900) }),
        "pay-out": sheet({}),
      });
      const account = (trace: Trace): JsonObject => ({
        policy: begun(trace, "policy"),
        claimed: sum(trace, "receipt", "euros"),
        status: keysOf(trace).at(-1) ?? null,
        steps: trace.links.length,
      });
      const index = new WeakMap<Trace, JsonObject>();
      onRecord(s, ({ actionKey, data }, trace) => {
        if (trace.workflow !== running.workflow) return;
        trace.state = account(trace);
        index.set(trace, trace.state);
        if (actionKey !== "receipt" || amount(data["euros"]) >= 500) return;
        trace.links.push(ownLink("approve", { euros: data["euros"] ?? null }));
        trace.state = account(trace);
      });
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: index.get(trace) ?? trace.state }, filters, call);
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "reminder-swept-away": {
    title:
      "The reminder that a library adds to a loan is gone from its links as soon as somebody acts on the loan again.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "lend", groupLabel: "desk", creates: true },
          { key: "extend", groupLabel: "desk", atMost: 4 },
          { key: "return", groupLabel: "desk", ends: true },
        ],
        nextActions: { path: ["loan", "next"], by: "all" },
        next: (done) => (done.includes("return") ? [] : [...upTo(4, done, "extend"), "return"]),
      });
      const { record } = s;
      s.record = async (...args) => {
        const [, , , , known] = args;
        if (known) known.links = known.links.filter(({ author }) => author !== "system");
        const { trace, link } = await record(...args);
        if (link.actionKey === "extend") trace.links.push(ownLink("remind", { weeks: 3 }));
        return { trace, link };
      };
      present(s, (data, trace) => ({
        data,
        loan: { extensions: often(keysOf(trace), "extend"), next: [...running.next(trace)] },
      }));
    },
  },
  "total-of-the-unseen": {
    title: "Who may not see the counsellors' notes on a guest gets a total that counts them, over pages without them.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "welcome", groupLabel: "house", creates: true, examples: [{ room: 7 }] },
          { key: "visit", groupLabel: "house", atMost: 5, examples: [{ visitors: 2 }, { visitors: 1 }] },
          { key: "note", groupLabel: "counsellors", atMost: 5, examples: [{ text: "slept well" }] },
          { key: "farewell", groupLabel: "house", after: ["visit"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["house"] }, ruth: { groups: ["counsellors"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("farewell")) return [];
          const farewell = done.includes("visit") ? ["farewell"] : [];
          return [...upTo(5, done, "visit"), ...upTo(5, done, "note"), ...farewell];
        },
      });
      hold(s, running, {
        welcome: sheet({ room: int(1, 20) }),
        visit: sheet({ visitors: int(1, 6) }),
        note: sheet({ text: str(200) }),
      });
      const trusted = (call: Call): boolean => {
        const user = running.reader(call);
        return user !== undefined && running.groupsOf(user).includes("counsellors");
      };
      s.linksOf = (trace, call) =>
        trusted(call) ? trace.links : trace.links.filter(({ actionKey }) => actionKey !== "note");
      s.total = (trace) => trace.links.length;
      derive(s, running, (trace) => ({ room: begun(trace, "room"), visitors: sum(trace, "visit", "visitors") }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "sealed-twice": {
    title:
      "A deed is asked for its turn before the papers sent along are scanned: two seals at once are both accepted.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "draft", groupLabel: "notary", creates: true, examples: [{ kind: "sale" }, { kind: "gift" }] },
          { key: "annex", groupLabel: "notary", atMost: 4, examples: [{ pages: 2 }, { pages: 8 }] },
          { key: "seal", groupLabel: "notary", after: ["annex"], ends: true, examples: [{ fee: 310 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("seal")) return [];
          return [...upTo(4, done, "annex"), ...(done.includes("annex") ? ["seal"] : [])];
        },
      });
      hold(s, running, {
        draft: sheet({ kind: among("sale", "gift", "will") }),
        annex: sheet({ pages: int(1, 400) }),
        seal: sheet({ fee: num(50, 5000) }),
      });
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        if (files.length > 0) await pause(20);
        return keepFiles(trace, files, call);
      };
      listNext(s, running);
    },
  },
  "spoilt-forms-count": {
    title: "A probe whose form was refused uses up one of four, though the state goes on listing what is then refused.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "site", groupLabel: "drillers", creates: true },
          { key: "probe", groupLabel: "drillers", atMost: 4 },
          { key: "report", groupLabel: "geologists", after: ["probe"], ends: true },
        ],
        people: { ines: { groups: ["drillers"] }, gaia: { groups: ["geologists"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("report")) return [];
          return [...upTo(4, done, "probe"), ...(done.includes("probe") ? ["report"] : [])];
        },
      });
      holdTold(s, running, {
        site: sheet({ name: str(30), hectares: num(0.1, 90) }),
        probe: sheet({ metres: int(1, 60), soil: among("clay", "sand", "peat") }),
        report: sheet({ "bearing?": num(0, 900) }),
      });
      const spoilt = new WeakMap<Trace, number>();
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          const probe = error instanceof Refusal && error.message.startsWith("021") && input.actionKey === "probe";
          if (known && probe) spoilt.set(known, (spoilt.get(known) ?? 0) + 1);
          throw error;
        }
      };
      checks(s, running, ({ actionKey }, known) => {
        const used = known ? often(keysOf(known), "probe") + (spoilt.get(known) ?? 0) : 0;
        deny(actionKey === "probe" && used >= 4, "006 the probes are used up");
      });
      listNext(s, running);
    },
  },
  "billed-for-another": {
    title: "The readings of a meter that were sent last but one and before it stand in each other's links.",
    apply(s) {
      const running = meters(s);
      onRecord(s, ({ actionKey }, trace) => {
        const [one, two] = linksBy(trace, "read").slice(-2);
        if (actionKey !== "close" || !one || !two || trace.workflow !== running.workflow) return;
        [one.data, two.data] = [two.data, one.data];
      });
    },
  },
  "whole-units-in-links": {
    title: "The link of a reading shows whole units where a fraction was sent; the state has sums of what was sent.",
    apply(s) {
      const running = meters(s);
      const { linkView } = s;
      s.linkView = (link, trace, call) => {
        const units = link.data["units"];
        const isCut = trace.workflow === running.workflow && typeof units === "number";
        return linkView(isCut ? { ...link, data: { ...link.data, units: Math.floor(units) } } : link, trace, call);
      };
    },
  },
  "one-list-for-all": {
    title: "Menus that are begun by the legacy set share one list of courses: each shows those of all the others.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("plan of caterers", "course of caterers", "serve of waiters"),
        next(done) {
          if (done.includes("serve")) return [];
          return [...upTo(6, done, "course"), ...(done.includes("course") ? ["serve"] : [])];
        },
      });
      const template: Json[] = [];
      const lists = new WeakMap<Trace, Json[]>();
      onRecord(s, ({ actionKey, data }, trace) => {
        if (trace.workflow !== running.workflow) return;
        const list = lists.get(trace) ?? [];
        if (actionKey === "course") list.push(data);
        trace.state = { menu: trace.links[0]?.data ?? null, courses: list, served: keysOf(trace).includes("serve") };
      });
      const { record } = s;
      s.record = async (...args) => {
        const [call, , workflow, , known] = args;
        if (known || workflow !== running.workflow) return record(...args);
        const recorded = await record(...args);
        const list = call.face === "legacy" ? template : [];
        lists.set(recorded.trace, list);
        recorded.trace.state = { ...recorded.trace.state, courses: list };
        return recorded;
      };
    },
  },
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
  "moved-by-refusal": {
    title:
      "A pour that was reported before is refused as a duplicate, and the first report moves to the end of the links.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "mould", groupLabel: "foundry", creates: true, examples: [{ alloy: "bronze" }] },
          {
            key: "pour",
            groupLabel: "foundry",
            atMost: 6,
            examples: [
              { ladle: 1, kilos: 80 },
              { ladle: 2, kilos: 74.5 },
              { ladle: 3, kilos: 12 },
            ],
          },
          { key: "break-out", groupLabel: "foundry", after: ["pour"], ends: true, examples: [{ cracks: 0 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("break-out")) return [];
          return [...upTo(6, done, "pour"), ...(done.includes("pour") ? ["break-out"] : [])];
        },
      });
      hold(s, running, {
        mould: sheet({ alloy: among("bronze", "brass", "iron") }),
        pour: sheet({ ladle: int(1, 9), kilos: num(0.5, 400) }),
        "break-out": sheet({ cracks: int(0, 20) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        const former = linksBy(known, "pour").find((link) => sameJson(link.data, data));
        if (actionKey !== "pour" || !known || !former) return;
        known.links = [...known.links.filter((link) => link !== former), former];
        throw new Refusal("invalid", "031 this pour was reported");
      });
      derive(s, running, (trace) => ({
        alloy: begun(trace, "alloy"),
        poured: sum(trace, "pour", "kilos"),
        cracks: own(linksBy(trace, "break-out")[0]?.data ?? {}, "cracks") ?? null,
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
};
