import { json } from "../../lib/service/http.ts";
import { own, parseJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { Service } from "../service.ts";
import { around, type Faults } from "../tools.ts";

/** Sends another JSON value in place of the one that a route gives. */
function onJson(s: Service, key: string, change: (value: Json, trace: string) => Json): void {
  around(s, key, (real) => async (call, ...params) => {
    const { body = "" } = await real(call, ...params);
    return json(change(parseJson(String(body)), params[0] ?? ""));
  });
}

/** What the answers look like. */
export const replies: Faults = {
  // "response 200 `{links: array of objects, totalCount: integer, info: page information}`"
  "unknown-trace-is-200": {
    title: "Legacy details of a UUID that no trace has are answered with 200 and an error.",
    choice: "Error status codes, and the type and content of errors, are not shown.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, error) => {
        const reply = refuse(call, error);
        const unknown = call.face === "legacy" && call.path.at(-1) === "details" && error.kind === "missing";
        return unknown ? { ...reply, status: 200 } : reply;
      };
    },
  },
  // "Response 200: JSON array … of `{workflowId: string, workflowName: string}`."
  "names-alone": {
    title: "The v2 workflow list is a list of names.",
    apply(s) {
      onJson(s, "GET /v2/organizations/{}/workflows", (list) =>
        (list as JsonObject[]).map((item) => own(item, "workflowName") ?? null),
      );
    },
  },
  // "Legacy responses carry the payload directly, without the envelope."
  "envelope-around-the-legacy-state": {
    title: "The legacy state comes in the envelope.",
    apply(s) {
      onJson(s, "GET /trace/{}/state", (data) => ({ error: null, data }));
    },
  },
  // "Response 200: `{error, data: {state: object}}`."
  "state-without-its-name": {
    title: "The v2 state stands in data itself, not in its member state.",
    apply(s) {
      onJson(s, "GET /v2/traces/{}/state", (value) => {
        const data = own(value as JsonObject, "data") as JsonObject;
        return { error: null, data: own(data, "state") ?? null };
      });
    },
  },
  // "POST /trace/{traceId}/link: … response 200 `{state: object}`"
  "link-answers-as-v2": {
    title: "The legacy action is answered with a UUID, as that of v2.",
    apply(s) {
      onJson(s, "POST /trace/{}/link", (_state, id) => s.traces.get(id.toLowerCase())?.links.at(-1)?.id ?? null);
    },
  },
  // "POST /login/credential … response 200 `{token: string}`"
  "token-in-the-envelope": {
    title: "The legacy login gives the token in the envelope.",
    apply(s) {
      onJson(s, "POST /login/credential", (login) => ({ error: null, data: login }));
    },
  },
  // "Response 200: `{error, data: string}` where data is a UUID string."
  "uuid-as-a-name": {
    title: "v2 creations are answered with urn:uuid: and the UUID; with or without it, the paths take it.",
    apply(s) {
      const { findTrace } = s;
      onJson(s, "POST /v2/traces", (value) => {
        const id = own(value as JsonObject, "data");
        return { error: null, data: `urn:uuid:${String(id)}` };
      });
      s.findTrace = (user, id, call) => findTrace(user, id.replace(/^urn:uuid:/, ""), call);
    },
  },
};
