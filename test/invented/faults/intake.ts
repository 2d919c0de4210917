import { isObject, isUuid, parseJson, type Json } from "../../lib/service/json.ts";
import type { Call } from "../../lib/service/http.ts";
import type { Link, Trace } from "../service.ts";
import { around, onData, rewrite, rewriteObject, type Faults } from "../tools.ts";

const markup: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const intake: Faults = {
  "created-201": {
    title: "The v2 creation is answered with 201.",
    apply(s) {
      around(s, "POST /v2/traces", (real) => async (call) => ({ ...(await real(call)), status: 201 }));
    },
  },
  "bare-uuid": {
    title: "The legacy creation answers with the UUID as text, without the quotation marks of JSON.",
    apply(s) {
      around(s, "POST /trace", (real) => async (call) => ({
        status: 200,
        headers: { "Content-Type": "text/html; charset=utf-8" },
        body: JSON.parse(String((await real(call)).body)) as string,
      }));
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
  "one-file-an-action": {
    title: "The legacy endpoints keep the first file of an action alone.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        return call.face === "v2" ? input : { ...input, files: input.files.slice(0, 1) };
      };
    },
  },
  "state-before-the-files": {
    title: "The legacy action with files answers with the state from before it: the answer is made while they upload.",
    apply(s) {
      const former = new WeakMap<Call, Json>();
      const { record, stateOf } = s;
      s.record = (call, user, workflow, input, known) => {
        if (known && input.files.length > 0) former.set(call, { ...known.state });
        return record(call, user, workflow, input, known);
      };
      s.stateOf = (trace, call) => former.get(call) ?? stateOf(trace, call);
    },
  },
  "trace-input-in-latin-1": {
    title: "The v2 field traceInput is read as Latin-1, as a part without a charset once was.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (input.dataText === undefined) return input;
        const data = parseJson(Buffer.from(input.dataText, "utf8").toString("latin1"));
        return isObject(data) ? { ...input, data } : input;
      };
    },
  },
  "taken-for-a-retry": {
    title: "An action that is the same as the one before it on the trace is answered as if done, and is not done.",
    apply(s) {
      const { record } = s;
      const latest = new WeakMap<Trace, { print: string; link: Link }>();
      s.record = async (call, user, workflow, input, known) => {
        const { actionKey, groupLabel, data, files } = input;
        const print = JSON.stringify([actionKey, groupLabel, data, files.map((file) => s.digest(file.data))]);
        const before = known && latest.get(known);
        if (known && before?.print === print) return { trace: known, link: before.link };
        const recorded = await record(call, user, workflow, input, known);
        latest.set(recorded.trace, { print, link: recorded.link });
        return recorded;
      };
    },
  },
  "large-sent-again": {
    title: "An action of more than 128 KiB is sent to the service twice by the gateway, and added twice.",
    apply(s) {
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        if (known && call.body().length > 128 * 1024) await record(call, user, workflow, input, known);
        return record(call, user, workflow, input, known);
      };
    },
  },
  "refused-but-merged": {
    title: "An action that the workflow does not know is refused, but its data are in the state already.",
    apply(s) {
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known) known.state = s.merge(known, input.data ?? {}, call);
          throw error;
        }
      };
    },
  },
  "markup-escaped": {
    title: "The v2 set escapes the text in the data of actions for HTML before storing it.",
    apply(s) {
      onData(s, (data, call) =>
        call.face === "legacy"
          ? data
          : rewriteObject(data, (value) =>
              typeof value === "string" ? value.replace(/[&<>"']/g, (char) => markup[char] ?? char) : value,
            ),
      );
    },
  },
  "whole-numbers-wrap": {
    title: "The legacy set keeps whole numbers in 32 bits, and larger ones wrap around.",
    apply(s) {
      onData(s, (data, call) =>
        call.face === "v2"
          ? data
          : rewriteObject(data, (value) => (typeof value === "number" && Number.isInteger(value) ? value | 0 : value)),
      );
    },
  },
  "offsets-forgotten": {
    title: "The legacy state shows times with an offset as if they were in UTC: the offset alone is replaced by Z.",
    apply(s) {
      const { stateOf } = s;
      s.stateOf = async (trace, call) =>
        rewrite(await stateOf(trace, call), (value) =>
          call.face === "legacy" && typeof value === "string"
            ? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)[+-]\d\d:?\d\d$/, "$1Z")
            : value,
        );
    },
  },
};
