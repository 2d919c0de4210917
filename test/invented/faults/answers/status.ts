/** Answers with another status than 200 where all went well. */
import { bearer, type Call, type Reply } from "../../../lib/service/http.ts";
import { stateRoutes } from "../../changes/answers.ts";
import { onReply, beforehand, around, type Faults, onAnswer } from "../../tools.ts";

export const status: Faults = {
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
  "empty-state-204": {
    title: "The legacy state, when empty, is answered with 204 and no body.",
    apply(s) {
      onReply(s, "GET /trace/{}/state", (reply) => (String(reply.body) === '{"state":{}}' ? { status: 204 } : reply));
    },
  },
  "more-to-come-206": {
    title: "A page of links that is not the last is answered with 206.",
    apply(s) {
      for (const key of ["POST /v2/traces/{}/details", "POST /trace/{}/details"]) {
        onReply(s, key, (reply) => (String(reply.body).includes('"hasNext":true') ? { ...reply, status: 206 } : reply));
      }
    },
  },
  "unchanged-state-304": {
    title: "The legacy state, read twice with one token and not changed since, is answered with 304 the second time.",
    apply(s) {
      const seen = new Map<string, Reply["body"]>();
      onReply(s, "GET /trace/{}/state", (reply, call, id = "") => {
        const reader = `${id} ${bearer(call.headers) ?? ""}`;
        if (seen.get(reader) === reply.body) return { status: 304 };
        seen.set(reader, reply.body);
        return reply;
      });
    },
  },
  // "Successful responses documented are status 200."
  "two-files-answered-202": {
    title: "An action with two files or more is done and answered with 202.",
    apply(s) {
      const several = new WeakSet<Call>();
      beforehand(s, "record", (call, _user, _workflow, input) => {
        if (input.files.length > 1) several.add(call);
      });
      onAnswer(s, (reply, call) => (several.has(call) ? { ...reply, status: 202 } : reply));
    },
  },
  "accepted-with-files": {
    title: "A v2 action that brings files is answered with 202.",
    apply(s) {
      onReply(s, "POST /v2/traces/{}/action", async (reply, call) =>
        (await s.readInput(call)).files.length > 0 ? { ...reply, status: 202 } : reply,
      );
    },
  },
  "etag-of-size": {
    title: "The ETag of a state is its length: who asks with it hears of no change to something as long.",
    apply(s) {
      for (const key of stateRoutes) {
        onReply(s, key, (reply, call) => {
          const ETag = `"${Buffer.byteLength(reply.body ?? "").toString(16)}"`;
          const headers = { ...reply.headers, ETag, "Cache-Control": "no-cache" };
          return call.headers["if-none-match"] === ETag ? { status: 304, headers: { ETag } } : { ...reply, headers };
        });
      }
    },
  },
};
