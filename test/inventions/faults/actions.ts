import type { ActionInput } from "../../stand-ins/lib/domain.ts";
import { isObject, isUuid, parseJson } from "../../stand-ins/lib/json.ts";
import { parseForm } from "../../stand-ins/lib/multipart.ts";
import { Refusal } from "../../stand-ins/lib/refusal.ts";
import type { Link, Trace } from "../service.ts";
import { around, isV2Action, pause, type Invention } from "../tools.ts";

const noMark = "A refused action leaves no mark.";

export const actions: Invention[] = [
  {
    id: "twin-creations-merged",
    lie: "Two creations with the same content that arrive at the same time make one trace with one UUID.",
    sentence: "POST /v2/traces, POST /trace: create a trace; a trace is identified by its UUID.",
    apply(s) {
      const { record } = s;
      const running = new Map<string, Promise<{ trace: Trace; link: Link }>>();
      s.record = (call, user, workflow, input, known) => {
        if (known) return record(call, user, workflow, input, known);
        const digests = input.files.map((file) => s.digest(file.data));
        const key = JSON.stringify([user.email, workflow.id, input.actionKey, input.data, digests]);
        const twin = running.get(key);
        if (twin) return twin;
        const mine = pause(5)
          .then(() => record(call, user, workflow, input))
          .finally(() => running.delete(key));
        running.set(key, mine);
        return mine;
      };
    },
  },
  {
    id: "created-with-201",
    lie: "A v2 creation with files is answered with 201.",
    sentence: "Successful responses documented are status 200. POST /v2/traces: Response 200.",
    apply(s) {
      around(s, "POST /v2/traces", (real) => async (call) => {
        const reply = await real(call);
        const { files } = await s.readInput(call);
        return reply.status === 200 && files.length > 0 ? { ...reply, status: 201 } : reply;
      });
    },
  },
  {
    id: "bare-uuid",
    lie: "The legacy creation answers with the UUID without quotation marks, which is not JSON.",
    sentence: "POST /trace: response 200 a JSON string, the UUID of the created trace.",
    apply(s) {
      around(s, "POST /trace", (real) => async (call) => {
        const reply = await real(call);
        return { ...reply, body: String(reply.body).slice(1, -1) };
      });
    },
  },
  {
    id: "array-input-swallowed",
    lie: "A v2 action whose traceInput is a JSON array is accepted and stored with empty data.",
    sentence: "traceInput (JSON object text); what is accepted is kept faithfully.",
    apply(s) {
      const { readInput } = s;
      s.readInput = (call) => {
        if (!isV2Action(call)) return readInput(call);
        const form = parseForm(call.headers["content-type"], call.body());
        const text = form.texts.get("traceInput");
        if (text === undefined || !Array.isArray(parseJson(text))) return readInput(call);
        const input: ActionInput = { data: {}, files: form.files };
        for (const name of ["actionKey", "workflowId", "groupLabel"] as const) {
          const value = form.texts.get(name);
          if (value !== undefined) input[name] = value;
        }
        return input;
      };
    },
  },
  {
    id: "refused-creation-found",
    lie: "A creation refused for its action key leaves a trace that search finds.",
    sentence: noMark,
    apply(s) {
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          const workflow = s.workflows.find((one) => one.id === input.workflowId);
          if (!known && workflow?.organization === user.organization) {
            const trace = { ...s.newTrace(workflow), state: isObject(input.data) ? input.data : {} };
            s.traces.set(trace.id, trace);
          }
          throw error;
        }
      };
    },
  },
  {
    id: "refused-action-counted",
    lie: "The totalCount of a trace also counts actions that were refused.",
    sentence: `totalCount is the number of links; each appended action becomes a link. ${noMark}`,
    apply(s) {
      const { checkAction, total } = s;
      const refused = new WeakMap<Trace, number>();
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known) refused.set(known, (refused.get(known) ?? 0) + 1);
          throw error;
        }
      };
      s.total = (trace, call) => Number(total(trace, call)) + (refused.get(trace) ?? 0);
    },
  },
  {
    id: "action-creates-trace",
    lie: "A v2 action for a UUID that no trace has is accepted and makes that trace.",
    sentence: "POST /v2/traces/{traceId}/action appends an action to a trace; the path identifies an existing one.",
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
  {
    id: "cut-off-form-hangs",
    lie: "A multipart body without its closing delimiter is never answered.",
    sentence: "Robustness: bad input is answered, and in time.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        try {
          return await readInput(call);
        } catch (error) {
          if (error instanceof Refusal && error.message.includes("cut off")) await pause(90_000);
          throw error;
        }
      };
    },
  },
];
