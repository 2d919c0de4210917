import { Duplex } from "node:stream";
import type { PGlite } from "@electric-sql/pglite";

/** What a server answers to the first message: AuthenticationOk, ReadyForQuery (idle). */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
/** The engine has one session for good: what a former connection left in it ends here. */
const clean = simpleQuery("ROLLBACK; DEALLOCATE ALL");

/**
 * The PostgreSQL protocol between a client of node-postgres and an engine in this process, in place of a socket. So
 * statements are prepared once, and each costs one call of the engine. One connection at a time.
 */
export class EngineStream extends Duplex {
  readonly #engine: PGlite;

  constructor(engine: PGlite) {
    super();
    this.#engine = engine;
  }

  // What the client expects of a socket besides being a stream.
  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#answer(chunk).then(() => done(), done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#answer(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** @param messages whole messages: the client never sends a part of one */
  async #answer(messages: Buffer): Promise<void> {
    // An answer within the call that asks would reach the client before it is ready for it.
    await Promise.resolve();
    const [type] = messages;
    if (type === terminate) this.push(null);
    else if (type === startup) {
      await this.#engine.execProtocolRaw(clean);
      this.push(welcome);
    } else {
      // The stream leaves the answer as it is; the other calls would also read and keep it.
      const answer: Buffer[] = [];
      await this.#engine.execProtocolRawStream(messages, { onRawData: (bytes) => answer.push(Buffer.from(bytes)) });
      this.push(answer.length === 1 ? answer[0] : Buffer.concat(answer));
    }
  }
}

/** The first message of a connection has no type, so that this is the first byte of its length. */
const startup = 0;
const terminate = "X".charCodeAt(0);

function simpleQuery(sql: string): Buffer {
  const message = Buffer.alloc(1 + 4 + sql.length + 1);
  message.write("Q");
  message.writeInt32BE(message.length - 1, 1);
  message.write(sql, 5);
  return message;
}
