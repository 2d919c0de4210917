/** Opens the store of the history: a folder with the embedded engine, or a PostgreSQL server. */
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../reference/storage/database.ts";
import { migrate } from "../../reference/storage/migrate.ts";
import { openPGlite } from "../../reference/storage/pglite-database.ts";
import { openPostgres } from "../../reference/storage/postgres-database.ts";
import { makeFolder, whyNoFolder } from "../../spec/files/make-folder.ts";
import { giveLockBack, takeLock } from "../../spec/files/process-lock.ts";
import { UsageError } from "../usage-error.ts";
import { historySteps } from "./migrations.ts";
import { patiently } from "./retry.ts";
import { HistoryStore, historySchema } from "./store.ts";
import { isAddress, refused } from "./store-name.ts";

const lockName = ".trace-history.lock";
const purpose = "history of runs";
const databaseName = "database";
/** A database that is not whole yet: one that was killed while it was made leaves nothing that looks like one. */
const unfinishedName = "database.new";

interface OpenOptions {
  readonly cwd: string;
  /** True where a store that is not there yet is made. */
  readonly create: boolean;
  /** How long to wait for a folder that another process has. */
  readonly patienceMs?: number;
}

/**
 * Opens a store and brings its schema up to date. Who calls closes it.
 * @param named a folder, or `postgres://…`
 * @throws UsageError for a store that cannot be used; the message shows no password
 */
export async function openStore(named: string, options: OpenOptions): Promise<HistoryStore> {
  if (isAddress(named)) return await openServer(named);
  return await openFolder(resolve(options.cwd, named), named, options);
}

async function openServer(address: string): Promise<HistoryStore> {
  const database = openPostgres(address, { name: "trace-history", connections: 2 });
  try {
    await patiently(() => migrate(database, historySchema, historySteps));
    return new HistoryStore(database);
  } catch (error) {
    await database.close().catch(() => undefined);
    throw refused(address, error);
  }
}

async function openFolder(
  folder: string,
  shown: string,
  { create, patienceMs = 120_000 }: OpenOptions,
): Promise<HistoryStore> {
  const lock = join(folder, lockName);
  if (!create && !existsSync(join(folder, databaseName)))
    throw new UsageError(
      `--store ${shown}: wanted a folder that "history add" has made; it holds no history. Add a run first, or name another.`,
    );
  try {
    makeStoreFolder(folder, shown);
    const foreign = readdirSync(folder).filter((name) => !isOurs(name));
    if (foreign.length > 0)
      throw new UsageError(
        `--store ${shown}: it holds something else (${foreign.slice(0, 3).join(", ")}); name an empty folder.`,
      );
    await lockPatiently(lock, shown, patienceMs);
  } catch (error) {
    throw refused(shown, error);
  }
  try {
    const database = await openDatabase(folder);
    return new HistoryStore(database, () => giveLockBack(lock, purpose));
  } catch (error) {
    giveLockBack(lock, purpose);
    throw refused(shown, error);
  }
}

function makeStoreFolder(folder: string, shown: string): void {
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    const why = whyNoFolder(error);
    if (why === undefined) throw error;
    throw new UsageError(`--store ${shown} cannot be made: ${why}; name another.`, { cause: error });
  }
}

/** The engine is one process's: the others wait for their turn. */
async function lockPatiently(lock: string, shown: string, patienceMs: number): Promise<void> {
  for (let waitedMs = 0; ;) {
    const other = takeLock(lock, purpose);
    if (!other) return;
    if (waitedMs >= patienceMs)
      throw new UsageError(
        `--store ${shown} is in use by process ${String(other.processId)}, for longer than ${String(patienceMs / 1000)} s; ` +
          "stop that one, or give many writers one PostgreSQL: --store postgres://…",
      );
    const pauseMs = 50 + Math.random() * 100;
    await wait(pauseMs);
    waitedMs += pauseMs;
  }
}

async function openDatabase(folder: string): Promise<Database> {
  const [whole, unfinished] = [join(folder, databaseName), join(folder, unfinishedName)];
  if (!existsSync(whole)) {
    rmSync(unfinished, { recursive: true, force: true });
    const fresh = await openPGlite({ dataDir: unfinished });
    await migrate(fresh, historySchema, historySteps).finally(() => fresh.close());
    renameSync(unfinished, whole);
  }
  const database = await openPGlite({ dataDir: whole });
  try {
    await migrate(database, historySchema, historySteps);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function isOurs(name: string): boolean {
  return name.startsWith(lockName) || name === databaseName || name === unfinishedName;
}
