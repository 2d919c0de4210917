import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "../core/call.ts";
import { notFound } from "../core/refusal.ts";
import { inScope, rewritePayload, rewriteReply } from "../hooks/rewrite.ts";
import type { Scope } from "../hooks/rewrite.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Reply } from "../core/records.ts";
import { jsonReply } from "../http/answer.ts";
import { searchOtherwise } from "../hooks/scan.ts";
import type { FaultEntries } from "./fault.ts";
import { fault, faultMaker } from "./fault.ts";
import { traceIdOf } from "./support/attachments.ts";
import { brokenOff, onRefusal, rawJson, stall, succeed } from "./support/refused.ts";

const page: Reply = {
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: { kind: "bytes", value: Buffer.from("<!doctype html><title>Not found</title><p>There is nothing here.") },
};

const instead =
  (code: string | readonly string[], change: (call: Call) => Reply, scope: Scope = {}) =>
  (hooks: Hooks) =>
    onRefusal(hooks, { code, ...scope }, (_reply, call) => change(call));

const refused = faultMaker((hooks, [scope, message]: readonly [Scope, string]) =>
  hooks.around("onRequest", (inner) => async (call) => {
    await inner(call);
    if (inScope(call, scope)) throw notFound("not-here", message);
  }),
);

/** Faults in answers to requests with which nothing is wrong, and answers of success that are none. */
export const plain: FaultEntries<"plain"> = {
  "plain/second-action-under-way-hangs": fault(
    "An action that comes while another on the trace is under way is never answered.",
    "REFUSE-05",
    (hooks) => {
      const under = new Map<string, number>();
      hooks.around("append", (inner) => async (call, traceId, compute) => {
        const count = (under.get(traceId) ?? 0) + 1;
        under.set(traceId, count);
        try {
          if (count > 1) await stall();
          const done = await inner(call, traceId, compute);
          await wait(15);
          return done;
        } finally {
          under.set(traceId, (under.get(traceId) ?? 1) - 1);
        }
      });
    },
  ),
  "plain/action-during-an-archive-hangs": fault(
    "An action that comes while an archive of its trace is made is never answered.",
    "REFUSE-05",
    (hooks) => {
      const made = new Map<string, number>();
      const add = (call: Call, count: number) =>
        void made.set(traceIdOf(call), (made.get(traceIdOf(call)) ?? 0) + count);
      hooks.around("onRequest", (inner) => async (call) => {
        if (call.kind === "act" && (made.get(traceIdOf(call)) ?? 0) > 0) await stall();
        if (call.kind === "files") add(call, 1);
        await wait(call.kind === "files" ? 15 : 0);
        await inner(call);
      });
      hooks.around("respond", (inner) => (call, reply) => {
        if (call.kind === "files") add(call, -1);
        return inner(call, reply);
      });
    },
  ),
  "plain/refused-action-leaves-a-lock": fault(
    "After an action was refused no other on that trace is answered.",
    "REFUSE-05",
    (hooks) => {
      const locked = new Set<string>();
      rewriteReply(hooks, { kind: "act" }, (reply, call) => {
        if (reply.status === 400) locked.add(traceIdOf(call));
        return reply;
      });
      hooks.around("append", (inner) => async (call, traceId, compute) => {
        if (locked.has(traceId)) await stall();
        return await inner(call, traceId, compute);
      });
    },
  ),
  "plain/long-details-break-off": fault(
    "Details of more than four links break off in the middle.",
    "REFUSE-05",
    (hooks) =>
      rewriteReply(hooks, { kind: "details" }, (reply) =>
        reply.body.kind === "json" && JSON.stringify(reply.body.value).split("linkId").length > 5
          ? brokenOff(200)
          : reply,
      ),
  ),
  "plain/creation-with-files-cuts-the-connection": fault(
    "The answer to a creation with two files breaks off.",
    "REFUSE-05",
    (hooks) => {
      const many = new WeakSet<Call>();
      hooks.around("readAction", (inner) => (call, input) => {
        if (call.kind === "create" && input.files.length === 2) many.add(call);
        return inner(call, input);
      });
      rewriteReply(hooks, { kind: "create" }, (reply, call) => (many.has(call) ? brokenOff(200) : reply));
    },
  ),
  "plain/unknown-digest-is-a-page": fault(
    "The download of an unknown digest answers 200 and an HTML page.",
    "STATUS-05",
    instead("unknown-digest", () => page, { kind: "file" }),
  ),
  "plain/unknown-digest-is-an-empty-file": fault(
    "The download of an unknown digest answers 200 and no bytes.",
    "FILE-03",
    instead("unknown-digest", () => ({ ...page, headers: {}, body: { kind: "bytes", value: Buffer.alloc(0) } }), {
      kind: "file",
    }),
  ),
  "plain/archive-of-unknown-digests-is-a-page": fault(
    "The archive of an unknown digest answers 200 and an HTML page.",
    "STATUS-05",
    instead("unknown-digest", () => page, { kind: "files" }),
  ),
  "plain/refused-login-has-a-null-token": fault(
    "A refused login is answered with 200 and a null token.",
    "STATUS-05",
    (hooks) =>
      rewriteReply(hooks, { kind: ["login-credential", "login-private-key"] }, (reply, call) =>
        reply.status === 401 ? succeed(call, { token: null }) : reply,
      ),
  ),
  "plain/refused-login-is-a-page": fault(
    "A refused login is answered with 200 and the page of the login form.",
    "STATUS-05",
    (hooks) =>
      rewriteReply(hooks, { kind: ["login-credential", "login-private-key"] }, (reply) =>
        reply.status === 401 ? page : reply,
      ),
  ),
  "plain/unknown-trace-is-null": fault(
    "The state of an unknown trace is a bare null with status 200.",
    "STATUS-05",
    instead("unknown-trace", () => rawJson(200, "null"), { kind: "state" }),
  ),
  "plain/unknown-trace-has-null-details": fault(
    "The details of an unknown trace are an envelope of nothing, with status 200.",
    "STATUS-05",
    instead("unknown-trace", () => jsonReply(200, { error: null, data: null }), { kind: "details" }),
  ),
  "plain/unknown-trace-takes-no-action": fault(
    "An action on an unknown trace is answered with 200 and an empty object.",
    "STATUS-05",
    instead("unknown-trace", () => jsonReply(200, {}), { kind: "act" }),
  ),
  "plain/missing-token-is-a-page": fault(
    "Without a valid token everything is answered with 200 and the page of the login form.",
    "STATUS-05",
    instead("unauthorized", () => page),
  ),
  "plain/unknown-organization-is-null": fault(
    "The workflows of an unknown organization are a bare null with status 200.",
    "STATUS-05",
    instead("unknown-organization", () => rawJson(200, "null")),
  ),
  "plain/malformed-json-is-null": fault(
    "Broken JSON is answered with 200 and null.",
    "STATUS-05",
    instead("not-json", () => rawJson(200, "null")),
  ),
  "plain/unknown-workflow-yields-traces": fault(
    "A search of a workflow that does not exist finds the traces of the first one.",
    "SEARCH-06",
    (hooks) => {
      const { find } = hooks.policy.workflowKey;
      hooks.policy.workflowKey = {
        find: (directory, organization, key, face) =>
          find(directory, organization, key, face) ?? directory.workflowsOf(organization)[0],
      };
    },
  ),
  "plain/search-finds-invented-ids": fault("A search answers UUIDs of no trace.", "SEARCH-11", (hooks) =>
    searchOtherwise(hooks, () => Promise.resolve([randomUUID()])),
  ),
  "plain/legacy-search-finds-invented-ids": fault(
    "A legacy search answers other UUIDs in place of the traces.",
    ["SEARCH-10", "SEARCH-11", "SEARCH-03"],
    (hooks) =>
      rewritePayload(hooks, { face: "legacy", kind: "search" }, (found) =>
        Array.isArray(found) ? found.map(() => randomUUID()) : found,
      ),
  ),
  "plain/search-is-not-there": refused("Every search is answered with 404.", "REFUSE-03", [
    { kind: "search" },
    "there is no such page",
  ]),
  "plain/legacy-search-is-not-there": refused("Every legacy search is answered with 404.", "REFUSE-03", [
    { face: "legacy", kind: "search" },
    "there is no such page",
  ]),
  "plain/archives-are-not-there": refused("Every archive is answered with 404.", "REFUSE-03", [
    { kind: "files" },
    "there is no such page",
  ]),
  "plain/v2-archives-are-not-there": refused("Every v2 archive is answered with 404.", "REFUSE-03", [
    { face: "v2", kind: "files" },
    "there is no such page",
  ]),
  "plain/single-files-are-not-there": refused("Every single file is answered with 404.", "REFUSE-03", [
    { kind: "file" },
    "there is no such page",
  ]),
  "plain/legacy-details-are-not-there": refused("Legacy details are answered with 404.", "REFUSE-03", [
    { face: "legacy", kind: "details" },
    "there is no such page",
  ]),
  "plain/archive-calls-itself-json": fault("Archives are sent as JSON.", "FILES-12", (hooks) =>
    rewriteReply(hooks, { kind: "files" }, (reply) => ({
      ...reply,
      headers: { ...reply.headers, "content-type": "application/json" },
    })),
  ),
  "plain/archive-calls-itself-html": fault("Archives are sent as HTML.", "FILES-12", (hooks) =>
    rewriteReply(hooks, { kind: "files" }, (reply) =>
      reply.status === 200 ? { ...reply, headers: { ...reply.headers, "content-type": "text/html" } } : reply,
    ),
  ),
};
