/** Processes of courts, councils and polling stations. */
import type { JsonObject } from "../../../lib/service/json.ts";
import { latest } from "../../changes/traces.ts";
import { atLast, checkForms, declining, onTurn } from "../../duties.ts";
import { noTransitions } from "../../left-open.ts";
import { compute, follow, keysOf, present } from "../../process.ts";
import type { Trace } from "../../service.ts";
import type { Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, int, sheet, str } from "../../sheets.ts";

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

export const councils: Variants = {
  // "who did what before": two signatures, of two people of one group; what one may do is shown to each reader alone.
  "ballot-counts": {
    title: "A count needs the signatures of two officers, and then has ended; the state lists what its reader may do.",
    why: noTransitions,
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
  // "who did what before": no list by group can show it.
  "court-records": {
    title: "No clerk makes two entries running in a court's record, so that each entry is read by the other one.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open-record", groupLabel: "clerks", creates: true, examples: [{ docket: "C 114", room: 3 }] },
          { key: "enter", groupLabel: "clerks", atMost: 9, examples: [{ text: "The witness was sworn in" }] },
          { key: "strike", groupLabel: "clerks", after: ["enter"], atMost: 2, examples: [{ text: "See line 4" }] },
          { key: "rule", groupLabel: "bench", after: ["enter"], atMost: 3, examples: [{ ruling: "sustained" }] },
          { key: "seal-record", groupLabel: "clerks", after: ["rule"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["clerks", "bench"] }, tamo: { groups: ["clerks"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("seal-record")) return [];
          const some = done.includes("enter");
          return [
            ...upTo(9, done, "enter"),
            ...(some ? [...upTo(2, done, "strike"), ...upTo(3, done, "rule")] : []),
            ...(done.includes("rule") ? ["seal-record"] : []),
          ];
        },
      });
      coded(s, { "006": 409, "021": 400, "074": 403 });
      hold(s, running, {
        "open-record": sheet({ docket: str(12), room: int(1, 9) }),
        enter: sheet({ text: str(200) }),
        strike: sheet({ text: str(200) }),
        rule: sheet({ ruling: among("sustained", "overruled") }),
      });
      checks(s, running, (_input, known, user) => {
        deny(known?.links.at(-1)?.author === user.email, "074 the other clerk has to make the next entry");
      });
      derive(s, running, (trace) => ({
        docket: begun(trace, "docket"),
        lines: trace.links.slice(1).map(({ actionKey, data }) => data["text"] ?? data["ruling"] ?? actionKey),
        rulings: many(trace, "rule"),
        sealed: keysOf(trace).includes("seal-record"),
      }));
      present(s, (state, trace) => ({
        ...state,
        lastEntryBy: trace.links.at(-1)?.author ?? null,
        nextActions: running.byGroup(trace),
      }));
    },
  },
  // "approvals" of "who did what before"; the state shows phase and votes, and no list of what comes next.
  "radio-licences": {
    title:
      "Two of three members decide with yes or no, each once a round; after no an application is revised, twice at most.",
    why: noTransitions,
    apply(s) {
      const decline = declining(s);
      const phase = (trace: Trace): string => {
        const { yes, no } = roundOf(trace);
        if (keysOf(trace).includes("grant")) return "granted";
        if (yes > 1) return "accepted";
        if (no < 2) return "open";
        return often(keysOf(trace), "revise") < 2 ? "returned" : "rejected";
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
          const statement = often(done, "statement") < 2 ? ["statement"] : [];
          const moves: Record<string, string[]> = { open: ["vote"], returned: ["revise"], accepted: ["grant"] };
          const next = moves[phase(trace)] ?? [];
          return next[0] === "vote" ? [...next, ...statement] : next;
        },
      });
      const frequency: JsonObject = { type: "number", minimum: 87.5, maximum: 108 };
      const application = sheet({ frequency, watts: int(10, 50_000) });
      checkForms(s, running, { apply: application, revise: application, vote: sheet({ vote: among("yes", "no") }) });
      onTurn(s, 403);
      atLast(s, ({ key, author }, known) => {
        const voted = key === "vote" && roundOf(known).voters.includes(author);
        if (voted) decline(409, "061 you have voted in this round");
      });
      compute(s, (trace) => {
        const { frequency: mhz, watts } = latest(trace, "apply", "revise")?.data ?? {};
        const { yes, no } = roundOf(trace);
        const round = often(keysOf(trace), "revise") + 1;
        return { frequency: mhz ?? null, watts: watts ?? null, round, yes, no, phase: phase(trace) };
      });
    },
  },
};
