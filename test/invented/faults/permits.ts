/** Gated services that go wrong where an action is refused, or where the two sets look at different things. */
import { own, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { checkForms, declining, enclose, form, listed, times } from "../duties.ts";
import { ownLink } from "../habits.ts";
import { actionsOf, compute, follow, keysOf, listNext, refuse, trade, trades, type Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { onRecord, type Faults } from "../tools.ts";

/** A permit: visited three times at most, then granted; all of it listed. */
function permit(s: Service): Running {
  const running = follow(s, {
    actions: actionsOf("apply of office", "visit of office", "note of office", "grant of council"),
    nextActions: listed,
    next(done) {
      if (done.includes("grant")) return [];
      const visits = times(done, "visit");
      return ["note", ...(visits < 3 ? ["visit"] : []), ...(visits > 0 ? ["grant"] : [])];
    },
  });
  listNext(s, running);
  return running;
}

const visitForm = form({
  on: { type: "string", format: "date" },
  finding: { type: "string", minLength: 1, maxLength: 80 },
});

/** Does something before a refusal for these words goes out. */
function onRefused(
  s: Service,
  words: string,
  act: (asked: { key: string; data: JsonObject; author: string }, known: Trace | undefined) => void,
): void {
  const { checkAction } = s;
  s.checkAction = (user, input, known, call) => {
    try {
      return checkAction(user, input, known, call);
    } catch (error) {
      if (error instanceof Refusal && error.message.startsWith(words)) {
        act({ key: input.actionKey ?? "", data: input.data ?? {}, author: user.email }, known);
      }
      throw error;
    }
  };
}

export const permits: Faults = {
  "wrong-form-and-linked": {
    title: "A visit that breaks the form is refused, and becomes a link: the form is looked at after storing.",
    apply(s) {
      checkForms(s, permit(s), { visit: visitForm });
      onRefused(s, "data", ({ key, data, author }, known) => {
        known?.links.push({ ...ownLink(key, data), author, groupLabel: "office" });
      });
    },
  },
  "own-hand-uncounted": {
    title: "After each visit the service appends a report by its own hand; totalCount counts the links of users alone.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("apply of office", "visit of office", "note of office"),
        next: (done) => (times(done, "visit") < 3 ? ["visit", "note"] : ["note"]),
      });
      listNext(s, running);
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "visit") trace.links.push(ownLink("report", { visits: times(keysOf(trace), "visit") }));
      });
      s.total = (trace, call) => s.linksOf(trace, call).filter(({ author }) => author !== "system").length;
    },
  },
  "permit-nowhere": {
    title: "The permit that the service makes is named among the files of the link, and cannot be downloaded.",
    apply(s) {
      permit(s);
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "grant") return;
        trace.files.delete(enclose(s, trace, link, "permit.txt", `Permit ${trace.id}`));
      });
    },
  },
  "answer-of-before": {
    title: "What the legacy set answers to an action is the state before the sums are drawn; to read it is right.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade, nextActions: listed }));
      const sums = (trace: Trace): JsonObject => {
        const numbers = trace.links.flatMap(({ data }) => Object.values(data).filter((one) => typeof one === "number"));
        return { count: trace.links.length, sum: numbers.reduce((sum, one) => sum + one, 0) };
      };
      compute(s, sums);
      const { stateOf } = s;
      s.stateOf = (trace, call) =>
        call.method === "GET"
          ? stateOf(trace, call)
          : stateOf({ ...trace, state: sums({ ...trace, links: trace.links.slice(0, -1) }) }, call);
    },
  },
  "begun-by-any-in-legacy": {
    title: "A trace is begun with an application; the legacy set lets one begin it with any action.",
    apply(s) {
      const running = permit(s);
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const begins = running.workflow.actions.some(({ key, creates }) => key === input.actionKey && !creates);
        if (known ?? !(begins && call.face === "legacy")) return checkAction(user, input, known, call);
        return s.findWorkflow(user, input.workflowId ?? "", call);
      };
    },
  },
  "reader-refused-in-legacy": {
    title: "A user who may read and search alone reads with v2, and is refused by the legacy set, searches excepted.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("draft of clerks", "comment of clerks", "file of clerks"),
        next: (done) => (done.includes("file") ? [] : ["comment", "file"]),
        people: { ines: { groups: ["clerks"] }, wim: { groups: [], may: ["read", "search"] } },
      });
      const { findTrace } = s;
      s.findTrace = (user, id, call) => {
        const trace = findTrace(user, id, call);
        if (call.face === "legacy" && running.groupsOf(user).length === 0) {
          throw new Refusal("foreign", "you are in no group");
        }
        return trace;
      };
    },
  },
  "last-files-lost": {
    title: "The action that ends a trace is taken, and its files are dropped.",
    apply(s) {
      permit(s);
      const { record } = s;
      s.record = (call, user, workflow, input, known) =>
        record(call, user, workflow, input.actionKey === "grant" ? { ...input, files: [] } : input, known);
    },
  },
  "failed-effect-half-done": {
    title: "Every third entry into a register fails with 502: no link is added, but its data are in the state.",
    apply(s) {
      const decline = declining(s);
      listNext(
        s,
        follow(s, {
          actions: actionsOf("deed of notaries", "enter of notaries", "note of notaries"),
          nextActions: listed,
          next: (done) => (times(done, "enter") < 5 ? ["enter", "note"] : ["note"]),
        }),
      );
      let calls = 0;
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        if (known && input.actionKey === "enter" && (calls += 1) % 3 === 0) {
          known.state = s.merge(known, input.data ?? {}, call);
          decline(502, "000 the register does not answer");
        }
        return workflow;
      };
    },
  },
  "other-eyes-in-legacy": {
    title: "Who drafted may not approve, says v2; the legacy set says it of the one who acted last.",
    apply(s) {
      follow(s, {
        actions: actionsOf("draft of clerks", "comment of clerks", "approve of clerks"),
        next: (done) => (done.includes("approve") ? ["comment"] : ["comment", "approve"]),
        people: { ines: { groups: ["clerks"] }, wim: { groups: ["clerks"] } },
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const other = call.face === "v2" ? known?.links[0] : known?.links.at(-1);
        refuse(input.actionKey === "approve" && other?.author === user.email, "006 four eyes are needed");
        return workflow;
      };
    },
  },
  "refused-then-received-before": {
    title: "What comes twice to a trace is refused as received before, also where the first was refused for its turn.",
    apply(s) {
      const decline = declining(s);
      permit(s);
      const received = new WeakMap<Trace, Set<string>>();
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        if (known && Object.keys(input.data ?? {}).length > 0) {
          const contents = received.get(known) ?? new Set<string>();
          const content = JSON.stringify([input.actionKey, own({ data: input.data ?? {} }, "data")]);
          if (contents.has(content)) decline(409, "000 this has been received before");
          received.set(known, contents.add(content));
        }
        return checkAction(user, input, known, call);
      };
    },
  },
};
