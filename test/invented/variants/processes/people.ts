/** Who may do what: by group, by person, by what came before. */
import { own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { atLast, declining } from "../../duties.ts";
import { ofTheWorkflow } from "../../left-open.ts";
import { actionsOf, follow, keysOf, listNext, present, refuse, trade, trades } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { after, beforehand, type Variants } from "../../tools.ts";

export const people: Variants = {
  "claimed-by-one-clerk": {
    title:
      "One of two clerks claims a ticket; then only this one may answer and close it. The state names the claimer.",
    why: "The rules may depend on who did what before; nothing of it can be told by group.",
    apply(s) {
      const agents = { groups: ["agents"] };
      follow(s, {
        actions: actionsOf("open of desk", "claim of agents", "answer of agents", "close of agents"),
        next: (done) => {
          if (done.includes("close")) return [];
          return done.includes("claim") ? ["answer", "close"] : ["claim"];
        },
        people: { ines: { groups: ["desk"] }, wim: agents, ada: agents },
      });
      const claimer = (trace: Trace) => trace.links.find(({ actionKey }) => actionKey === "claim")?.author;
      after(s, "checkAction", (_workflow, user, _input, known) => {
        const by = known && claimer(known);
        if (by !== undefined && by !== user.email) throw new Refusal("foreign", "claimed by somebody else");
      });
      present(s, (data, trace) => ({ ...data, claimedBy: claimer(trace) ?? null }));
    },
  },
  "never-twice-in-a-row": {
    title: "A draft goes back and forth between two clerks of one group: nobody acts on it twice in a row.",
    why: "Who did what before may decide who acts, in one and the same group.",
    apply(s) {
      const clerk = { groups: ["clerks"] };
      const running = follow(s, {
        actions: actionsOf("draft of clerks", "revise of clerks", "sign of clerks", "send of clerks"),
        next: (done) => {
          if (done.includes("send")) return [];
          return done.includes("sign") ? ["send"] : ["revise", "sign"];
        },
        people: { ines: clerk, wim: clerk },
      });
      listNext(s, running);
      after(s, "checkAction", (_workflow, user, _input, known) => {
        const again = known?.links.at(-1)?.author === user.email;
        if (again) throw new Refusal("foreign", "it is somebody else's turn");
      });
    },
  },
  "readers-and-searchers-apart": {
    title:
      "Sales read and write and do not search; the warehouse writes only; an auditor reads and searches. All told.",
    why: "A reader need not be able to write, a writer not to search.",
    apply(s) {
      const running = follow(s, {
        actions: trades,
        next: trade,
        people: {
          ines: { groups: ["sales", "accounts"], may: ["read", "write"] },
          wim: { groups: ["warehouse"], may: ["write"] },
          eva: { groups: ["audit"], may: ["read", "search"] },
        },
      });
      listNext(s, running);
      after(s, "authenticate", (user, call) => {
        const searches = call.path.includes("search");
        const reads =
          call.method === "GET" ? call.path.length > 3 || call.path[0] === "trace" : call.path.includes("details");
        const name = user.email.split("@")[0] ?? "";
        const lists = call.path.includes("organizations") || call.path.includes("orgName");
        if (searches && (name === "ines" || name === "wim")) throw new Refusal("foreign", "you may not search");
        if (reads && !lists && name === "wim") throw new Refusal("foreign", "you may not read");
      });
    },
  },
  "acts-for-the-first-of-his-groups": {
    title: "Who names no group acts for the first of his: without the label he cannot do what other groups of his may.",
    why: "Whether `groupLabel` is required is not shown; a default is one way.",
    apply(s) {
      follow(s, { actions: trades, next: trade, people: { ines: { groups: ["sales", "warehouse", "accounts"] } } });
      after(s, "checkAction", (workflow, _user, input) => {
        const group = workflow.actions.find(({ key }) => key === input.actionKey)?.groupLabel;
        refuse(input.groupLabel === undefined && group !== "sales", "this action is not one of sales");
      });
    },
  },
  "anybody-of-three": {
    title: "Three users do everything, and nobody told for which group; who drafted may not approve.",
    why: `${ofTheWorkflow} Nor is who acts for which group.`,
    apply(s) {
      follow(s, {
        actions: actionsOf("draft of clerks", "comment of clerks", "approve of officers", "file of officers"),
        next: (done) => (done.includes("approve") ? ["comment", "file"] : ["comment", "approve"]),
        people: { ines: {}, wim: {}, ada: {} },
      });
      after(s, "checkAction", (_workflow, user, input, known) => {
        const isOwn = known?.links[0]?.author === user.email;
        if (input.actionKey === "approve" && isOwn) throw new Refusal("foreign", "not by who drafted it");
      });
    },
  },
  delegated: {
    title: "A file is worked on by the one to whom it was handed on last; the others of the group may read it alone.",
    why: `${ofTheWorkflow} A rule may ask the data of an action.`,
    apply(s) {
      const decline = declining(s);
      const names = ["ines", "wim", "ada"];
      const keeper = (trace: Trace): string => {
        const handed = trace.links.findLast(({ actionKey }) => actionKey === "hand on");
        return handed ? String(own(handed.data, "to")) : (trace.links[0]?.author.split("@")[0] ?? "");
      };
      const running = follow(s, {
        actions: [
          { key: "start", groupLabel: "lawyers", creates: true },
          { key: "work", groupLabel: "lawyers" },
          {
            key: "hand on",
            groupLabel: "lawyers",
            data: {
              type: "object",
              required: ["to"],
              properties: { to: { type: "string", enum: names } },
            },
          },
        ],
        people: { ines: { groups: ["lawyers"] }, wim: { groups: ["lawyers"] }, ada: { groups: ["lawyers"] } },
      });
      atLast(s, ({ key, data, author }, known) => {
        if (known && author.split("@")[0] !== keeper(known)) decline(403, "006 the file is with somebody else");
        refuse(key === "hand on" && !names.includes(String(own(data, "to"))), "000 hand on to whom?");
      });
      present(s, (data, trace, call) => {
        const mine = running.reader(call)?.email.startsWith(`${keeper(trace)}@`) ?? false;
        return { data, keeper: keeper(trace), nextActions: mine ? running.byGroup(trace) : {} };
      });
    },
  },
  "who-takes-it-solves-it": {
    title: "A ticket is solved, or given back, by the one who took it; the state shows the task, and to whom it fell.",
    why: `${ofTheWorkflow} A rule may ask who did what before.`,
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
  "four-eyes": {
    title: "Who drafted may not approve; two users are in the same group.",
    why: `${ofTheWorkflow} A rule may ask who did what before.`,
    apply(s) {
      follow(s, {
        actions: actionsOf("draft of clerks", "comment of clerks", "approve of clerks"),
        next: (done) => (done.includes("approve") ? ["comment"] : ["comment", "approve"]),
        people: { ines: { groups: ["clerks"] }, wim: { groups: ["clerks"] } },
      });
      after(s, "checkAction", (_workflow, user, input, known) => {
        refuse(input.actionKey === "approve" && known?.links[0]?.author === user.email, "not by who drafted it");
      });
    },
  },
  "groups-not-told": {
    title:
      "Nobody told the tester who belongs to which group; the user whose credentials come first may not begin a trace, and two sign.",
    why: `${ofTheWorkflow} Nor is who acts for which group.`,
    apply(s) {
      const accounts = { groups: ["accounts"] };
      follow(s, {
        actions: actionsOf(
          "order of sales",
          "amend of sales",
          "ship of warehouse",
          "sign of accounts",
          "pay of accounts",
        ),
        next(done) {
          const signed = done.filter((key) => key === "sign").length;
          if (done.includes("pay")) return [];
          if (!done.includes("ship")) return ["amend", "ship"];
          return ["amend", signed < 2 ? "sign" : "pay"];
        },
        people: { ines: { groups: ["warehouse"] }, wim: { groups: ["sales"] }, ada: accounts, tom: accounts },
      });
      after(s, "checkAction", (_workflow, user, input, known) => {
        const signed = known?.links.some(({ actionKey, author }) => actionKey === "sign" && author === user.email);
        if (input.actionKey === "sign" && signed) throw new Refusal("foreign", "you have signed already");
      });
      const { users = [], credentials } = s.told;
      for (const user of [...users, credentials]) delete user?.groups;
    },
  },
  "reads-only-or-writes-only": {
    title: "Ines writes and reads, but may not search; Wim reads and searches, but may not write.",
    why: `${ofTheWorkflow} Nor is what a user may do.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("draft of clerks", "comment of clerks"),
        people: { ines: { groups: ["clerks"], may: ["read", "write"] }, wim: { groups: [], may: ["read", "search"] } },
      });
      beforehand(s, "search", (_workflow, _filters, call) => {
        if (running.reader(call)?.email.startsWith("ines")) throw new Refusal("foreign", "you may not search");
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
      beforehand(s, "checkAction", (_user, input) => {
        refuse(input.groupLabel === undefined, "groupLabel is required: you are in several groups");
      });
    },
  },
  "three-of-the-board": {
    title: "Each of four members of the board votes once; three votes make a resolution, which ends the trace.",
    why: `${ofTheWorkflow} A rule may ask who did what before.`,
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
      after(s, "checkAction", (_workflow, user, input, known) => {
        const voted = known?.links.some(({ actionKey, author }) => actionKey === "vote" && author === user.email);
        if (input.actionKey === "vote" && voted) throw new Refusal("foreign", "you have voted already");
      });
    },
  },
};
