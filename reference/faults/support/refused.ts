import { setTimeout as wait } from "node:timers/promises";
import { Readable } from "node:stream";
import type { Call } from "../../core/call.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Reply } from "../../core/records.ts";
import type { Hooks } from "../../core/seams.ts";
import { jsonReply } from "../../http/answer.ts";
import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";

/** Changes the answers to requests that are refused for one of these reasons; no reason given means any. */
export function onRefusal(
  hooks: Hooks,
  codes: readonly string[],
  change: (reply: Reply, call: Call) => Reply | Promise<Reply>,
  scope: Scope = {},
): void {
  rewriteReply(hooks, scope, (reply, call) => {
    const refused = reply.status >= 400 && (codes.length === 0 || codes.includes(codeOf(reply)));
    return refused ? change(reply, call) : reply;
  });
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
