/** Processes of events, museums, media and sport. */
import { type Json, type JsonObject, own } from "../../../lib/service/json.ts";
import { text80 } from "../../changes/forms.ts";
import { latest } from "../../changes/traces.ts";
import { atLast, checkForms, declining, onTurn, seenByGroup } from "../../duties.ts";
import { ownLink } from "../../habits.ts";
import { noTransitions } from "../../left-open.ts";
import { actionsOf, compute, follow, keysOf, listNext, present } from "../../process.ts";
import { onRecord, type Variants } from "../../tools.ts";
import { amount, begun, many, often, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { hold, holdTold, int, like, sheet, str } from "../../sheets.ts";

/** What was done after the last of this key, and all where there is none. */
const since = (done: readonly string[], key: string): readonly string[] => done.slice(done.lastIndexOf(key) + 1);

export const events: Variants = {
  "escape-rooms": {
    title:
      "After the third hint the game master adds that the game is lost, and ends the trace; the moves are one list.",
    why: noTransitions,
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
  // A member that is not wanted, and where it is given must name the newest revision.
  "fact-checks": {
    title:
      "Who names the revision that an edit is based on must name the newest; the state is a history by groups and hours.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "pitch", groupLabel: "reporters", creates: true },
          { key: "write", groupLabel: "reporters", atMost: 6 },
          { key: "query", groupLabel: "checkers", after: ["write"], atMost: 4 },
          { key: "clear", groupLabel: "checkers", after: ["write"] },
          { key: "publish", groupLabel: "editors", after: ["clear"], ends: true },
        ],
        people: { ines: { groups: ["reporters", "editors"] }, dana: { groups: ["checkers"] } },
        next(done) {
          if (done.includes("publish")) return [];
          const last = done.at(-1) ?? "";
          if (last === "clear") return ["publish", ...upTo(6, done, "write")];
          if (last !== "write") return upTo(6, done, "write");
          return [...upTo(6, done, "write"), ...upTo(4, done, "query"), "clear"];
        },
      });
      coded(s, { "006": 409, "021": 400, "041": 412 });
      const edit = sheet({ "words?": int(1, 3000), "basedOn?": int(0, 6), "remark?": str(80) });
      holdTold(s, running, { pitch: sheet({ slug: like("^[a-z]{3,12}$") }), write: edit, query: edit });
      checks(s, running, ({ actionKey, data }, known) => {
        const based = own(data, "basedOn");
        deny(
          actionKey !== "pitch" && based !== undefined && based !== many(known, "write"),
          "041 there is a newer revision",
        );
      });
      const made = new Map<string, string>();
      onRecord(s, ({ id }) => made.set(id, new Date().toISOString().slice(0, 13)));
      derive(s, running, (trace) => ({
        slug: begun(trace, "slug"),
        revision: many(trace, "write"),
        history: trace.links.map(({ id, actionKey }): Json => ({
          [running.workflow.actions.find(({ key }) => key === actionKey)?.groupLabel ?? ""]: actionKey,
          hour: made.get(id) ?? "now",
        })),
        published: keysOf(trace).includes("publish"),
      }));
    },
  },
  // "The rules may depend on the data"; the state tells nothing of what may come next.
  "museum-loans": {
    title: "Loans above 100000 need an indemnity; a corrected condition stands instead; nothing tells what comes next.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "request", groupLabel: "registrars", creates: true },
          { key: "indemnify", groupLabel: "ministry", after: ["request"], atMost: 1 },
          { key: "dispatch", groupLabel: "couriers", after: ["request"], atMost: 1 },
          { key: "condition", groupLabel: "couriers", after: ["dispatch"], atMost: 3 },
          { key: "correct", groupLabel: "couriers", after: ["condition"], atMost: 1 },
          { key: "return", groupLabel: "registrars", after: ["condition"], ends: true },
        ],
        people: { ines: { groups: ["registrars", "ministry"] }, paul: { groups: ["couriers"] } },
        next(done, trace) {
          if (done.includes("return")) return [];
          const indemnified = done.includes("indemnify");
          if (!done.includes("dispatch")) {
            if (indemnified) return ["dispatch"];
            return amount(begun(trace, "value")) > 100_000 ? ["indemnify"] : ["indemnify", "dispatch"];
          }
          const condition = often(done, "condition") < 3 ? ["condition"] : [];
          const correct = done.includes("condition") && !done.includes("correct") ? ["correct"] : [];
          return [...condition, ...correct, ...(done.includes("condition") ? ["return"] : [])];
        },
      });
      checkForms(s, running, { request: sheet({ object: text80, value: int(1000, 900_000), "lender?": text80 }) });
      onTurn(s, 422);
      compute(s, (trace) => ({
        object: begun(trace, "object"),
        value: begun(trace, "value"),
        phase: latest(trace, "request", "dispatch", "return")?.actionKey ?? null,
        condition: latest(trace, "condition", "correct")?.data ?? {},
        corrected: keysOf(trace).includes("correct"),
      }));
    },
  },
  // "how often an action was done"; the list of what comes next is one for all groups.
  "film-takes": {
    title: "Scenes have four takes at most; one that was taken is printed by its number; all groups share one list.",
    why: noTransitions,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          { key: "schedule", groupLabel: "production", creates: true, examples: [{ day: "Monday", unit: 2 }] },
          { key: "open-scene", groupLabel: "directing", examples: [{ scene: "12A" }, { scene: "31" }] },
          { key: "take", groupLabel: "camera", examples: [{ seconds: 48 }, { seconds: 75.5, remark: "boom in shot" }] },
          { key: "print", groupLabel: "directing", examples: [{ take: 1 }] },
          { key: "wrap-scene", groupLabel: "directing", examples: [{}] },
          { key: "wrap", groupLabel: "production", examples: [{ overtime: false }] },
        ],
        nextActions: { path: ["callSheet", "next"], by: "all" },
        next(done) {
          if (done.includes("wrap")) return [];
          const wrapped = often(done, "wrap-scene");
          if (often(done, "open-scene") === wrapped) {
            return [...(wrapped < 2 ? ["open-scene"] : []), ...(wrapped > 0 ? ["wrap"] : [])];
          }
          const scene = since(done, "open-scene");
          if (scene.includes("print")) return ["wrap-scene"];
          return [...(often(scene, "take") < 4 ? ["take"] : []), ...(scene.includes("take") ? ["print"] : [])];
        },
      });
      const seconds: JsonObject = { type: "number", minimum: 1, maximum: 600 };
      const forms = {
        "open-scene": sheet({ scene: { type: "string", minLength: 1, maxLength: 6 } }),
        take: sheet({ seconds, "remark?": text80 }),
        print: sheet({ take: int(1, 4) }),
      };
      checkForms(s, running, forms, () => ({}));
      atLast(s, ({ key, data }, known) => {
        const taken = often(since(known ? keysOf(known) : [], "open-scene"), "take");
        if (key === "print" && amount(data["take"]) > taken) decline(422, "000 the scene has no such take");
      });
      compute(s, (trace) => {
        const scenes: JsonObject[] = [];
        for (const { actionKey, data } of trace.links) {
          const scene = scenes.at(-1);
          if (actionKey === "open-scene") scenes.push({ scene: data["scene"] ?? null, takes: 0, seconds: 0 });
          if (actionKey === "take" && scene) {
            scene["takes"] = amount(scene["takes"]) + 1;
            scene["seconds"] = amount(scene["seconds"]) + amount(data["seconds"]);
          }
          if (actionKey === "print" && scene) scene["printed"] = data["take"] ?? null;
        }
        return { day: begun(trace, "day"), scenes, wrapped: keysOf(trace).includes("wrap") };
      });
      present(s, (state, trace) => ({ ...state, callSheet: { next: [...running.next(trace)] } }));
    },
  },
  // "a trace may come to its end"; "Users of one organization may see only the traces that their group takes part in".
  "player-transfers": {
    title:
      "The third offer that is turned down lapses a transfer by the service's own hand; the league sees it once agreed.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "list of sellers",
          "offer of buyers",
          "turn-down of sellers",
          "agree of sellers",
          "medical of buyers",
          "register of league",
        ),
        people: { ines: { groups: ["sellers"] }, kofi: { groups: ["buyers"] }, greta: { groups: ["league"] } },
        next(done) {
          if (done.includes("lapse") || done.includes("register")) return [];
          if (done.includes("agree")) return done.includes("medical") ? ["register"] : ["medical", "register"];
          return done.at(-1) === "offer" ? ["turn-down", "agree"] : ["offer"];
        },
        nextActions: inState,
      });
      seenByGroup(s, running);
      onTurn(s, 409);
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "turn-down" || often(keysOf(trace), "turn-down") < 3) return;
        trace.links.push(ownLink("lapse", { rounds: 3 }));
        trace.state = { ...trace.state, lapsed: true };
      });
      listNext(s, running);
    },
  },
};
