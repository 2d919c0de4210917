import type { RefusalKind } from "../../lib/service/refusal.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { json, type Call } from "../../lib/service/http.ts";
import type { JsonObject } from "../../lib/service/json.ts";
import {
  actionsOf,
  follow,
  keysOf,
  listNext,
  people,
  present,
  refuse,
  trade,
  trades,
  type Process,
  type Running,
} from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { around, pause, type Faults } from "../tools.ts";

/** An honest process that lists what may come next, which a fault then changes. */
function honest(s: Service, more: Partial<Process> = {}): Running {
  const running = follow(s, { actions: trades, next: trade, ...more });
  listNext(s, running);
  return running;
}

const desk: Process = {
  actions: actionsOf("open of desk", "note of desk", "close of desk"),
  next: (done) => (done.includes("close") ? [] : ["note", "close"]),
};

/** Turns a refusal of the gate into something else; the action is let through where nothing is thrown. */
function atTheGate(s: Service, act: (refusal: Refusal, call: Call, trace: Trace, data: JsonObject) => void): void {
  const { checkAction } = s;
  s.checkAction = (user, input, known, call) => {
    try {
      return checkAction(user, input, known, call);
    } catch (error) {
      if (!(error instanceof Refusal) || !known || !error.message.startsWith("006")) throw error;
      act(error, call, known, input.data ?? {});
      return known.workflow;
    }
  };
}

const rethrow = (kind: RefusalKind = "invalid"): never => {
  throw new Refusal(kind, "006 action not allowed now");
};

