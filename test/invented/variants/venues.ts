/** Processes of those who show, play, sell and license: takes, bids, loans, rounds of votes, papers of the service. */
import { own, type Json, type JsonObject } from "../../lib/service/json.ts";
import { atLast, checkForms, declining, enclose, form, listed, onTurn, seenByGroup, times } from "../duties.ts";
import { ownLink } from "../habits.ts";
import { actionsOf, compute, follow, keysOf, listNext, present } from "../process.ts";
import type { Link, Trace } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";

const why = "The interface names no transitions, and leaves data, state, limits and error answers open.";

const whole = (minimum: number, maximum: number): JsonObject => ({ type: "integer", minimum, maximum });
const oneOf = (...allowed: string[]): JsonObject => ({ type: "string", enum: allowed });
const text: JsonObject = { type: "string", minLength: 1, maxLength: 80 };

const numberOf = (value: Json | undefined): number => (typeof value === "number" ? value : 0);
const first = (trace: Trace | undefined, member: string): Json => own(trace?.links[0]?.data ?? {}, member) ?? null;
const latest = (trace: Trace | undefined, ...keys: string[]): Link | undefined =>
  trace?.links.findLast(({ actionKey }) => keys.includes(actionKey));

/** What was done after the last of this key, and all where there is none. */
const since = (done: readonly string[], key: string): readonly string[] => done.slice(done.lastIndexOf(key) + 1);

interface Round {
  yes: number;
  no: number;
  voters: string[];
}

/** The votes since the application was made or revised. */
function roundOf(trace: Trace | undefined): Round {
  const round: Round = { yes: 0, no: 0, voters: [] };
  for (const { actionKey, data, author } of trace?.links ?? []) {
    if (actionKey === "revise") Object.assign(round, { yes: 0, no: 0, voters: [] });
    if (actionKey !== "vote") continue;
    round[data["vote"] === "yes" ? "yes" : "no"] += 1;
    round.voters.push(author);
  }
  return round;
}

