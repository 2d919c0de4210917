import type { Database } from "./database.ts";
import type { KeyStore } from "./key-store.ts";
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
