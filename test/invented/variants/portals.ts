/** Processes that begin in several ways, some of them not by everybody. */
import { follow, listNext } from "../process.ts";
import type { Variants } from "../tools.ts";
import {
  among,
  begun,
  checks,
  coded,
  deny,
  derive,
  hold,
  holdTold,
  inState,
  int,
  many,
  sheet,
  str,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves forms, groups and error answers open.";

export const portals: Variants = {
  "ferry-tickets": {
    title: "Of three ways to begin a trace the first two are refused to the only user, of whom no groups are told.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "charter", groupLabel: "agents", creates: true },
          { key: "invite", groupLabel: "captains", creates: true },
          { key: "sell", groupLabel: "counters", creates: true },
          { key: "board", groupLabel: "counters", atMost: 6 },
          { key: "refund", groupLabel: "counters", ends: true },
        ],
        people: { ines: { groups: ["counters"] } },
        nextActions: inState,
        next: (done) => (done.includes("refund") ? [] : [...upTo(6, done, "board"), "refund"]),
      });
      delete s.told.credentials?.groups;
      coded(s, { "006": 409 });
      listNext(s, running);
    },
  },
  "night-trains": {
    title: "The examples of one of two beginnings are out of date, so that it is never taken; the other one is.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "lease", groupLabel: "depot", creates: true, examples: [{ stock: "diesel", cars: 4 }] },
          { key: "build", groupLabel: "depot", creates: true, examples: [{ stock: "sleeper", cars: 9 }] },
          { key: "inspect", groupLabel: "depot", atMost: 4, examples: [{ wheels: 3 }, { wheels: 11 }] },
          { key: "depart", groupLabel: "depot", after: ["inspect"], ends: true, examples: [{ track: "4a" }] },
        ],
        next(done) {
          if (done.includes("depart")) return [];
          return [...upTo(4, done, "inspect"), ...(done.includes("inspect") ? ["depart"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400 });
      hold(s, running, {
        lease: sheet({ stock: among("electric"), cars: int(1, 20) }),
        build: sheet({ stock: str(20), cars: int(1, 20) }),
        inspect: sheet({ wheels: int(0, 80) }),
        depart: sheet({ track: str(4) }),
      });
      derive(s, running, (trace) => ({ stock: begun(trace, "stock"), inspections: many(trace, "inspect") }));
    },
  },
  "pilot-licences": {
    title: "What the configuration says must come before holds for new licences alone; renewed ones need none of it.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "office", creates: true },
          { key: "renew", groupLabel: "office", creates: true },
          { key: "examine", groupLabel: "doctors", atMost: 3 },
          { key: "fly", groupLabel: "office", after: ["examine"], atMost: 4 },
          { key: "grant", groupLabel: "office", after: ["fly"], ends: true },
        ],
        next(done) {
          if (done.includes("grant")) return [];
          const isRenewed = done[0] === "renew";
          const fly = isRenewed || done.includes("examine") ? upTo(4, done, "fly") : [];
          return [...upTo(3, done, "examine"), ...fly, ...(isRenewed || done.includes("fly") ? ["grant"] : [])];
        },
      });
      coded(s, { "006": 422, "021": 400 });
      holdTold(s, running, { examine: sheet({ pulse: int(40, 180), "notes?": str(60) }), grant: sheet({}, true) });
    },
  },
  "ship-registers": {
    title: "One beginning takes any data; the others have forms of which an example, or a refusal alone, tells.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "register", groupLabel: "port", creates: true },
          { key: "salvage", groupLabel: "divers", creates: true, examples: [{ wreck: "Brig Ada", depth: 31 }] },
          { key: "seize", groupLabel: "port", creates: true },
          { key: "survey", groupLabel: "divers", atMost: 3 },
          { key: "tow", groupLabel: "port", atMost: 3 },
          { key: "scrap", groupLabel: "port", ends: true },
        ],
        people: { ines: { groups: ["port"] }, olaf: { groups: ["divers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("scrap")) return [];
          const tow = done[0] === "seize" || done.includes("survey") ? upTo(3, done, "tow") : [];
          return [...(done[0] === "seize" ? [] : upTo(3, done, "survey")), ...tow, "scrap"];
        },
      });
      coded(s, { "006": 409, "021": 422, "022": 422 });
      hold(s, running, { salvage: sheet({ wreck: str(24), depth: int(1, 300) }) });
      checks(s, running, ({ actionKey, data }) => {
        deny(actionKey === "seize" && typeof data["warrant"] !== "string", "022 warrant is required");
      });
      listNext(s, running);
    },
  },
};
