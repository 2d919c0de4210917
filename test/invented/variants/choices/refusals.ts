/** How refusals are answered: statuses, bodies, pages, redirects. */
import { randomUUID } from "node:crypto";
import { json, type Reply } from "../../../lib/service/http.ts";
import type { Json, JsonObject } from "../../../lib/service/json.ts";
import { Refusal, type RefusalKind } from "../../../lib/service/refusal.ts";
import { ownCursors } from "../../changes/cursors.ts";
import type { Service } from "../../service.ts";
import { aroundStep, around, type Variants } from "../../tools.ts";

const errorsOpen = "Error status codes and the type and content of error are not shown";

const shortErrorsOpen = "Error statuses, codes and the content of the member error are not shown";

const codes: Record<RefusalKind, string> = {
  invalid: "002",
  missing: "016",
  token: "003",
  login: "004",
  foreign: "006",
  large: "001",
  media: "002",
  busy: "000",
};

/** Codes instead of words: on every answer of v2, and on refusals; the legacy set refuses without a body. */
function countedCodes(s: Service): void {
  Object.assign(s.statuses, { invalid: 422, foreign: 404, token: 403, login: 400, media: 422 });
  s.ok = (call, data) => json(call.face === "v2" ? { data, error: { code: "", count: 0 } } : data);
  s.refuse = (call, { kind }) => {
    const status = s.statuses[kind];
    return call.face === "v2" ? json({ error: { code: kind.slice(0, 3), count: 1 } }, status) : { status };
  };
}

