import type { Database } from "./database.ts";
import { MemoryKeyStore, type KeyStore } from "./key-store.ts";
import { MemoryTraceStore } from "./memory-trace-store.ts";
import type { TraceStore } from "./trace-store.ts";

/** All that a service keeps. */
export interface Storage {
  readonly traces: TraceStore;
  readonly keys: KeyStore;
  close(): Promise<void>;
}

/** Where a service keeps its data; in the memory of its process where nothing is said. */
export interface StorageOptions {
  /** `postgres://…` for a server. */
  readonly database?: string;
  /** A folder in which an embedded PostgreSQL keeps them. */
  readonly dataDir?: string;
  /** A database opened by `openSharedDatabase`; each service that uses it gets a schema of its own. */
  readonly sharedDatabase?: SharedDatabase;
}

/** An embedded database for several services in one process. */
export interface SharedDatabase {
  readonly database: Database;
  /** A schema name that no other service of this database has. */
  nextSchema(): string;
  close(): Promise<void>;
}

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
