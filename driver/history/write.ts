/** Histories on disk: NDJSON, redacted, written as they come, so that memory stays flat and an interruption loses nothing. */
import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import { dirname } from "node:path";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Secrets } from "../secrets.ts";
import { recordsOf } from "./record.ts";

export class HistoryWriter {
  readonly file: string;
  readonly #secrets: Secrets;
  #stream: WriteStream | undefined;
  #error: Error | undefined;
  #queue: Promise<void> = Promise.resolve();

  constructor(file: string, secrets: Secrets) {
    this.file = file;
    this.#secrets = secrets;
  }

  /** Appends the history; its lines stand together. @throws Error naming the file when it cannot be written. */
  write(history: History): Promise<void> {
    this.#queue = this.#queue.then(() => this.#append(history));
    return this.#queue;
  }

  async close(): Promise<void> {
    await this.#queue.catch(() => undefined);
    const stream = this.#stream;
    if (!stream) return;
    stream.end();
    await finished(stream).catch(() => undefined);
    this.#check();
  }

  async #append(history: History): Promise<void> {
    const stream = this.#open();
    for (const record of recordsOf(history, this.#secrets)) {
      this.#check();
      if (!stream.write(`${JSON.stringify(record)}\n`)) await drained(stream);
    }
    this.#check();
  }

  #open(): WriteStream {
    if (this.#stream) return this.#stream;
    try {
      mkdirSync(dirname(this.file), { recursive: true });
    } catch (error) {
      throw unwritable(this.file, error as Error);
    }
    const stream = createWriteStream(this.file, { flags: "a", highWaterMark: 1_048_576 });
    stream.on("error", (error) => {
      this.#error = unwritable(this.file, error);
    });
    this.#stream = stream;
    return stream;
  }

  #check(): void {
    if (this.#error) throw this.#error;
  }
}

/** Resolves once the stream takes more, or is gone; leaves no listener behind. */
async function drained(stream: WriteStream): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    await Promise.race([once(stream, "drain", { signal }), once(stream, "close", { signal })]);
  } finally {
    settled.abort();
  }
}

function unwritable(file: string, cause: Error): Error {
  const remedy = "free space or choose another --output";
  const error = new Error(`histories cannot be written to ${file}: ${cause.message}; ${remedy}`, { cause });
  // By this name the command line knows that it is no fault of the suite.
  error.name = "OutputError";
  return error;
}
