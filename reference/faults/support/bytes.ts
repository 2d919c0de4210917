import type { Call } from "../../core/call.ts";
import { inScope } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import type { FileRecord, ReceivedFile } from "../../core/records.ts";
import type { Hooks } from "../../core/seams.ts";

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
  hooks.around("respond", (inner) => async (call, reply) => {
    const honest = await inner(call, reply);
    if (call.kind !== "file" || honest.body.kind !== "stream") return honest;
    const { "content-length": _length, ...headers } = honest.headers;
    return { ...honest, headers };
  });
}

/** Changes the files of an action as they arrive. */
export function inUploads(
  hooks: Hooks,
  change: (files: readonly ReceivedFile[], call: Call) => readonly ReceivedFile[],
  scope: Scope = {},
): void {
  hooks.around("readAction", (inner) => (call, input) => {
    const read = inner(call, input);
    return inScope(call, scope) ? { ...read, files: change(read.files, call) } : read;
  });
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
