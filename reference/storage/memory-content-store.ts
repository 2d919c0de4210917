import type { FileRecord, ReceivedFile } from "../core/records.ts";
import type { ContentStore } from "./content-store.ts";

/** File contents in the memory of this process: each that was accepted stays as long as the process. */
export class MemoryContentStore implements ContentStore {
  readonly #staged = new Map<string, Buffer[]>();
  readonly #contents = new Map<string, readonly Buffer[]>();

  stage(blobId: string, position: number, bytes: Buffer): Promise<void> {
    const chunks = this.#staged.get(blobId) ?? [];
    chunks[position] = bytes;
    this.#staged.set(blobId, chunks);
    return Promise.resolve();
  }

  discard(blobIds: readonly string[]): Promise<void> {
    for (const blobId of blobIds) this.#staged.delete(blobId);
    return Promise.resolve();
  }

  /** Makes received files permanent, with their action. */
  keep(files: readonly ReceivedFile[]): void {
    for (const { digest, blobId, inline } of files) {
      const chunks = inline ? [inline] : (this.#staged.get(blobId) ?? []);
      this.#staged.delete(blobId);
      if (!this.#contents.has(digest)) this.#contents.set(digest, chunks);
    }
  }

  async *read({ digest, size }: Pick<FileRecord, "digest" | "size">): AsyncGenerator<Buffer> {
    let sent = 0;
    for (const chunk of this.#contents.get(digest) ?? []) {
      sent += chunk.length;
      yield chunk;
    }
    if (sent !== size) throw new Error(`content ${digest}: ${String(sent)} of ${String(size)} bytes`);
  }
}
