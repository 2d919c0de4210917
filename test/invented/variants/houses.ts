import { json } from "../../lib/service/http.ts";
import { own, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { bucket, defaultPages, indexLater, oneWriter, ownLink, rememberStates, spawn } from "../habits.ts";
import {
  actionsOf,
  compute,
  follow,
  keysOf,
  listNext,
  people,
  present,
  trade,
  trades,
  type Running,
} from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";
import { hourly, oncePerContent, toldForms } from "./quotas.ts";

const why = "Each of these is the workflow's or the deployment's own business; a house has several of them at once.";

const desk = actionsOf("open of desk", "note of desk", "close of desk");
const ends = (done: readonly string[]): string[] => (done.includes("close") ? [] : ["note", "close"]);

/** Users see the traces that their group has done something on, or may do something on now. */
function ownTracesAlone(s: Service, running: Running): void {
  const { findTrace, search } = s;
  const takesPart = (trace: Trace, groups: readonly string[]): boolean =>
    groups.some((group) => trace.links.some((link) => link.groupLabel === group) || running.byGroup(trace)[group]);
  const label = (key: string) => running.workflow.actions.find((one) => one.key === key)?.groupLabel ?? "";
  onRecord(s, (link) => {
    link.groupLabel = label(link.actionKey);
  });
  s.findTrace = (user, id, call) => {
    const trace = findTrace(user, id, call);
    if (!takesPart(trace, running.groupsOf(user))) throw new Refusal("foreign", "your group has no part in this trace");
    return trace;
  };
  s.search = (workflow, filters, call) => {
    const user = running.reader(call);
    const groups = user ? running.groupsOf(user) : [];
    return search(workflow, filters, call).filter((id) => {
      const trace = s.traces.get(id);
      return trace !== undefined && takesPart(trace, groups);
    });
  };
}

/** Services of two to four habits at once. */
export const houses: Variants = {
  "town-hall": {
    title: "Closed forms that are told, two people of one desk, tokens of four seconds, an order that ends.",
    why,
    apply(s) {
      s.tokenSeconds = 4;
      const actions = toldForms(s, desk);
      const clerk = { groups: ["desk"] };
      listNext(s, follow(s, { actions, next: ends, people: { ines: clerk, wim: clerk } }));
    },
  },
  "trading-house": {
    title: "Three people, a list by group, a bucket of sixty and thirty a second, states that are kept for 200 ms.",
    why,
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade, people }));
      rememberStates(s, 200);
      bucket(s, 60, 30);
    },
  },
  registry: {
    title: "Creations are numbered by a second link, pages hold two links by default, and search lags by 1.5 seconds.",
    why,
    apply(s) {
      let number = 0;
      const running = follow(s, { actions: desk, next: ends });
      onRecord(s, (_link, trace) => {
        if (trace.links.length === 1) trace.links.push(ownLink("number", { number: (number += 1) }));
      });
      listNext(s, running);
      defaultPages(s, 2, 2);
      indexLater(s, 1500);
    },
  },
  "savings-bank": {
    title: "The state is sums and counts, creations are taken once per content, a user acts twelve times on a trace.",
    why,
    apply(s) {
      follow(s, { actions: actionsOf("open of desk", "deposit of desk", "draw of desk") });
      const sum = (trace: Trace, key: string): number =>
        trace.links
          .filter(({ actionKey }) => actionKey === key)
          .map(({ data }) => own(data, "amount"))
          .reduce((total: number, amount) => total + (typeof amount === "number" ? amount : 0), 0);
      compute(s, (trace) => ({
        ...trace.links[0]?.data,
        balance: sum(trace, "deposit") - sum(trace, "draw"),
        movements: trace.links.length - 1,
      }));
      oncePerContent(s);
      hourly(s, 12);
    },
  },
  "quiet-archive": {
    title: "Refusals are 404 without a body, traces end without a word of it, five files in a trace.",
    why,
    apply(s) {
      follow(s, { actions: desk, next: ends });
      const { checkAction, refuse } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        if ((known?.files.size ?? 0) + input.files.length > 5) throw new Refusal("invalid", "five files");
        return workflow;
      };
      s.refuse = (call, error) => (error.kind === "token" ? refuse(call, error) : { status: 404 });
    },
  },
  "audit-office": {
    title: "Who drafted may not approve, an auditor reads alone, and a search answers 900 ms later.",
    why,
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
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        if (input.actionKey === "approve" && known?.links[0]?.author === user.email) {
          throw new Refusal("foreign", "not by who drafted it");
        }
        return workflow;
      };
      listNext(s, running);
      indexLater(s, 900);
    },
  },
  bargaining: {
    title:
      "Offers and counter-offers by turns of two people, six at most; one action at a time; tokens of five seconds.",
    why,
    apply(s) {
      s.tokenSeconds = 5;
      const { next, workflow } = follow(s, {
        actions: actionsOf(
          "offer of sellers",
          "counter of buyers",
          "improve of sellers",
          "accept of buyers",
          "leave of sellers",
        ),
        next: (done) => {
          const last = done.at(-1) ?? "";
          if (["accept", "leave"].includes(last)) return [];
          const more = done.length < 6;
          return last === "counter"
            ? [...(more ? ["improve"] : []), "leave"]
            : [...(more ? ["counter"] : []), "accept"];
        },
        people: { ines: { groups: ["sellers"] }, wim: { groups: ["buyers"] } },
      });
      present(s, (data, trace) => ({
        ...data,
        turn: workflow.actions
          .filter(({ key }) => next(trace).includes(key))
          .map(({ key, groupLabel }) => `${groupLabel}:${key}`),
      }));
      oneWriter(s);
    },
  },
  "warehouse-that-hides": {
    title: "People see the traces that their group has a part in; a trace for each delivery; refusals in plain words.",
    why: `${why} Users of one organization may see only the traces that their group takes part in.`,
    apply(s) {
      const running = follow(s, {
        actions: trades,
        next: (done) => (done[0] === "deliver" ? [] : trade(done)),
        people,
      });
      listNext(s, running);
      spawn(s, ({ actionKey }) => actionKey === "ship");
      ownTracesAlone(s, running);
    },
  },
  "insurer-with-a-lock": {
    title:
      "A lock on the trace, forms by problems, the last data under the key of its action, history and next in one.",
    why,
    apply(s) {
      const running = follow(s, { actions: desk, next: ends });
      present(s, (_data, trace) => ({
        byAction: Object.fromEntries(trace.links.map(({ actionKey, data }) => [actionKey, data])) as JsonObject,
        history: keysOf(trace),
        next: [...running.next(trace)],
      }));
      oneWriter(s);
      const { refuse } = s;
      s.refuse = (call, error) =>
        error.kind === "invalid"
          ? json({ error: { type: "about:blank", title: "Bad Request", status: 400, detail: error.message } }, 400)
          : refuse(call, error);
    },
  },
};
