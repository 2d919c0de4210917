import { isObject, sameJson, type Json } from "../../../stand-ins/lib/json.ts";
import { json, type Face, type Reply } from "../../../stand-ins/lib/http.ts";
import { Refusal } from "../../../stand-ins/lib/refusal.ts";
import { around, isV2Action, pause, type Invention } from "../../tools.ts";

const link = "Each appended action becomes a link of the trace.";

const depth = (value: Json): number => {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...(isObject(value) ? Object.values(value) : value).map(depth));
};

export const actions: Invention[] = [
  {
    id: "repeated-action-swallowed",
    lie: "An action like the trace's latest one is taken for a retry: it is answered with 200 and not appended.",
    sentence: `${link} The interface knows no idempotency.`,
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
  {
    id: "created-before-stored",
    lie: "A v2 creation with files is answered before it is stored: for a quarter of a second its UUID is unknown.",
    sentence: "POST /v2/traces: create a trace; data is its UUID, which identifies the trace from then on.",
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
  {
    id: "undashed-with-files",
    lie: "A v2 action with files is answered with 32 hexadecimal digits, without the dashes of a UUID.",
    sentence: "POST /v2/traces/{traceId}/action: {error, data: string} where data is a UUID string.",
    apply(s) {
      const { actionAnswer } = s;
      s.actionAnswer = (trace, made) => {
        const id = actionAnswer(trace, made);
        return made.files.length > 0 ? id.replaceAll("-", "") : id;
      };
    },
  },
  {
    id: "legacy-ids-unknown-to-v2",
    lie: "The legacy creation answers with a UUID in upper case, which v2 does not find.",
    sentence: "response 200 a JSON string, the UUID of the created trace. The legacy set coexists with v2 for traces.",
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
  {
    id: "deadlock-between-faces",
    lie: "Of a v2 and a legacy action that meet at one trace, the later one fails with 500.",
    sentence:
      "Response 200. The legacy set coexists with the v2 set for traces; no limit on parallel actions is given.",
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
  {
    id: "refused-files-kept",
    lie: "The files of a refused action can be downloaded from the trace.",
    sentence: "A refused action leaves no mark. The file identified by the digest in the trace.",
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
  {
    id: "deep-json-overflows",
    lie: "v2 creation data with more than 64 levels is answered with 500 and a page of HTML.",
    sentence: "Robustness: no 5xx on bad input. What is unusual may be refused; it may not break the service.",
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
  {
    id: "parallel-creations-answer-alike",
    lie: "Creations in the works at the same time are all stored, but answered with the UUID of the latest.",
    sentence: "response 200: the UUID of the created trace.",
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
  {
    id: "data-of-the-last",
    lie: "A v2 action without data takes over the data of the action that was appended last to any trace.",
    sentence: `One trace's data never shows in another. ${link}`,
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
];
