/** Who may see and do what in a process: by group, by person, by what came before. */
import type { Call } from "../../lib/service/http.ts";
import type { User } from "../../lib/service/domain.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { actionsOf, follow, listNext, people, present, refuse, trade, trades, type Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import type { Variants } from "../tools.ts";

const why = "One user may be in one group alone, and users may see only the traces their group takes part in.";

/** What traces a group has to do with: those on which it acted, and those on which it may act now. */
export const takesPart =
  ({ workflow, byGroup, groupsOf }: Running) =>
  (user: User, trace: Trace): boolean => {
    const acted = trace.links.map(
      ({ actionKey }) => workflow.actions.find(({ key }) => key === actionKey)?.groupLabel ?? "",
    );
    return groupsOf(user).some((group) => acted.includes(group) || group in byGroup(trace));
  };

/** Traces that this does not let a user see are unknown to him, also to his searches. */
export function hide(s: Service, running: Running, sees: (user: User, trace: Trace) => boolean): void {
  const { findTrace, search } = s;
  s.findTrace = (user, id, call) => {
    const trace = findTrace(user, id, call);
    if (!sees(user, trace)) throw new Refusal("missing", "no such trace");
    return trace;
  };
  s.search = (workflow, filters, call) => {
    const reader = running.reader(call);
    return search(workflow, filters, call).filter((id) => {
      const trace = s.traces.get(id);
      return reader !== undefined && trace !== undefined && sees(reader, trace);
    });
  };
}

/** Other groups see neither the data of the links of this group nor its part of the state. */
export function mask(s: Service, running: Running): void {
  const groupOf = (key: string) => running.workflow.actions.find((one) => one.key === key)?.groupLabel ?? "";
  const mine = (call: Call, key: string): boolean => {
    const user = running.reader(call);
    return user !== undefined && running.groupsOf(user).includes(groupOf(key));
  };
  const view = (trace: Trace, call: Call) =>
    trace.links.filter(({ actionKey }) => mine(call, actionKey)).reduce((all, { data }) => ({ ...all, ...data }), {});
  s.stateOf = (trace, call) => {
    const user = running.reader(call);
    const next = Object.entries(running.byGroup(trace));
    return {
      data: view(trace, call),
      nextActions: Object.fromEntries(next.filter(([group]) => user && running.groupsOf(user).includes(group))),
    };
  };
  const { linkView, matches } = s;
  s.linkView = (link, trace, call) => {
    const whole = linkView(link, trace, call);
    if (mine(call, link.actionKey)) return whole;
    const { id, actionKey, groupLabel } = link;
    return { id, actionKey, groupLabel, masked: true };
  };
  s.matches = (trace, filters, call) => matches({ ...trace, state: view(trace, call) }, filters, call);
}

const orders = actionsOf(
  "order of sales",
  "amend of sales",
  "release of sales",
  "pick of warehouse",
  "ship of warehouse",
  "invoice of accounts",
);

const released = (done: readonly string[]): string[] => {
  if (done.includes("invoice")) return [];
  if (done.includes("ship")) return ["invoice"];
  if (done.includes("pick")) return ["ship"];
  if (done.includes("release")) return ["pick"];
  return [...(done.filter((key) => key === "amend").length < 2 ? ["amend"] : []), "release"];
};

/** Handed over by hand, from sales to the warehouse to the accounts; one person in each. */
export const handedOver = (s: Service): Running => follow(s, { actions: orders, next: released, people });

export const circles: Variants = {
  "unknown-until-handed-over": {
    title: "A group can neither find nor read a trace before it is the group's turn; three people, a group each.",
    why,
    apply(s) {
      const running = handedOver(s);
      listNext(s, running);
      hide(s, running, takesPart(running));
    },
  },
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
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const by = known && claimer(known);
        if (by !== undefined && by !== user.email) throw new Refusal("foreign", "claimed by somebody else");
        return workflow;
      };
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
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const again = known?.links.at(-1)?.author === user.email;
        if (again) throw new Refusal("foreign", "it is somebody else's turn");
        return workflow;
      };
    },
  },
  "masked-for-other-groups": {
    title:
      "Each group sees the data of its own actions alone, in state, links and searches; links of others are masked.",
    why: "What the state shows may differ from reader to reader; fields of a link are not shown.",
    apply(s) {
      mask(s, handedOver(s));
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
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const user = await authenticate(call);
        const searches = call.path.includes("search");
        const reads =
          call.method === "GET" ? call.path.length > 3 || call.path[0] === "trace" : call.path.includes("details");
        const name = user.email.split("@")[0] ?? "";
        const lists = call.path.includes("organizations") || call.path.includes("orgName");
        if (searches && (name === "ines" || name === "wim")) throw new Refusal("foreign", "you may not search");
        if (reads && !lists && name === "wim") throw new Refusal("foreign", "you may not read");
        return user;
      };
    },
  },
  "acts-for-the-first-of-his-groups": {
    title: "Who names no group acts for the first of his: without the label he cannot do what other groups of his may.",
    why: "Whether `groupLabel` is required is not shown; a default is one way.",
    apply(s) {
      follow(s, { actions: trades, next: trade, people: { ines: { groups: ["sales", "warehouse", "accounts"] } } });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const group = workflow.actions.find(({ key }) => key === input.actionKey)?.groupLabel;
        refuse(input.groupLabel === undefined && group !== "sales", "this action is not one of sales");
        return workflow;
      };
    },
  },
};
