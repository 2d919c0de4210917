import type { ActionInput } from "../../lib/service/domain.ts";
import { json, type Face, type Reply } from "../../lib/service/http.ts";
import { isObject, isUuid, parseJson, sameJson, type Json } from "../../lib/service/json.ts";
import { parseForm } from "../../lib/service/multipart.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Link, Trace } from "../service.ts";
import { around, isV2Action, pause, type Faults } from "../tools.ts";

const depth = (value: Json): number => {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...(isObject(value) ? Object.values(value) : value).map(depth));
};

export const actions: Faults = {
  "twin-creations-merged": {
    title: "Two creations with the same content that arrive at the same time make one trace with one UUID.",
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
  "created-with-201": {
    title: "A v2 creation with files is answered with 201.",
    apply(s) {
      around(s, "POST /v2/traces", (real) => async (call) => {
        const reply = await real(call);
        const { files } = await s.readInput(call);
        return reply.status === 200 && files.length > 0 ? { ...reply, status: 201 } : reply;
      });
    },
  },
  "bare-uuid": {
    title: "The legacy creation answers with the UUID without quotation marks, which is not JSON.",
    apply(s) {
      around(s, "POST /trace", (real) => async (call) => {
        const reply = await real(call);
        return { ...reply, body: String(reply.body).slice(1, -1) };
      });
    },
  },
  "array-input-swallowed": {
    title: "A v2 action whose traceInput is a JSON array is accepted and stored with empty data.",
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
  "refused-creation-found": {
    title: "A creation refused for its action key leaves a trace that search finds.",
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
  "refused-action-counted": {
    title: "The totalCount of a trace also counts actions that were refused.",
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
  "cut-off-form-hangs": {
    title: "A multipart body without its closing delimiter is never answered.",
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
  "repeated-action-swallowed": {
    title: "An action like the trace's latest one is taken for a retry: it is answered with 200 and not appended.",
    apply(s) {
      const { record } = s;
      s.record = (call, user, workflow, input, known) => {
        const last = known?.links.at(-1);
        const twice =
          last && last.actionKey === input.actionKey && sameJson(last.data, input.data) && input.files.length === 0;
        return known && twice
          ? Promise.resolve({ trace: known, link: last })
          : record(call, user, workflow, input, known);
      };
    },
  },
  "created-before-stored": {
    title: "A v2 creation with files is answered before it is stored: for a quarter of a second its UUID is unknown.",
    apply(s) {
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const result = await record(call, user, workflow, input, known);
        if (!known && call.face === "v2" && input.files.length > 0) {
          s.traces.delete(result.trace.id);
          void pause(250).then(() => s.traces.set(result.trace.id, result.trace));
        }
        return result;
      };
    },
  },
  "undashed-with-files": {
    title: "A v2 action with files is answered with 32 hexadecimal digits, without the dashes of a UUID.",
    apply(s) {
      const { actionAnswer } = s;
      s.actionAnswer = (trace, made) => {
        const id = actionAnswer(trace, made);
        return made.files.length > 0 ? id.replaceAll("-", "") : id;
      };
    },
  },
  "legacy-ids-unknown-to-v2": {
    title: "The legacy creation answers with a UUID in upper case, which v2 does not find.",
    apply(s) {
      around(s, "POST /trace", (real) => async (call) => {
        const reply = await real(call);
        return { ...reply, body: String(reply.body).toUpperCase() };
      });
      const { findTrace } = s;
      s.findTrace = (user, id, call) => {
        if (call.face === "v2" && /[A-F]/.test(id)) throw new Refusal("missing", "no such trace");
        return findTrace(user, id, call);
      };
    },
  },
  "deadlock-between-faces": {
    title: "Of a v2 and a legacy action that meet at one trace, the later one fails with 500.",
    apply(s) {
      const running = new Map<string, Face>();
      for (const key of ["POST /v2/traces/{}/action", "POST /trace/{}/link"]) {
        around(s, key, (real) => async (call, id = ""): Promise<Reply> => {
          const other = running.get(id);
          if (other !== undefined && other !== call.face) return json({ error: "deadlock detected", data: null }, 500);
          running.set(id, call.face);
          try {
            await pause(5);
            return await real(call, id);
          } finally {
            running.delete(id);
          }
        });
      }
    },
  },
  "refused-files-kept": {
    title: "The files of a refused action can be downloaded from the trace.",
    apply(s) {
      const { checkAction, keepFiles } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known) void keepFiles(known, input.files, call);
          throw error;
        }
      };
    },
  },
  "deep-json-overflows": {
    title: "v2 creation data with more than 64 levels is answered with 500 and a page of HTML.",
    apply(s) {
      around(s, "POST /v2/traces", (real) => async (call) => {
        await s.authenticate(call);
        const { data } = await s.readInput(call);
        if (data === undefined || depth(data) <= 64) return real(call);
        const body = "<html><body><h1>500</h1><pre>RangeError: Maximum call stack size exceeded</pre></body></html>";
        return { status: 500, headers: { "Content-Type": "text/html" }, body };
      });
    },
  },
  "parallel-creations-answer-alike": {
    title: "Creations in the works at the same time are all stored, but answered with the UUID of the latest.",
    apply(s) {
      let latest: Reply | undefined;
      around(s, "POST /trace", (real) => async (call) => {
        const reply = await real(call);
        latest = reply;
        await pause(3);
        return latest;
      });
    },
  },
  "data-of-the-last": {
    title: "A v2 action without data takes over the data of the action that was appended last to any trace.",
    apply(s) {
      const { record } = s;
      let last: Json = {};
      s.record = (call, user, workflow, input, known) => {
        const empty = isV2Action(call) && Object.keys(input.data ?? {}).length === 0 && isObject(last);
        const given = empty ? { ...input, data: last } : input;
        last = given.data ?? {};
        return record(call, user, workflow, given as typeof input, known);
      };
    },
  },
};
