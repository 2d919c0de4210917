import { MemoryKeyStore } from "./memory-key-store.ts";
import { MemoryTraceStore } from "./memory-trace-store.ts";
import type { SharedDatabase, Storage, StorageOptions } from "./storage.ts";

/** @throws SetupError for a folder that cannot be used, DatabaseUnreachable for a database that does not answer */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { database, dataDir, sharedDatabase } = options;
  if (database === undefined && dataDir === undefined && !sharedDatabase)
    return { traces: new MemoryTraceStore(), keys: new MemoryKeyStore(), close: () => Promise.resolve() };
  // Loaded where it is wanted: an embedded PostgreSQL is large.
  const { openDatabaseStorage } = await import("./database-storage.ts");
  return await openDatabaseStorage(options);
}

/** Opens an embedded database in memory that several services can share. */
export async function openSharedDatabase(): Promise<SharedDatabase> {
  const { openPGlite } = await import("./pglite-database.ts");
  const database = await openPGlite();
  let count = 0;
  return { database, nextSchema: () => `shared_${String(++count)}`, close: () => database.close() };
}
