/** A driver: one connected target, everything that runs on it, and what came of it in numbers. */
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import type { History } from "../spec/vocabulary/history.ts";
import type { Profile } from "../spec/vocabulary/profile.ts";
import type { Script } from "../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../spec/vocabulary/target.ts";
import { wrongPasswordsOf } from "./configuration/access.ts";
import { Client } from "./client/client.ts";
import type { RequestLog } from "./client/request-log.ts";
import { runSpan } from "./client/trace-context.ts";
import { judgingTargetOf, type Environment } from "./environment.ts";
import { Breaker } from "./execute/breaker.ts";
import { SearchPatience } from "./execute/search-patience.ts";
import { ByteBudget } from "./execute/byte-budget.ts";
import { HeldBytes } from "./execute/held-bytes.ts";
import { OwnTraces } from "./execute/own-traces.ts";
import { RecentWrites } from "./execute/recent-writes.ts";
import { RequestBudget } from "./execute/request-budget.ts";
import { NamedThings } from "./execute/named-things.ts";
import { Senders } from "./execute/senders.ts";
import { runScript } from "./steps/run-script.ts";
import { Seen } from "./execute/seen.ts";
import type { Connection } from "./execute/connection.ts";
import { WrongPasswords } from "./execute/wrong-passwords.ts";
import { WriteGate } from "./execute/write-gate.ts";
import { HistoryWriter } from "./history/write.ts";
import { profileOfPins } from "./pins.ts";
import { makeFirstContact } from "./tokens/first-contact.ts";
import { openTokens } from "./tokens/tokens.ts";

export interface DriverOptions {
  /** Tells the requests of this run from others, in their user agent. */
  readonly runId: string;
  /** Where histories are written, below `histories/`; absent: they are not. */
  readonly outputDir?: string;
  /** What runs, as the first line of the saved histories says it. */
  readonly recorded?: Readonly<Record<string, unknown>>;
  /** Stops new requests; those in flight get two seconds. */
  readonly signal?: AbortSignal;
  /** Bytes of all responses together; absent: `limits.maxTotalBytes`. */
  readonly maxTotalBytes?: number;
  /** Told every request once it has ended. */
  readonly log?: RequestLog | undefined;
  /** Told those that belong to no script, such as logins. */
  readonly logOwn?: RequestLog | undefined;
  /** Told each history once its script has ended. */
  readonly onHistory?: ((history: History) => void) | undefined;
  /** Requests of all scripts together, with what is sent again; absent: any number. */
  readonly maxRequests?: number | undefined;
  /** True: connections of the scripts that say so are disturbed on purpose. */
  readonly disturbs?: boolean | undefined;
  /** False: no login at once, so that a target without a working login can be looked at. Default: true. */
  readonly logIn?: boolean;
}

interface RunOptions {
  /** Default: the pins of the environment and nothing else. */
  readonly profile?: Profile;
  /** Stops this script only. */
  readonly signal?: AbortSignal;
  /** See `History.judgedOn`. */
  readonly judgedOn?: readonly string[] | undefined;
  /** See `History.again`. */
  readonly again?: string | undefined;
  /**
   * True where what was seen is to be doubted: then it is looked whether the connections give answers that nobody asked
   * for, before anything is written.
   */
  readonly isDoubted?: (history: History) => boolean;
  /** What a step waits for that is sent after the other scripts; absent: nothing runs beside this one. */
  readonly untilOthersEnded?: () => Promise<void>;
  /** True where searches need not wait for as long as they may lag, as a smaller script that fails is tried again. */
  readonly isHurried?: boolean;
}

export interface Driver {
  readonly environment: Environment;
  readonly target: JudgingTarget;
  readonly runId: string;
  /** Requests that may still be sent. */
  readonly requestsLeft: number;
  /** Requests a second that the target takes, where its refusals show it. */
  readonly learnedPerSecond: number | undefined;
  /** How often a machine before the target let nobody in for a while, and for how many milliseconds in all. */
  readonly shutOut: { readonly times: number; readonly lastedMs: number };
  /** Gives up nothing any more of what was. @returns true where the target was taken as silent */
  listenAgain(): boolean;
  /** Executes a script. Never throws for what the target does. */
  run(script: Script, options?: RunOptions): Promise<History>;
  /** Ends the connections and finishes what is written. */
  close(): Promise<void>;
}

