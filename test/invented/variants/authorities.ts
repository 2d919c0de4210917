/** Processes of customs, courts, tenders, offices and registers: drawn lanes, turns, seals, allotments and waits. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { ownLink } from "../habits.ts";
import { follow, keysOf, present, refuse } from "../process.ts";
import type { Trace } from "../service.ts";
import { onRecord, pause, type Variants } from "../tools.ts";
import {
  among,
  amount,
  begun,
  checks,
  coded,
  deny,
  derive,
  hold,
  inState,
  int,
  linksBy,
  many,
  num,
  often,
  sheet,
  str,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves data, state, links and error answers open.";

export const authorities: Variants = {
  // The rules depend on what the service draws, not on what was sent; its list names a group that nobody is told of.
  "customs-lanes": {
    title:
      "The service draws a lane for each declaration: of two with the same data one is released, one has to be opened.",
    why,
    apply(s) {
      const lane = (trace: Trace) => ["green", "yellow", "red"][parseInt(trace.id.slice(0, 4), 16) % 3] ?? "red";
      const running = follow(s, {
        actions: [
          { key: "declare", groupLabel: "brokers", creates: true, examples: [{ goods: "Cane chairs", value: 1800 }] },
          { key: "correct", groupLabel: "brokers", atMost: 3, examples: [{ value: 1850, reason: "Freight" }] },
          { key: "papers", groupLabel: "brokers", atMost: 1, examples: [{ kind: "origin" }, { kind: "invoice" }] },
          { key: "open", groupLabel: "officers", atMost: 1, examples: [{ found: "As declared" }] },
          { key: "release", groupLabel: "officers", ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["brokers"] }, olaf: { groups: ["officers"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("release")) return [];
          const wanted = { green: [], yellow: ["papers"], red: ["papers", "open"] }[lane(trace)] ?? [];
          const missing = wanted.filter((key) => !done.includes(key));
          return [...upTo(3, done, "correct"), ...(missing.length > 0 ? missing : ["release"])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, {
        declare: sheet({ goods: str(40), value: num(1, 90_000) }),
        correct: sheet({ value: num(1, 90_000), reason: str(60) }),
        papers: sheet({ kind: among("origin", "invoice", "health") }),
        open: sheet({ found: str(80) }),
        release: sheet({}),
      });
      present(s, (data, trace) => ({
        data,
        lane: lane(trace),
        nextActions: { ...running.byGroup(trace), "customs-it": ["purge"], finance: [] },
      }));
    },
  },
  // "who did what before": no list by group can show it.
  "court-records": {
    title: "No clerk makes two entries running in a court's record, so that each entry is read by the other one.",
    why,
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
  // Fields of a link are open, and so is what the state shows: both change when the bids are opened.
  "sealed-bids": {
    title: "What was bid is sealed in links, state and searches until the bids are opened; then all of them show it.",
    why,
    apply(s) {
      const opened = (trace: Trace) => keysOf(trace).includes("open-bids");
      const running = follow(s, {
        actions: [
          { key: "invite", groupLabel: "buyers", creates: true, examples: [{ work: "Repaint a bridge", days: 20 }] },
          { key: "ask", groupLabel: "bidders", atMost: 4, examples: [{ question: "Which colour?" }] },
          { key: "bid", groupLabel: "bidders", atMost: 5, examples: [{ euros: 41_000 }, { euros: 38_500, days: 18 }] },
          { key: "open-bids", groupLabel: "buyers", after: ["bid"], atMost: 1, examples: [{}] },
          { key: "award", groupLabel: "buyers", after: ["open-bids"], ends: true, examples: [{ to: "lowest" }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("award")) return [];
          if (done.includes("open-bids")) return ["award"];
          const open = done.includes("bid") ? ["open-bids"] : [];
          return [...upTo(4, done, "ask"), ...upTo(5, done, "bid"), ...open];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, {
        invite: sheet({ work: str(60), days: int(1, 400) }),
        ask: sheet({ question: str(120) }),
        bid: sheet({ euros: num(1, 900_000), "days?": int(1, 400) }),
        award: sheet({ to: among("lowest", "fastest") }),
      });
      const { linkView } = s;
      s.linkView = (link, trace, call) => {
        if (trace.workflow !== running.workflow || link.actionKey !== "bid" || opened(trace)) {
          return linkView(link, trace, call);
        }
        const seal = createHash("sha256")
          .update(link.id + JSON.stringify(link.data))
          .digest("hex");
        return linkView({ ...link, data: { sealed: seal } }, trace, call);
      };
      derive(s, running, (trace) => ({
        work: begun(trace, "work"),
        questions: linksBy(trace, "ask").map(({ data }) => data["question"] ?? null),
        bids: opened(trace)
          ? linksBy(trace, "bid")
              .map(({ data }) => amount(data["euros"]))
              .sort((a, b) => a - b)
          : many(trace, "bid"),
        awarded: linksBy(trace, "award")[0]?.data["to"] ?? null,
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  // A task is a person's, not the group's: the service allots in turn, and another action hands the case over.
  "allotted-cases": {
    title: "Benefit cases are allotted to clerks in turn; a colleague of the same group is refused until it is moved.",
    why,
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
  // "calls to other systems", answered later: meanwhile nothing may follow, and then a link is there that nobody sent.
  "land-titles": {
    title:
      "Once a title is lodged nothing may follow until the register has answered, by a link of its own, 0.4 s later.",
    why,
    apply(s) {
      let number = 40_117;
      const running = follow(s, {
        actions: [
          { key: "draw-up", groupLabel: "notaries", creates: true, examples: [{ parcel: "12/304", share: 0.5 }] },
          { key: "amend", groupLabel: "notaries", atMost: 4, examples: [{ share: 0.25 }, { share: 1 }] },
          { key: "lodge", groupLabel: "notaries", atMost: 1, examples: [{ urgent: false }] },
          { key: "pay-fee", groupLabel: "notaries", after: ["lodge"], atMost: 1, examples: [{ euros: 214 }] },
          { key: "remark", groupLabel: "registrars", after: ["lodge"], atMost: 3, examples: [{ text: "Easement" }] },
          { key: "enter", groupLabel: "registrars", after: ["pay-fee"], ends: true, examples: [{ folio: 88 }] },
        ],
        people: { ines: { groups: ["notaries"] }, ruta: { groups: ["registrars"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("enter")) return [];
          if (!done.includes("lodge")) return [...upTo(4, done, "amend"), "lodge"];
          if (!done.includes("register-answer")) return [];
          return [
            ...upTo(1, done, "pay-fee"),
            ...upTo(3, done, "remark"),
            ...(often(done, "pay-fee") ? ["enter"] : []),
          ];
        },
      });
      coded(s, { "006": 409 }, { "Retry-After": "1" });
      coded(s, { "021": 422 });
      hold(s, running, {
        "draw-up": sheet({ parcel: str(12), share: num(0.01, 1) }),
        amend: sheet({ share: num(0.01, 1) }),
        lodge: sheet({ urgent: { type: "boolean" } }),
        "pay-fee": sheet({ euros: num(1, 5000) }),
        remark: sheet({ text: str(100) }),
        enter: sheet({ folio: int(1, 999) }),
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (trace.workflow !== running.workflow || actionKey !== "lodge") return;
        void pause(400).then(() => {
          const given: JsonObject = { journal: `J-${String(number++)}` };
          trace.links.push(ownLink("register-answer", given));
          trace.state = { ...trace.state, ...given };
        });
      });
      present(s, (data, trace) => {
        const done = keysOf(trace);
        const waiting = done.includes("lodge") && !done.includes("register-answer");
        return { data, waitsForRegister: waiting, nextActions: running.byGroup(trace) };
      });
    },
  },
  // The list is "a map from group label to action keys", and nothing says that a key stands under one label alone.
  "shared-remarks": {
    title: "Three groups have the same action, remark; none of them may do it twice running, and each may three times.",
    why,
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
};