export const gates: Faults = {
  "gate-in-v2-alone": {
    title: "What the state does not list is refused by v2 and accepted by the legacy set.",
    apply(s) {
      honest(s);
      atTheGate(s, (refusal, call) => {
        if (call.face === "v2") throw refusal;
      });
    },
  },
  "unlisted-gate-in-legacy-alone": {
    title: "A closed trace takes no more actions from the legacy set, and any from v2; nothing lists what may come.",
    apply(s) {
      follow(s, desk);
      atTheGate(s, (refusal, call) => {
        if (call.face === "legacy") throw refusal;
      });
    },
  },
  "checked-before-not-at-commit": {
    title:
      "Of two payments at the same time both are accepted: what may come next is checked before the data are stored.",
    apply(s) {
      honest(s);
      const { record } = s;
      s.record = async (...args) => {
        await pause(8);
        return record(...args);
      };
    },
  },
  "refused-counts-as-done": {
    title: "A refused action counts when the service decides what may come next.",
    apply(s) {
      const refused = new WeakMap<Trace, string[]>();
      honest(s, { next: (done, trace) => trade([...done, ...(refused.get(trace) ?? [])]) });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known && input.actionKey === "invoice") refused.set(known, [...(refused.get(known) ?? []), "invoice"]);
          throw error;
        }
      };
    },
  },
  "ended-takes-files": {
    title: "An action after the end is refused, but its files are kept and can be downloaded.",
    apply(s) {
      follow(s, desk);
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known && keysOf(known).includes("close")) void s.keepFiles(known, input.files, call);
          throw error;
        }
      };
    },
  },
  "ended-takes-actions-with-files": {
    title: "A trace whose list is empty takes actions that bring a file, through the legacy set.",
    apply(s) {
      listNext(s, follow(s, desk));
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const late = known && keysOf(known).includes("close") && call.face === "legacy" && input.files.length > 0;
        return late ? known.workflow : checkAction(user, input, known, call);
      };
    },
  },
  "group-of-the-request": {
    title: "The legacy set takes the group from the request: whoever names a group may do its actions.",
    apply(s) {
      const running = honest(s, { people });
      const { groupsOf } = running;
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const trusting = call.face === "legacy" && input.groupLabel !== undefined;
        running.groupsOf = (one) => (trusting ? [input.groupLabel ?? ""] : groupsOf(one));
        try {
          return checkAction(user, input, known, call);
        } finally {
          running.groupsOf = groupsOf;
        }
      };
    },
  },
  "next-stale-in-v2": {
    title: "The list of the v2 state is that of before the last action; the legacy state has the one of now.",
    apply(s) {
      const { byGroup } = honest(s);
      present(s, (data, trace, call) => ({
        data,
        nextActions: byGroup(call.face === "v2" ? { ...trace, links: trace.links.slice(0, -1) } : trace),
      }));
    },
  },
  "quota-counts-refused": {
    title: "Three shipments a trace: refused ones are counted too, and the list still names what is refused then.",
    apply(s) {
      honest(s);
      const { checkAction } = s;
      const tried = new WeakMap<Trace, number>();
      s.checkAction = (user, input, known, call) => {
        if (known && input.actionKey === "ship") {
          tried.set(known, (tried.get(known) ?? 0) + 1);
          refuse((tried.get(known) ?? 0) > 3, "three shipments at most");
        }
        return checkAction(user, input, known, call);
      };
    },
  },
  "left-out-and-refused-by-turns": {
    title: "The list leaves out that an order may be amended, and every other amendment is refused.",
    apply(s) {
      const { byGroup } = honest(s);
      present(s, (data, trace) => ({ data, nextActions: { ...byGroup(trace), sales: [] } }));
      const { checkAction } = s;
      let turn = 0;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        if (input.actionKey === "amend") refuse((turn += 1) % 2 === 0, "006 action not allowed now");
        return workflow;
      };
    },
  },
  "refused-gets-a-link": {
    title: "An action that may not come now is refused, and becomes a link.",
    apply(s) {
      honest(s);
      atTheGate(s, (refusal, _call, trace, data) => {
        const [first] = trace.links;
        if (first) trace.links.push({ ...first, id: crypto.randomUUID(), actionKey: "amend", data, files: [] });
        throw refusal;
      });
    },
  },
  "refused-is-found": {
    title: "The data of an action that may not come now are found by search, though the state does not show them.",
    apply(s) {
      honest(s);
      const { matches } = s;
      const marks = new WeakMap<Trace, JsonObject>();
      atTheGate(s, (refusal, _call, trace, data) => {
        marks.set(trace, { ...marks.get(trace), ...data });
        throw refusal;
      });
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) ||
        matches({ ...trace, state: { ...trace.state, ...marks.get(trace) } }, filters, call);
    },
  },
  "refused-comes-into-the-state": {
    title: "The legacy set merges the data of an action into the state before it asks whether it may come.",
    apply(s) {
      follow(s, desk);
      atTheGate(s, (refusal, call, trace, data) => {
        if (call.face === "legacy") trace.state = { ...trace.state, ...data };
        throw refusal;
      });
    },
  },
  "listed-and-refused-in-legacy": {
    title: "The legacy set refuses an invoice that the list names.",
    apply(s) {
      honest(s);
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        refuse(call.face === "legacy" && input.actionKey === "invoice", "006 action not allowed now");
        return workflow;
      };
    },
  },
  "listed-and-refused-with-files": {
    title: "A shipment that the list names is refused where it brings files.",
    apply(s) {
      honest(s);
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        refuse(input.actionKey === "ship" && input.files.length > 0, "006 action not allowed now");
        return workflow;
      };
    },
  },
  "next-of-another-trace": {
    title: "What may come next is kept once for the workflow: the list shows that of the trace that was changed last.",
    apply(s) {
      const { byGroup } = honest(s);
      let last: Trace | undefined;
      const { record } = s;
      s.record = async (...args) => {
        const recorded = await record(...args);
        last = recorded.trace;
        return recorded;
      };
      present(s, (data, trace) => ({ data, nextActions: byGroup(last ?? trace) }));
    },
  },
  "refused-with-200": {
    title: "The legacy set answers 200 and the state as it was to an action that may not come now, and adds nothing.",
    apply(s) {
      honest(s);
      around(s, "POST /trace/{}/link", (real) => async (call, id) => {
        try {
          return await real(call, id ?? "");
        } catch (error) {
          const trace = s.traces.get(id ?? "");
          if (!trace || !(error instanceof Refusal) || !error.message.startsWith("006")) throw error;
          return json({ state: await s.stateOf(trace, call) });
        }
      });
    },
  },
  "refused-without-envelope": {
    title: "v2 refuses what may not come now with a JSON object that has no member error.",
    choice: "The envelope is shown for successful responses; what an error looks like is not shown.",
    apply(s) {
      honest(s);
      const { refuse: usual } = s;
      s.refuse = (call, error) =>
        call.face === "v2" && error.message.startsWith("006")
          ? json({ code: "006", message: error.message }, 400)
          : usual(call, error);
    },
  },
  "end-shown-in-one-set": {
    title: "The legacy state of a paid order lists what might come before the payment; both sets refuse it.",
    apply(s) {
      const { byGroup } = honest(s);
      present(s, (data, trace, call) => {
        const stale = call.face === "legacy" && keysOf(trace).at(-1) === "pay";
        return { data, nextActions: byGroup(stale ? { ...trace, links: trace.links.slice(0, -1) } : trace) };
      });
    },
  },
  "gate-asks-the-creator": {
    title: "v2 asks whether the user who created the trace is in the group, not the one who acts.",
    apply(s) {
      const running = honest(s, { people });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        if (call.face === "v2" && known) {
          const creator = s.users.find(({ email }) => email === known.links[0]?.author);
          const action = running.workflow.actions.find(({ key }) => key === input.actionKey);
          if (creator && action && !running.groupsOf(creator).includes(action.groupLabel)) rethrow("foreign");
        }
        return checkAction(user, input, known, call);
      };
    },
  },
};
