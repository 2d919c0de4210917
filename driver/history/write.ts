/**
 * Histories on disk: NDJSON, redacted, compressed, written as they come, so that memory stays flat and an interruption
 * loses little. Every history of a run is kept, those that pass as well, for whoever judges them again.
 */
import { createHash } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";
import { dirname } from "node:path";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { makeFolder } from "../../spec/files/make-folder.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import { cleanValues } from "../secrets/clean-values.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { compressedEnding, compressLines } from "./compression.ts";
import { historyVersion, recordsOf, type HistoryRecord } from "./record.ts";

/** Bytes on disk past which histories are counted and no longer kept: as much as evidence may hold, fifty whole runs. */
const defaultMaxBytes = 96 * 1024 * 1024;
/** Lines are compressed together, because most of what one holds stood in one before. */
const compressedAtOnce = 1_048_576;
/** So many milliseconds a history is made ready for saving before others have their turn. */
const busyMs = 5;

/** What a killed process loses of its histories, at most. */
const flushAfterMs = 500;

export interface HistoryWriterOptions {
  /** What ran, as the first line says it. Asked for when the first history is written. */
  readonly run?: () => Readonly<Record<string, unknown>>;
  readonly maxBytes?: number;
}

export class HistoryWriter {
  readonly file: string;
  readonly #secrets: Secrets;
  readonly #options: HistoryWriterOptions;
  readonly #digest = createHash("sha256");
  #stream: WriteStream | undefined;
  #error: Error | undefined;
  #queue: Promise<void> = Promise.resolve();
  /** Lines that are not compressed yet. */
  #lines: string[] = [];
  #length = 0;
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;
  #histories = 0;
  #leftOut = 0;

  /** @param file compressed where its name ends in `.zst` */
  constructor(file: string, secrets: Secrets, options: HistoryWriterOptions = {}) {
    this.file = file;
    this.#secrets = secrets;
    this.#options = options;
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
    const closed = { type: "closed", histories: this.#histories, leftOut: this.#leftOut } satisfies HistoryRecord;
    this.#line(JSON.stringify(closed));
    this.#chain();
    this.#flush();
    stream.end();
    await finished(stream).catch(() => undefined);
    this.#check();
  }

  async #append(history: History): Promise<void> {
    const stream = this.#open();
    this.#check();
    if (this.#bytes + this.#length > (this.#options.maxBytes ?? defaultMaxBytes)) {
      this.#leftOut += 1;
      return;
    }
    this.#histories += 1;
    let restedMs = performance.now();
    for (const record of recordsOf(history, this.#secrets)) {
      this.#add(record);
      // Meanwhile answers come to other scripts, which go on at once.
      if (performance.now() - restedMs > busyMs) {
        await setImmediate();
        restedMs = performance.now();
      }
      // One history alone may be long.
      if (this.#length >= compressedAtOnce && !this.#flush()) await drained(stream);
    }
    this.#chain();
    if (this.#length < compressedAtOnce) {
      this.#timer ??= setTimeout(() => this.#flush(), flushAfterMs).unref();
      return;
    }
    if (!this.#flush()) await drained(stream);
    this.#check();
  }

  #add(record: HistoryRecord): void {
    this.#line(JSON.stringify(record));
  }

  #line(text: string): void {
    const line = `${text}\n`;
    this.#digest.update(line);
    this.#lines.push(line);
    this.#length += line.length;
  }

  /** The digest of all lines above. */
  #chain(): void {
    this.#line(JSON.stringify({ type: "chain", sha256: this.#digest.copy().digest("hex") } satisfies HistoryRecord));
  }

  /** False where the stream wants to be waited for. */
  #flush(): boolean {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#length === 0 || !this.#stream || this.#error) return true;
    const text = this.#lines.join("");
    this.#lines = [];
    this.#length = 0;
    const bytes = this.file.endsWith(compressedEnding) ? compressLines(text) : Buffer.from(text);
    this.#bytes += bytes.length;
    return this.#stream.write(bytes);
  }

  #open(): WriteStream {
    if (this.#stream) return this.#stream;
    try {
      makeFolder(dirname(this.file));
    } catch (error) {
      throw unwritable(this.file, error as Error);
    }
    const stream = createWriteStream(this.file, { flags: "a", highWaterMark: 1_048_576 });
    stream.on("error", (error) => {
      this.#error = unwritable(this.file, error);
    });
    this.#stream = stream;
    if (this.#options.run) {
      // By its members: a password such as "standard" must not make the words of a run unreadable.
      const run = cleanValues(this.#options.run(), (text) => this.#secrets.redact(text));
      this.#line(JSON.stringify({ type: "run", version: historyVersion, run } satisfies HistoryRecord));
      this.#chain();
    }
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
