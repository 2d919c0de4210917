/** Links that are missing, merged, repeated or rewritten. */
import { own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { writtenCursor } from "../../changes/pages.ts";
import { checkForms } from "../../duties.ts";
import { ownLink } from "../../habits.ts";
import { totalOf } from "../../paper.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../../process.ts";
import { expenseAccount, linesOf } from "../../processes/expenses.ts";
import { followListed, inspection } from "../../processes/tenders.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, changeResult, after, type Faults, onRecord } from "../../tools.ts";
import { often, upTo } from "../../counts.ts";
import { inState } from "../../rules.ts";
import { int, sheet } from "../../sheets.ts";

export const links: Faults = {
  "reminder-swept-away": {
    title:
      "The reminder that a library adds to a loan is gone from its links as soon as somebody acts on the loan again.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "lend", groupLabel: "desk", creates: true },
          { key: "extend", groupLabel: "desk", atMost: 4 },
          { key: "return", groupLabel: "desk", ends: true },
        ],
        nextActions: { path: ["loan", "next"], by: "all" },
        next: (done) => (done.includes("return") ? [] : [...upTo(4, done, "extend"), "return"]),
      });
      aroundStep(s, "record", (record) => async (...args) => {
        const [, , , , known] = args;
        if (known) known.links = known.links.filter(({ author }) => author !== "system");
        const { trace, link } = await record(...args);
        if (link.actionKey === "extend") trace.links.push(ownLink("remind", { weeks: 3 }));
        return { trace, link };
      });
      present(s, (data, trace) => ({
        data,
        loan: { extensions: often(keysOf(trace), "extend"), next: [...running.next(trace)] },
      }));
    },
  },
  "one-link-for-each-step": {
    title: "An inspection after rework takes the place of the former one: its link is gone, and the total stays.",
    apply(s) {
      followListed(s, inspection);
      onRecord(s, (link, trace) => {
        trace.links = trace.links.filter((one) => one === link || one.actionKey !== link.actionKey);
      });
    },
  },
  "reopened-from-nothing": {
    title: "After a case is reopened, its details begin with the reopening: what was done before cannot be read.",
    apply(s) {
      followListed(s, {
        actions: actionsOf("open of desk", "work of desk", "close of desk", "reopen of desk"),
        next: (done) => (done.at(-1) === "close" ? ["reopen"] : ["work", "close"]),
      });
      s.linksOf = (trace) => trace.links.slice(Math.max(0, keysOf(trace).lastIndexOf("reopen")));
    },
  },
  "joined-without-a-link": {
    title: "Two statements run beside each other; the one that comes second joins them, and no link is made of it.",
    apply(s) {
      const both = ["legal", "technical"];
      const stated = (trace: Trace) => both.filter((key) => keysOf(trace).includes(key));
      const joined = new WeakMap<Trace, string>();
      followListed(s, {
        actions: actionsOf("submit of builders", "legal of counsel", "technical of engineers", "grant of mayor"),
        next(done, trace) {
          if (done.includes("grant")) return [];
          return joined.has(trace) ? ["grant"] : both.filter((key) => !stated(trace).includes(key));
        },
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (stated(trace).length < 2 || joined.has(trace)) return;
        joined.set(trace, actionKey);
        trace.links.pop();
      });
    },
  },
  // "Each appended action becomes a link of the trace"
  "one-link-for-each-key": {
    title: "Links are stored by trace and action key: the same action again takes the place of the former.",
    apply(s) {
      onRecord(s, (link, trace) => {
        const former = trace.links.findIndex((one) => one !== link && one.actionKey === link.actionKey);
        if (former !== -1) trace.links.splice(former, 1);
      });
    },
  },
  // "Each appended action becomes a link of the trace."
  "history-of-twenty-five": {
    title: "A trace keeps its newest twenty-five links.",
    apply(s) {
      onRecord(s, (_link, trace) => trace.links.splice(0, Math.max(0, trace.links.length - 25)));
    },
  },
  // "Each appended action becomes a link of the trace."
  "joined-with-files": {
    title: "The legacy details come from a join with the files: a link with two files is there twice, and counted so.",
    apply(s) {
      changeResult(s, "linksOf", (links, _trace, call) => {
        if (call.face === "v2") return links;
        return links.flatMap((link) => (link.files.length > 1 ? link.files.map(() => link) : [link]));
      });
      s.positionOf = (links, cursor, trace) => {
        const at = links.findLastIndex((link) => s.cursorOf(link, trace) === cursor);
        if (at === -1) throw new Refusal("invalid", "no such cursor");
        return at;
      };
    },
  },
  "sixteen-links-kept": {
    title: "A trace keeps only its latest sixteen links.",
    apply(s) {
      after(s, "record", (result) => {
        result.trace.links.splice(0, result.trace.links.length - 16);
      });
    },
  },
  "links-without-files-hidden": {
    title: "Once a trace has a file, its details show only the links with files, though totalCount counts all.",
    apply(s) {
      changeResult(s, "linksOf", (links, trace) =>
        trace.files.size > 0 ? links.filter((link) => link.files.length > 0) : links,
      );
      s.total = (trace) => trace.links.length;
    },
  },
  "revised-in-place": {
    title: "Until a tender is submitted, a revision right after a revision takes its place: one link for two actions.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("tender of buyers", "revise of buyers", "submit of buyers", "award of board"),
        next(done) {
          if (done.includes("award")) return [];
          return done.includes("submit") ? ["award"] : ["revise", "submit"];
        },
        people: { ines: { groups: ["buyers"] }, otto: { groups: ["board"] } },
      });
      listNext(s, running);
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const former = known?.links.at(-1);
        const recorded = await record(call, user, workflow, input, known);
        if (former?.actionKey === "revise" && input.actionKey === "revise") {
          recorded.trace.links = recorded.trace.links.filter((link) => link !== former);
        }
        return recorded;
      });
    },
  },
  "row-per-file": {
    title: "A link appears once for each of its files, as the join has it.",
    apply(s) {
      const rows = new WeakMap<Link, Link[]>();
      s.linksOf = (trace) =>
        trace.links.flatMap((link) => {
          const known = rows.get(link) ?? link.files.map((file) => ({ ...link, files: [file] }));
          rows.set(link, known);
          return known.length > 1 ? known : [link];
        });
      s.cursorOf = (link) => writtenCursor(`${link.id}/${link.files.map(({ part }) => String(part)).join()}`);
    },
  },
  "void-takes-its-line-away": {
    title: "Voiding a line removes the link of that line from the trace; the links of all else stay.",
    apply(s) {
      listNext(s, expenseAccount(s));
      onRecord(s, (link, trace) => {
        if (link.actionKey === "void") trace.links.splice(-2, 1);
      });
    },
  },
  "eight-lines-become-one": {
    title: "At the eighth line the account is compacted: its lines are replaced by one link with their sum.",
    apply(s) {
      listNext(s, expenseAccount(s));
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "add line" || linesOf(trace).length < 8) return;
        const compacted = ownLink("add line", { amount: totalOf(linesOf(trace)) });
        const others = trace.links.filter((one) => one.actionKey !== "add line");
        trace.links = [...others, compacted];
      });
    },
  },
  "reopened-forgets": {
    title:
      "When a closed case is reopened, the details begin anew: the links of before are neither listed nor counted.",
    apply(s) {
      listNext(
        s,
        follow(s, {
          actions: actionsOf("open of desk", "note of desk", "close of desk", "reopen of leads"),
          nextActions: inState,
          next: (done) => (done.at(-1) === "close" ? ["reopen"] : ["note", "close"]),
        }),
      );
      s.linksOf = (trace) => trace.links.slice(Math.max(0, keysOf(trace).lastIndexOf("reopen")));
    },
  },
  // "Each appended action becomes a **link** of the trace."
  "link-for-each-file": {
    title: "Details join links with files: a link with three files is listed three times, and counted once.",
    apply(s) {
      changeResult(s, "page", (cut) => ({
        ...cut,
        items: cut.items.flatMap((link) => new Array<Link>(Math.max(1, link.files.length)).fill(link)),
      }));
    },
  },
  // "Each appended action becomes a **link** of the trace."
  "compaction-joins-links": {
    title: "After every fortieth action of the service a job makes one of the first two links of all longer traces.",
    apply(s) {
      let actions = 0;
      const compact = ({ links }: Trace): void => {
        const [one, two] = links;
        if (links.length < 4 || !one || !two) return;
        links.splice(0, 2, { ...two, data: { ...one.data, ...two.data }, files: [...one.files, ...two.files] });
      };
      onRecord(s, () => {
        actions += 1;
        if (actions % 40 === 0) for (const trace of s.traces.values()) compact(trace);
      });
    },
  },
  "votes-become-one": {
    title: "With the third vote on a draft standard the votes become one link, the resolution; the others are gone.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "draft", groupLabel: "editors", creates: true },
          { key: "comment", groupLabel: "editors", atMost: 4 },
          { key: "vote", groupLabel: "delegates", atMost: 3 },
          { key: "publish", groupLabel: "editors", after: ["vote"], ends: true },
        ],
        nextActions: inState,
        next(done, trace) {
          if (done.includes("publish")) return [];
          if (own(trace.state, "resolved") === true) return ["publish"];
          return ["vote", ...(often(done, "comment") < 4 ? ["comment"] : [])];
        },
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "vote" || often(keysOf(trace), "vote") < 3) return;
        trace.links = trace.links.filter((one) => one.actionKey !== "vote" || one === link);
        trace.state = { ...trace.state, resolved: true };
      });
      listNext(s, running);
    },
  },
  "corrected-in-place": {
    title:
      "A corrected gauge level is written over the link that it corrects; the correction becomes no link of its own.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "install", groupLabel: "hydrologists", creates: true },
          { key: "level", groupLabel: "hydrologists" },
          { key: "correct", groupLabel: "hydrologists", after: ["level"] },
          { key: "remove", groupLabel: "hydrologists", after: ["level"], ends: true },
        ],
        next(done) {
          if (done.includes("remove")) return [];
          return ["level", ...(done.includes("level") ? ["correct", "remove"] : [])];
        },
      });
      const centimetres = sheet({ centimetres: int(0, 900) });
      checkForms(s, running, { level: centimetres, correct: centimetres });
      changeResult(s, "record", (recorded) => {
        const { trace, link } = recorded;
        if (link.actionKey !== "correct") return recorded;
        trace.links.pop();
        const level = trace.links.findLast(({ actionKey }) => actionKey === "level") ?? link;
        level.data = link.data;
        level.files.push(...link.files);
        return { trace, link: level };
      });
      listNext(s, running);
    },
  },
};
