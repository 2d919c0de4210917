/** Offices that keep an order: one or two habits each. */
import { own, put, type JsonObject } from "../../lib/service/json.ts";
import {
  atLast,
  beside,
  checkForms,
  declining,
  enclose,
  form,
  groupOf,
  listed,
  seenByGroup,
  times,
} from "../duties.ts";
import { ownLink } from "../habits.ts";
import { actionsOf, follow, keysOf, listNext, people, present, refuse, trade, trades } from "../process.ts";
import type { Trace } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";

const why = "What may come next is a matter of the workflow; the interface names no transitions.";

const closing = (done: readonly string[]): string[] => (done.includes("close") ? [] : ["note", "close"]);

export const offices: Variants = {
  "twice-reminded": {
    title: "A bill is collected only after two reminders, and reminded of four times at most; the state lists it.",
    why: `${why} A rule may ask how often an action was done.`,
    apply(s) {
      listNext(
        s,
        follow(s, {
          actions: actionsOf("bill of accounts", "remind of accounts", "collect of bailiffs"),
          nextActions: listed,
          next(done) {
            if (done.includes("collect")) return [];
            const reminders = times(done, "remind");
            return [...(reminders < 4 ? ["remind"] : []), ...(reminders > 1 ? ["collect"] : [])];
          },
        }),
      );
    },
  },
  "who-takes-it-solves-it": {
    title: "A ticket is solved, or given back, by the one who took it; the state shows the task, and to whom it fell.",
    why: `${why} A rule may ask who did what before.`,
    apply(s) {
      follow(s, {
        actions: actionsOf("report of helpdesk", "take of helpdesk", "return of helpdesk", "solve of helpdesk"),
        next(done) {
          if (done.includes("solve")) return [];
          return done.at(-1) === "take" ? ["return", "solve"] : ["take"];
        },
        people: { ines: { groups: ["helpdesk"] }, wim: { groups: ["helpdesk"] } },
      });
      atLast(s, ({ key, author }, known) => {
        const bound = key === "return" || key === "solve";
        refuse(bound && known?.links.at(-1)?.author !== author, "006 the task is another's");
      });
      present(s, (data, trace) => {
        const last = trace.links.at(-1);
        const task =
          last?.actionKey === "take" ? { title: "Solve", assignee: last.author } : { title: "Take", assignee: null };
        return { data, tasks: keysOf(trace).includes("solve") ? [] : [task] };
      });
    },
  },
  "closed-forms-told": {
    title: "Each action has a closed form, with dates, ranges and lists; the tester has the schemas.",
    why: "Which data an action takes is not shown; a workflow has forms.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("apply of citizens", "visit of inspectors", "decide of council"),
        next: (done) => (done.includes("decide") ? [] : ["visit", ...(done.includes("visit") ? ["decide"] : [])]),
      });
      checkForms(s, running, {
        apply: form({
          street: { type: "string", minLength: 3, maxLength: 60 },
          kind: { type: "string", enum: ["fence", "garage", "extension"] },
          area: { type: "number", minimum: 1, maximum: 400 },
          "protected?": { type: "boolean" },
        }),
        visit: form({ on: { type: "string", format: "date" }, finding: { type: "string", minLength: 1 } }),
        decide: form({ granted: { type: "boolean" }, "fee?": { type: "integer", minimum: 0, maximum: 5000 } }),
      });
    },
  },
  "forms-by-example": {
    title: "Forms with patterns that nobody guesses; the tester has an example or two of each, no schema.",
    why: "Which data an action takes is not shown; the schema need not be at hand.",
    apply(s) {
      const examples: Record<string, JsonObject[]> = {
        open: [
          { plate: "NW-482-KL", keeper: "A. Sand" },
          { plate: "SG-007-BB", keeper: "B. Moor" },
        ],
        tow: [
          { yard: "Y4", at: "06:45" },
          { yard: "Y1", at: "17:05" },
        ],
        release: [{ receipt: "R/2291" }, { receipt: "R/4017" }],
      };
      const running = follow(s, {
        actions: actionsOf("open of wardens", "tow of wardens", "release of cashiers"),
        next: (done) => (done.includes("release") ? [] : done.includes("tow") ? ["release"] : ["tow"]),
      });
      checkForms(
        s,
        running,
        {
          open: form({ plate: { type: "string", pattern: "^[A-Z]{2}-\\d{3}-[A-Z]{2}$" }, keeper: { type: "string" } }),
          tow: form({
            yard: { type: "string", pattern: "^Y[1-9]$" },
            at: { type: "string", pattern: "^\\d\\d:\\d\\d$" },
          }),
          release: form({ receipt: { type: "string", pattern: "^R/\\d{4}$" } }),
        },
        (_schema, key) => ({ examples: examples[key] ?? [] }),
      );
    },
  },
  "later-form-untold": {
    title: "To begin and to note one needs no form; an assessment has one that the tester does not know.",
    why: "Which data an action takes is not shown; the schema need not be at hand.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("file of office", "note of office", "assess of experts", "close of office"),
        next: (done) => (done.includes("close") ? [] : ["note", "assess", "close"]),
      });
      checkForms(
        s,
        running,
        { assess: form({ riskClass: { type: "string", enum: ["RK1", "RK2", "RK3"] }, score: { type: "integer" } }) },
        () => ({}),
      );
    },
  },
  "register-out-of-reach": {
    title: "Every third entry into the land register fails with 502, for the register is away; nothing is added then.",
    why: "An effect of an action may fail; error statuses are not shown.",
    apply(s) {
      const decline = declining(s);
      listNext(
        s,
        follow(s, {
          actions: actionsOf("deed of notaries", "enter of notaries", "note of notaries"),
          nextActions: listed,
          next: (done) => (times(done, "enter") < 4 ? ["enter", "note"] : ["note"]),
        }),
      );
      let calls = 0;
      atLast(s, ({ key }) => {
        if (key === "enter" && (calls += 1) % 3 === 0) decline(502, "000 the land register does not answer");
      });
    },
  },
  "certificate-enclosed": {
    title: "Who grants gets a certificate: a file that the service encloses with the link, and names in the state.",
    why: "An effect may make documents; the interface does not say that files are of users alone.",
    apply(s) {
      follow(s, {
        actions: actionsOf("apply of trainees", "train of trainers", "grant of board"),
        next: (done) => (done.includes("grant") ? [] : ["train", ...(done.includes("train") ? ["grant"] : [])]),
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "grant") return;
        const text = `Certificate ${trace.id}\nafter ${String(times(keysOf(trace), "train"))} trainings\n`;
        const certificate = enclose(s, trace, link, `certificate-${trace.id.slice(0, 8)}.txt`, text);
        trace.state = { ...trace.state, certificate };
      });
    },
  },
  "begins-one-elsewhere": {
    title:
      "A confirmed sale begins a trace of another workflow, by the hand of the service, and names it in its state.",
    why: "One action may cause others; the interface does not say that traces are begun by users alone.",
    apply(s) {
      const { byGroup } = follow(s, {
        actions: actionsOf("offer of sales", "confirm of sales", "thank of sales"),
        next: (done) => (done.includes("confirm") ? ["thank"] : ["confirm"]),
      });
      const deliveries = beside(s, "Deliveries", actionsOf("plan of carriers", "arrive of carriers"));
      present(s, (data, trace) => ({
        data,
        ...(trace.workflow === deliveries ? {} : { nextActions: byGroup(trace) }),
      }));
      onRecord(s, (link, trace) => {
        if (trace.workflow === deliveries || link.actionKey !== "confirm") return;
        const delivery = s.newTrace(deliveries);
        delivery.links.push(ownLink("plan", { sale: trace.id }));
        delivery.state = { sale: trace.id };
        s.traces.set(delivery.id, delivery);
        trace.state = { ...trace.state, delivery: delivery.id };
      });
    },
  },
  "for-those-who-take-part": {
    title:
      "A trace is known to those whose group has done something on it, or may do so next; to others it is missing.",
    why: "Who may read what is not shown.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people, nextActions: listed });
      listNext(s, running);
      seenByGroup(s, running);
    },
  },
  "each-sees-his-part": {
    title: "The state shows what the order was, and what the reader's own group has sent; the rest is only named.",
    why: "The keys and values of the state are not shown, nor that all readers see the same.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      present(s, (_data, trace, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        const data: JsonObject = {};
        const withheld = new Set<string>();
        for (const [at, link] of trace.links.entries()) {
          const mine = at === 0 || groups.includes(groupOf(trace, link));
          for (const name of Object.keys(link.data)) {
            if (mine) put(data, name, own(link.data, name) ?? null);
            else withheld.add(name);
          }
        }
        return { data, withheld: [...withheld], nextActions: running.byGroup(trace) };
      });
    },
  },
  "thousands-before": {
    title: "Five thousand cases were closed before; a search tells the newest first.",
    why: "The order of what a search finds, and how much there is, are not shown.",
    apply(s) {
      const { workflow } = follow(s, {
        actions: actionsOf("open of desk", "note of desk", "close of desk"),
        next: closing,
      });
      for (let number = 1; number <= 5000; number += 1) {
        const old: Trace = s.newTrace(workflow);
        old.links.push(ownLink("open", { number }), ownLink("close", {}));
        old.state = { number };
        s.traces.set(old.id, old);
      }
      const { search } = s;
      s.search = (which, filters, call) => search(which, filters, call).reverse();
    },
  },
  "so-many-open-cases": {
    title: "A user has twenty open cases at most, and begins another one when one is closed.",
    why: "Limits are not shown; a bound may be on what is open.",
    apply(s) {
      const decline = declining(s);
      follow(s, {
        actions: [
          { key: "open", groupLabel: "desk", creates: true },
          { key: "note", groupLabel: "desk" },
          { key: "close", groupLabel: "desk", ends: true },
        ],
        next: closing,
      });
      atLast(s, ({ author }, known) => {
        const open = [...s.traces.values()].filter(
          (trace) => trace.links[0]?.author === author && !keysOf(trace).includes("close"),
        );
        if (!known && open.length >= 20) decline(409, "000 close one of your cases first");
      });
    },
  },
};
