import { json, type Reply } from "../../stand-ins/lib/http.ts";
import type { Json } from "../../stand-ins/lib/json.ts";
import { Refusal } from "../../stand-ins/lib/refusal.ts";
import { around, type Variation } from "../tools.ts";

const open = "Error status codes and the type and content of error are not shown";

export const refusals: Variation[] = [
  {
    id: "problem-details",
    choice:
      "Legacy refusals are application/problem+json, v2 ones have the same as error without data to speak of; bad input " +
      "is 422, a wrong login 400, and what is forbidden 409.",
    why: `${open}; RFC 9457 is the usual form, and the envelope holds for all v2 JSON.`,
    apply(s) {
      Object.assign(s.statuses, { invalid: 422, login: 400, foreign: 409 });
      s.refuse = (call, { kind, message }): Reply => {
        const status = s.statuses[kind];
        const problem = { type: `https://nordwind.example/problems/${kind}`, title: message, status };
        return call.face === "v2"
          ? json({ error: problem, data: {} }, status)
          : json({ ...problem, instance: call.path.join("/") }, status, { "Content-Type": "application/problem+json" });
      };
    },
  },
  {
    id: "html-refusals",
    choice:
      "What is not found or not allowed is answered with a page in HTML, all else with plain text, on both faces.",
    why: `${open}; only v2 JSON has the envelope, and these come from the server in front, which speaks to browsers.`,
    apply(s) {
      s.refuse = (_call, { kind, message }): Reply => {
        const status = s.statuses[kind];
        const type = ["missing", "foreign", "token"].includes(kind) ? "text/html; charset=utf-8" : "text/plain";
        const page = `<!doctype html><title>${String(status)}</title><h1>${message}</h1>\n`;
        return { status, headers: { "Content-Type": type }, body: type === "text/plain" ? message : page };
      };
    },
  },
  {
    id: "empty-refusals",
    choice:
      "Refusals have no body and no type; what is not there is 403, like what is foreign, and bad input of any kind, a " +
      "wrong login among it, is 400.",
    why: `${open}; nothing is told that could help somebody who has no business here.`,
    apply(s) {
      Object.assign(s.statuses, { missing: 403, large: 400, media: 400, login: 400 });
      s.refuse = (_call, { kind }): Reply => ({ status: s.statuses[kind] });
    },
  },
  {
    id: "errors-as-list",
    choice:
      "error is a list: empty on success, and of codes with messages on refusal, where data is an empty list; legacy " +
      "refusals are such a list alone; a body of another type is 400.",
    why: `${open}, and its type is unspecified in successes too; a list says several things at once.`,
    apply(s) {
      s.statuses.media = 400;
      const { ok } = s;
      s.ok = (call, data) => (call.face === "v2" ? json({ error: [], data }) : ok(call, data));
      s.refuse = (call, { kind, message }): Reply => {
        const errors: Json = [{ code: Object.keys(s.statuses).indexOf(kind) + 4000, message }];
        return json(call.face === "v2" ? { error: errors, data: [] } : errors, s.statuses[kind]);
      };
    },
  },
  {
    id: "foreign-unseen",
    choice:
      "What belongs to others is answered as what does not exist, word for word; an organization of others or of nobody " +
      "has an empty list of workflows.",
    why: "The answers to what is foreign or unknown are not shown; nobody shall learn from them what exists.",
    apply(s) {
      const unseen = ({ kind, message }: Refusal): Refusal =>
        kind === "missing" || kind === "foreign" ? new Refusal("missing", "not found") : new Refusal(kind, message);
      const { refuse } = s;
      s.refuse = (call, error) => refuse(call, unseen(error));
      for (const key of ["GET /v2/organizations/{}/workflows", "GET /workflow/orgName/{}"]) {
        around(s, key, (real) => async (call, ...params) => {
          try {
            return await real(call, ...params);
          } catch (error) {
            if (error instanceof Refusal && unseen(error).kind === "missing") return json([]);
            throw error;
          }
        });
      }
    },
  },
];
