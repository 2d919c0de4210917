/** Actions that both get through where one alone may. */
import { follow, listNext, present, trade, trades } from "../../process.ts";
import { honestTrade } from "../../processes/trade.ts";
import { aroundStep, beforehand, around, type Faults, pause } from "../../tools.ts";
import { upTo } from "../../counts.ts";
import { coded, inState } from "../../rules.ts";
import { among, hold, int, num, sheet, str } from "../../sheets.ts";

export const atTheSameTime: Faults = {
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
      beforehand(s, "keepFiles", async (_trace, files) => {
        if (files.length > 0) await pause(20);
      });
      listNext(s, running);
    },
  },
  // What the state does not list any more is taken, where two come at once.
  "fourth-shipment-at-once": {
    title: "Three shipments a trace, says the list; of several that come at once the legacy set takes all.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade }));
      beforehand(s, "record", async (call) => {
        if (call.face === "legacy") await pause(8);
      });
    },
  },
  "checked-before-not-at-commit": {
    title:
      "Of two payments at the same time both are accepted: what may come next is checked before the data are stored.",
    apply(s) {
      honestTrade(s);
      beforehand(s, "record", async () => {
        await pause(8);
      });
    },
  },
  "two-take-the-last": {
    title:
      "While the files of an allotment are scanned, a second one on the same trace gets through beside it, where one is all.",
    apply(s) {
      const running = follow(s, {
        actions: [
          {
            key: "call",
            groupLabel: "skippers",
            creates: true,
            examples: [{ ship: "Elba" }, { ship: "Ilse", metres: 40 }],
          },
          { key: "allot", groupLabel: "harbour", atMost: 1, examples: [{ berth: 4 }, { berth: 11 }, { berth: 12 }] },
          { key: "moor", groupLabel: "skippers", after: ["allot"], atMost: 1 },
          { key: "supply", groupLabel: "harbour", after: ["moor"], atMost: 4, examples: [{ water: 3 }, { power: 60 }] },
          { key: "depart", groupLabel: "skippers", after: ["moor"], ends: true },
        ],
        people: { ines: { groups: ["skippers", "harbour"] } },
        next(done) {
          if (done.includes("depart")) return [];
          if (done.includes("moor")) return [...upTo(4, done, "supply"), "depart"];
          return done.includes("allot") ? ["moor"] : ["allot"];
        },
      });
      coded(s, { "006": 409 });
      hold(s, running, {
        call: sheet({ ship: str(40), "metres?": int(4, 300) }),
        allot: sheet({ berth: int(1, 60) }),
        supply: sheet({ "water?": int(1, 50), "power?": int(1, 90) }),
      });
      aroundStep(s, "keepFiles", (keepFiles) => (trace, files, call) => {
        const scanned = files.length > 0 && trace.links.at(-1)?.actionKey === "call";
        return scanned ? pause(30).then(() => keepFiles(trace, files, call)) : keepFiles(trace, files, call);
      });
      present(s, (data, trace) => ({ data, tasks: running.next(trace).map((task) => ({ task })) }));
    },
  },
  "lock-of-each-set": {
    title: "A taxi rank is allotted once; but one v2 and one legacy request at the same time both allot it.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "tender", groupLabel: "city", creates: true, examples: [{ rank: "Station North", cars: 8 }] },
          { key: "bid", groupLabel: "drivers", atMost: 4, examples: [{ name: "Yellow Co" }, { name: "Radio Cars" }] },
          { key: "allot", groupLabel: "city", after: ["bid"], atMost: 1, examples: [{ to: "Yellow Co" }] },
          { key: "start", groupLabel: "drivers", after: ["allot"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("start")) return [];
          if (done.includes("allot")) return ["start"];
          return [...upTo(4, done, "bid"), ...(done.includes("bid") ? ["allot"] : [])];
        },
      });
      listNext(s, running);
      beforehand(s, "record", async (...args) => {
        if (args[4]) await pause(25);
      });
      for (const key of ["POST /trace/{}/link", "POST /v2/traces/{}/action"]) {
        const turns = new Map<string, Promise<unknown>>();
        around(s, key, (real) => (call, id = "") => {
          const turn = (turns.get(id) ?? Promise.resolve()).then(() => real(call, id));
          turns.set(
            id,
            turn.catch(() => undefined),
          );
          return turn;
        });
      }
    },
  },
};
