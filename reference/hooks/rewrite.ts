import type { Call, Face, OperationKind } from "../core/call.ts";
import { isJsonObject } from "../core/json.ts";
import type { JsonObject } from "../core/json.ts";
import type { Reply } from "../core/records.ts";
import type { Hooks } from "../core/seams.ts";

/** Which calls a lie is about; an absent member means all. */
export interface Scope {
  readonly face?: Face;
  readonly kind?: OperationKind | readonly OperationKind[];
}

/** Whether a call is in the scope. */
export function inScope(call: Call, { face, kind }: Scope): boolean {
  if (face !== undefined && call.face !== face) return false;
  return kind === undefined || (typeof kind === "string" ? call.kind === kind : kind.includes(call.kind));
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
