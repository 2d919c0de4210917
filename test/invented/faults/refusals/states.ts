/** Refused actions that change the state or hold up the trace. */
import type { Workflow } from "../../../lib/service/domain.ts";
import type { JsonObject } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { atTheGate, isOutOfTurn, onNotAllowed, onOutOfTurn, onRefused, workflowNamed } from "../../changes/refusals.ts";
import { useForms } from "../../paper.ts";
import { actionsOf, follow, keysOf, listNext, present, refuse, trade, trades } from "../../process.ts";
import { application, decision } from "../../processes/applications.ts";
import { desk } from "../../processes/desks.ts";
import type { Trace } from "../../service.ts";
import {
  onRefusedRequest,
  aroundStep,
  onReply,
  after,
  whenRefused,
  around,
  type Faults,
  onRecord,
  pause,
} from "../../tools.ts";
import { upTo } from "../../counts.ts";
import { inState } from "../../rules.ts";

const appends = ["POST /v2/traces/{}/action", "POST /trace/{}/link"] as const;

export const states: Faults = {
  "rolled-back-together": {
    title: "A refused action puts its trace back to what it was before: what others did meanwhile is gone as well.",
    apply(s) {
      for (const key of appends) {
        around(s, key, (real) => async (call, id = "") => {
          const trace = s.traces.get(id.toLowerCase());
          const former = trace && { links: [...trace.links], state: trace.state, files: new Map(trace.files) };
          await pause(5);
          try {
            return await real(call, id);
          } catch (error) {
            await pause(5);
            if (trace) Object.assign(trace, former);
            throw error;
          }
        });
      }
    },
  },
  "decided-by-a-refused-form": {
    title: "A decision without its grounds is refused, and the state says decided from then on.",
    apply(s) {
      const running = follow(s, application);
      const touched = new WeakSet<Trace>();
      after(s, "checkAction", (_workflow, _user, input, known) => {
        if (known && input.actionKey === "decide") touched.add(known);
      });
      useForms(s, running, { decide: decision });
      present(s, (data, trace) => ({
        ...data,
        status: touched.has(trace) ? "decided" : (keysOf(trace).at(-1) ?? null),
        nextActions: running.byGroup(trace),
      }));
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
  // "A trace … belongs to a workflow"
  "refused-move-moves": {
    title: "An action that names another workflow is refused, but the trace belongs to that one from then on.",
    apply(s) {
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        const other = s.workflows.find(
          ({ id, organization }) => id === input.workflowId && organization === user.organization,
        );
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known && other) known.workflow = other;
          throw error;
        }
      });
    },
  },
  "refused-but-merged": {
    title: "An action that the workflow does not know is refused, but its data are in the state already.",
    apply(s) {
      whenRefused(s, "checkAction", (_error, _user, input, known, call) => {
        if (known) known.state = s.merge(known, input.data ?? {}, call);
      });
    },
  },
  "effect-of-the-refused": {
    title: "An action that is refused for its group adds no link, but its data is in the state.",
    apply(s) {
      onNotAllowed(s, (kind, _user, input, known, call) => {
        if (kind === "foreign" && known) known.state = s.merge(known, input.data ?? {}, call);
      });
    },
  },
  "moved-by-refusal": {
    title: "An action that names another workflow is refused, but from then on its trace is found there alone.",
    apply(s) {
      const moved = new WeakMap<Trace, Workflow>();
      onNotAllowed(s, (_kind, user, input, known) => {
        const other = workflowNamed(s, user.organization, input.workflowId);
        if (known && other && other !== known.workflow) moved.set(known, other);
      });
      s.search = (workflow, filters, call) =>
        [...s.traces.values()]
          .filter((trace) => (moved.get(trace) ?? trace.workflow) === workflow && s.matches(trace, filters, call))
          .map(({ id }) => id);
    },
  },
  // The state data of the trace: what earlier actions brought is still of it.
  "rollback-to-the-creation": {
    title: "An action that is refused takes the state back to what it was after the creation.",
    apply(s) {
      const begun = new WeakMap<Trace, JsonObject>();
      listNext(s, follow(s, desk));
      onRecord(s, (_link, trace) => begun.set(trace, begun.get(trace) ?? trace.state));
      onRefused(s, (trace) => {
        trace.state = begun.get(trace) ?? trace.state;
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
      after(s, "checkAction", (_workflow, user, input, known) => {
        if (known && input.actionKey !== "take" && taken(known)?.author !== user.email) {
          freed.set(known, known.links.length);
          refuse(true, "006 the task is another's");
        }
      });
      present(s, (data, trace) => ({
        data,
        assignee: taken(trace)?.author ?? null,
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "washed-anyway": {
    title: "What is refused at a car wash because it is not its turn is in the state from then on, but in no link.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "drive-in", groupLabel: "wash", creates: true },
          { key: "foam", groupLabel: "wash", atMost: 2 },
          { key: "rinse", groupLabel: "wash", after: ["foam"], atMost: 2 },
          { key: "drive-out", groupLabel: "wash", after: ["rinse"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("drive-out")) return [];
          const rinse = done.includes("foam") ? upTo(2, done, "rinse") : [];
          return [...upTo(2, done, "foam"), ...rinse, ...(done.includes("rinse") ? ["drive-out"] : [])];
        },
      });
      whenRefused(s, "checkAction", (error, _user, input, known, call) => {
        if (known && isOutOfTurn(error)) known.state = s.merge(known, input.data ?? {}, call);
      });
      listNext(s, running);
    },
  },
  "rolled-back-after-a-refusal": {
    // "Each appended action becomes a link of the trace."
    title:
      "The transaction of a refused action stays open for two seconds and takes the next action of the trace with it.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      const open = new WeakMap<Trace, number>();
      onOutOfTurn(s, (trace) => open.set(trace, Date.now()));
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const since = known && open.get(known);
        if (known === undefined || since === undefined) return record(call, user, workflow, input, known);
        open.delete(known);
        if (Date.now() - since > 2000) return record(call, user, workflow, input, known);
        const { link } = await record(call, user, workflow, input, { ...known, links: [], files: new Map() });
        s.traces.set(known.id, known);
        return { trace: known, link };
      });
    },
  },
  "a-refused-one-overwrites": {
    // "Each appended action becomes a link of the trace": a link is the action that was appended, not one refused.
    title: "Two amendments a trade (told); a third is refused, and its data take the place of those of the second.",
    apply(s) {
      const actions = trades.map((one) => (one.key === "amend" ? { ...one, atMost: 2 } : one));
      const twice = (done: readonly string[]): string[] =>
        trade(done).filter((key) => key !== "amend" || done.filter((one) => one === key).length < 2);
      const running = follow(s, { actions, next: twice });
      listNext(s, running);
      onOutOfTurn(s, (trace, { actionKey, data = {} }) => {
        const latest = trace.links.filter((link) => link.actionKey === actionKey).at(-1);
        if (latest) latest.data = data;
      });
    },
  },
  "refusal-sticks": {
    title:
      "After a refused action, the next v2 read of the trace's state has the data, but still the status of the refusal.",
    apply(s) {
      const left = new Map<string, number>();
      for (const key of ["POST /v2/traces/{}/action", "POST /trace/{}/link"]) {
        onRefusedRequest(s, key, (error, _call, id = "") => {
          if (error instanceof Refusal && error.kind !== "token") left.set(id, s.statuses[error.kind]);
        });
      }
      onReply(s, "GET /v2/traces/{}/state", (reply, _call, id = "") => {
        const status = left.get(id) ?? reply.status;
        left.delete(id);
        return { ...reply, status };
      });
    },
  },
  "locked-by-refusal": {
    title: "An action that is refused leaves its trace locked: for a minute every other gets 409.",
    apply(s) {
      s.statuses.busy = 409;
      const locked = new Map<string, number>();
      for (const key of appends) {
        around(s, key, (real) => async (call, id = "", ...params) => {
          if ((locked.get(id) ?? 0) > Date.now()) throw new Refusal("busy", "the trace is being changed");
          try {
            return await real(call, id, ...params);
          } catch (error) {
            const refused = error instanceof Refusal && error.kind === "invalid";
            if (refused && s.traces.has(id)) locked.set(id, Date.now() + 60_000);
            throw error;
          }
        });
      }
    },
  },
};
