import { gzipSync } from "node:zlib";
import { json } from "../../lib/service/http.ts";
import type { JsonObject } from "../../lib/service/json.ts";
import { Refusal, type RefusalKind } from "../../lib/service/refusal.ts";
import { around, onEveryAnswer, type Variants } from "../tools.ts";

const errorsOpen = "Error statuses, codes and the content of the member error are not shown";

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

export const tastes: Variants = {
  "problem-details": {
    title:
      "Refusals are problem details: 422 for bad input, 400 for a wrong log-in, and 404 for what is not one's own.",
    why: `${errorsOpen}; RFC 9457 is a standard, and what one may not see does not exist.`,
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
    why: `${errorsOpen}; the code says more than a status.`,
    apply(s) {
      for (const kind of Object.keys(codes) as RefusalKind[]) s.statuses[kind] = kind === "token" ? 401 : 400;
      s.refuse = (call, { kind, message }) => {
        const error = { code: codes[kind], message: `${codes[kind]} ${message}` };
        return json(call.face === "v2" ? { error } : error, s.statuses[kind]);
      };
    },
  },
  "success-is-code-zero": {
    title: "The v2 error is an object also in success: code 0 and the message OK.",
    why: "The type of the member error is unspecified in successes too; clients compare its code.",
    apply(s) {
      s.ok = (call, data) => json(call.face === "v2" ? { error: { code: 0, message: "OK" }, data } : data);
    },
  },
  "relay-rules": {
    title: "`first` goes with `after` and `last` with `before`; all other combinations are refused. Pages are of four.",
    why: "The rules for combining the four, and the default page size, are not shown; the library for pages has these.",
    apply(s) {
      const { page } = s;
      s.cursorOf = (link, trace) =>
        Buffer.from(`arrayconnection:${String(trace.links.indexOf(link))}`).toString("base64");
      s.page = (links, args, trace, call) => {
        const { first, last, after, before } = args;
        const mixed =
          (first !== undefined && (last !== undefined || before !== undefined)) ||
          (last !== undefined && after !== undefined) ||
          (after !== undefined && before !== undefined);
        if (mixed) throw new Refusal("invalid", "first goes with after, and last with before");
        if (first !== undefined || last !== undefined) return page(links, args, trace, call);
        return page(links, before === undefined ? { ...args, first: 4 } : { ...args, last: 4 }, trace, call);
      };
    },
  },
  "packed-when-accepted": {
    title: "Every answer, files and archives too, is sent in a gzip coding, in pieces, to clients that accept one.",
    why: "The headers of answers are not shown; the proxy in front packs whatever passes.",
    apply(s) {
      onEveryAnswer(s, (reply, call) => {
        if (!/\bgzip\b/.test(String(call.headers["accept-encoding"] ?? ""))) return reply;
        const headers = { ...reply.headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" };
        return { ...reply, headers, body: gzipSync(reply.body ?? ""), chunked: true };
      });
    },
  },
  "all-four-required": {
    title:
      "Creation and action want all of data, actionKey, workflowId and groupLabel, and data with a member at least.",
    why: "Which of the four are required is not shown; an action says what is done, where, by whom and with what.",
    apply(s) {
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        for (const name of ["data", "actionKey", "workflowId", "groupLabel"] as const) {
          if (input[name] === undefined) throw new Refusal("invalid", `${name} is required`);
        }
        return checkAction(user, input, known, call);
      };
    },
  },
  "v2-searches-by-name": {
    title: "The v2 search knows workflows by their name alone, the legacy one by their id alone.",
    why: "The page describes the one parameter as the name of the workflow, the other as its UUID.",
    apply(s) {
      const { findWorkflow } = s;
      s.findWorkflow = (user, which, call) => {
        const found = findWorkflow(user, which, call);
        if (call.face === "v2" && call.path.at(-1) === "search" && found.name !== which) {
          throw new Refusal("missing", "no workflow of this name");
        }
        return found;
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
};
