/** Processes of public offices and foundations: permits, grants, cases. */
import { randomUUID } from "node:crypto";
import { json } from "../../../lib/service/http.ts";
import type { JsonObject } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { toldForms } from "../../changes/forms.ts";
import { atLast } from "../../duties.ts";
import { indexLater } from "../../habits.ts";
import { noTransitions, ofTheDeployment, openByItself } from "../../left-open.ts";
import { demand } from "../../paper.ts";
import { actionsOf, follow, listNext, present, refuse, trade, trades } from "../../process.ts";
import { allotments } from "../../processes/allotments.ts";
import { deskActions, untilClosed } from "../../processes/desks.ts";
import type { Trace } from "../../service.ts";
import { after, before, onRecord, pause, type Variants } from "../../tools.ts";
import { linksBy, many, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, int, num, sheet, str } from "../../sheets.ts";

export const offices: Variants = {
  "one-application-an-address": {
    title: "An address of mail is taken once, the rent is below the income, and each officer has one opinion a round.",
    why: noTransitions,
    apply: (s) => void allotments(s),
  },
  // A task is a person's, not the group's: the service allots in turn, and another action hands the case over.
  "allotted-cases": {
    title: "Benefit cases are allotted to clerks in turn; a colleague of the same group is refused until it is moved.",
    why: noTransitions,
    apply(s) {
      const clerks = ["ines@nordwind.example", "hedda@nordwind.example"];
      const first = new Map<string, number>();
      const assignee = (trace: Trace) =>
        clerks[((first.get(trace.id) ?? 0) + many(trace, "move")) % clerks.length] ?? "";
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "intake", creates: true, examples: [{ benefit: "housing", persons: 3 }] },
          { key: "move", groupLabel: "intake", atMost: 6, examples: [{ because: "Holiday" }] },
          { key: "examine", groupLabel: "clerks", atMost: 4, examples: [{ income: 1450 }, { income: 0 }] },
          { key: "query", groupLabel: "clerks", atMost: 2, examples: [{ text: "Please send the lease" }] },
          { key: "decide", groupLabel: "clerks", after: ["examine"], ends: true, examples: [{ granted: true }] },
        ],
        people: { ines: { groups: ["intake", "clerks"] }, hedda: { groups: ["clerks"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("decide")) return [];
          const examined = done.includes("examine") ? ["decide"] : [];
          return [...upTo(6, done, "move"), ...upTo(4, done, "examine"), ...upTo(2, done, "query"), ...examined];
        },
      });
      coded(s, { "006": 409, "021": 400, "075": 403 });
      hold(s, running, {
        apply: sheet({ benefit: among("housing", "heating", "child"), persons: int(1, 12) }),
        move: sheet({ because: str(60) }),
        examine: sheet({ income: num(0, 20_000) }),
        query: sheet({ text: str(200) }),
        decide: sheet({ granted: { type: "boolean" } }),
      });
      const ofClerks = ["examine", "query", "decide"];
      checks(s, running, ({ actionKey = "" }, known, user) => {
        const theirs = known && assignee(known) !== user.email && ofClerks.includes(actionKey);
        deny(theirs === true, "075 the case is allotted to a colleague");
      });
      let turn = 0;
      onRecord(s, (_link, trace) => {
        if (trace.workflow === running.workflow && !first.has(trace.id)) first.set(trace.id, turn++);
      });
      present(s, (data, trace) => ({
        data,
        tasks: ofClerks
          .filter((key) => running.next(trace).includes(key))
          .map((action): JsonObject => ({ action, assignee: assignee(trace) })),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  // The list is "a map from group label to action keys", and nothing says that a key stands under one label alone.
  "shared-remarks": {
    title: "Three groups have the same action, remark; none of them may do it twice running, and each may three times.",
    why: noTransitions,
    apply(s) {
      const actions = ["applicants", "city", "neighbours"].map((groupLabel) => ({
        key: "remark",
        groupLabel,
        examples: [{ text: `Seen by the ${groupLabel}` }, { text: "Nothing to add" }],
      }));
      const running = follow(s, {
        actions: [
          { key: "file-plan", groupLabel: "applicants", creates: true, examples: [{ storeys: 3, street: "Elm Row" }] },
          ...actions,
          { key: "change", groupLabel: "applicants", atMost: 4, examples: [{ storeys: 2 }] },
          { key: "grant", groupLabel: "city", after: ["remark"], ends: true, examples: [{ months: 24 }] },
        ],
        people: { ines: { groups: ["applicants"] }, bea: { groups: ["city", "neighbours"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("grant")) return [];
          return ["remark", ...upTo(4, done, "change"), ...(done.includes("remark") ? ["grant"] : [])];
        },
      });
      const mayRemark = (trace: Trace, group: string) => {
        const remarks = linksBy(trace, "remark");
        const theirs = remarks.filter(({ groupLabel }) => groupLabel === group);
        return running.next(trace).includes("remark") && theirs.length < 3 && remarks.at(-1)?.groupLabel !== group;
      };
      const { checkAction, record } = s;
      s.checkAction = (user, input, known, call) => {
        if (input.actionKey !== "remark" || known?.workflow !== running.workflow) {
          return checkAction(user, input, known, call);
        }
        refuse((input.workflowId ?? known.workflow.id) !== known.workflow.id, "the trace is in another workflow");
        const group = input.groupLabel ?? running.groupsOf(user)[0] ?? "";
        if (!running.groupsOf(user).includes(group)) throw new Refusal("foreign", "the user is not in this group");
        refuse(!mayRemark(known, group), "006 not this group's turn");
        return known.workflow;
      };
      s.record = (call, user, workflow, input, known) =>
        record(call, user, workflow, { groupLabel: running.groupsOf(user)[0] ?? "", ...input }, known);
      coded(s, { "006": 409, "021": 400 });
      hold(s, running, {
        "file-plan": sheet({ storeys: int(1, 9), street: str(40) }),
        remark: sheet({ text: str(200) }),
        change: sheet({ storeys: int(1, 9) }),
        grant: sheet({ months: int(6, 60) }),
      });
      derive(s, running, (trace) => ({
        storeys: [...trace.links].reverse().find(({ data }) => data["storeys"] !== undefined)?.data["storeys"] ?? null,
        remarks: linksBy(trace, "remark").map(({ groupLabel, data }): JsonObject => ({
          [groupLabel]: data["text"] ?? "",
        })),
      }));
      present(s, (state, trace) => {
        const listed = running.byGroup(trace);
        for (const [group, keys] of Object.entries(listed)) {
          listed[group] = keys.filter((key) => key !== "remark" || mayRemark(trace, group));
        }
        return { ...state, nextActions: listed };
      });
    },
  },
  "two-officers-sign": {
    title: "A deed is issued when two of three officers have signed it, each once; the state names who has.",
    why: "The rules may depend on who did what before.",
    apply(s) {
      const officer = { groups: ["officers"] };
      const running = follow(s, {
        actions: actionsOf("draft of officers", "note of officers", "sign of officers", "issue of officers"),
        next(done) {
          if (done.includes("issue")) return [];
          return done.filter((key) => key === "sign").length > 1 ? ["issue"] : ["note", "sign"];
        },
        people: { ines: officer, wim: officer, ada: officer },
      });
      const signers = (trace: Trace) =>
        trace.links.filter(({ actionKey }) => actionKey === "sign").map(({ author }) => author);
      demand(
        s,
        ({ actionKey }, known, { email }) =>
          actionKey === "sign" && known && signers(known).includes(email) ? "you have signed already" : undefined,
        "foreign",
      );
      present(s, (data, trace) => ({ data, signedBy: signers(trace), nextActions: running.byGroup(trace) }));
    },
  },
  "town-hall": {
    title: "Closed forms that are told, two people of one desk, tokens of four seconds, an order that ends.",
    why: ofTheDeployment,
    apply(s) {
      s.tokenSeconds = 4;
      const actions = toldForms(s, deskActions);
      const clerk = { groups: ["desk"] };
      listNext(s, follow(s, { actions, next: untilClosed, people: { ines: clerk, wim: clerk } }));
    },
  },
  "audit-office": {
    title: "Who drafted may not approve, an auditor reads alone, and a search answers 900 ms later.",
    why: ofTheDeployment,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("draft of clerks", "comment of clerks", "approve of clerks"),
        next: (done) => (done.includes("approve") ? [] : ["comment", "approve"]),
        people: {
          ines: { groups: ["clerks"] },
          wim: { groups: ["clerks"] },
          ada: { groups: [], may: ["read", "search"] },
        },
      });
      after(s, "checkAction", (_workflow, user, input, known) => {
        if (input.actionKey === "approve" && known?.links[0]?.author === user.email) {
          throw new Refusal("foreign", "not by who drafted it");
        }
      });
      listNext(s, running);
      indexLater(s, 900);
    },
  },
  foundation: {
    title: "States count their readers and list what may come (told), tokens last 45 s, the first request is slow.",
    why: openByItself,
    apply(s) {
      const running = follow(s, {
        actions: trades,
        nextActions: { path: ["nextActions"], by: "group" },
        next: trade,
      });
      s.tokenSeconds = 45;
      let reads = 0;
      present(s, (data, trace) => ({
        data,
        receipt: randomUUID(),
        views: (reads += 1),
        nextActions: running.byGroup(trace),
      }));
      let started: Promise<void> | undefined;
      before(s, () => (started ??= pause(2500)));
    },
  },
  ministry: {
    title: "A firewall answers 403 in HTML to suspicious bodies; 20 members of data at most; texts up to 200; listed.",
    why: `${noTransitions} Nor is what stands in front of the service.`,
    apply(s) {
      listNext(
        s,
        follow(s, {
          actions: actionsOf("petition of citizens", "hear of clerks", "answer of clerks"),
          next: (done) => (done.includes("answer") ? [] : ["hear", "answer"]),
        }),
      );
      atLast(s, ({ data }) => {
        refuse(Object.keys(data).length > 20, "000 too many members");
        const long = Object.values(data).some((value) => typeof value === "string" && value.length > 200);
        refuse(long, "000 a text is too long");
      });
      const { refuse: usual } = s;
      s.refuse = (call, error) =>
        error.message === "firewall"
          ? { status: 403, headers: { "Content-Type": "text/html" }, body: "<html><h1>Request blocked</h1></html>" }
          : usual(call, error);
      before(s, (call) => {
        const body = call.body().toString("latin1");
        if (/<script|\bunion\s+select\b|'\s*or\s+'?1|\.\.\/|\$\{jndi:/i.test(body)) {
          throw new Refusal("foreign", "firewall");
        }
      });
    },
  },
  "many-tongues": {
    title:
      "Groups and keys with blanks and accents; tasks and notifications; short codes, and no data beside an error.",
    why: `${noTransitions} Nor is the content of error, or that data stands beside it.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "Déclarer l'écart of Qualité & Sécurité",
          "compléter of Qualité & Sécurité",
          "Maßnahme festlegen of Werk 2 / Süd",
          "clôturer of Qualité & Sécurité",
        ),
        nextActions: inState,
        next(done) {
          if (done.includes("clôturer")) return [];
          return ["compléter", done.includes("Maßnahme festlegen") ? "clôturer" : "Maßnahme festlegen"];
        },
        people: { ines: { groups: ["Qualité & Sécurité"] }, wim: { groups: ["Werk 2 / Süd"] } },
      });
      present(s, (data, trace) => ({
        data,
        nextActions: running.byGroup(trace),
        tasks: Object.entries(running.byGroup(trace)).map(([group, keys]) => ({ group, due: keys.length })),
        notifications: trace.links.map(({ actionKey, author }) => `${author}: ${actionKey}`),
      }));
      s.refuse = (call, { kind, message }) => {
        const [, code = "000", words = message] = /^(\d{3}) (.*)$/.exec(message) ?? [];
        const error = { code, message: words };
        return json(call.face === "v2" ? { error } : error, s.statuses[kind]);
      };
    },
  },
};
