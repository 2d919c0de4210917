import { openDataFolder } from "./data-folder.ts";
import { DatabaseKeyStore } from "./database-key-store.ts";
import { DatabaseTraceStore } from "./database-trace-store.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { referenceSteps } from "./migrations.ts";
import type { SharedDatabase, Storage, StorageOptions } from "./storage.ts";
import { openPGlite } from "./pglite-database.ts";
import { openPostgres } from "./postgres-database.ts";

const DEFAULT_SCHEMA = "trace_reference";

/** Storage in a database: one that several services share, a server, or an embedded one in a folder. */
export async function openDatabaseStorage({ database, dataDir, sharedDatabase }: StorageOptions): Promise<Storage> {
  if (sharedDatabase) return await openSchema(sharedDatabase);
  const opened = database === undefined ? await openFolder(dataDir ?? "") : openPostgres(database);
  try {
    return await inSchema(opened, DEFAULT_SCHEMA, () => opened.close());
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** It is dropped when the service stops, so that hundreds in turn need no more memory than one. */
async function openSchema(shared: SharedDatabase): Promise<Storage> {
  const schema = shared.nextSchema();
  return await inSchema(shared.database, schema, () => shared.database.script(`DROP SCHEMA ${schema} CASCADE`));
}

async function inSchema(database: Database, schema: string, close: () => Promise<void>): Promise<Storage> {
  await migrate(database, schema, referenceSteps);
  const traces = new DatabaseTraceStore(database, schema);
  await traces.contents.discardAbandoned();
  return { traces, keys: new DatabaseKeyStore(database, schema), close };
}

async function openFolder(dataDir: string): Promise<Database> {
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
