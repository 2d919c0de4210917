/** Permits and grants: opinions side by side, rounds, appeals. */
import { own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { text120 } from "../../changes/forms.ts";
import { checkForms, groupOf, onTurn } from "../../duties.ts";
import { defaultPages } from "../../habits.ts";
import { noTransitions, ofTheWorkflow } from "../../left-open.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../../process.ts";
import { licence } from "../../processes/licences.ts";
import type { Trace } from "../../service.ts";
import { changeResult, onRecord, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, int, sheet, str } from "../../sheets.ts";

export const permits: Variants = {
  // "which actions each group may do next"; "on how often an action was done"; "depend on the data".
  "building-permits": {
    title:
      "Two offices give their opinions side by side; a refusal may be appealed against once; withdrawn at any time.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "applicants", creates: true },
          { key: "supplement", groupLabel: "applicants", atMost: 5 },
          { key: "opinion-fire", groupLabel: "fire brigade", atMost: 1 },
          { key: "opinion-water", groupLabel: "waterworks", atMost: 1 },
          { key: "decide", groupLabel: "council" },
          { key: "appeal", groupLabel: "applicants", after: ["decide"], atMost: 1 },
          { key: "withdraw", groupLabel: "applicants", ends: true },
        ],
        next(done, trace) {
          const last = trace.links.at(-1);
          if (done.includes("withdraw")) return [];
          if (last?.actionKey === "decide") {
            const mayAppeal = last.data["outcome"] === "refused" && !done.includes("appeal");
            return mayAppeal ? ["appeal", "withdraw"] : [];
          }
          const missing = ["opinion-fire", "opinion-water"].filter((key) => !done.includes(key));
          const more = often(done, "supplement") < 5 ? ["supplement"] : [];
          return [...more, ...(missing.length > 0 ? missing : ["decide"]), "withdraw"];
        },
        people: {
          ines: { groups: ["applicants"] },
          vera: { groups: ["fire brigade", "waterworks"] },
          otto: { groups: ["council"] },
        },
        nextActions: inState,
      });
      checkForms(s, running, {
        apply: sheet({ plot: { type: "string", pattern: "^[0-9]{1,5}/[0-9]{1,3}$" }, storeys: int(1, 9) }),
        decide: sheet({ outcome: among("granted", "refused"), "grounds?": text120 }),
      });
      onTurn(s, 409);
      listNext(s, running);
    },
  },
  "statements-in-any-order": {
    title: "Three offices state at once, in any order; one no ends the trace. The state is a tree of nodes and leaves.",
    why: "Processes have branches that run beside each other; what may come next may depend on the data.",
    apply(s) {
      const offices = ["roads", "water", "fire"];
      const running = follow(s, {
        actions: actionsOf(
          "submit of builders",
          ...offices.map((office) => `${office} of ${office}`),
          "grant of mayor",
        ),
        next(done, trace) {
          const refused = trace.links.some(({ data }) => own(data, "consent") === false);
          if (refused || done.includes("grant")) return [];
          const waiting = offices.filter((office) => !done.includes(office));
          return waiting.length > 0 ? waiting : ["grant"];
        },
      });
      present(s, (data, trace) => {
        const leaf = (name: string) => ({
          name,
          status: keysOf(trace).includes(name) ? "done" : running.next(trace).includes(name) ? "ready" : "waiting",
        });
        const all = { name: "statements", kind: "parallel", nodes: offices.map(leaf) };
        return { facts: data, process: { kind: "sequence", nodes: [leaf("submit"), all, leaf("grant")] } };
      });
    },
  },
  // "the actions that each group may begin a trace with, and an initial state"; "one user may belong to several groups".
  grants: {
    title: "A case begins on line, on paper or as a memo that is also added later; its state begins with values.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply-online", groupLabel: "citizens", creates: true },
          { key: "register-paper", groupLabel: "clerks", creates: true },
          { key: "memo", groupLabel: "clerks", creates: true, appends: true },
          { key: "adopt", groupLabel: "clerks" },
          { key: "check-identity", groupLabel: "clerks", atMost: 1 },
          { key: "approve", groupLabel: "clerks", atMost: 1 },
          { key: "pay-out", groupLabel: "treasury", after: ["approve"], ends: true },
        ],
        next(done) {
          if (done.includes("pay-out")) return [];
          if (done.includes("approve")) return ["memo", "pay-out"];
          if (done[0] === "memo" && !done.includes("adopt")) return ["memo", "adopt"];
          const known = done[0] === "apply-online" || done.includes("check-identity");
          return ["memo", known ? "approve" : "check-identity"];
        },
        nextActions: { path: ["process", "next"], by: "group" },
      });
      changeResult(s, "newTrace", (trace) => ({
        ...trace,
        state: { status: "new", priority: "normal", granted: 0, openQuestions: [] },
      }));
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "approve" || actionKey === "pay-out") trace.state = { ...trace.state, status: actionKey };
      });
      present(s, (data, trace) => ({
        ...data,
        process: {
          next: running.byGroup(trace),
          turn: trace.links.length,
          by: groupOf(trace, trace.links.at(-1) ?? { actionKey: "" }),
        },
      }));
      defaultPages(s, 25, 5);
    },
  },
  // "What the state shows may differ from reader to reader"; small limits on files; "members that depend on others".
  "road-works": {
    title:
      "Who reads a road-works permit sees what may come next for their own group alone; two files of 64 kB an action.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          {
            key: "apply",
            groupLabel: "contractors",
            creates: true,
            examples: [
              { street: "Quay 4", night: false },
              { street: "Mill Lane", night: true, decibels: 52 },
            ],
          },
          { key: "plan", groupLabel: "contractors", atMost: 3, examples: [{ phase: 1 }, { phase: 2 }] },
          {
            key: "object",
            groupLabel: "residents",
            after: ["plan"],
            atMost: 2,
            examples: [{ text: "No parking left" }],
          },
          { key: "answer", groupLabel: "contractors", after: ["object"], examples: [{ text: "Parking in Hill St" }] },
          { key: "permit", groupLabel: "city", after: ["plan"], ends: true, examples: [{ weeks: 3 }] },
        ],
        people: { ines: { groups: ["contractors"] }, bram: { groups: ["residents", "city"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("permit")) return [];
          if (often(done, "object") > often(done, "answer")) return ["answer"];
          const planned = done.includes("plan") ? [...upTo(2, done, "object"), "permit"] : [];
          return [...upTo(3, done, "plan"), ...planned];
        },
      });
      coded(s, { "021": 422 });
      const text = sheet({ text: str(200) });
      hold(s, running, {
        apply: sheet({ street: str(40), night: { type: "boolean" }, "decibels?": int(30, 55) }),
        plan: sheet({ phase: int(1, 3) }),
        object: text,
        answer: text,
        permit: sheet({ weeks: int(1, 26) }),
      });
      checks(s, running, ({ actionKey, data, files }) => {
        const night = data["night"] === true;
        deny(actionKey === "apply" && night !== (own(data, "decibels") !== undefined), "021 decibels go with nights");
        if (files.length > 2) throw new Refusal("invalid", "two files at most");
        if (files.some((file) => file.data.length > 65_536)) throw new Refusal("large", "64 kB at most");
      });
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        const all = Object.entries(running.byGroup(trace));
        return { data, nextActions: Object.fromEntries(all.filter(([group]) => groups.includes(group))) };
      });
    },
  },
  // Two lanes at once, each with a list of its own; a rejection in either leaves the appeal alone.
  "grant-rounds": {
    title: "Lawyers and accountants check a grant side by side, each in a lane of the state; one no stops both.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "applicants", creates: true, examples: [{ project: "Wells", euros: 18_000 }] },
          { key: "legal-check", groupLabel: "lawyers", examples: [{ ok: true }, { ok: false, note: "No statute" }] },
          { key: "budget-check", groupLabel: "accountants", examples: [{ ok: true }, { ok: false, note: "Too high" }] },
          { key: "appeal", groupLabel: "applicants", atMost: 1, examples: [{ text: "See the annex" }] },
          {
            key: "decide",
            groupLabel: "board",
            after: ["legal-check", "budget-check"],
            ends: true,
            examples: [{ euros: 15_000 }],
          },
          { key: "withdraw", groupLabel: "applicants", ends: true, examples: [{}] },
        ],
        people: {
          ines: { groups: ["applicants", "board"] },
          lena: { groups: ["lawyers"] },
          finn: { groups: ["accountants"] },
        },
        next(done, trace) {
          if (done.includes("decide") || done.includes("withdraw")) return [];
          const [legal, budget] = [lane(trace, "legal-check"), lane(trace, "budget-check")];
          if (legal === false || budget === false) return [...upTo(1, done, "appeal"), "withdraw"];
          if (legal && budget) return ["decide", "withdraw"];
          return [...(legal ? [] : ["legal-check"]), ...(budget ? [] : ["budget-check"]), "withdraw"];
        },
      });
      /** What a lane said since the last appeal. */
      const lane = ({ links }: Trace, key: string): boolean | undefined => {
        const since = links.findLastIndex(({ actionKey }) => actionKey === "appeal");
        const said = links.slice(since + 1).findLast(({ actionKey }) => actionKey === key)?.data["ok"];
        return typeof said === "boolean" ? said : undefined;
      };
      coded(s, { "006": 409, "021": 422, "037": 422 });
      const check = sheet({ ok: { type: "boolean" }, "note?": str(200) });
      hold(s, running, {
        apply: sheet({ project: str(60), euros: int(500, 50_000) }),
        "legal-check": check,
        "budget-check": check,
        appeal: sheet({ text: str(400) }),
        decide: sheet({ euros: int(0, 50_000) }),
        withdraw: sheet({}),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        deny(data["ok"] === false && own(data, "note") === undefined, "021 a no wants a note");
        const over = amount(data["euros"]) > amount(begun(known, "euros"));
        deny(actionKey === "decide" && over, "037 more than was asked for");
      });
      derive(s, running, (trace) => ({
        project: begun(trace, "project"),
        granted: linksBy(trace, "decide")[0]?.data["euros"] ?? 0,
        appeals: many(trace, "appeal"),
      }));
      present(s, (grant, trace) => {
        const now = running.byGroup(trace);
        const of = (group: string, key: string) => ({ verdict: lane(trace, key) ?? null, todo: now[group] ?? [] });
        return {
          grant,
          lanes: { legal: of("lawyers", "legal-check"), budget: of("accountants", "budget-check") },
          desk: [...(now["applicants"] ?? []), ...(now["board"] ?? [])],
        };
      });
    },
  },
  "licences-for-boats": {
    title: "Whether a boat is fit, and whether the verdict is to grant, decides what comes next; nothing lists it.",
    why: ofTheWorkflow,
    apply(s) {
      licence(s);
    },
  },
};
