import type { AddressInfo } from "node:net";
import { honestHooks } from "./hooks/honest-hooks.ts";
import type { Context, Hooks } from "./hooks/hooks.ts";
import { SetupError } from "./core/setup-error.ts";
import type { Fault } from "./faults/fault.ts";
import { buildServer } from "./http/server.ts";
import type { ServerOptions } from "./http/server.ts";
import { Directory } from "./identity/directory.ts";
import { LoginThrottle } from "./identity/login-throttle.ts";
import { readSeed } from "./identity/seed.ts";
import { SigningKeys } from "./identity/signing-keys.ts";
import { TokenService } from "./identity/tokens.ts";
import { refuseWellKnown } from "./identity/well-known.ts";
import type { LimitPolicy } from "./policy/limits.ts";
import { honestPolicy } from "./policy/policy.ts";
import { openStorage } from "./storage/open-storage.ts";
import type { Storage, StorageOptions } from "./storage/storage.ts";
import { DatabaseUnreachable } from "./storage/unreachable.ts";
import type { Variant } from "./variants/variant.ts";

export { openSharedDatabase } from "./storage/open-storage.ts";
export type { SharedDatabase } from "./storage/storage.ts";

/** How to run the reference service. */
export interface ReferenceOptions extends ServerOptions, StorageOptions {
  /** 0 or absent: any free port. */
  port?: number;
  /** The address to listen on; 127.0.0.1 unless said. */
  host?: string;
  /** YAML; `seed/default.yaml` unless said. */
  seedFile?: string;
  /** Ids of seeded faults to switch on. */
  faults?: string[];
  /** Ids of variants to switch on. */
  variants?: string[];
  /** In seconds; an hour unless said. */
  tokenLifetimeS?: number;
  /** How long a key signs tokens before a new one takes its place, in seconds; 30 days unless said. */
  keyRotationS?: number;
  /** Sizes beyond which requests are refused; those of `defaultLimits` unless said. */
  limits?: Partial<LimitPolicy>;
  /** How long a stopping service waits for what is under way, in milliseconds; 30 s unless said. */
  stopWithinMs?: number;
}

/** A running service. */
export interface Reference {
  readonly baseUrl: string;
  /** Answers what is under way, for a while, then stops. */
  close(): Promise<void>;
}

const DEFAULT_KEY_ROTATION_S = 30 * 24 * 3600;
const STOP_WITHIN_MS = 30_000;
const BUILT_IN_SEED = new URL("./seed/default.yaml", import.meta.url);

/**
 * Starts the reference service in this process. Several may run at once; they share nothing.
 * @throws SetupError for an unknown fault or variant, a seed file that cannot be used, a port that is taken, a database
 *   that does not answer, a data folder that another process has, well-known users where others than this machine reach it
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const host = options.host ?? "127.0.0.1";
  let storage: Storage | undefined;
  try {
    const install = await entriesOf(options);
    const seed = readSeed(options.seedFile ?? BUILT_IN_SEED);
    await refuseWellKnown(seed, readSeed(BUILT_IN_SEED), host);
    const opened = (storage = await openStorage(options));
    const store = opened.traces;
    const policy = honestPolicy();
    Object.assign(policy.limits, options.limits);
    const tokenLifetimeS = options.tokenLifetimeS ?? 3600;
    const keys = new SigningKeys(opened.keys, {
      rotationS: options.keyRotationS ?? DEFAULT_KEY_ROTATION_S,
      verifiesS: () => Math.max(tokenLifetimeS, policy.token.lifetimeS ?? 0),
    });
    const tokens = new TokenService(keys, tokenLifetimeS);
    const [directory] = await Promise.all([Directory.from(seed), keys.signing()]);
    const functions = honestHooks(policy, store, directory, tokens);
    const hooks: Hooks = {
      policy,
      store,
      directory,
      tokens,
      around: (name, wrap) => {
        functions[name] = wrap(functions[name]);
      },
    };
    for (const entry of install) entry.install(hooks);

    const context: Context = {
      policy,
      hooks: functions,
      store,
      directory,
      tokens,
      logins: new LoginThrottle(),
      timers: new Set(),
    };
    const server = await buildServer(context, options);
    await server.listen({ port: options.port ?? 0, host }).catch((error: unknown) => {
      const isTaken = (error as NodeJS.ErrnoException | undefined)?.code === "EADDRINUSE";
      const remedy = isTaken ? "; end what listens there, or choose another port" : "";
      const said = error instanceof Error ? error.message : String(error);
      throw new SetupError(`cannot listen on ${host}: ${said}${remedy}`);
    });
    const { port } = server.server.address() as AddressInfo;
    return {
      baseUrl: `http://${host.includes(":") ? `[${host}]` : host}:${String(port)}`,
      async close() {
        for (const timer of context.timers) clearTimeout(timer);
        // A client that never comes to an end must not keep the service from it.
        const patience = setTimeout(() => server.server.closeAllConnections(), options.stopWithinMs ?? STOP_WITHIN_MS);
        await server.close();
        clearTimeout(patience);
        await opened.close();
      },
    };
  } catch (error) {
    await storage?.close();
    throw error instanceof DatabaseUnreachable ? new SetupError(error.message, { cause: error }) : error;
  }
}

/** Most services have none, and need not wait until all that there are have been loaded. */
async function entriesOf(options: ReferenceOptions): Promise<(Fault | Variant)[]> {
  const entries: (Fault | Variant)[] = [];
  if (options.faults?.length)
    entries.push(...pick(options.faults, (await import("./faults/index.ts")).faults, "fault"));
  if (options.variants?.length)
    entries.push(...pick(options.variants, (await import("./variants/index.ts")).variants, "variant"));
  return entries;
}

function pick<T extends Fault | Variant>(ids: readonly string[], known: readonly T[], kind: string): T[] {
  return ids.map((id) => {
    const entry = known.find((candidate) => candidate.id === id);
    if (entry === undefined) throw new SetupError(`no ${kind} "${id}"; known are ${known.map((e) => e.id).join(", ")}`);
    return entry;
  });
}