export const venues: Variants = {
  // "The rules may depend on the data"; the state tells nothing of what may come next.
  "museum-loans": {
    title: "Loans above 100000 need an indemnity; a corrected condition stands instead; nothing tells what comes next.",
    why,
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
            return numberOf(first(trace, "value")) > 100_000 ? ["indemnify"] : ["indemnify", "dispatch"];
          }
          const condition = times(done, "condition") < 3 ? ["condition"] : [];
          const correct = done.includes("condition") && !done.includes("correct") ? ["correct"] : [];
          return [...condition, ...correct, ...(done.includes("condition") ? ["return"] : [])];
        },
      });
      checkForms(s, running, { request: form({ object: text, value: whole(1000, 900_000), "lender?": text }) });
      onTurn(s, 422);
      compute(s, (trace) => ({
        object: first(trace, "object"),
        value: first(trace, "value"),
        phase: latest(trace, "request", "dispatch", "return")?.actionKey ?? null,
        condition: latest(trace, "condition", "correct")?.data ?? {},
        corrected: keysOf(trace).includes("correct"),
      }));
    },
  },
  // "how often an action was done"; the list of what comes next is one for all groups.
  "film-takes": {
    title: "Scenes have four takes at most; one that was taken is printed by its number; all groups share one list.",
    why,
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
          const wrapped = times(done, "wrap-scene");
          if (times(done, "open-scene") === wrapped) {
            return [...(wrapped < 2 ? ["open-scene"] : []), ...(wrapped > 0 ? ["wrap"] : [])];
          }
          const scene = since(done, "open-scene");
          if (scene.includes("print")) return ["wrap-scene"];
          return [...(times(scene, "take") < 4 ? ["take"] : []), ...(scene.includes("take") ? ["print"] : [])];
        },
      });
      const seconds: JsonObject = { type: "number", minimum: 1, maximum: 600 };
      const forms = {
        "open-scene": form({ scene: { type: "string", minLength: 1, maxLength: 6 } }),
        take: form({ seconds, "remark?": text }),
        print: form({ take: whole(1, 4) }),
      };
      checkForms(s, running, forms, () => ({}));
      atLast(s, ({ key, data }, known) => {
        const taken = times(since(known ? keysOf(known) : [], "open-scene"), "take");
        if (key === "print" && numberOf(data["take"]) > taken) decline(422, "000 the scene has no such take");
      });
      compute(s, (trace) => {
        const scenes: JsonObject[] = [];
        for (const { actionKey, data } of trace.links) {
          const scene = scenes.at(-1);
          if (actionKey === "open-scene") scenes.push({ scene: data["scene"] ?? null, takes: 0, seconds: 0 });
          if (actionKey === "take" && scene) {
            scene["takes"] = numberOf(scene["takes"]) + 1;
            scene["seconds"] = numberOf(scene["seconds"]) + numberOf(data["seconds"]);
          }
          if (actionKey === "print" && scene) scene["printed"] = data["take"] ?? null;
        }
        return { day: first(trace, "day"), scenes, wrapped: keysOf(trace).includes("wrap") };
      });
      present(s, (state, trace) => ({ ...state, callSheet: { next: [...running.next(trace)] } }));
    },
  },
  // "who did what before"; "What the state shows may differ from reader to reader".
  "auction-lots": {
    title:
      "A bid is higher than the one before and by somebody else; who leads is told as you or another; five bids end it.",
    why,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          { key: "consign", groupLabel: "house", creates: true },
          { key: "bid", groupLabel: "bidders" },
          { key: "withdraw", groupLabel: "house" },
          { key: "hammer", groupLabel: "house" },
        ],
        people: { ines: { groups: ["house", "bidders"] }, rosa: { groups: ["bidders"] } },
        next(done) {
          if (done.includes("withdraw") || done.includes("hammer")) return [];
          const bids = times(done, "bid");
          return [...(bids < 5 ? ["bid"] : []), bids > 0 ? "hammer" : "withdraw"];
        },
        nextActions: listed,
      });
      checkForms(s, running, {
        consign: form({ lot: text, reserve: whole(10, 500) }),
        bid: form({ amount: whole(1, 1_000_000) }),
        hammer: form({}),
      });
      const highest = (trace: Trace | undefined) => numberOf(latest(trace, "bid")?.data["amount"]);
      atLast(s, ({ key, data, author }, known) => {
        if (key !== "bid") return;
        if (latest(known, "bid")?.author === author) decline(409, "051 you lead already");
        if (numberOf(data["amount"]) <= highest(known)) decline(422, "052 the bid is not higher");
      });
      compute(s, (trace) => {
        const sold = keysOf(trace).includes("hammer") && highest(trace) >= numberOf(first(trace, "reserve"));
        return { lot: first(trace, "lot"), bids: times(keysOf(trace), "bid"), highest: highest(trace), sold };
      });
      present(s, (state, trace, call) => {
        const leader = latest(trace, "bid")?.author;
        const who = leader === running.reader(call)?.email ? "you" : "another";
        return { ...state, leader: leader === undefined ? null : who, nextActions: running.byGroup(trace) };
      });
    },
  },
  // "a trace may come to its end"; "Users of one organization may see only the traces that their group takes part in".
  "player-transfers": {
    title:
      "The third offer that is turned down lapses a transfer by the service's own hand; the league sees it once agreed.",
    why,
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
        nextActions: listed,
      });
      seenByGroup(s, running);
      onTurn(s, 409);
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "turn-down" || times(keysOf(trace), "turn-down") < 3) return;
        trace.links.push(ownLink("lapse", { rounds: 3 }));
        trace.state = { ...trace.state, lapsed: true };
      });
      listNext(s, running);
    },
  },
  // "approvals" of "who did what before"; the state shows phase and votes, and no list of what comes next.
  "radio-licences": {
    title:
      "Two of three members decide with yes or no, each once a round; after no an application is revised, twice at most.",
    why,
    apply(s) {
      const decline = declining(s);
      const phase = (trace: Trace): string => {
        const { yes, no } = roundOf(trace);
        if (keysOf(trace).includes("grant")) return "granted";
        if (yes > 1) return "accepted";
        if (no < 2) return "open";
        return times(keysOf(trace), "revise") < 2 ? "returned" : "rejected";
      };
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "stations", creates: true },
          { key: "statement", groupLabel: "engineers", atMost: 2 },
          { key: "vote", groupLabel: "board" },
          { key: "revise", groupLabel: "stations", after: ["vote"], atMost: 2 },
          { key: "grant", groupLabel: "board", after: ["vote"], ends: true },
        ],
        people: {
          ines: { groups: ["stations", "engineers", "board"] },
          hugo: { groups: ["board"] },
          ada: { groups: ["board"] },
        },
        next(done, trace) {
          const statement = times(done, "statement") < 2 ? ["statement"] : [];
          const moves: Record<string, string[]> = { open: ["vote"], returned: ["revise"], accepted: ["grant"] };
          const next = moves[phase(trace)] ?? [];
          return next[0] === "vote" ? [...next, ...statement] : next;
        },
      });
      const frequency: JsonObject = { type: "number", minimum: 87.5, maximum: 108 };
      const application = form({ frequency, watts: whole(10, 50_000) });
      checkForms(s, running, { apply: application, revise: application, vote: form({ vote: oneOf("yes", "no") }) });
      onTurn(s, 403);
      atLast(s, ({ key, author }, known) => {
        const voted = key === "vote" && roundOf(known).voters.includes(author);
        if (voted) decline(409, "061 you have voted in this round");
      });
      compute(s, (trace) => {
        const { frequency: mhz, watts } = latest(trace, "apply", "revise")?.data ?? {};
        const { yes, no } = roundOf(trace);
        const round = times(keysOf(trace), "revise") + 1;
        return { frequency: mhz ?? null, watts: watts ?? null, round, yes, no, phase: phase(trace) };
      });
    },
  },
  // "generated documents"; "One action may cause others ... by the system's own hand"; certified, it opens again.
  "lift-inspections": {
    title:
      "A defect is notified by a link of the service; a certificate is written with its action; accidents open it again.",
    why,
    apply(s) {
      const open = (done: readonly string[]) => times(done, "defect") - times(done, "repair");
      const running = follow(s, {
        actions: [
          { key: "inspect", groupLabel: "inspectors", creates: true, examples: [{ lift: "L-0417", load: 630 }] },
          { key: "defect", groupLabel: "inspectors", atMost: 4, examples: [{ part: "door lock" }, { part: "rope" }] },
          { key: "repair", groupLabel: "fitters", after: ["defect"], examples: [{ hours: 2 }] },
          { key: "certify", groupLabel: "inspectors", atMost: 2, examples: [{ months: 12 }] },
          { key: "accident", groupLabel: "owners", after: ["certify"], atMost: 1, examples: [{ injured: 0 }] },
        ],
        next(done) {
          const certified = done.lastIndexOf("certify") > done.lastIndexOf("accident");
          if (certified) return done.includes("accident") ? [] : ["accident"];
          const defect = times(done, "defect") < 4 ? ["defect"] : [];
          return [...defect, open(done) > 0 ? "repair" : "certify"];
        },
        nextActions: listed,
      });
      checkForms(
        s,
        running,
        {
          inspect: form({ lift: text, load: whole(100, 5000) }),
          defect: form({ part: text }),
          certify: form({ months: whole(1, 24) }),
        },
        () => ({}),
      );
      onRecord(s, (link, trace) => {
        if (trace.workflow !== running.workflow) return;
        if (link.actionKey === "defect") trace.links.push(ownLink("notify-owner", { ...link.data }));
        if (link.actionKey !== "certify") return;
        const lines = [`Lift: ${String(first(trace, "lift"))}`, `Valid: ${String(link.data["months"])} months`];
        const digest = enclose(s, trace, link, "certificate.txt", `${lines.join("\n")}\n${trace.id}\n`);
        trace.state = { ...trace.state, certificate: digest };
      });
      present(s, (data, trace) => ({
        data,
        openDefects: open(keysOf(trace)),
        nextActions: running.byGroup(trace),
      }));
    },
  },
};
