/** Processes that begin in several ways, some of them not by everybody. */
import { noTransitions, ofTheWorkflow } from "../../left-open.ts";
import { closed, type Form, form, useForms } from "../../paper.ts";
import { actionsOf, follow, listNext } from "../../process.ts";
import type { Variants } from "../../tools.ts";
import { begun, many, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, sheet, str } from "../../sheets.ts";

const phone: Form = { type: "string", pattern: "^\\+[1-9][0-9]{6,13}$" };

export const beginnings: Variants = {
  "three-ways-in": {
    title: "Three groups begin claims by three actions with a form each, by three people; what follows is one process.",
    why: "A workflow says which groups may begin a trace with which actions.",
    apply(s) {
      const actions = actionsOf(
        "portal claim of customers",
        "phone claim of agents",
        "broker claim of brokers",
        "add of agents",
        "settle of agents",
      );
      for (const action of actions) if (action.key.endsWith(" claim")) action.creates = true;
      const running = follow(s, {
        actions,
        next: (done) => (done.includes("settle") ? [] : ["add", "settle"]),
        people: { ines: { groups: ["customers"] }, wim: { groups: ["agents"] }, ada: { groups: ["brokers"] } },
      });
      listNext(s, running);
      useForms(s, running, {
        "phone claim": form({ caller: phone }),
        "broker claim": form({ licence: { type: "string", pattern: "^BR[0-9]{4}$" } }, closed),
      });
    },
  },
  "ferry-tickets": {
    title: "Of three ways to begin a trace the first two are refused to the only user, of whom no groups are told.",
    why: noTransitions,
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
    why: noTransitions,
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
    why: noTransitions,
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
    why: noTransitions,
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
  "begun-in-two-ways": {
    title: "What begins by phone must be confirmed before anything else; what begins on the web need not.",
    why: ofTheWorkflow,
    apply(s) {
      const [web, ...more] = actionsOf("web-order of sales", "confirm of sales", "amend of sales", "cancel of sales");
      follow(s, {
        actions: [...(web ? [web] : []), { key: "phone-order", groupLabel: "desk", creates: true }, ...more],
        next: (done) => {
          if (done.includes("cancel")) return [];
          const waits = done[0] === "phone-order" && !done.includes("confirm");
          return waits ? ["confirm", "cancel"] : ["amend", "cancel"];
        },
      });
    },
  },
};
