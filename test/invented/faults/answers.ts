import { randomUUID } from "node:crypto";
import { json, bearer, type Reply } from "../../lib/service/http.ts";
import type { JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { around, onAnswer, pause, type Faults } from "../tools.ts";

const isJson = (reply: Reply) => reply.headers?.["Content-Type"] === "application/json";

const bytesOf = (reply: Reply) => Buffer.from(reply.body ?? "");

export const answers: Faults = {
  "answers-end-at-64k": {
    title: "A JSON answer of more than 65536 bytes ends there, in the middle of a value.",
    apply(s) {
      onAnswer(s, (reply) => {
        const bytes = bytesOf(reply);
        return isJson(reply) && bytes.length > 65536 ? { ...reply, body: bytes.subarray(0, 65536) } : reply;
      });
    },
  },
  "length-in-characters": {
    title: "Legacy details are sent with their number of characters as the number of bytes.",
    apply(s) {
      around(s, "POST /trace/{}/details", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        return { ...reply, body: bytesOf(reply).subarray(0, String(reply.body).length) };
      });
    },
  },
  "every-29th-fails": {
    title: "Every 29th request is answered with 502 and the HTML of a gateway.",
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
  "large-answers-as-text": {
    title: "A v2 JSON answer of more than 8192 bytes is sent as text/plain.",
    apply(s) {
      onAnswer(s, (reply, call) =>
        call.face === "v2" && isJson(reply) && bytesOf(reply).length > 8192
          ? { ...reply, headers: { ...reply.headers, "Content-Type": "text/plain" } }
          : reply,
      );
    },
  },
  "empty-state-204": {
    title: "The legacy state, when empty, is answered with 204 and no body.",
    apply(s) {
      around(s, "GET /trace/{}/state", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        return String(reply.body) === '{"state":{}}' ? { status: 204 } : reply;
      });
    },
  },
  "stack-in-refusal": {
    title: "A v2 refusal of bad input carries the stack of the service.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, refusal) =>
        call.face === "v2" && refusal.kind === "invalid"
          ? json({ error: { code: "invalid", message: refusal.stack ?? "" }, data: null }, s.statuses.invalid)
          : refuse(call, refusal);
    },
  },
  "malformed-json-500": {
    title: "A legacy search whose body is not JSON is answered with 500.",
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
  "large-zip-breaks-off": {
    title: "The connection breaks off in the middle of a v2 zip of more than 65536 bytes.",
    apply(s) {
      around(s, "GET /v2/traces/{}/files", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const { length } = bytesOf(reply);
        return length > 65536 ? { ...reply, breakAt: length >> 1 } : reply;
      });
    },
  },
  "bad-body-part-unanswered": {
    title: "A legacy creation whose part `body` is not JSON is not answered: the connection is closed.",
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
  "parallel-downloads-wait": {
    title: "While a file is being downloaded, another download of it is not answered any more.",
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
  "creation-as-html": {
    title: "The legacy creation answers with the right JSON string, sent as text/html like any text.",
    apply(s) {
      around(s, "POST /trace", (real) => async (call) => {
        const reply = await real(call);
        return { ...reply, headers: { ...reply.headers, "Content-Type": "text/html; charset=utf-8" } };
      });
    },
  },
  "key-login-without-error": {
    title: "The login by private key answers with data alone, without the member error.",
    apply(s) {
      around(s, "POST /v2/login/privateKey", (real) => async (call) => {
        const reply = await real(call);
        return json({ data: (JSON.parse(String(reply.body)) as JsonObject)["data"] });
      });
    },
  },
  "refused-action-200": {
    title: "A v2 action that is refused is answered with 200, an error and no data.",
    choice: "Error status codes are not shown, and the envelope has a place for errors.",
    apply(s) {
      around(s, "POST /v2/traces/{}/action", (real) => async (call, ...params) => {
        try {
          return await real(call, ...params);
        } catch (error) {
          if (!(error instanceof Refusal) || error.kind === "token") throw error;
          return { ...s.refuse(call, error), status: 200 };
        }
      });
    },
  },
  "unknown-file-bare": {
    title: "The download of a file that the trace has not is refused with JSON that has no envelope.",
    choice: "The type and content of errors are not shown.",
    apply(s) {
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, ...params) => {
        try {
          return await real(call, ...params);
        } catch (error) {
          if (!(error instanceof Refusal) || error.kind !== "missing") throw error;
          return json({ message: error.message }, s.statuses.missing);
        }
      });
    },
  },
  "list-begins-with-mark": {
    title: "The legacy workflow list begins with a byte order mark.",
    apply(s) {
      around(s, "GET /workflow/orgName/{}", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        return { ...reply, body: `\ufeff${String(reply.body)}` };
      });
    },
  },
  "more-to-come-206": {
    title: "A page of links that is not the last is answered with 206.",
    apply(s) {
      for (const key of ["POST /v2/traces/{}/details", "POST /trace/{}/details"]) {
        around(s, key, (real) => async (call, ...params) => {
          const reply = await real(call, ...params);
          return String(reply.body).includes('"hasNext":true') ? { ...reply, status: 206 } : reply;
        });
      }
    },
  },
  "large-file-elsewhere": {
    title: "For a single file of more than 32768 bytes the answer points to an address that gives it to anyone.",
    apply(s) {
      const blobs = new Map<string, Reply>();
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        if (Buffer.byteLength(reply.body ?? "") <= 32768) return reply;
        const key = randomUUID();
        blobs.set(key, reply);
        return { status: 302, headers: { Location: `/blobs/${key}` } };
      });
      s.routes["GET /blobs/{}"] = (_call, key = "") => blobs.get(key) ?? { status: 404 };
    },
  },
  "unchanged-state-304": {
    title: "The legacy state, read twice with one token and not changed since, is answered with 304 the second time.",
    apply(s) {
      const seen = new Map<string, Reply["body"]>();
      around(s, "GET /trace/{}/state", (real) => async (call, id = "") => {
        const reply = await real(call, id);
        const reader = `${id} ${bearer(call.headers) ?? ""}`;
        if (seen.get(reader) === reply.body) return { status: 304 };
        seen.set(reader, reply.body);
        return reply;
      });
    },
  },
};
