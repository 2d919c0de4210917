import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Refusal } from "../core/refusal.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { changeResult, members, rewritePayload, rewriteReply, withTag } from "../hooks/rewrite.ts";
import type { VariantEntries } from "./variant.ts";
import { variant } from "./variant.ts";

/** Writes JSON answers in another way. @param write from the value to the text */
function writeJson(hooks: Hooks, contentType: string, write: (value: unknown) => string): void {
  rewriteReply(hooks, {}, (reply) => {
    if (reply.body.kind !== "json") return reply;
    const value = Buffer.from(write(reply.body.value));
    return { ...reply, headers: { ...reply.headers, "content-type": contentType }, body: { kind: "bytes", value } };
  });
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Other readings of how answers are written, and of what stands in them beside what the interface names. */
export const answers: VariantEntries = {
  "additional-members/envelope": variant("The envelope has further members.", ({ policy }) => {
    policy.errors.success = (data) => ({ apiVersion: "2.0.0", error: null, data, meta: { warnings: [] } });
  }),
  "additional-members/login": variant("A login tells how long the token lives.", (hooks) =>
    rewritePayload(hooks, { kind: ["login-credential", "login-private-key"] }, (payload) => ({
      ...members(payload),
      tokenType: "Bearer",
      expiresIn: 3600,
    })),
  ),
  "additional-members/page": variant("Pages say their size and their links their neighbours.", (hooks) =>
    rewritePayload(hooks, { kind: "details" }, (payload) => ({
      ...members(payload),
      pageSize: 25,
      info: { ...members(members(payload)["info"]), totalPages: null },
    })),
  ),
  "additional-members/state": variant("The state answer has members beside `state`.", (hooks) =>
    rewritePayload(hooks, { kind: "state" }, (payload, call) => ({
      ...members(payload),
      traceId: call.params["traceId"]?.toLowerCase() ?? null,
    })),
  ),
  "additional-members/workflows": variant("Workflows are listed with more than id and name.", (hooks) =>
    changeResult(hooks, "workflows", (items) =>
      items.map((item) => ({ ...item, description: null, actions: [], archived: false })),
    ),
  ),

  "rate-limit/bursts": variant("More than 150 requests in a second are answered with 429 and Retry-After.", (hooks) => {
    let second = 0;
    let count = 0;
    hooks.around("onRequest", (inner) => async (call) => {
      const now = Math.floor(Date.now() / 1000);
      if (now !== second) [second, count] = [now, 0];
      if (++count > 150) throw new Refusal(429, "too-many-requests", "wait a second");
      await inner(call);
    });
    rewriteReply(hooks, {}, (reply) =>
      reply.status === 429 ? { ...reply, headers: { ...reply.headers, "retry-after": "1" } } : reply,
    );
  }),

  "representation/ascii-escapes": variant("JSON is written in ASCII, all else escaped.", (hooks) =>
    writeJson(hooks, "application/json; charset=UTF-8", (value) =>
      JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped),
    ),
  ),
  "representation/state-with-etag": variant(
    "The state has a weak ETag, and is answered 304 without a body where that is named.",
    (hooks) =>
      rewriteReply(hooks, { kind: "state" }, (reply, call) => {
        if (reply.status !== 200 || reply.body.kind !== "json") return reply;
        const etag = `W/"${createHash("sha1").update(JSON.stringify(reply.body.value)).digest("base64url")}"`;
        return withTag(reply, call, etag);
      }),
  ),
  "representation/chunked": variant("JSON comes in chunks, without its length.", (hooks) =>
    rewriteReply(hooks, {}, (reply) => {
      if (reply.body.kind !== "json") return reply;
      const bytes = Buffer.from(JSON.stringify(reply.body.value));
      const half = Math.floor(bytes.length / 2);
      const value = Readable.from([bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0));
      return { ...reply, body: { kind: "stream", value } };
    }),
  ),
  "representation/compressed": variant("Answers are compressed for clients that take gzip.", (hooks) =>
    rewriteReply(hooks, {}, (reply, call) => {
      if (reply.body.kind !== "json" || !/\bgzip\b/.test(String(call.headers["accept-encoding"]))) return reply;
      const value = gzipSync(JSON.stringify(reply.body.value));
      return { ...reply, headers: { ...reply.headers, "content-encoding": "gzip" }, body: { kind: "bytes", value } };
    }),
  ),
  "representation/pretty": variant("JSON is indented and ends with a line end.", (hooks) =>
    writeJson(hooks, "application/json", (value) => `${JSON.stringify(value, null, 2)}\n`),
  ),
  "representation/slow": variant("Every answer takes 20 ms longer.", (hooks) =>
    hooks.around("onRequest", (inner) => async (call) => {
      await wait(20);
      await inner(call);
    }),
  ),
};
