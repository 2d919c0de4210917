/** A driver: one connected target, everything that runs on it, and what came of it in numbers. */
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import type { Exchange, History } from "../spec/vocabulary/history.ts";
import type { Profile } from "../spec/vocabulary/profile.ts";
import type { Script } from "../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../spec/vocabulary/target.ts";
import { Client } from "./client/client.ts";
import { judgingTargetOf, type Environment } from "./environment.ts";
import { Breaker } from "./execute/breaker.ts";
import { runScript } from "./execute/run.ts";
import { Seen } from "./execute/seen.ts";
import type { Session } from "./execute/session.ts";
import { WriteGate } from "./execute/write-gate.ts";
import { HistoryWriter } from "./history/write.ts";
import { profileOfPins } from "./pins.ts";
import { StatsCounter, type DriverStats } from "./stats.ts";
import { Tokens } from "./tokens/tokens.ts";
import { probeReachability } from "./tokens/reach.ts";

export interface DriverOptions {
  /** Marks everything that this run creates; see `runMark`. */
  readonly runId: string;
  /** Where histories are written, below `histories/`; absent: they are not. */
  readonly outputDir?: string;
  /** Stops new requests; those in flight get two seconds. */
  readonly signal?: AbortSignal;
  /** False: no login at once, so that a target without a working login can be looked at. Default: true. */
  readonly logIn?: boolean;
}

export interface RunOptions {
  /** Default: the pins of the environment and nothing else. */
  readonly profile?: Profile;
  /** Stops this script only. */
  readonly signal?: AbortSignal;
}

export interface Driver {
  readonly environment: Environment;
  readonly target: JudgingTarget;
  readonly runId: string;
  /** A snapshot at the time of asking. */
  readonly stats: DriverStats;
  /** Executes a script. Never throws for what the target does. */
  run(script: Script, options?: RunOptions): Promise<History>;
  /** Calls the listener with every exchange that is complete; returns how to stop it. */
  onExchange(listener: (exchange: Exchange) => void): () => void;
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
  const client = new Client(environment, signal);
  const session: Session = {
    environment,
    runId,
    client,
    tokens: new Tokens(client, environment),
    gate: new WriteGate(environment.access, environment.limits.maxTraces),
    breaker: new Breaker(environment.limits.timeoutMs),
    stats: new StatsCounter(),
    traces: new Seen(environment.knownTraces),
    cursors: new Seen(),
    digests: new Seen(),
    listeners: new Set(),
  };
  try {
    if (options.logIn !== false) await probeReachability(session);
  } catch (error) {
    await client.close();
    throw error;
  }
  const writer =
    outputDir === undefined ? undefined : new HistoryWriter(historyFile(outputDir, runId), environment.secrets);
  const defaultProfile = profileOfPins(environment.openPoints);
  return {
    environment,
    target: judgingTargetOf(environment),
    runId,
    get stats() {
      return session.stats.snapshot(client.retries);
    },
    async run(script, { profile = defaultProfile, signal: own } = {}) {
      const signals = [signal, own].filter((candidate) => candidate !== undefined);
      const history = await runScript(
        session,
        script,
        profile,
        signals.length > 1 ? AbortSignal.any(signals) : signals[0],
      );
      await writer?.write(history);
      return history;
    },
    onExchange(listener) {
      session.listeners.add(listener);
      return () => session.listeners.delete(listener);
    },
    async close() {
      await client.close();
      await writer?.close();
    },
  };
}

/** Several processes and threads may write into one folder. */
function historyFile(outputDir: string, runId: string): string {
  const writer = `${runId}-${String(process.pid)}-${String(threadId)}`.replace(/[^\w.-]/g, "_");
  return join(outputDir, "histories", `${writer}.ndjson`);
}
