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
import type { Database } from "./storage/database.ts";
import { openDataFolder } from "./storage/data-folder.ts";
import { migrate } from "./storage/migrate.ts";
import { referenceSteps } from "./storage/migrations.ts";
import { openPGlite } from "./storage/pglite-database.ts";
import { openPostgres } from "./storage/postgres-database.ts";
import { DatabaseUnreachable } from "./storage/unreachable.ts";
import { TraceStore } from "./storage/trace-store.ts";
import type { Variant } from "./variants/variant.ts";

/** How to run the reference service. */
export interface ReferenceOptions extends ServerOptions {
  /** 0 or absent: any free port. */
  port?: number;
  /** The address to listen on; 127.0.0.1 unless said. */
  host?: string;
  /** `postgres://…` for a server; absent for the embedded engine. */
  database?: string;
  /** A folder in which the embedded engine keeps its data; absent: in memory. */
  dataDir?: string;
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
  /** A database opened by `openSharedDatabase`; each service that uses it gets a schema of its own. */
  sharedDatabase?: SharedDatabase;
}

/** A running service. */
export interface Reference {
  readonly baseUrl: string;
  /** Answers what is under way, for a while, then stops. */
  close(): Promise<void>;
}

/** A database for several services in one process: starting one more then costs milliseconds, not half a second. */
export interface SharedDatabase {
  readonly database: Database;
  /** A schema name that no other service of this database has. */
  nextSchema(): string;
  close(): Promise<void>;
}

const DEFAULT_KEY_ROTATION_S = 30 * 24 * 3600;
const STOP_WITHIN_MS = 30_000;
const BUILT_IN_SEED = new URL("./seed/default.yaml", import.meta.url);
const DEFAULT_SCHEMA = "trace_reference";

/** Opens an embedded database in memory that several services can share. */
export async function openSharedDatabase(): Promise<SharedDatabase> {
  const database = await openPGlite();
  let count = 0;
  return { database, nextSchema: () => `${DEFAULT_SCHEMA}_${String(++count)}`, close: () => database.close() };
}

/**
 * Starts the reference service in this process. Several may run at once; they share nothing.
 * @throws SetupError for an unknown fault or variant, a seed file that cannot be used, a port that is taken, a database
 *   that does not answer, a data folder that another process has, well-known users where others than this machine reach it
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const { sharedDatabase } = options;
  // While the engine is compiled, which other threads do, the rest is made ready.
  const inMemory = isInMemory(options) ? openInMemory() : undefined;
  // What is wrong with the rest is told first.
  inMemory?.catch(() => undefined);
  const host = options.host ?? "127.0.0.1";
  let database: Database | undefined;
  try {
    const install = await entriesOf(options);
    const seed = readSeed(options.seedFile ?? BUILT_IN_SEED);
    await refuseWellKnown(seed, readSeed(BUILT_IN_SEED), host);
    const opened = sharedDatabase?.database ?? (await (inMemory ?? openDatabase(options)));
    database = opened;
    const schema = sharedDatabase?.nextSchema() ?? DEFAULT_SCHEMA;
    await migrate(database, schema, referenceSteps);
    const store = new TraceStore(database, schema);
    const policy = honestPolicy();
    Object.assign(policy.limits, options.limits);
    const tokenLifetimeS = options.tokenLifetimeS ?? 3600;
    const keys = new SigningKeys(database, schema, {
      rotationS: options.keyRotationS ?? DEFAULT_KEY_ROTATION_S,
      verifiesS: () => Math.max(tokenLifetimeS, policy.token.lifetimeS ?? 0),
    });
    const tokens = new TokenService(keys, tokenLifetimeS);
    const [directory] = await Promise.all([Directory.from(seed), keys.signing(), store.contents.discardAbandoned()]);
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
        // A service on a shared database takes its schema with it, so that hundreds in turn need no more memory than one.
        if (sharedDatabase === undefined) await opened.close();
        else await opened.script(`DROP SCHEMA ${schema} CASCADE`);
      },
    };
  } catch (error) {
    database ??= await inMemory?.catch(() => undefined);
    if (sharedDatabase === undefined) await database?.close();
    throw error instanceof DatabaseUnreachable ? new SetupError(error.message, { cause: error }) : error;
  }
}

function isInMemory({ sharedDatabase, database, dataDir }: ReferenceOptions): boolean {
  return sharedDatabase === undefined && database === undefined && dataDir === undefined;
}

function openInMemory(): Promise<Database> {
  return openPGlite({
    prepared: {
      key: [DEFAULT_SCHEMA, ...referenceSteps].join("\n"),
      by: (fresh) => migrate(fresh, DEFAULT_SCHEMA, referenceSteps),
    },
  });
}

async function openDatabase({ database, dataDir }: ReferenceOptions): Promise<Database> {
  if (database !== undefined) return openPostgres(database);
  if (dataDir === undefined) return openInMemory();
  const folder = openDataFolder(dataDir);
  try {
    const opened = await openPGlite({ dataDir, onClosed: () => folder.close() });
    folder.makePrivate();
    return opened;
  } catch (error) {
    folder.close();
    throw error;
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
