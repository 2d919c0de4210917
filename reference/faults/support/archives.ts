import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { collect } from "./bytes.ts";

/** Changes the finished archive of a successful download. */
export function inArchive(hooks: Hooks, change: (archive: Buffer) => Buffer, scope: Scope = {}): void {
  rewriteReply(hooks, { ...scope, kind: "files" }, async (reply) => {
    if (reply.status !== 200 || reply.body.kind !== "stream") return reply;
    const archive = await collect(reply.body.value as AsyncIterable<Buffer>);
    return { ...reply, body: { kind: "bytes", value: change(archive) } };
  });
}

// Signatures of the records of a zip archive (APPNOTE, section 4.3).
const DIRECTORY_RECORD = Buffer.from("PK\u0001\u0002", "latin1");
const END_RECORD = Buffer.from("PK\u0005\u0006", "latin1");

/** Offsets of the entries' records in the directory of an archive. */
export function directoryRecords(archive: Buffer): number[] {
  const offsets: number[] = [];
  let offset = archive.readUInt32LE(endRecord(archive) + 16);
  while (archive.subarray(offset, offset + 4).equals(DIRECTORY_RECORD)) {
    offsets.push(offset);
    offset +=
      46 + archive.readUInt16LE(offset + 28) + archive.readUInt16LE(offset + 30) + archive.readUInt16LE(offset + 32);
  }
  return offsets;
}

/** Offset of the record that ends an archive. */
export const endRecord = (archive: Buffer): number => archive.lastIndexOf(END_RECORD);