/**
 * Connects to a target and logs the first user in.
 * @throws UnreachableError when no HTTP response can be had.
 * @throws LoginError when the configured credentials bring no token.
 */
export async function openDriver(environment: Environment, options: DriverOptions): Promise<Driver> {
  const { runId, outputDir, signal } = options;
  const { log, logOwn } = options;
  const client = new Client(environment, signal, { log, logOwn, traceId: runSpan(runId).traceId });
  const connection: Connection = {
    environment,
    runId,
    disturbs: options.disturbs ?? false,
    client,
    tokens: openTokens(client, environment),
    wrongPasswords: new WrongPasswords(wrongPasswordsOf(environment)),
    gate: new WriteGate(environment.access, environment.limits.maxTraces),
    breaker: new Breaker(environment.limits.timeoutMs),
    searchPatience: new SearchPatience(environment.limits.searchLagMs),
    requests: new RequestBudget(options.maxRequests, () => client.retries),
    writes: new RecentWrites(environment.limits.readLagMs ?? 0),
    senders: new Senders(environment.people?.length ?? 1),
    things: new NamedThings(),
    bytes: new ByteBudget(options.maxTotalBytes ?? environment.limits.maxTotalBytes),
    held: new HeldBytes(),
    traces: new Seen(environment.knownTraces),
    own: new OwnTraces(environment.knownTraces),
    cursors: new Seen(),
    digests: new Seen(),
  };
  client.onUnasked = () => connection.tokens.doubt();
  try {
    if (options.logIn !== false) await makeFirstContact(connection);
  } catch (error) {
    await client.close();
    throw error;
  }
  const writer =
    outputDir === undefined
      ? undefined
      : new HistoryWriter(historyFile(outputDir, runId), environment.secrets, {
          ...(options.recorded ? { run: () => ({ ...options.recorded, peer: client.peer ?? null }) } : {}),
        });
  const defaultProfile = profileOfPins(environment.openPoints);
  return {
    environment,
    target: judgingTargetOf(environment),
    runId,
    get requestsLeft() {
      return connection.requests.left;
    },
    get learnedPerSecond() {
      return client.learnedPerSecond;
    },
    get shutOut() {
      return client.shutOut;
    },
    listenAgain: () => connection.breaker.listenAgain(),
    async run(script, beside = {}) {
      const { profile = defaultProfile, signal: own, judgedOn, again, isDoubted, isHurried = false } = beside;
      const signals = [signal, own].filter((candidate) => candidate !== undefined);
      try {
        const ran = await runScript(connection, script, profile, {
          signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
          untilOthersEnded: beside.untilOthersEnded,
          isHurried,
        });
        const historyNow = (): History => ({
          ...ran.history(),
          ...(judgedOn ? { judgedOn } : {}),
          ...(again === undefined ? {} : { again }),
        });
        let history = historyNow();
        if (isDoubted?.(history) === true) {
          const times = history.exchanges.map(({ sentAtMs, receivedAtMs }) => receivedAtMs - sentAtMs);
          await client.look(Math.max(...times));
          history = historyNow();
        }
        options.onHistory?.(history);
        await writer?.write(history);
        return history;
      } finally {
        connection.held.release(script);
      }
    },
    async close() {
      await client.close();
      await writer?.close();
    },
  };
}

/** Where a driver of this process saves its histories. Several processes and threads may write into one folder. */
export function historyFile(outputDir: string, runId: string): string {
  const writer = `${runId}-${String(process.pid)}-${String(threadId)}`.replace(/[^\w.-]/g, "_");
  return join(outputDir, "histories", `${writer}.ndjson.zst`);
}
