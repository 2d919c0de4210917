import type { Call, Face, OperationKind } from "../core/call.ts";
import { isJsonObject } from "../core/json.ts";
import type { JsonObject } from "../core/json.ts";
import type { Reply, TraceWrite } from "../core/records.ts";
import type { HookFunctions, Hooks } from "./hooks.ts";

/** Which calls a fault or a variant is about; an absent member means all. */
export interface Scope {
  readonly face?: Face;
  readonly kind?: OperationKind | readonly OperationKind[];
}

/** Whether a call is in the scope. */
export function inScope(call: Call, { face, kind }: Scope): boolean {
  if (face !== undefined && call.face !== face) return false;
  return kind === undefined || (typeof kind === "string" ? call.kind === kind : kind.includes(call.kind));
}

/** Hooks that return a value at once, not a promise. */
type DirectHook =
  | ("maySee" | "readAction" | "readPage" | "readFilters" | "readDigests" | "write" | "presentState" | "presentLink")
  | ("page" | "selectFiles" | "zipEntries" | "workflows");

/** Changes what a hook returns, for every call in scope. */
export function changeResult<Name extends DirectHook>(
  hooks: Hooks,
  name: Name,
  change: (result: ReturnType<HookFunctions[Name]>, call: Call) => ReturnType<HookFunctions[Name]>,
  scope: Scope = {},
): void {
  type Hook = (call: Call, ...rest: unknown[]) => ReturnType<HookFunctions[Name]>;
  // Every hook takes the call first; what else it takes is passed on as it came.
  const around = hooks.around as (name: Name, wrap: (inner: Hook) => Hook) => void;
  around(name, (inner) => (call, ...rest) => {
    const result = inner(call, ...rest);
    return inScope(call, scope) ? change(result, call) : result;
  });
}

/** Does something after a write in scope is durable, before it is answered. */
export function onWritten(
  hooks: Hooks,
  act: (write: TraceWrite, call: Call) => void | Promise<void>,
  scope: Scope = {},
): void {
  hooks.around("written", (inner) => async (call, write) => {
    await inner(call, write);
    if (inScope(call, scope)) await act(write, call);
  });
}

/** Changes every answer in scope, refusals included. */
export function rewriteReply(
  hooks: Hooks,
  scope: Scope,
  change: (reply: Reply, call: Call) => Reply | Promise<Reply>,
): void {
  hooks.around("respond", (inner) => async (call, reply) => {
    const answer = await inner(call, reply);
    return inScope(call, scope) ? await change(answer, call) : answer;
  });
}

/** The reply with an ETag; without a body where the request names that. */
export function withTag(reply: Reply, call: Call, etag: string): Reply {
  const headers = { ...reply.headers, etag, "cache-control": "no-cache" };
  if (call.headers["if-none-match"] !== etag) return { ...reply, headers };
  return { status: 304, headers, body: { kind: "bytes", value: Buffer.alloc(0) } };
}

/** Changes the JSON body of every successful answer in scope. @param change returns the new body */
export function rewriteBody(hooks: Hooks, scope: Scope, change: (body: unknown, call: Call) => unknown): void {
  rewriteReply(hooks, scope, (reply, call) =>
    reply.status === 200 && reply.body.kind === "json"
      ? { ...reply, body: { kind: "json", value: change(reply.body.value, call) } }
      : reply,
  );
}

/** Changes the payload of every successful JSON answer in scope, within the envelope of v2. */
export function rewritePayload(hooks: Hooks, scope: Scope, change: (payload: unknown, call: Call) => unknown): void {
  hooks.around("payload", (inner) => (call, payload) => {
    const value = inner(call, payload);
    return inScope(call, scope) ? change(value, call) : value;
  });
}

/** The members of an object payload; empty for any other. */
export function members(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
