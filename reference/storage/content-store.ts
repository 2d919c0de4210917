import type { FileRecord } from "../core/records.ts";

/** Bytes per stored chunk; a file of at most this size is not stored before its action is accepted. */
export const CHUNK_BYTES = 256 * 1024;

/** File contents, one copy per digest, in chunks. */
export interface ContentStore {
  /** Stores one chunk of an upload that is still on its way. */
  stage(blobId: string, position: number, bytes: Buffer): Promise<void>;
  /** Drops the chunks of uploads that came to nothing. */
  discard(blobIds: readonly string[]): Promise<void>;
  /**
   * The content of a file, chunk by chunk.
   * @throws if the stored bytes are fewer or more than were accepted, after the last chunk
   */
  read(file: Pick<FileRecord, "digest" | "size">): AsyncIterable<Buffer>;
}
