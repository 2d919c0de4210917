/** Processes of workshops and works: crafts, batches, building sites. */
import { type Json, own } from "../../../lib/service/json.ts";
import { groupOf } from "../../duties.ts";
import { oneWriter, ownLink } from "../../habits.ts";
import { noTransitions } from "../../left-open.ts";
import { form, useForms } from "../../paper.ts";
import { follow, keysOf, listNext, present } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { onRecord, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, sum, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

export const workshops: Variants = {
  "tattoo-sessions": {
    title: "The state of a tattoo says of every action, by its key, true or false: whether it may come next.",
    why: noTransitions,
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
    why: noTransitions,
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
  // A lock that a person takes and gives back: the same action is refused before, meanwhile to others, and after.
  "plan-checkouts": {
    title:
      "A drawing is revised by who has checked it out, and by nobody else, until it is checked in; others get 423.",
    why: noTransitions,
    apply(s) {
      const holder = (trace: Trace): string | undefined => {
        const last = trace.links.findLast(({ actionKey }) => ["check-out", "check-in"].includes(actionKey));
        return last?.actionKey === "check-out" ? last.author : undefined;
      };
      const running = follow(s, {
        actions: [
          { key: "register", groupLabel: "architects", creates: true, examples: [{ sheet: "A-101", scale: 50 }] },
          { key: "check-out", groupLabel: "architects", atMost: 6, examples: [{ device: "Desk 4" }] },
          { key: "revise", groupLabel: "architects", after: ["check-out"], examples: [{ change: "Door to the left" }] },
          { key: "check-in", groupLabel: "architects", after: ["check-out"], examples: [{}] },
          { key: "remark", groupLabel: "engineers", atMost: 6, examples: [{ text: "Beam too thin", axis: "C" }] },
          { key: "approve", groupLabel: "engineers", after: ["revise"], ends: true, examples: [{ stamp: 7 }] },
        ],
        people: { ines: { groups: ["architects"] }, jo: { groups: ["architects", "engineers"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("approve")) return [];
          if (holder(trace) !== undefined) return [...upTo(8, done, "revise"), "check-in", ...upTo(6, done, "remark")];
          const approve = done.includes("revise") ? ["approve"] : [];
          return [...upTo(6, done, "check-out"), ...upTo(6, done, "remark"), ...approve];
        },
      });
      coded(s, { "006": 409, "021": 400, "080": 423 });
      hold(s, running, {
        register: sheet({ sheet: str(12), scale: int(1, 500) }),
        "check-out": sheet({ device: str(20) }),
        revise: sheet({ change: str(120) }),
        "check-in": sheet({}),
        remark: sheet({ text: str(120), "axis?": str(2) }),
        approve: sheet({ stamp: int(1, 99) }),
      });
      checks(s, running, ({ actionKey = "" }, known, user) => {
        const others = known && holder(known) !== undefined && holder(known) !== user.email;
        deny(others === true && ["revise", "check-in"].includes(actionKey), "080 checked out by somebody else");
      });
      present(s, (data, trace) => ({
        sheet: begun(trace, "sheet"),
        revision: String.fromCharCode(65 + many(trace, "revise")),
        lastChange: data["change"] ?? null,
        lockedBy: holder(trace) ?? null,
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "grain-silos": {
    title:
      "A silo counts no more than it holds, in words with a unit; a phase in the state is all that tells what is next.",
    why: noTransitions,
    apply(s) {
      const loaded = (trace: Trace) => sum(trace, "load", "tonnes");
      const full = (trace: Trace) => loaded(trace) >= amount(begun(trace, "capacity"));
      const running = follow(s, {
        actions: [
          { key: "clean", groupLabel: "silo", creates: true },
          { key: "load", groupLabel: "silo" },
          { key: "fumigate", groupLabel: "silo", atMost: 2 },
          { key: "seal", groupLabel: "silo", ends: true },
        ],
        next(done, trace) {
          if (done.includes("seal")) return [];
          if (!done.includes("load")) return ["load"];
          return [...(full(trace) ? [] : ["load"]), ...upTo(2, done, "fumigate"), "seal"];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        clean: sheet({ capacity: int(100, 400), grain: among("wheat", "rye", "oats") }),
        load: sheet({ tonnes: num(1, 60), "moisture?": num(8, 25) }, true),
        seal: sheet({ number: like("^[A-Z]{2}[0-9]{4}$") }),
      });
      derive(s, running, (trace) => {
        const capacity = amount(begun(trace, "capacity"));
        const open = full(trace) ? "full" : "loading";
        return {
          contents: begun(trace, "grain"),
          weight: `${Math.min(loaded(trace), capacity).toFixed(3)} t`,
          overflow: `${Math.max(0, loaded(trace) - capacity).toFixed(3)} t`,
          phase: keysOf(trace).includes("seal") ? "sealed" : many(trace, "load") > 0 ? open : "empty",
          seal: linksBy(trace, "seal")[0]?.data["number"] ?? null,
        };
      });
    },
  },
  // "members that depend on others", in the schema; "who did what before".
  "stamp-gradings": {
    title: "A damaged stamp needs a remark, as its schema says by if and then; each expert grades a stamp once.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "describe", groupLabel: "desk", creates: true },
          { key: "grade", groupLabel: "experts" },
          { key: "list", groupLabel: "desk", after: ["grade"], ends: true },
        ],
        people: { ines: { groups: ["desk", "experts"] }, jo: { groups: ["experts"] } },
        next: (done) => (done.includes("list") ? [] : ["grade", ...(done.includes("grade") ? ["list"] : [])]),
      });
      s.statuses.invalid = 422;
      useForms(s, running, {
        describe: {
          type: "object",
          additionalProperties: false,
          required: ["country", "year", "condition"],
          properties: {
            country: { type: "string", pattern: "^[A-Z]{2}$" },
            year: { type: "integer", minimum: 1840, maximum: 2025 },
            condition: { enum: ["mint", "used", "damaged"] },
            remark: { type: "string", minLength: 3, maxLength: 60 },
          },
          if: { type: "object", required: ["condition"], properties: { condition: { const: "damaged" } } },
          then: { required: ["remark"] },
        },
        grade: form({ points: { type: "integer", minimum: 1, maximum: 100 } }, { additionalProperties: false }),
        list: form({ euros: { type: "number", minimum: 0.5, maximum: 9000 } }),
      });
      checks(s, running, ({ actionKey }, known, user) => {
        const mine = linksBy(known, "grade").some(({ author }) => author === user.email);
        deny(actionKey === "grade" && mine, "072 you have graded this stamp");
      });
      derive(s, running, (trace) => {
        const points = linksBy(trace, "grade").map(({ data }) => amount(data["points"]));
        const mean = points.length === 0 ? null : sum(trace, "grade", "points") / points.length;
        return { origin: begun(trace, "country"), issued: begun(trace, "year"), points, mean };
      });
    },
  },
  // "An effect may fail (client or server error); then nothing was added."
  "film-prints": {
    title:
      "More than 20 prints are too many for the machine behind: 502, and nothing is added; a fogged film goes back.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "hand-in", groupLabel: "shop", creates: true, examples: [{ rolls: 2, iso: 400 }] },
          { key: "develop", groupLabel: "lab", examples: [{ result: "good" }, { result: "fogged", frames: 9 }] },
          { key: "print", groupLabel: "lab", examples: [{ copies: 4 }, { copies: 20 }] },
          { key: "return", groupLabel: "shop", ends: true, examples: [{ paid: true }] },
        ],
        people: { ines: { groups: ["shop"] }, paula: { groups: ["lab"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("return")) return [];
          const result = linksBy(trace, "develop").at(-1)?.data["result"];
          if (result === undefined) return ["develop"];
          return [...(result === "good" ? upTo(3, done, "print") : upTo(2, done, "develop")), "return"];
        },
      });
      coded(s, { "006": 409, "021": 400, "090": 502 });
      holdTold(s, running, {
        "hand-in": sheet({ rolls: int(1, 12), iso: int(25, 3200) }),
        develop: sheet({ result: among("good", "fogged"), "frames?": int(0, 36) }),
        print: sheet({ copies: int(1, 40) }),
        return: sheet({ paid: { type: "boolean" } }),
      });
      checks(s, running, ({ actionKey, data }) => {
        deny(actionKey === "print" && amount(data["copies"]) > 20, "090 the printing machine gave up");
      });
      listNext(s, running);
    },
  },
  "key-cutting": {
    title: "Who cuts keys has to name group and workflow with each action; what may come next is shown with a caption.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "take-in", groupLabel: "counter", creates: true, examples: [{ profile: "K7", copies: 2 }] },
          { key: "cut", groupLabel: "bench", atMost: 4, examples: [{ depths: [3, 1, 4, 2] }, { depths: [1, 1] }] },
          { key: "try", groupLabel: "bench", after: ["cut"], examples: [{ turns: true }] },
          { key: "collect", groupLabel: "counter", after: ["try"], ends: true, examples: [{ euros: 14.5 }] },
        ],
        people: { ines: { groups: ["counter"] }, sal: { groups: ["bench"] } },
        next(done) {
          if (done.includes("collect")) return [];
          const last = done.at(-1);
          return [...upTo(4, done, "cut"), ...(last === "cut" ? ["try"] : []), ...(last === "try" ? ["collect"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422, "011": 400 });
      hold(s, running, {
        "take-in": sheet({ profile: like("^[A-Z][0-9]{1,2}$"), copies: int(1, 9) }),
        try: sheet({ turns: { type: "boolean" } }),
        collect: sheet({ euros: num(1, 200) }),
      });
      checks(s, running, ({ actionKey, data, groupLabel, workflowId }) => {
        deny(groupLabel === undefined, "011 groupLabel is required");
        deny(workflowId === undefined, "011 workflowId is required");
        const depths = own(data, "depths");
        const fit = Array.isArray(depths) && depths.length > 0 && depths.every((one) => amount(one) >= 1);
        deny(actionKey === "cut" && !fit, "021 depths are missing");
      });
      present(s, (data, trace) => ({
        job: data,
        buttons: running
          .next(trace)
          .map((key): Json => ({ [groupOf(trace, { actionKey: key })]: { key, caption: `${key}…` } })),
      }));
    },
  },
  // One writer at a time; the service goes on by itself; a trace takes a bounded number of links.
  "press-slots": {
    title:
      "Approving a print job lets the service add a link of its own; two writers at once: 409; sixteen links at most.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "book", groupLabel: "clients", creates: true, examples: [{ sheets: 5000, stock: "matt" }] },
          { key: "proof", groupLabel: "prepress", examples: [{ round: 1 }, { round: 2 }, { round: 3 }] },
          { key: "approve", groupLabel: "clients", after: ["proof"], atMost: 1, examples: [{ name: "R. Vos" }] },
          { key: "print", groupLabel: "press", after: ["approve"], examples: [{ sheets: 2500 }] },
          { key: "deliver", groupLabel: "press", after: ["print"], ends: true, examples: [{ pallets: 2 }] },
        ],
        people: { ines: { groups: ["clients", "prepress"] }, gerd: { groups: ["press"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("deliver")) return [];
          const full = done.length >= 15;
          if (done.includes("approve")) {
            return [...(full ? [] : ["print"]), ...(done.includes("print") ? ["deliver"] : [])];
          }
          const some = done.includes("proof");
          return [...(done.length < 10 ? ["proof"] : []), ...(some ? ["approve"] : [])];
        },
      });
      coded(s, { "006": 400, "021": 400 });
      oneWriter(s);
      hold(s, running, {
        book: sheet({ sheets: int(100, 90_000), stock: among("matt", "gloss") }),
        proof: sheet({ round: int(1, 20) }),
        approve: sheet({ name: str(40) }),
        print: sheet({ sheets: int(1, 90_000) }),
        deliver: sheet({ pallets: int(1, 60) }),
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "approve") return;
        trace.links.push(ownLink("burn-plates", { plates: 4, proof: many(trace, "proof") }));
        trace.state = { ...trace.state, plates: 4 };
      });
      listNext(s, running);
    },
  },
};
