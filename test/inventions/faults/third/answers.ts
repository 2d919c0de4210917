import { randomUUID } from "node:crypto";
import { bearer, json, type Reply } from "../../../stand-ins/lib/http.ts";
import type { JsonObject } from "../../../stand-ins/lib/json.ts";
import { Refusal } from "../../../stand-ins/lib/refusal.ts";
import { around, type Invention } from "../../tools.ts";

const envelope = "Every v2 JSON response is an object with two members: error and data.";
const documented = "Successful responses documented are status 200.";

export const answers: Invention[] = [
  {
    id: "creation-as-html",
    lie: "The legacy creation answers with the right JSON string, sent as text/html like any text.",
    sentence: "A REST/JSON service. JSON bodies use Content-Type: application/json. POST /trace: a JSON string.",
    apply(s) {
      around(s, "POST /trace", (real) => async (call) => {
        const reply = await real(call);
        return { ...reply, headers: { ...reply.headers, "Content-Type": "text/html; charset=utf-8" } };
      });
    },
  },
  {
    id: "key-login-without-error",
    lie: "The login by private key answers with data alone, without the member error.",
    sentence: `POST /v2/login/privateKey: response 200 {error, data: {token}}. ${envelope}`,
    apply(s) {
      around(s, "POST /v2/login/privateKey", (real) => async (call) => {
        const reply = await real(call);
        return json({ data: (JSON.parse(String(reply.body)) as JsonObject)["data"] });
      });
    },
  },
  {
    id: "refused-action-200",
    lie: "A v2 action that is refused is answered with 200, an error and no data.",
    sentence: "POST /v2/traces/{traceId}/action: response 200: {error, data: string} where data is a UUID string.",
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
  {
    id: "unknown-file-bare",
    lie: "The download of a file that the trace has not is refused with JSON that has no envelope.",
    sentence: envelope,
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
  {
    id: "list-begins-with-mark",
    lie: "The legacy workflow list begins with a byte order mark.",
    sentence: "GET /workflow/orgName/{orgName}: a JSON array; RFC 8259: JSON is sent without a byte order mark.",
    apply(s) {
      around(s, "GET /workflow/orgName/{}", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        return { ...reply, body: `\ufeff${String(reply.body)}` };
      });
    },
  },
  {
    id: "more-to-come-206",
    lie: "A page of links that is not the last is answered with 206.",
    sentence: `${documented} POST …/details: response 200.`,
    apply(s) {
      for (const key of ["POST /v2/traces/{}/details", "POST /trace/{}/details"]) {
        around(s, key, (real) => async (call, ...params) => {
          const reply = await real(call, ...params);
          return String(reply.body).includes('"hasNext":true') ? { ...reply, status: 206 } : reply;
        });
      }
    },
  },
  {
    id: "large-file-elsewhere",
    lie: "For a single file of more than 32768 bytes the answer points to an address that gives it to anyone.",
    sentence: `Response: the file identified by the digest. ${documented} Every endpoint requires the bearer header.`,
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
  {
    id: "unchanged-state-304",
    lie: "The legacy state, read twice with one token and not changed since, is answered with 304 the second time.",
    sentence: "GET /trace/{traceId}/state: response 200 {state: object}; the request sets no condition.",
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
];
