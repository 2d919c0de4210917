import { own, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { ownLink, spawn } from "../habits.ts";
import { actionsOf, follow, keysOf, listNext, people, present, refuse, trade, trades } from "../process.ts";
import { onData, onRecord, type Variants } from "../tools.ts";

const why = "What may come next is a matter of the workflow; the interface names no transitions.";
const shown = `${why} Nor is the content of the state shown.`;

const handling = actionsOf("open of desk", "note of desk", "escalate of leads", "close of desk");
const handled = (done: readonly string[]): string[] => {
  if (done.includes("close")) return [];
  return done.includes("escalate") ? ["note", "close"] : ["note", "escalate", "close"];
};

/** What a process asks of order, groups and files, and what it shows of itself in the state. */
export const steps: Variants = {
  "questions-and-an-appeal": {
    title: "A permit is asked about, granted, denied and appealed against once; told by group, two people.",
    why,
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
    why,
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
    why: `${why} One user may be in one group alone.`,
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
  "say-for-which-group": {
    title: "Who is in several groups must say for which he acts; two people share the accounts.",
    why: "Which of the fields are required is not shown; a user of several groups can be asked.",
    apply(s) {
      const running = follow(s, {
        actions: trades,
        next: trade,
        people: { ines: { groups: ["sales", "accounts"] }, wim: { groups: ["warehouse", "accounts"] } },
      });
      listNext(s, running);
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        refuse(input.groupLabel === undefined, "groupLabel is required: you are in several groups");
        return checkAction(user, input, known, call);
      };
    },
  },
  "listed-as-hypermedia": {
    title: "The state has a link for each action that may come next, with an address, a title and the group.",
    why: shown,
    apply(s) {
      const { workflow, next } = follow(s, { actions: trades, next: trade });
      present(s, (data, trace) => ({
        ...data,
        _links: Object.fromEntries([
          ["self", { href: `/v2/traces/${trace.id}/state` }],
          ...workflow.actions
            .filter(({ key }) => next(trace).includes(key))
            .map(({ key, groupLabel }) => [
              key,
              { href: `/v2/traces/${trace.id}/action`, title: `Do ${key}`, group: groupLabel },
            ]),
        ]) as JsonObject,
      }));
    },
  },
  "listed-with-reasons": {
    title: "The state lists all actions; those that may not come now are not enabled, and it says why.",
    why: shown,
    apply(s) {
      const { workflow, next } = follow(s, { actions: trades, next: trade });
      present(s, (data, trace) => ({
        data,
        actions: workflow.actions.map(({ key, groupLabel }): JsonObject =>
          next(trace).includes(key)
            ? { key, group: groupLabel, enabled: true }
            : { key, group: groupLabel, enabled: false, reason: "not at this stage" },
        ),
      }));
    },
  },
  "steps-done-current-pending": {
    title: "The state shows all steps with their actions, and of each whether it is done, current or pending.",
    why: shown,
    apply(s) {
      const stages = [
        { name: "Preparation", actions: ["amend"] },
        { name: "Delivery", actions: ["ship"] },
        { name: "Accounts", actions: ["invoice", "pay"] },
      ];
      const { next } = follow(s, { actions: trades, next: trade });
      present(s, (data, trace) => {
        const may = next(trace);
        const current = stages.findIndex(({ actions }) => actions.some((key) => may.includes(key)));
        const phase = (at: number) =>
          current === -1 || at < current ? "done" : at === current ? "current" : "pending";
        return { fields: data, steps: stages.map((stage, at) => ({ ...stage, phase: phase(at) })) };
      });
    },
  },
  "history-in-the-state": {
    title: "The state names the actions that were done and the last one, and nothing of what may come.",
    why: shown,
    apply(s) {
      follow(s, { actions: handling, next: handled });
      present(s, (data, trace) => ({ ...data, history: keysOf(trace), lastAction: keysOf(trace).at(-1) ?? "" }));
    },
  },
  "permissions-in-the-state": {
    title: "The state shows which actions each group may do at all, whatever may come now; nothing lists that.",
    why: shown,
    apply(s) {
      const { workflow } = follow(s, { actions: trades, next: trade, people });
      const permissions: Record<string, string[]> = {};
      for (const { key, groupLabel } of workflow.actions) (permissions[groupLabel] ??= []).push(key);
      present(s, (data) => ({ data, permissions }));
    },
  },
  "withdrawn-within-two-seconds": {
    title: "An order can be withdrawn for two seconds; the list in the state follows the clock.",
    why: `${why} A period for second thoughts is a rule like any other.`,
    apply(s) {
      const begun = new WeakMap<object, number>();
      const running = follow(s, {
        actions: actionsOf("order of sales", "withdraw of sales", "remark of sales"),
        next: (done, trace) => {
          if (done.includes("withdraw")) return [];
          return Date.now() - (begun.get(trace) ?? 0) < 2000 ? ["withdraw", "remark"] : ["remark"];
        },
      });
      onRecord(s, (_link, trace) => begun.set(trace, begun.get(trace) ?? Date.now()));
      listNext(s, running);
    },
  },
  "three-of-the-board": {
    title: "Each of four members of the board votes once; three votes make a resolution, which ends the trace.",
    why: `${why} A rule may ask who did what before.`,
    apply(s) {
      const board = { groups: ["board"] };
      follow(s, {
        actions: actionsOf("propose of board", "vote of board", "minute of board", "resolve of board"),
        next: (done) => {
          if (done.includes("resolve")) return [];
          const votes = done.filter((key) => key === "vote").length;
          return ["minute", ...(votes < 4 ? ["vote"] : []), ...(votes >= 3 ? ["resolve"] : [])];
        },
        people: { ines: board, wim: board, ada: board, tom: board },
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const voted = known?.links.some(({ actionKey, author }) => actionKey === "vote" && author === user.email);
        if (input.actionKey === "vote" && voted) throw new Refusal("foreign", "you have voted already");
        return workflow;
      };
    },
  },
  "a-passed-test-releases": {
    title: "A sample is tested three times at most; only after a test that says passed: true is it released.",
    why: `${why} A rule may look at the data.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("sample of lab", "test of lab", "release of leads", "reject of leads"),
        next: (done, trace) => {
          if (done.includes("release") || done.includes("reject")) return [];
          const tests = trace.links.filter(({ actionKey }) => actionKey === "test");
          const passed = own(tests.at(-1)?.data ?? {}, "passed") === true;
          return passed ? ["release", "reject"] : [...(tests.length < 3 ? ["test"] : []), "reject"];
        },
      });
      listNext(s, running);
    },
  },
  "files-where-they-belong": {
    title: "An attachment must bring a file, an approval and a remark must not, an opening may; nothing tells it.",
    why: "Zero or more files; which action wants how many is the business of its form.",
    apply(s) {
      const wanted: Record<string, (files: number) => string | undefined> = {
        attach: (files) => (files === 0 ? "attach a file" : undefined),
        remark: (files) => (files > 0 ? "a remark takes no files" : undefined),
        approve: (files) => (files > 0 ? "an approval takes no files" : undefined),
      };
      follow(s, {
        actions: actionsOf("open of desk", "attach of desk", "remark of desk", "approve of leads"),
        next: (done) =>
          done.includes("approve") ? [] : ["attach", "remark", ...(done.includes("attach") ? ["approve"] : [])],
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const wrong = wanted[input.actionKey ?? ""]?.(input.files.length);
        refuse(wrong !== undefined, wrong ?? "");
        return workflow;
      };
    },
  },
  "begun-in-two-ways": {
    title: "What begins by phone must be confirmed before anything else; what begins on the web need not.",
    why,
    apply(s) {
      const [web, ...more] = actionsOf("web-order of sales", "confirm of sales", "amend of sales", "cancel of sales");
      follow(s, {
        actions: [...(web ? [web] : []), { key: "phone-order", groupLabel: "desk", creates: true }, ...more],
        next: (done) => {
          if (done.includes("cancel")) return [];
          const waits = done[0] === "phone-order" && !done.includes("confirm");
          return waits ? ["confirm", "cancel"] : ["amend", "cancel"];
        },
      });
    },
  },
  "a-trace-for-each-delivery": {
    title: "For each shipment the service begins a trace of its own in the workflow, which nobody may add to.",
    why: "One action may cause others, on this or another trace, by the system's own hand.",
    apply(s) {
      const running = follow(s, { actions: trades, next: (done) => (done[0] === "deliver" ? [] : trade(done)) });
      listNext(s, running);
      spawn(s, ({ actionKey }) => actionKey === "ship");
    },
  },
  "registered-on-arrival": {
    title: "Each creation gets a second link by the service's own hand, with a number; handled in an order that ends.",
    why: "One action may cause others; the interface does not say that links are of users alone.",
    apply(s) {
      let number = 2400;
      follow(s, { actions: handling, next: handled });
      onRecord(s, (_link, trace) => {
        if (trace.links.length > 1) return;
        const data = { registered: `R-${String((number += 1))}` };
        trace.links.push(ownLink("register", data));
        trace.state = { ...trace.state, ...data };
      });
    },
  },
  "stamped-on-arrival": {
    title: "The service adds when and by which channel to the data of each action; links and state show it.",
    why: "The workflow's own code makes links and state of what was sent; their members are not shown.",
    apply(s) {
      const running = follow(s, { actions: handling, next: handled });
      listNext(s, running);
      onData(s, (data, call) => ({ ...data, $meta: { at: new Date().toISOString(), channel: call.face } }));
    },
  },
};
