import { setTimeout as wait } from "node:timers/promises";
import { Readable } from "node:stream";
import type { Call } from "../../core/call.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Reply } from "../../core/records.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { jsonReply } from "../../http/answer.ts";
import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";

/** Requests that are refused for a reason, or for one of several. */
interface Refused extends Scope {
  readonly code: string | readonly string[];
}

/** Changes the answers to refused requests. */
export function onRefusal(
  hooks: Hooks,
  { code, ...scope }: Refused,
  change: (reply: Reply, call: Call) => Reply | Promise<Reply>,
): void {
  rewriteReply(hooks, scope, (reply, call) => {
    const refused = reply.status >= 400 && [code].flat().includes(codeOf(reply));
    return refused ? change(reply, call) : reply;
  });
}

/** Answers refused requests as if they had succeeded. */
export function acceptRefused(hooks: Hooks, refused: Refused, payload: unknown): void {
  onRefusal(hooks, refused, (_reply, call) => succeed(call, payload));
}

/** An answer of bytes that call themselves JSON. */
export const rawJson = (status: number, text: string | Buffer): Reply => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: { kind: "bytes", value: Buffer.from(text) },
});

/** Longer than any client waits; the service itself can stop meanwhile. */
export async function stall(): Promise<void> {
  await wait(45_000, undefined, { ref: false });
}

/** An answer that begins and breaks off, the connection with it. */
export function brokenOff(status: number): Reply {
  const pieces = async function* (): AsyncGenerator<string> {
    yield '{"error":';
    await wait(5);
    throw new Error("broken off");
  };
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: { kind: "stream", value: Readable.from(pieces()) },
  };
}

function codeOf({ body }: Reply): string {
  if (body.kind !== "json" || !isJsonObject(body.value)) return "";
  const { error } = body.value;
  const code = isJsonObject(error) ? error["code"] : body.value["code"];
  return typeof code === "string" ? code : "";
}

/** The answer of success, for a request that was refused. */
export const succeed = (call: Call, payload: unknown): Reply =>
  jsonReply(200, call.operation.enveloped ? { error: null, data: payload } : payload);

/** The refusal as an error of the service itself. */
export const crashed = (): Reply => jsonReply(500, { error: "internal error", data: null });
