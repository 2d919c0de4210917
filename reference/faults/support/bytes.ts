import type { Call } from "../../core/call.ts";
import { changeResult, inScope, rewriteReply } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import type { FileRecord, ReceivedFile } from "../../core/records.ts";
import type { Hooks } from "../../hooks/hooks.ts";

/** Changes the bytes of files as they are read for a download. */
export function inContent(
  hooks: Hooks,
  change: (bytes: Buffer, file: FileRecord, call: Call) => Buffer,
  scope: Scope = {},
): void {
  hooks.around("content", (inner) => (call, file) => {
    const honest = inner(call, file);
    return inScope(call, scope) ? changed(honest, (bytes) => change(bytes, file, call)) : honest;
  });
  // A large file comes with the length that was stored, which may no longer hold.
  rewriteReply(hooks, { kind: "file" }, (reply) => {
    if (reply.body.kind !== "stream") return reply;
    const { "content-length": _length, ...headers } = reply.headers;
    return { ...reply, headers };
  });
}

/** Changes the files of an action as they arrive. */
export function inUploads(
  hooks: Hooks,
  change: (files: readonly ReceivedFile[], call: Call) => readonly ReceivedFile[],
  scope: Scope = {},
): void {
  changeResult(hooks, "readAction", (input, call) => ({ ...input, files: change(input.files, call) }), scope);
}

/** All bytes of a stream. */
export async function collect(stream: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

async function* changed(honest: AsyncIterable<Buffer>, change: (bytes: Buffer) => Buffer): AsyncIterable<Buffer> {
  yield change(await collect(honest));
}
