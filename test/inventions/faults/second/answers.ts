import { Refusal } from "../../../stand-ins/lib/refusal.ts";
import type { Reply } from "../../../stand-ins/lib/http.ts";
import { json } from "../../../stand-ins/lib/http.ts";
import { around, onAnswer, pause, type Invention } from "../../tools.ts";

const isJson = (reply: Reply) => reply.headers?.["Content-Type"] === "application/json";
const bytesOf = (reply: Reply) => Buffer.from(reply.body ?? "");

export const answers: Invention[] = [
  {
    id: "answers-end-at-64k",
    lie: "A JSON answer of more than 65536 bytes ends there, in the middle of a value.",
    sentence: "A REST/JSON service: a response is the whole JSON of the payload.",
    apply(s) {
      onAnswer(s, (reply) => {
        const bytes = bytesOf(reply);
        return isJson(reply) && bytes.length > 65536 ? { ...reply, body: bytes.subarray(0, 65536) } : reply;
      });
    },
  },
  {
    id: "length-in-characters",
    lie: "Legacy details are sent with their number of characters as the number of bytes.",
    sentence: "POST /trace/{traceId}/details: response 200 {links, totalCount, info}, the whole of it.",
    apply(s) {
      around(s, "POST /trace/{}/details", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        return { ...reply, body: bytesOf(reply).subarray(0, String(reply.body).length) };
      });
    },
  },
  {
    id: "every-29th-fails",
    lie: "Every 29th request is answered with 502 and the HTML of a gateway.",
    sentence: "Successful responses documented are status 200: a good request has one.",
    apply(s) {
      let count = 0;
      const page = "<html><head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>";
      for (const key of Object.keys(s.routes)) {
        around(s, key, (real) => (call, ...params) => {
          count += 1;
          return count % 29 === 0
            ? { status: 502, headers: { "Content-Type": "text/html" }, body: page }
            : real(call, ...params);
        });
      }
    },
  },
  {
    id: "large-answers-as-text",
    lie: "A v2 JSON answer of more than 8192 bytes is sent as text/plain.",
    sentence: "A REST/JSON service; every v2 JSON response. JSON bodies use Content-Type: application/json.",
    apply(s) {
      onAnswer(s, (reply, call) =>
        call.face === "v2" && isJson(reply) && bytesOf(reply).length > 8192
          ? { ...reply, headers: { ...reply.headers, "Content-Type": "text/plain" } }
          : reply,
      );
    },
  },
  {
    id: "empty-state-204",
    lie: "The legacy state, when empty, is answered with 204 and no body.",
    sentence: "GET /trace/{traceId}/state: response 200 {state: object}.",
    apply(s) {
      around(s, "GET /trace/{}/state", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        return String(reply.body) === '{"state":{}}' ? { status: 204 } : reply;
      });
    },
  },
  {
    id: "stack-in-refusal",
    lie: "A v2 refusal of bad input carries the stack of the service.",
    sentence: "Robustness: no stack trace in an error.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, refusal) =>
        call.face === "v2" && refusal.kind === "invalid"
          ? json({ error: { code: "invalid", message: refusal.stack ?? "" }, data: null }, s.statuses.invalid)
          : refuse(call, refusal);
    },
  },
  {
    id: "malformed-json-500",
    lie: "A legacy search whose body is not JSON is answered with 500.",
    sentence: "Request JSON. Robustness: no 5xx on bad input.",
    apply(s) {
      around(s, "POST /trace/search/{}", (real) => async (call, ...params) => {
        try {
          return await real(call, ...params);
        } catch (error) {
          if (error instanceof Refusal && error.message.includes("not JSON")) return json({ error: "internal" }, 500);
          throw error;
        }
      });
    },
  },
  {
    id: "large-zip-breaks-off",
    lie: "The connection breaks off in the middle of a v2 zip of more than 65536 bytes.",
    sentence: "GET /v2/traces/{traceId}/files: response 200: a zip archive with the requested files.",
    apply(s) {
      around(s, "GET /v2/traces/{}/files", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const { length } = bytesOf(reply);
        return length > 65536 ? { ...reply, breakAt: length >> 1 } : reply;
      });
    },
  },
  {
    id: "bad-body-part-unanswered",
    lie: "A legacy creation whose part `body` is not JSON is not answered: the connection is closed.",
    sentence: "body: a JSON object. Robustness: bad input is answered.",
    apply(s) {
      around(s, "POST /trace", (real) => async (call) => {
        try {
          return await real(call);
        } catch (error) {
          if (error instanceof Refusal && error.message.includes("not JSON")) return { status: 400, breakAt: 0 };
          throw error;
        }
      });
    },
  },
  {
    id: "parallel-downloads-wait",
    lie: "While a file is being downloaded, another download of it is not answered any more.",
    sentence: "GET /v2/traces/{traceId}/file/{digest}: the response is the file. Robustness: an answer in time.",
    apply(s) {
      const locked = new Set<string>();
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, id = "", digest = "") => {
        const name = `${id} ${digest}`;
        if (locked.has(name)) await pause(60_000);
        locked.add(name);
        try {
          await pause(5);
          return await real(call, id, digest);
        } finally {
          locked.delete(name);
        }
      });
    },
  },
];
