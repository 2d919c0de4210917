import { json, type Call } from "../../lib/service/http.ts";
import { isObject, own, parseJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import { around, onAnswer, type Faults } from "../tools.ts";

const detailRoutes = ["POST /trace/{}/details", "POST /v2/traces/{}/details"];

/** What comes of the frameworks that services are built on: helpers, middleware, parsers of forms. */
export const frameworks: Faults = {
  // "`error` (required member, type unspecified)"; "Within data, `links`, `totalCount` and `info` are required."
  "error-of-the-request-echoed": {
    title: "v2 details whose request has something in error answer 200 with that error and without data.",
    choice: "What error means in a request is not shown, and a v2 answer with an error and no data is a refusal.",
    apply(s) {
      around(s, "POST /v2/traces/{}/details", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const body = parseJson(call.body());
        const error = isObject(body) ? own(body, "error") : undefined;
        return error ? json({ error, data: null }) : reply;
      });
    },
  },
  // "Response 200: JSON array (no envelope)"; "response 200 a JSON array of strings"
  "guard-before-the-array": {
    title: "Where the body is an array, the line )]}', stands before it, so that no script element can load it.",
    apply(s) {
      for (const key of ["GET /v2/organizations/{}/workflows", "GET /workflow/orgName/{}", "POST /trace/search/{}"]) {
        around(s, key, (real) => async (call, ...params) => {
          const reply = await real(call, ...params);
          return { ...reply, body: `)]}',\n${String(reply.body)}` };
        });
      }
    },
  },
  // "JSON bodies use `Content-Type: application/json`."
  "details-as-text": {
    title: "Details say that they are text/plain.",
    apply(s) {
      for (const key of detailRoutes) {
        around(s, key, (real) => async (call, ...params) => {
          const reply = await real(call, ...params);
          return { ...reply, headers: { ...reply.headers, "Content-Type": "text/plain; charset=utf-8" } };
        });
      }
    },
  },
  // "Successful responses documented are status 200."
  "accepted-with-files": {
    title: "An action with two files or more is done and answered with 202.",
    apply(s) {
      const several = new WeakSet<Call>();
      const { record } = s;
      s.record = (call, user, workflow, input, known) => {
        if (input.files.length > 1) several.add(call);
        return record(call, user, workflow, input, known);
      };
      onAnswer(s, (reply, call) => (several.has(call) ? { ...reply, status: 202 } : reply));
    },
  },
  // "each is a separate multipart part with its own part name and file name"; "Files can be attached to an action."
  "unicode-file-name-dropped": {
    title: "The form parser leaves out file parts whose file name has other characters than ASCII.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        return { ...input, files: input.files.filter(({ name }) => /^[ -~]*$/.test(name)) };
      };
    },
  },
  // "Legacy responses carry the payload directly, without the envelope."
  "envelope-by-origin": {
    title: "The state of a trace is answered in the manner of the endpoint set that created the trace.",
    apply(s) {
      const origins = new Map<string, string>();
      const { record } = s;
      s.record = async (call, ...rest) => {
        const recorded = await record(call, ...rest);
        if (recorded.trace.links.length === 1) origins.set(recorded.trace.id, call.face);
        return recorded;
      };
      for (const key of ["GET /trace/{}/state", "GET /v2/traces/{}/state"]) {
        around(s, key, (real) => async (call, id = "") => {
          const body = parseJson(String((await real(call, id)).body)) as JsonObject;
          const payload: Json = call.face === "v2" ? (own(body, "data") ?? null) : body;
          return json(origins.get(id.toLowerCase()) === "v2" ? { error: null, data: payload } : payload);
        });
      }
    },
  },
  // "Response 200: `{error, data: {token: string}}`."
  "key-token-unwrapped": {
    title: "The data of a login by private key is the token itself.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) => {
        const token = call.path.at(-1) === "privateKey" && isObject(data) ? own(data, "token") : undefined;
        return ok(call, token ?? data);
      };
    },
  },
  // "`startCursor` | string | no"; "`endCursor` | string | no"
  "cursors-are-numbers": {
    title: "The cursors in info are numbers, not strings.",
    apply(s) {
      s.cursorOf = (link, trace) => String(trace.links.indexOf(link));
      const { info } = s;
      s.info = (...args) => {
        const shown = info(...args);
        for (const name of ["startCursor", "endCursor"]) {
          if (own(shown, name) !== undefined) shown[name] = Number(own(shown, name));
        }
        return shown;
      };
    },
  },
};
