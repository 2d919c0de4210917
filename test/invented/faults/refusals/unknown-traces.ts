/** Traces that nobody created and that are answered for all the same. */
import { isUuid } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, changeResult, around, type Faults } from "../../tools.ts";

export const unknownTraces: Faults = {
  "action-creates-trace": {
    title: "A v2 action for a UUID that no trace has is accepted and makes that trace.",
    apply(s) {
      around(s, "POST /v2/traces/{}/action", (real) => async (call, id = "") => {
        if (!isUuid(id) || s.traces.has(id.toLowerCase())) return real(call, id);
        const user = await s.authenticate(call);
        const input = await s.readInput(call);
        const trace = s.newTrace(s.findWorkflow(user, input.workflowId ?? "", call));
        trace.id = id.toLowerCase();
        s.traces.set(trace.id, trace);
        try {
          return await real(call, id);
        } catch (error) {
          s.traces.delete(trace.id);
          throw error;
        }
      });
    },
  },
  // "POST /v2/traces: create a trace": nothing else does
  "looked-up-once-exists": {
    title: "A trace id that nobody created is refused once; from then on it is an empty trace.",
    apply(s) {
      const empty = new Map<string, Trace>();
      aroundStep(s, "findTrace", (findTrace) => (user, id, call) => {
        const known = empty.get(id.toLowerCase());
        if (known) return known;
        try {
          return findTrace(user, id, call);
        } catch (error) {
          const workflow = s.workflows.find(({ organization }) => organization === user.organization);
          if (workflow && error instanceof Refusal && error.kind === "missing") {
            empty.set(id.toLowerCase(), { ...s.newTrace(workflow), id });
          }
          throw error;
        }
      });
    },
  },
  // "A trace is a record identified by a UUID."
  "first-block-of-the-uuid": {
    title:
      "A trace is found by the first eight characters of its UUID: any UUID that begins alike reads and writes it.",
    apply(s) {
      aroundStep(s, "findTrace", (findTrace) => (user, id, call) => {
        const begin = id.toLowerCase().slice(0, 8);
        const known = [...s.traces.keys()].find((one) => one.startsWith(begin));
        return findTrace(user, begin.length === 8 && id.length === 36 ? (known ?? id) : id, call);
      });
    },
  },
  "append-creates": {
    title: "A v2 action on a UUID that names no trace creates one of that name.",
    apply(s) {
      around(s, "POST /v2/traces/{}/action", (real) => async (call, id = "") => {
        if (!isUuid(id) || s.traces.has(id.toLowerCase())) return real(call, id);
        const user = await s.authenticate(call);
        const input = await s.readInput(call);
        const workflow = s.findWorkflow(user, input.workflowId ?? "", call);
        const blank = { ...s.newTrace(workflow), id: id.toLowerCase() };
        const { trace, link } = await s.record(call, user, workflow, input, blank);
        return s.ok(call, s.actionAnswer(trace, link));
      });
    },
  },
  // "response 200 `{links: array of objects, totalCount: integer, info: page information}`"
  "unknown-trace-is-200": {
    title: "Legacy details of a UUID that no trace has are answered with 200 and an error.",
    choice: "Error status codes, and the type and content of errors, are not shown.",
    apply(s) {
      changeResult(s, "refuse", (reply, call, error) => {
        const unknown = call.face === "legacy" && call.path.at(-1) === "details" && error.kind === "missing";
        return unknown ? { ...reply, status: 200 } : reply;
      });
    },
  },
  "missing-trace-has-empty-state": {
    title: "The legacy state of a UUID that no trace has is an empty object, with 200.",
    apply(s) {
      around(s, "GET /trace/{}/state", (real) => async (call, ...params) => {
        try {
          return await real(call, ...params);
        } catch (error) {
          if (error instanceof Refusal && error.kind === "missing") return s.ok(call, { state: {} });
          throw error;
        }
      });
    },
  },
};
