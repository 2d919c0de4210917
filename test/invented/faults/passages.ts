/** Gated services that go wrong on the way: pages, copies, late effects, and what one user's action does to another's. */
import { sameJson, type Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { checkForms, form, listed, times } from "../duties.ts";
import { ownLink } from "../habits.ts";
import { actionsOf, follow, keysOf, listNext, people, present, refuse, trade, trades } from "../process.ts";
import type { Link, Trace } from "../service.ts";
import { onRecord, pause, type Faults } from "../tools.ts";

export const passages: Faults = {
  "pages-count-users-alone": {
    title:
      "After each shipment the service appends a label; first and last count the links of users, labels come on top.",
    apply(s) {
      listNext(
        s,
        follow(s, {
          actions: trades,
          nextActions: listed,
          next: (done) => trade(done.filter((key) => key !== "label")),
        }),
      );
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "ship") trace.links.push(ownLink("label", { label: `${trace.id.slice(0, 8)}` }));
      });
      const grown = (links: Link[], size: number) => {
        let users = 0;
        const end = links.findIndex(({ author }) => author !== "system" && (users += 1) > size);
        return end === -1 ? Math.max(size, links.length) : end;
      };
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const from = args.after === undefined ? 0 : s.positionOf(links, args.after, trace) + 1;
        const to = args.before === undefined ? links.length : s.positionOf(links, args.before, trace);
        const given = { ...args };
        if (args.first !== undefined) given.first = grown(links.slice(from, to), args.first);
        else if (args.last !== undefined) given.last = grown(links.slice(from, to).reverse(), args.last);
        return page(links, given, trace, call);
      };
    },
  },
  "one-view-for-all-in-legacy": {
    title:
      "The state shows each reader what his groups may do; the legacy set keeps it until the next action, for all.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        return { data, mine: groups.flatMap((group) => running.byGroup(trace)[group] ?? []) };
      });
      const { stateOf } = s;
      const kept = new WeakMap<Trace, { links: number; state: Json }>();
      s.stateOf = async (trace, call) => {
        if (call.face === "v2" || call.method !== "GET") return stateOf(trace, call);
        const known = kept.get(trace);
        if (known?.links === trace.links.length) return known.state;
        const state = await stateOf(trace, call);
        kept.set(trace, { links: trace.links.length, state });
        return state;
      };
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
          nextActions: listed,
          next: (done) => (done.at(-1) === "close" ? ["reopen"] : ["note", "close"]),
        }),
      );
      s.linksOf = (trace) => trace.links.slice(Math.max(0, keysOf(trace).lastIndexOf("reopen")));
    },
  },
  "refused-beginning-is-found": {
    title: "An application that breaks the form is refused, and an empty trace stays, which searches find.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("apply of office", "note of office", "decide of council"),
        next: (done) => (done.includes("decide") ? [] : ["note", "decide"]),
      });
      const kind = { type: "string", enum: ["fence", "garage"] };
      checkForms(s, running, { apply: form({ kind, street: { type: "string", minLength: 3, maxLength: 60 } }) });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (!known && error instanceof Refusal && error.message.startsWith("data")) {
            const trace = s.newTrace(running.workflow);
            trace.state = s.merge(trace, input.data ?? {}, call);
            s.traces.set(trace.id, trace);
          }
          throw error;
        }
      };
    },
  },
  "late-paper-overwrites": {
    title:
      "A paper is written for 300 ms after an approval; then the state is as it was then, with the paper's number.",
    apply(s) {
      listNext(
        s,
        follow(s, {
          actions: actionsOf("draft of office", "approve of office", "note of office", "close of office"),
          nextActions: listed,
          next(done) {
            if (done.includes("close")) return [];
            return [...(done.includes("approve") ? ["close"] : ["approve"]), "note"];
          },
        }),
      );
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "approve") return;
        const state = { ...trace.state, paper: `P-${trace.id.slice(0, 8)}` };
        void pause(300).then(() => (trace.state = state));
      });
    },
  },
  "refused-frees-the-task": {
    title: "Who took a task solves it; where another tries, he is refused, and the task is free again.",
    apply(s) {
      const freed = new WeakMap<Trace, number>();
      const taken = (trace: Trace) =>
        keysOf(trace).at(-1) === "take" && freed.get(trace) !== trace.links.length ? trace.links.at(-1) : undefined;
      const running = follow(s, {
        actions: actionsOf("report of helpdesk", "take of helpdesk", "return of helpdesk", "solve of helpdesk"),
        next(done, trace) {
          if (done.includes("solve")) return [];
          return taken(trace) ? ["return", "solve"] : ["take"];
        },
        people: { ines: { groups: ["helpdesk"] }, wim: { groups: ["helpdesk"] } },
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        if (known && input.actionKey !== "take" && taken(known)?.author !== user.email) {
          freed.set(known, known.links.length);
          refuse(true, "006 the task is another's");
        }
        return workflow;
      };
      present(s, (data, trace) => ({
        data,
        assignee: taken(trace)?.author ?? null,
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "found-as-the-author-left-it": {
    title: "What others than the author append through the legacy set is in the state, but searches do not know of it.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade, people, nextActions: listed }));
      const index = new WeakMap<Trace, Trace["state"]>();
      const { record, matches } = s;
      s.record = async (call, user, ...rest) => {
        const recorded = await record(call, user, ...rest);
        const { trace } = recorded;
        if (call.face === "v2" || trace.links[0]?.author === user.email) index.set(trace, trace.state);
        return recorded;
      };
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: index.get(trace) ?? trace.state }, filters, call);
    },
  },
  "double-click-swallowed": {
    title: "The same action with the same data twice in a row within two seconds: answered as if done, and done once.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade, nextActions: listed }));
      const at = new WeakMap<Link, number>();
      onRecord(s, (link) => at.set(link, Date.now()));
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const last = known?.links.at(-1);
        const again =
          last &&
          last.actionKey === input.actionKey &&
          last.author === user.email &&
          sameJson(last.data, input.data ?? {}) &&
          (at.get(last) ?? 0) > Date.now() - 2000;
        return known && again ? { trace: known, link: last } : record(call, user, workflow, input, known);
      };
    },
  },
  "legacy-gate-from-a-copy": {
    title: "The legacy set asks a copy that is 200 ms old what may come; states and v2 know it at once.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, nextActions: listed });
      listNext(s, running);
      const at = new WeakMap<Link, number>();
      onRecord(s, (link) => at.set(link, Date.now()));
      const { next } = running;
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const copied = ({ links }: Trace) => links.filter((link) => (at.get(link) ?? 0) < Date.now() - 200);
        if (call.face === "legacy") running.next = (trace) => next({ ...trace, links: copied(trace) });
        try {
          return checkAction(user, input, known, call);
        } finally {
          running.next = next;
        }
      };
    },
  },
  "history-cut-in-legacy": {
    title: "The state tells the history of the trace; the legacy set tells no more than its last eight steps.",
    apply(s) {
      follow(s, {
        actions: actionsOf("open of desk", "note of desk", "weigh of desk", "close of desk"),
        next: (done) =>
          done.includes("close") ? [] : [...(times(done, "weigh") < 4 ? ["weigh"] : []), "note", "close"],
      });
      onRecord(s, (_link, trace) => {
        const history = trace.links.map(({ actionKey, author }, at) => ({ step: at + 1, action: actionKey, author }));
        trace.state = { ...trace.state, history };
      });
      present(s, (state, _trace, call) => {
        const { history = [] } = state;
        return call.face === "legacy" && Array.isArray(history) ? { ...state, history: history.slice(-8) } : state;
      });
    },
  },
};
