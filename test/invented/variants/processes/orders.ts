/** What may follow what: chains, turns, branches, ends. */
import { type JsonObject, own } from "../../../lib/service/json.ts";
import { amountsOf } from "../../changes/states.ts";
import { ofTheWorkflow } from "../../left-open.ts";
import { answerWith, demand } from "../../paper.ts";
import { actionsOf, compute, follow, keysOf, listNext, present, require } from "../../process.ts";
import { essays, sentBack } from "../../processes/essays.ts";
import { payments } from "../../processes/payments.ts";
import type { Link, Trace } from "../../service.ts";
import type { Variants } from "../../tools.ts";
import { often } from "../../counts.ts";
import { inState } from "../../rules.ts";

const offices = ["legal", "finance", "safety"];

const needs: JsonObject = {
  type: "object",
  properties: { needs: { type: "array", items: { enum: offices }, uniqueItems: true, maxItems: 3 } },
  required: ["needs"],
};

/** The links that still count: each step back takes the last one that counts. */
function standing(trace: Trace): Link[] {
  const kept: Link[] = [];
  for (const link of trace.links) {
    if (link.actionKey === "withdraw") kept.pop();
    else kept.push(link);
  }
  return kept;
}

const chain = (keys: readonly string[], done: readonly string[]): string[] => keys.slice(done.length, done.length + 1);

