/** Processes of tattooists, organ builders, keepers, polling stations, drillers, game masters, choirs and auctioneers. */
import { own, type JsonObject } from "../../lib/service/json.ts";
import { enclose, groupOf } from "../duties.ts";
import { ownLink } from "../habits.ts";
import { follow, keysOf, listNext, present } from "../process.ts";
import type { Trace } from "../service.ts";
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
  holdTold,
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

const why = "The interface names no transitions, and leaves data, state, limits and error answers open.";

export const arcades: Variants = {
  "tattoo-sessions": {
    title: "The state of a tattoo says of every action, by its key, true or false: whether it may come next.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "book", groupLabel: "studio", creates: true },
          { key: "deposit", groupLabel: "studio", atMost: 3 },
          { key: "ink", groupLabel: "studio", atMost: 5 },
          { key: "healed", groupLabel: "studio", ends: true },
        ],
        next(done) {
          if (done.includes("healed")) return [];
          if (!done.includes("deposit")) return ["deposit"];
          const healed = done.includes("ink") ? ["healed"] : [];
          return [...upTo(3, done, "deposit"), ...upTo(5, done, "ink"), ...healed];
        },
      });
      coded(s, { "006": 409, "021": 400 });
      holdTold(s, running, {
        book: sheet({ motif: str(40), "place?": among("arm", "back", "leg") }),
        deposit: sheet({ euros: int(20, 400) }),
        ink: sheet({ colour: str(20), minutes: int(5, 240) }),
        healed: sheet({ "scarred?": { type: "boolean" } }),
      });
      derive(s, running, (trace) => ({
        design: begun(trace, "motif"),
        paid: sum(trace, "deposit", "euros"),
        hours: Number((sum(trace, "ink", "minutes") / 60).toFixed(2)),
        inks: [...new Set(linksBy(trace, "ink").map(({ data }) => own(data, "colour") ?? null))],
      }));
      present(s, (state, trace) => {
        const next = running.next(trace);
        const can = Object.fromEntries(running.workflow.actions.map(({ key }) => [key, next.includes(key)]));
        return { ...state, can };
      });
    },
  },
  "organ-stops": {
    title:
      "Each stop of an organ is tuned once: the same again is refused; the state is a map by stop and says no next.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "survey", groupLabel: "builders", creates: true, examples: [{ church: "St Anne", stops: 12 }] },
          {
            key: "tune",
            groupLabel: "builders",
            examples: [
              { stop: "Gedackt 8", cents: -4 },
              { stop: "Mixtur III", cents: 11 },
              { stop: "Trompete 8", cents: 0 },
            ],
          },
          { key: "accept", groupLabel: "parish", examples: [{ organist: "L. Brandt" }] },
        ],
        people: { ines: { groups: ["builders"] }, lotte: { groups: ["parish"] } },
        next(done) {
          if (done.includes("accept")) return [];
          return ["tune", ...(done.includes("tune") ? ["accept"] : [])];
        },
      });
      coded(s, { "006": 400, "021": 400, "031": 409 });
      hold(s, running, {
        survey: sheet({ church: str(40), stops: int(1, 80) }),
        tune: sheet({ stop: str(20), cents: num(-50, 50) }),
        accept: sheet({ organist: str(40) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        const again = linksBy(known, "tune").some((link) => link.data["stop"] === data["stop"]);
        deny(actionKey === "tune" && again, "031 this stop is tuned already");
      });
      derive(s, running, (trace) => ({
        place: begun(trace, "church"),
        tuned: Object.fromEntries(linksBy(trace, "tune").map(({ data }) => [String(data["stop"]), data["cents"] ?? 0])),
        accepted: keysOf(trace).includes("accept"),
      }));
    },
  },
  "aquarium-arrivals": {
    title: "Two groups begin traces, each by an action of its own, and how a trace was begun decides what may follow.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "import", groupLabel: "keepers", creates: true, examples: [{ species: "seahorse", count: 6 }] },
          { key: "rescue", groupLabel: "vets", creates: true, examples: [{ species: "turtle", injured: true }] },
          { key: "test", groupLabel: "vets", atMost: 4, examples: [{ salinity: 33.5 }, { salinity: 34.1 }] },
          { key: "feed", groupLabel: "keepers", atMost: 5, examples: [{ grams: 40 }, { grams: 12.5 }] },
          { key: "release", groupLabel: "keepers", after: ["test", "feed"], ends: true, examples: [{ tank: "B2" }] },
        ],
        people: { ines: { groups: ["keepers"] }, mara: { groups: ["vets"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("release")) return [];
          const feed = done[0] === "rescue" || done.includes("test") ? upTo(5, done, "feed") : [];
          const both = done.includes("test") && done.includes("feed");
          return [...upTo(4, done, "test"), ...feed, ...(both ? ["release"] : [])];
        },
      });
      coded(s, { "006": 422, "021": 422 });
      hold(s, running, {
        import: sheet({ species: str(30), count: int(1, 200) }),
        rescue: sheet({ species: str(30), injured: { type: "boolean" } }),
        test: sheet({ salinity: num(0, 45) }),
        feed: sheet({ grams: num(1, 5000) }),
        release: sheet({ tank: str(4) }),
      });
      listNext(s, running);
    },
  },
  // "who did what before": two signatures, of two people of one group; what one may do is shown to each reader alone.
  "ballot-counts": {
    title: "A count needs the signatures of two officers, and then has ended; the state lists what its reader may do.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open", groupLabel: "officers", creates: true, examples: [{ district: "N4" }] },
          {
            key: "tally",
            groupLabel: "officers",
            examples: [
              { valid: 412, invalid: 8, total: 420 },
              { valid: 413, invalid: 7, total: 420 },
            ],
          },
          { key: "sign", groupLabel: "officers", after: ["tally"], examples: [{}] },
        ],
        people: { ines: { groups: ["officers"] }, bo: { groups: ["officers"] } },
        next(done) {
          const signed = often(done, "sign");
          if (signed === 2) return [];
          return [...(signed === 0 ? upTo(3, done, "tally") : []), ...(done.includes("tally") ? ["sign"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400, "022": 400, "072": 403 });
      hold(s, running, {
        open: sheet({ district: str(6) }),
        tally: sheet({ valid: int(0, 5000), invalid: int(0, 5000), total: int(0, 10_000) }),
        sign: sheet({}),
      });
      const signedBy = (trace: Trace | undefined, email?: string) =>
        linksBy(trace, "sign").some(({ author }) => author === email);
      checks(s, running, ({ actionKey, data }, known, user) => {
        const adds = amount(data["valid"]) + amount(data["invalid"]) === data["total"];
        deny(actionKey === "tally" && !adds, "022 the total is another");
        deny(actionKey === "sign" && signedBy(known, user.email), "072 somebody else has to sign");
      });
      derive(s, running, (trace) => ({
        district: begun(trace, "district"),
        count: linksBy(trace, "tally").at(-1)?.data ?? null,
        signatures: many(trace, "sign"),
      }));
      present(s, (state, trace, call) => {
        const mine = signedBy(trace, running.reader(call)?.email);
        return { ...state, yourTurn: running.next(trace).filter((key) => key !== "sign" || !mine) };
      });
    },
  },
  "glacier-cores": {
    title: "The service stamps each core with its own clock, and the export carries a document that nobody sent.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "drill", groupLabel: "field", creates: true, examples: [{ site: "Col 3" }] },
          { key: "box", groupLabel: "field", examples: [{ metres: 1.5 }, { metres: 0.8, cracked: true }] },
          { key: "export", groupLabel: "lab", after: ["box"], examples: [{}] },
        ],
        next(done) {
          if (often(done, "export") === 2) return [];
          return [...upTo(6, done, "box"), ...(done.includes("box") ? ["export"] : [])];
        },
      });
      coded(s, { "006": 403, "021": 400 });
      const cracked = { type: "boolean" };
      hold(s, running, { drill: sheet({ site: str(30) }), box: sheet({ metres: num(0.1, 3), "cracked?": cracked }) });
      const made = new Map<string, string>();
      onRecord(s, (link, trace) => {
        made.set(link.id, new Date().toISOString());
        if (link.actionKey !== "export") return;
        const rows = linksBy(trace, "box").map(({ id, data }) => `${made.get(id) ?? ""};${String(data["metres"])}`);
        enclose(s, trace, link, "cores.csv", ["at;metres", ...rows, `trace;${link.id}`].join("\r\n"));
      });
      derive(s, running, (trace) => ({
        site: begun(trace, "site"),
        metres: Number(sum(trace, "box", "metres").toFixed(2)),
        drilledAt: made.get(trace.links[0]?.id ?? "") ?? null,
        boxedAt: linksBy(trace, "box").map(({ id }) => made.get(id) ?? null),
        exports: linksBy(trace, "export").map(({ files }) => files.at(-1)?.["digest"] ?? null),
      }));
    },
  },
  "escape-rooms": {
    title:
      "After the third hint the game master adds that the game is lost, and ends the trace; the moves are one list.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "enter", groupLabel: "hosts", creates: true },
          { key: "hint", groupLabel: "players", atMost: 3 },
          { key: "photo", groupLabel: "hosts", atMost: 2 },
          { key: "solve", groupLabel: "players", ends: true, examples: [{ minutes: 47 }, { minutes: 60 }] },
        ],
        nextActions: { path: ["room", "moves"], by: "all" },
        next(done) {
          if (done.includes("solve") || done.includes("lose")) return [];
          return [...upTo(3, done, "hint"), ...upTo(2, done, "photo"), "solve"];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, { solve: sheet({ minutes: int(1, 60) }) });
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "hint" && many(trace, "hint") === 3) trace.links.push(ownLink("lose", { hints: 3 }));
      });
      present(s, (data, trace) => {
        const done = keysOf(trace);
        const outcome = done.find((key) => key === "solve" || key === "lose") ?? null;
        return { room: { moves: [...running.next(trace)], hints: 3 - often(done, "hint"), outcome }, data };
      });
    },
  },
  "choir-concerts": {
    title: "Only treasurers see in the state what a concert costs, and only they can search for it.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "plan", groupLabel: "board", creates: true },
          { key: "hire", groupLabel: "board", atMost: 4 },
          { key: "advance", groupLabel: "treasurers", atMost: 3 },
          { key: "settle", groupLabel: "treasurers", after: ["hire"], ends: true },
        ],
        people: { ines: { groups: ["board"] }, tom: { groups: ["treasurers", "board"] } },
        nextActions: { path: ["concert", "next"], by: "group" },
        next(done) {
          if (done.includes("settle")) return [];
          const advance = done.includes("hire") ? upTo(3, done, "advance") : [];
          return [...upTo(4, done, "hire"), ...advance, ...(done.includes("hire") ? ["settle"] : [])];
        },
      });
      coded(s, { "006": 400, "021": 422 });
      holdTold(s, running, {
        plan: sheet({ title: str(40), seats: int(20, 900) }),
        hire: sheet({ what: among("hall", "orchestra", "soloist"), euros: int(50, 9000) }),
        advance: sheet({ euros: int(50, 2000) }),
        settle: sheet({}),
      });
      derive(s, running, (trace) => ({
        title: begun(trace, "title"),
        seats: begun(trace, "seats"),
        hired: many(trace, "hire"),
        costs: sum(trace, "hire", "euros"),
        owed: sum(trace, "hire", "euros") - sum(trace, "advance", "euros"),
      }));
      const seen = (state: JsonObject, call: Parameters<typeof running.reader>[0]): JsonObject => {
        const user = running.reader(call);
        if (user && running.groupsOf(user).includes("treasurers")) return state;
        return Object.fromEntries(Object.entries(state).filter(([name]) => name !== "costs" && name !== "owed"));
      };
      const { matches } = s;
      s.matches = (trace, filters, call) => matches({ ...trace, state: seen(trace.state, call) }, filters, call);
      present(s, (state, trace, call) => ({ ...seen(state, call), concert: { next: running.byGroup(trace) } }));
    },
  },
  // "One action may cause others, on this or another trace, by the system's own hand."
  "wine-auctions": {
    title:
      "What is hammered down is entered in a ledger: a trace of the same workflow that the house began and goes on.",
    why,
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
};
