import type { FastifyRequest } from "fastify";
import type { Call, Face, OperationKind } from "../core/call.ts";
import { getOwn } from "../core/json.ts";
import { badRequest } from "../core/refusal.ts";
import type { Reply } from "../core/records.ts";
import type { Context } from "../hooks/hooks.ts";
import { traceDetails } from "../service/details.ts";
import { downloadArchive, downloadFile } from "../service/files.ts";
import { loginWithPassword, loginWithPrivateKey } from "../service/login.ts";
import { listWorkflows, searchTraces, shownState, traceState } from "../service/reads.ts";
import { appendAction, createTrace } from "../service/traces.ts";
import { readAction } from "./read-action.ts";
import { objectOf } from "./read-json.ts";
import { withForm } from "./read-multipart.ts";

/** What an operation gives back: a JSON payload, or a whole answer where it is not JSON. */
export type PayloadOrReply = { readonly payload: unknown } | { readonly reply: Reply };

/** Does the work of one request whose token has been checked. */
type Handler = (context: Context, call: Call, request: FastifyRequest) => Promise<PayloadOrReply>;

/** What each operation does; where the faces differ in more than the envelope, that is said here. */
export const handlers: Readonly<Record<OperationKind, Handler>> = {
  "login-credential": async (context, call) => ({
    payload: { token: await loginWithPassword(context, call, objectOf(call.body, "body")) },
  }),

  "login-private-key": async (context, call) => ({
    payload: { token: await loginWithPrivateKey(context, call, objectOf(call.body, "body")) },
  }),

  create: (context, call, request) =>
    withForm(context, request, async (form) => {
      const write = await createTrace(context, call, readAction(context, call, form));
      return { payload: write.trace.traceId };
    }),

  act: (context, call, request) => {
    const traceId = traceIdOf(call);
    return withForm(context, request, async (form) => {
      const write = await appendAction(context, call, traceId, readAction(context, call, form));
      if (call.face === "v2") return { payload: context.policy.actionResult(write) };
      return { payload: { state: shownState(context, call, write.trace) } };
    });
  },

  details: async (context, call) => {
    const traceId = traceIdOf(call);
    const body = objectOf(call.body, "body");
    if (call.face === "legacy") {
      return { payload: await traceDetails(context, call, traceId, context.policy.input.legacyDetails(body)) };
    }
    context.policy.input.checkErrorMember(getOwn(body, "error"), Object.hasOwn(body, "error"));
    const data = getOwn(body, "data");
    return {
      payload: await traceDetails(context, call, traceId, data === undefined ? {} : objectOf(data, "body.data")),
    };
  },

  state: async (context, call) => ({ payload: { state: await traceState(context, call, traceIdOf(call)) } }),

  files: async (context, call) => ({ reply: await downloadArchive(context, call, traceIdOf(call)) }),

  file: async (context, call) => ({
    reply: await downloadFile(context, call, traceIdOf(call), pathParameter(call, "digest")),
  }),

  search: async (context, call) => {
    const filters = objectOf(getOwn(objectOf(call.body, "body"), "filters"), "body.filters");
    return { payload: await searchTraces(context, call, pathParameter(call, "workflowId"), filters) };
  },

  workflows: async (context, call) => ({
    payload: listWorkflows(context, call, pathParameter(call, call.face === "v2" ? "name" : "orgName")),
  }),
};

/** Wraps the payload of a v2 answer; the workflow list has no envelope on either face. */
export function enveloped(context: Context, call: Call, payload: unknown): unknown {
  return call.operation.enveloped ? context.policy.errors.success(payload) : payload;
}

/** The face of a path, for answers to requests that met no operation. */
export function faceOfPath(path: string): Face {
  return path === "/v2" || path.startsWith("/v2/") ? "v2" : "legacy";
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function traceIdOf(call: Call): string {
  const traceId = pathParameter(call, "traceId");
  if (!UUID.test(traceId)) throw badRequest("not-a-uuid", "wanted a UUID as the trace id", "path.traceId");
  return traceId.toLowerCase();
}

function pathParameter(call: Call, name: string): string {
  const value = call.params[name] ?? "";
  if (value.includes("\u0000")) throw badRequest("nul-character", "text must not contain U+0000", `path.${name}`);
  return value;
}