export const orders: Variants = {
  "gone-when-closed": {
    title: "A closed file answers each of its actions with 410 from then on; the end is told, and nothing is listed.",
    why: "Error status codes are not shown; a trace may come to its end.",
    apply(s) {
      const { workflow } = follow(s, {
        actions: actionsOf("open of registry", "enter of registry", "close of registry"),
      });
      for (const action of workflow.actions) if (action.key === "close") action.ends = true;
      demand(s, (_input, known) => (known && keysOf(known).includes("close") ? "the file is closed" : undefined));
      answerWith(s, 410, "the file is closed");
    },
  },
  "the-amount-decides-who-signs": {
    title: "A request over 1000 needs a second signature before it is paid; the closed form of the request is told.",
    why: ofTheWorkflow,
    apply(s) {
      payments(s);
    },
  },
  "branches-by-what-was-asked": {
    title:
      "The creation says which of three offices must clear it, in any order; told by its schema, listed in the state.",
    why: `${ofTheWorkflow} A rule may look at the data.`,
    apply(s) {
      const [ask, ...rest] = actionsOf(
        "ask of owners",
        "clear-legal of legal",
        "clear-finance of finance",
        "clear-safety of safety",
        "decide of board",
      );
      const running = follow(s, {
        actions: [...(ask ? [{ ...ask, data: needs }] : []), ...rest],
        nextActions: { path: ["nextActions"], by: "group" },
        next: (done, trace) => {
          if (done.includes("decide")) return [];
          const asked = own(trace.links[0]?.data ?? {}, "needs");
          const open = (Array.isArray(asked) ? asked : [])
            .map((office) => `clear-${String(office)}`)
            .filter((key) => !done.includes(key));
          return open.length > 0 ? open : ["decide"];
        },
      });
      listNext(s, running);
      require(s, {
        ask: (data) => {
          const asked = own(data, "needs");
          if (!Array.isArray(asked)) return "needs must be a list of offices";
          const known = asked.every((office) => typeof office === "string" && offices.includes(office));
          return known && new Set(asked).size === asked.length ? undefined : "unknown or repeated office";
        },
      });
    },
  },
  "sent-back-twice": {
    title: "An essay is checked, returned twice at most and resubmitted, then accepted or given up; nothing lists it.",
    why: ofTheWorkflow,
    apply(s) {
      follow(s, { actions: essays, next: sentBack });
    },
  },
  "steps-back": {
    title: "To withdraw takes the last step out of the state, and what may come next is as it was; all links stay.",
    why: `${ofTheWorkflow} The state is computed by the workflow.`,
    awaits: "a reading of actions that undo the last step: one that loses the step before it looks the same",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("begin of planners", "measure of planners", "cut of carpenters", "withdraw of planners"),
        nextActions: inState,
        next(_done, trace) {
          const done = standing(trace).map(({ actionKey }) => actionKey);
          const forward = done.includes("cut") ? [] : done.includes("measure") ? ["measure", "cut"] : ["measure"];
          return done.length > 1 ? [...forward, "withdraw"] : forward;
        },
      });
      compute(s, (trace) => {
        const links = standing(trace);
        let state: Trace["state"] = {};
        for (const { data } of links) state = { ...state, ...data };
        return { ...state, steps: links.length };
      });
      listNext(s, running);
    },
  },
  "twice-reminded": {
    title: "A bill is collected only after two reminders, and reminded of four times at most; the state lists it.",
    why: `${ofTheWorkflow} A rule may ask how often an action was done.`,
    apply(s) {
      listNext(
        s,
        follow(s, {
          actions: actionsOf("bill of accounts", "remind of accounts", "collect of bailiffs"),
          nextActions: inState,
          next(done) {
            if (done.includes("collect")) return [];
            const reminders = often(done, "remind");
            return [...(reminders < 4 ? ["remind"] : []), ...(reminders > 1 ? ["collect"] : [])];
          },
        }),
      );
    },
  },
  "rooms-of-inspection": {
    title:
      "A claim is looked at and looked at again in turns, no action twice in a row; the state lists the keys for all.",
    why: "Transitions are not shown: the workflow decides what may come next, and the state shows it in its own way.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("file of desk", "inspect of field", "assess of office", "query of office"),
        nextActions: { path: ["now", "possible"], by: "all" },
        next: (done) => ["inspect", "assess", "query"].filter((key) => key !== done.at(-1)),
      });
      present(s, (data, trace) => ({ form: data, now: { possible: [...running.next(trace)] } }));
    },
  },
  "strict-chain": {
    title: "Four actions follow each other, each once; nothing tells it.",
    why: ofTheWorkflow,
    apply(s) {
      const keys = ["apply", "review", "approve", "archive"];
      follow(s, {
        actions: actionsOf(...keys.map((key) => `${key} of office`)),
        next: (done) => chain(keys, done),
      });
    },
  },
  "chain-declared": {
    title: "A permit: inspected three times at most, then granted, then over; the configuration says so.",
    why: ofTheWorkflow,
    apply(s) {
      follow(s, {
        actions: [
          { key: "request", groupLabel: "office", creates: true },
          { key: "inspect", groupLabel: "office", atMost: 3 },
          { key: "grant", groupLabel: "office", after: ["inspect"], ends: true },
        ],
        next: (done) =>
          done.includes("grant")
            ? []
            : [...(done.length < 4 ? ["inspect"] : []), ...(done.length > 1 ? ["grant"] : [])],
      });
    },
  },
  "ends-silently": {
    title: "Actions come at any time, until one closes the trace for good.",
    why: ofTheWorkflow,
    apply(s) {
      follow(s, {
        actions: actionsOf("open of desk", "note of desk", "escalate of desk", "close of desk"),
        next: (done) => (done.includes("close") ? [] : ["note", "escalate", "close"]),
      });
    },
  },
  "by-turns": {
    title: "A thing is lent and brought back, by turns; nothing tells it.",
    why: ofTheWorkflow,
    apply(s) {
      follow(s, {
        actions: actionsOf("register of library", "lend of library", "return of library", "praise of readers"),
        next: (done) => ["praise", done.filter((key) => key !== "praise").at(-1) === "lend" ? "return" : "lend"],
      });
    },
  },
  reopened: {
    title: "A closed trace can only be opened again; the state has a status.",
    why: ofTheWorkflow,
    apply(s) {
      follow(s, {
        actions: actionsOf("open of desk", "note of desk", "close of desk", "reopen of leads"),
        next: (done) => (done.at(-1) === "close" ? ["reopen"] : ["note", "close"]),
      });
      present(s, (data, trace) => ({ ...data, status: keysOf(trace).at(-1) === "close" ? "closed" : "open" }));
    },
  },
  "data-decides": {
    title: "A claim of 1000 and more must be approved before it is settled; the state lists what may come next.",
    why: `${ofTheWorkflow} A rule may look at the data.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("claim of clerks", "remark of clerks", "approve of leads", "settle of treasury"),
        next: (done, trace) => {
          if (done.includes("settle")) return [];
          const needs = amountsOf(trace, "claim") >= 1000 && !done.includes("approve");
          return ["remark", needs ? "approve" : "settle"];
        },
      });
      listNext(s, running);
    },
  },
  "questions-and-an-appeal": {
    title: "A permit is asked about, granted, denied and appealed against once; told by group, two people.",
    why: ofTheWorkflow,
    apply(s) {
      const permit = (done: readonly string[]): string[] => {
        const last = done.at(-1) ?? "";
        if (["submit", "answer", "appeal"].includes(last)) return ["ask", "grant", "deny", "withdraw"];
        if (last === "ask") return ["answer", "withdraw"];
        return last === "deny" && !done.includes("appeal") ? ["appeal"] : [];
      };
      const running = follow(s, {
        actions: actionsOf(
          "submit of citizens",
          "ask of clerks",
          "answer of citizens",
          "withdraw of citizens",
          "grant of clerks",
          "deny of clerks",
          "appeal of citizens",
        ),
        nextActions: { path: ["nextActions"], by: "group" },
        next: permit,
        people: { ines: { groups: ["citizens"] }, wim: { groups: ["clerks"] } },
      });
      listNext(s, running);
    },
  },
  "opinions-in-any-order": {
    title: "Three offices give one opinion each, in any order; then it is decided, and remarks are still taken.",
    why: ofTheWorkflow,
    apply(s) {
      const opinions = ["hear", "measure", "reckon"];
      follow(s, {
        actions: actionsOf(
          "plan of builders",
          "hear of neighbours",
          "measure of surveyors",
          "reckon of treasury",
          "decide of council",
          "remark of council",
        ),
        next: (done) => {
          const open = opinions.filter((key) => !done.includes(key));
          if (done.includes("decide")) return ["remark"];
          return open.length > 0 ? open : ["decide", "remark"];
        },
      });
    },
  },
  "each-step-another-person": {
    title: "Five steps, each by another person, each once, but the driver may report as often as he likes on the way.",
    why: `${ofTheWorkflow} One user may be in one group alone.`,
    apply(s) {
      follow(s, {
        actions: actionsOf(
          "book of office",
          "load of yard",
          "report of drivers",
          "unload of port",
          "settle of treasury",
        ),
        next: (done) => {
          if (done.includes("settle")) return [];
          if (done.includes("unload")) return ["settle"];
          return done.includes("load") ? ["report", "unload"] : ["load"];
        },
        people: {
          ines: { groups: ["office"] },
          wim: { groups: ["yard"] },
          ada: { groups: ["drivers"] },
          tom: { groups: ["port"] },
          eva: { groups: ["treasury"] },
        },
      });
    },
  },
};
