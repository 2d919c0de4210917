/**
 * The connections of a client, and which of them gave an answer that nobody asked for. Whoever adds answers to a line (a
 * confused gateway, an attacker) makes later answers on it those of other requests. No answer shows this by itself: only
 * one too many, on a connection that is idle, does.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Client, type Dispatcher } from "undici";

/**
 * Connections idle for longer than this are not used again, whatever the target promises: a service or a proxy that closes
 * its end at the same moment would make a write fail, and a write is never sent twice. Some close after a second.
 */
export const idleMs = 500;

/** One connection, as long as it lasts. */
export interface ConnectionSeen {
  /** True once an answer came on it for which no request waited: its earlier ones may belong to other requests. */
  unasked: boolean;
  /**
   * When the last request that was answered on it was sent, on the clock of `performance.now()`: whoever closes it from
   * then on may have taken it for idle. When the answer came is no measure: this process may have been kept from reading it.
   */
  answeredSentAtMs?: number;
}

/** What a request tells a pool beside what HTTP needs. */
export interface Watched {
  /** Called with what tells the connection at any moment. */
  readonly onConnection?: (seen: () => ConnectionSeen) => void;
}

interface PoolOptions {
  /** False: each request has a connection of its own. */
  readonly keepAlive: boolean;
  readonly factory: (origin: string | URL, options: object) => Dispatcher;
}

/** After so many looks that found nothing no more are taken: each costs a rest and new connections. */
const mostVainLooks = 5;

export class Connections {
  readonly #make: (options: PoolOptions) => Dispatcher;
  readonly #onUnasked: () => void;
  readonly #ending = new Set<Promise<unknown>>();
  #keepAlive = true;
  #vainLooks = 0;
  #pool: Dispatcher;

  /** @param onUnasked called once, at the first answer that nobody asked for */
  constructor(make: (options: PoolOptions) => Dispatcher, onUnasked: () => void) {
    this.#make = make;
    this.#onUnasked = onUnasked;
    this.#pool = this.#open();
  }

  get dispatcher(): Dispatcher {
    return this.#pool;
  }

  /**
   * Lets the connections in use come to rest, so that an answer too many is seen; other requests go over new ones. Once
   * one was seen each request has a connection of its own, and nothing is left to look for.
   * @param restMs how long an answer may still be under way
   */
  async look(restMs: number): Promise<void> {
    if (!this.#keepAlive || this.#vainLooks >= mostVainLooks) return;
    this.#vainLooks++;
    const rested = this.#replace(restMs);
    await rested;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
    await Promise.all(this.#ending);
  }

  #open(): Dispatcher {
    const factory = (origin: string | URL, options: object): Dispatcher =>
      new WatchedClient(origin, options, this.#unasked);
    return this.#make({ keepAlive: this.#keepAlive, factory });
  }

  /** Resolves after the rest; what is still under way on the old connections is waited for by `close`. */
  async #replace(restMs: number): Promise<void> {
    const old = this.#pool;
    this.#pool = this.#open();
    await sleep(restMs);
    const ending = old.close().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  readonly #unasked = (): void => {
    if (!this.#keepAlive) return;
    this.#keepAlive = false;
    void this.#replace(0);
    this.#onUnasked();
  };
}

/** One connection after the other, each with what was seen of it. */
class WatchedClient extends Client {
  #seen: ConnectionSeen = { unasked: false };

  constructor(origin: string | URL, options: Client.Options, onUnasked: () => void) {
    super(origin, options);
    this.on("connect", () => {
      this.#seen = { unasked: false };
    });
    this.on("disconnect", (_origin, _targets, error: Error) => {
      // What undici says of bytes that come while no request is under way.
      if (error.message !== "bad response") return;
      this.#seen.unasked = true;
      onUnasked();
    });
  }

  override dispatch(options: Dispatcher.DispatchOptions & Watched, handler: Dispatcher.DispatchHandler): boolean {
    options.onConnection?.(() => this.#seen);
    return super.dispatch(options, handler);
  }
}
