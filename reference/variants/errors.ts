import { badRequest } from "../core/refusal.ts";
import type { Refusal } from "../core/refusal.ts";
import { rewriteReply } from "../hooks/rewrite.ts";
import type { ErrorPolicy } from "../policy/errors.ts";
import { describe } from "../policy/errors.ts";
import type { VariantEntries, VariantEntry } from "./variant.ts";
import { variant } from "./variant.ts";

/** Refusals of another form. */
const body = (title: string, write: ErrorPolicy["body"]): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.errors.body = write;
  });

/** Refusals that are no JSON. */
const text = (title: string, headers: Record<string, string>, text: string): VariantEntry =>
  variant(title, (hooks) =>
    rewriteReply(hooks, {}, (reply) =>
      reply.status < 400 ? reply : { ...reply, headers, body: { kind: "bytes", value: Buffer.from(text) } },
    ),
  );

/** Answers of success with another member `error`. */
const success = (title: string, error: unknown): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.errors.success = (data) => ({ error, data });
  });

/** Refusals with other statuses. @param choose undefined leaves the status as it is */
const status = (title: string, choose: (refusal: Refusal) => number | undefined): VariantEntry =>
  variant(title, ({ policy }) => {
    const { status } = policy.errors;
    policy.errors.status = (refusal) => choose(refusal) ?? status(refusal);
  });

/** Other readings of how requests are refused, and of the member `error`. */
export const errors: VariantEntries = {
  "error-bodies/empty": text("Refusals have no body.", {}, ""),
  "error-bodies/envelope-number": body(
    "The member `error` of a v2 refusal is a number.",
    ({ message, status }, face) => (face === "v2" ? { error: status, data: {} } : { statusCode: status, message }),
  ),
  "error-bodies/envelope-text": body(
    "The member `error` of a refusal is a text; legacy has `{error}`.",
    ({ message }, face) => (face === "v2" ? { error: message, data: null } : { error: message }),
  ),
  "error-bodies/envelope-without-data": body("A v2 refusal has no member `data`.", (refusal) => ({
    error: describe(refusal),
  })),
  "error-bodies/html": text(
    "Refusals are an HTML page.",
    { "content-type": "text/html; charset=utf-8" },
    "<!doctype html><title>Declined</title><h1>The request was declined</h1>",
  ),
  "error-bodies/plain-text": text(
    "Refusals are plain text.",
    { "content-type": "text/plain; charset=utf-8" },
    "The request was declined.",
  ),
  "error-bodies/problem-details": variant("Refusals are problem details (RFC 9457) on both faces.", ({ policy }) => {
    policy.errors.contentType = "application/problem+json";
    policy.errors.body = ({ code, message, status }) => ({
      type: `https://example.invalid/problems/${code}`,
      title: message,
      status,
    });
  }),

  "error-on-success/empty-object": success("The member `error` is an empty object on success.", {}),
  "error-on-success/empty-text": success("The member `error` is an empty text on success.", ""),
  "error-on-success/false": success("The member `error` is false on success.", false),
  "error-on-success/zero-code": success("The member `error` is an object with the code 0 on success.", {
    code: 0,
    message: "OK",
  }),

  "error-statuses/422": status("What cannot be read is a 422.", ({ status }) => (status === 400 ? 422 : undefined)),
  "error-statuses/all-400": status("Every refusal but that of a token is a 400.", ({ status }) =>
    status === 401 ? 401 : status >= 500 ? 500 : 400,
  ),
  "error-statuses/success-with-error": variant("v2 answers every refusal with 200 and the member `error`.", (hooks) =>
    rewriteReply(hooks, { face: "v2" }, (reply) =>
      reply.status >= 400 && reply.status < 500 ? { ...reply, status: 200 } : reply,
    ),
  ),

  "no-token/400": variant(
    "A request without the bearer header is answered with 400, a wrong token with 401.",
    (hooks) =>
      hooks.around("authenticate", (inner) => async (call, authorization) => {
        if (authorization === undefined) throw badRequest("no-authorization", "wanted the header Authorization");
        return await inner(call, authorization);
      }),
  ),
  "no-token/403": status("A request without a valid token is answered with 403.", ({ status }) =>
    status === 401 ? 403 : undefined,
  ),

  "unknown-trace/400": status("A trace that does not exist is answered with 400.", ({ code }) =>
    code === "unknown-trace" ? 400 : undefined,
  ),
  "unknown-trace/403": status("A trace that does not exist is answered with 403.", ({ code }) =>
    code === "unknown-trace" ? 403 : undefined,
  ),
  "unknown-trace/410": status("A trace that does not exist is answered with 410.", ({ code }) =>
    code === "unknown-trace" ? 410 : undefined,
  ),
  "unknown-trace/malformed-404": status(
    "A text that is no UUID is answered with 404, like a trace that does not exist.",
    ({ code }) => (code === "not-a-uuid" ? 404 : undefined),
  ),
};