export const refusals: Variants = {
  "problem-details": {
    title:
      "Legacy refusals are application/problem+json, v2 ones have the same as error without data to speak of; bad input " +
      "is 422, a wrong login 400, and what is forbidden 409.",
    why: `${errorsOpen}; RFC 9457 is the usual form, and the envelope holds for all v2 JSON.`,
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
  "html-refusals": {
    title: "What is not found or not allowed is answered with a page in HTML, all else with plain text, on both faces.",
    why: `${errorsOpen}; only v2 JSON has the envelope, and these come from the server in front, which speaks to browsers.`,
    apply(s) {
      s.refuse = (_call, { kind, message }): Reply => {
        const status = s.statuses[kind];
        const type = ["missing", "foreign", "token"].includes(kind) ? "text/html; charset=utf-8" : "text/plain";
        const page = `<!doctype html><title>${String(status)}</title><h1>${message}</h1>\n`;
        return { status, headers: { "Content-Type": type }, body: type === "text/plain" ? message : page };
      };
    },
  },
  "empty-refusals": {
    title:
      "Refusals have no body and no type; what is not there is 403, like what is foreign, and bad input of any kind, a " +
      "wrong login among it, is 400.",
    why: `${errorsOpen}; nothing is told that could help somebody who has no business here.`,
    apply(s) {
      Object.assign(s.statuses, { missing: 403, large: 400, media: 400, login: 400 });
      s.refuse = (_call, { kind }): Reply => ({ status: s.statuses[kind] });
    },
  },
  "errors-as-list": {
    title:
      "error is a list: empty on success, and of codes with messages on refusal, where data is an empty list; legacy " +
      "refusals are such a list alone; a body of another type is 400.",
    why: `${errorsOpen}, and its type is unspecified in successes too; a list says several things at once.`,
    apply(s) {
      s.statuses.media = 400;
      aroundStep(s, "ok", (ok) => (call, data) => (call.face === "v2" ? json({ error: [], data }) : ok(call, data)));
      s.refuse = (call, { kind, message }): Reply => {
        const errors: Json = [{ code: Object.keys(s.statuses).indexOf(kind) + 4000, message }];
        return json(call.face === "v2" ? { error: errors, data: [] } : errors, s.statuses[kind]);
      };
    },
  },
  "foreign-unseen": {
    title:
      "What belongs to others is answered as what does not exist, word for word; an organization of others or of nobody " +
      "has an empty list of workflows.",
    why: "The answers to what is foreign or unknown are not shown; nobody shall learn from them what exists.",
    apply(s) {
      const unseen = ({ kind, message }: Refusal): Refusal =>
        kind === "missing" || kind === "foreign" ? new Refusal("missing", "not found") : new Refusal(kind, message);
      aroundStep(s, "refuse", (refuse) => (call, error) => refuse(call, unseen(error)));
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
  "terse-refusals": {
    title:
      "Every refusal but those for the token is 404, also for bad input and foreign traces; legacy ones have no body, " +
      "v2 ones a plain text as error; without a token the answer is 403.",
    why: "Error status codes and bodies are not shown; a refusal that tells nothing helps no intruder.",
    apply(s) {
      for (const kind of ["invalid", "missing", "foreign", "media", "large"] as const) s.statuses[kind] = 404;
      s.statuses.token = 403;
      s.statuses.login = 400;
      s.refuse = (call, { kind }): Reply =>
        call.face === "v2" ? json({ error: "refused", data: {} }, s.statuses[kind]) : { status: s.statuses[kind] };
    },
  },
  "sign-in-page": {
    title: "Without a good token everything answers 302 and leads to a page in HTML on which people sign in.",
    why: "The behaviour on a missing or invalid token is not shown; proxies that guard a service do so.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, error) =>
        error.kind === "token" ? { status: 302, headers: { Location: "/sign-in" } } : refuse(call, error);
      s.routes["GET /sign-in"] = () => ({
        status: 200,
        headers: { "Content-Type": "text/html; charset=utf-8" },
        body: "<!doctype html><title>Sign in</title><form method=post><input name=email><button>Next</button></form>",
      });
    },
  },
  "gateway-refuses": {
    title:
      "Bad tokens get 403 in HTML, other refusals plain text, or an error without data; OPTIONS and HEAD are answered.",
    why: "Error statuses and bodies, and what is answered to other methods, are not shown; the gateway knows the tokens.",
    apply(s) {
      Object.assign(s.statuses, { token: 403, login: 422, invalid: 422, missing: 400, foreign: 404, media: 400 });
      s.refuse = (call, { kind, message }) => {
        const status = s.statuses[kind];
        if (kind === "token") {
          const page = "<!doctype html><title>Forbidden</title><h1>403 Forbidden</h1>";
          return { status, headers: { "Content-Type": "text/html" }, body: page };
        }
        if (call.face === "v2") return json({ error: `${kind}: ${message}` }, status);
        return { status, headers: { "Content-Type": "text/plain; charset=utf-8" }, body: `${message}\n` };
      };
      for (const [key, route] of Object.entries(s.routes)) {
        const [method = "", path = ""] = key.split(" ");
        const Allow = method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
        s.routes[`OPTIONS ${path}`] = () => ({ status: 204, headers: { Allow } });
        if (method === "GET") s.routes[`HEAD ${path}`] = route;
      }
    },
  },
  "problems-of-their-own": {
    title: "Success has the error { code: 0 }; refusals are problem details, in v2 inside error, with statuses of 422.",
    why: "The type of error, the statuses and the bodies of errors are not shown.",
    apply(s) {
      s.statuses = { ...s.statuses, invalid: 422, foreign: 404, login: 400, media: 422 };
      s.ok = (call, data) =>
        call.face === "v2"
          ? json({ data, error: { code: 0, message: "OK", details: [] } }, 200, { "X-Request-Id": randomUUID() })
          : json(data);
      s.refuse = (call, { kind, message }) => {
        const status = s.statuses[kind];
        const problem = { type: `urn:problem:${kind}`, title: message, status, instance: `urn:uuid:${randomUUID()}` };
        const body = call.face === "v2" ? { error: problem } : problem;
        return json(body, status, { "Content-Type": "application/problem+json" });
      };
    },
  },
  "sent-to-sign-in": {
    title: "Without a good token a request is redirected to a page where people sign in.",
    why: "The behaviour on a missing or invalid token is not shown; a proxy in front answers browsers so.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, error) =>
        error.kind === "token"
          ? {
              status: 302,
              headers: { Location: "/sign-in?back=%2F", "Content-Type": "text/html" },
              body: "<a href='/sign-in'>Found</a>",
            }
          : refuse(call, error);
    },
  },
  "errors-with-200": {
    title:
      "v2 answers every refusal with 200, an error that is not null and no data; what is right has `error: false`.",
    why: "Error status codes and the content of the member `error` are not shown; an error stands in the envelope.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, error) =>
        call.face === "v2"
          ? {
              status: 200,
              headers: { "Content-Type": "application/json" },
              body: JSON.stringify({ error: { code: "000", message: error.message } }),
            }
          : refuse(call, error);
    },
  },
  "problem-details-by-reason": {
    title:
      "Refusals are problem details: 422 for bad input, 400 for a wrong log-in, and 404 for what is not one's own.",
    why: `${shortErrorsOpen}; RFC 9457 is a standard, and what one may not see does not exist.`,
    apply(s) {
      Object.assign(s.statuses, { invalid: 422, login: 400, foreign: 404 });
      s.refuse = (call, { kind, message }) => {
        const status = s.statuses[kind];
        const shown = status === 404 ? "not found" : message;
        const problem = { type: `urn:nordwind:${String(status)}`, title: shown, status, instance: call.path.join("/") };
        const headers = { "Content-Type": "application/problem+json" };
        return json(call.face === "v2" ? { error: problem, data: null } : problem, status, headers);
      };
    },
  },
  "short-codes": {
    title: "Refusals are 400 with a short code, whatever the reason, but for tokens; the v2 data are absent in them.",
    why: `${shortErrorsOpen}; the code says more than a status.`,
    apply(s) {
      for (const kind of Object.keys(codes) as RefusalKind[]) s.statuses[kind] = kind === "token" ? 401 : 400;
      s.refuse = (call, { kind, message }) => {
        const error = { code: codes[kind], message: `${codes[kind]} ${message}` };
        return json(call.face === "v2" ? { error } : error, s.statuses[kind]);
      };
    },
  },
  "nothing-for-the-unknown": {
    title: "The list of an unknown or foreign organization, and a search in an unknown workflow, are empty lists.",
    why: "What is answered for unknown things is not shown; a query that finds nothing is not an error.",
    apply(s) {
      const empty: JsonObject = { error: null, data: [] };
      const keys = {
        "GET /v2/organizations/{}/workflows": [],
        "GET /workflow/orgName/{}": [],
        "POST /v2/workflows/{}/traces/search": empty,
        "POST /trace/search/{}": [],
      };
      for (const [key, nothing] of Object.entries(keys)) {
        around(s, key, (real) => async (...args) => {
          try {
            return await real(...args);
          } catch (error) {
            if (error instanceof Refusal && (error.kind === "missing" || error.kind === "foreign"))
              return json(nothing);
            throw error;
          }
        });
      }
    },
  },
  "codes-and-silence": {
    title:
      "The v2 error is an object of code and count, empty on success, alone on refusal; legacy refusals have no body.",
    why: "Type and content of error, status codes and bodies of refusals are not shown; cursors are free too.",
    apply(s) {
      countedCodes(s);
      ownCursors(s);
    },
  },
};
