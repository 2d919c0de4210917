/** Refused actions that count in totals and quotas all the same. */
import { own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { isOutOfTurn } from "../../changes/refusals.ts";
import { declining } from "../../duties.ts";
import { demand } from "../../paper.ts";
import { actionsOf, follow, keysOf, listNext, present, refuse, trade } from "../../process.ts";
import { grant, permit } from "../../processes/applications.ts";
import { honestTrade } from "../../processes/trade.ts";
import type { Trace } from "../../service.ts";
import { whenRefused, changeResult, beforehand, type Faults, onRecord } from "../../tools.ts";
import { amount, begun, linksBy, many, often, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

const remarks = (trace: Trace): number => keysOf(trace).filter((key) => key === "remark").length;

export const counted: Faults = {
  "refused-action-counted": {
    title: "The totalCount of a trace also counts actions that were refused.",
    apply(s) {
      const refused = new WeakMap<Trace, number>();
      whenRefused(s, "checkAction", (_error, _user, _input, known) => {
        if (known) refused.set(known, (refused.get(known) ?? 0) + 1);
      });
      changeResult(s, "total", (total, trace) => Number(total) + (refused.get(trace) ?? 0));
    },
  },
  "refused-counts-as-done": {
    title: "A refused action counts when the service decides what may come next.",
    apply(s) {
      const refused = new WeakMap<Trace, string[]>();
      honestTrade(s, { next: (done, trace) => trade([...done, ...(refused.get(trace) ?? [])]) });
      whenRefused(s, "checkAction", (_error, _user, input, known) => {
        if (known && input.actionKey === "invoice") refused.set(known, [...(refused.get(known) ?? []), "invoice"]);
      });
    },
  },
  "quota-counts-refused": {
    title: "Three shipments a trace: refused ones are counted too, and the list still names what is refused then.",
    apply(s) {
      honestTrade(s);
      const tried = new WeakMap<Trace, number>();
      beforehand(s, "checkAction", (_user, input, known) => {
        if (known && input.actionKey === "ship") {
          tried.set(known, (tried.get(known) ?? 0) + 1);
          refuse((tried.get(known) ?? 0) > 3, "three shipments at most");
        }
      });
    },
  },
  "attempts-count": {
    title: "What its form refuses counts as a sitting: after three, the examination is neither listed nor accepted.",
    apply(s) {
      const attempts = new Map<string, number>();
      const running = follow(s, {
        actions: actionsOf(
          "enrol of office",
          "sit of candidates",
          "grade of examiners",
          "certify of office",
          "give-up of candidates",
        ),
        people: { ines: { groups: ["office", "candidates"] }, vera: { groups: ["examiners"] } },
        nextActions: { path: ["exam", "open"], by: "group" },
        next(done, trace) {
          if (done.includes("certify") || done.includes("give-up")) return [];
          if (done.at(-1) === "sit") return ["grade"];
          const sittings = often(done, "sit") + (attempts.get(trace.id) ?? 0);
          const passed = trace.links.some(({ data }) => amount(data["points"]) >= 50);
          return [...(sittings < 3 && !passed ? ["sit"] : []), passed ? "certify" : "give-up"];
        },
      });
      coded(s, { "006": 403 });
      holdTold(s, running, {
        enrol: sheet({ candidate: str(60), subject: among("law", "physics", "music") }),
        sit: sheet({ paper: like("^P\\d{3}$"), minutes: int(1, 240) }),
        grade: sheet({ points: int(0, 100) }),
      });
      whenRefused(s, "checkAction", (error, _user, input, known) => {
        const sitting = known && input.actionKey === "sit" && error instanceof Refusal;
        if (sitting && error.message.startsWith("021")) attempts.set(known.id, (attempts.get(known.id) ?? 0) + 1);
      });
      present(s, (data, trace) => ({
        ...data,
        exam: { sat: many(trace, "sit"), open: running.byGroup(trace) },
      }));
    },
  },
  "refused-then-received-before": {
    title: "What comes twice to a trace is refused as received before, also where the first was refused for its turn.",
    apply(s) {
      const decline = declining(s);
      permit(s);
      const received = new WeakMap<Trace, Set<string>>();
      beforehand(s, "checkAction", (_user, input, known) => {
        if (known && Object.keys(input.data ?? {}).length > 0) {
          const contents = received.get(known) ?? new Set<string>();
          const content = JSON.stringify([input.actionKey, own({ data: input.data ?? {} }, "data")]);
          if (contents.has(content)) decline(409, "000 this has been received before");
          received.set(known, contents.add(content));
        }
      });
    },
  },
  "refused-in-total": {
    title: "What a mixer cannot take is refused, but its kilograms stay in the state's total, and fill the mixer.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "millers", creates: true },
          { key: "add", groupLabel: "millers" },
          { key: "grind", groupLabel: "millers", after: ["add"], atMost: 1 },
          { key: "bag", groupLabel: "loaders", after: ["grind"], ends: true },
        ],
        next(done) {
          if (done.includes("bag")) return [];
          if (done.includes("grind")) return ["bag"];
          return ["add", ...(done.includes("add") ? ["grind"] : [])];
        },
      });
      coded(s, { "021": 400, "033": 409 });
      holdTold(s, running, {
        order: sheet({ recipe: str(20), capacity: int(200, 500) }),
        add: sheet({ grain: among("oats", "barley", "maize"), kg: int(40, 300) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        if (actionKey !== "add" || !known) return;
        const mixed = amount(known.state["mixed"]) + amount(data["kg"]);
        known.state = { ...known.state, mixed };
        deny(mixed > amount(begun(known, "capacity")), "033 the mixer is full");
      });
      derive(s, running, (trace) => ({
        recipe: begun(trace, "recipe"),
        mixed: amount(trace.state["mixed"]),
        grains: linksBy(trace, "add").map(({ data }) => data["grain"] ?? null),
        ground: keysOf(trace).includes("grind"),
      }));
    },
  },
  "stowaways-counted": {
    title: "The total of a ferry's links counts the actions that were refused as well.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "schedule", groupLabel: "port", creates: true },
          { key: "board", groupLabel: "port", atMost: 5 },
          { key: "cast-off", groupLabel: "port", after: ["board"], atMost: 1 },
          { key: "moor", groupLabel: "port", after: ["cast-off"], ends: true },
        ],
        next(done) {
          if (done.includes("moor")) return [];
          if (done.includes("cast-off")) return ["moor"];
          return [...upTo(5, done, "board"), ...(done.includes("board") ? ["cast-off"] : [])];
        },
      });
      const refused = new Map<string, number>();
      whenRefused(s, "checkAction", (error, _user, _input, known) => {
        if (known && isOutOfTurn(error)) refused.set(known.id, (refused.get(known.id) ?? 0) + 1);
      });
      s.total = (trace) => trace.links.length + (refused.get(trace.id) ?? 0);
      present(s, (crossing, trace) => ({
        crossing,
        deck: { aboard: many(trace, "board"), next: [...running.next(trace)] },
      }));
    },
  },
  "refused-remarks-counted": {
    title: "A fourth remark is refused, and raises totalCount all the same: the quota's counter is the total.",
    apply(s) {
      listNext(s, follow(s, grant));
      const refused = new WeakMap<Trace, number>();
      demand(s, ({ actionKey }, known) => {
        if (actionKey !== "remark" || !known || remarks(known) < 3) return undefined;
        refused.set(known, (refused.get(known) ?? 0) + 1);
        return "three remarks at most";
      });
      s.total = (trace) => trace.links.length + (refused.get(trace) ?? 0);
    },
  },
  "refusal-in-the-total": {
    title: "What was out of turn counts in the details' total, though it is no link, until something is accepted.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "sow", groupLabel: "growers", creates: true, examples: [{ crop: "leek", rows: 12 }] },
          { key: "water", groupLabel: "growers", atMost: 4, examples: [{ litres: 60 }, { litres: 85 }] },
          { key: "harvest", groupLabel: "growers", after: ["water"], atMost: 2, examples: [{ kg: 40 }] },
          { key: "sell", groupLabel: "market", after: ["harvest"], ends: true, examples: [{ euros: 120 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("sell")) return [];
          if (done.includes("harvest")) return [...upTo(2, done, "harvest"), "sell"];
          return [...upTo(4, done, "water"), ...(done.includes("water") ? ["harvest"] : [])];
        },
      });
      coded(s, { "006": 400 });
      hold(s, running, { water: sheet({ litres: int(1, 500) }), sell: sheet({ euros: num(0, 9000) }) });
      listNext(s, running);
      const refused = new WeakMap<Trace, number>();
      const { total } = s;
      whenRefused(s, "checkAction", (error, _user, _input, known) => {
        const turn = error instanceof Refusal && error.message.startsWith("006");
        if (known && turn) refused.set(known, (refused.get(known) ?? 0) + 1);
      });
      onRecord(s, (_link, trace) => void refused.delete(trace));
      s.total = (trace, call) => Number(total(trace, call)) + (refused.get(trace) ?? 0);
    },
  },
};
