import { PGlite } from "@electric-sql/pglite";
import type { Database } from "./database.ts";
import { emptyCluster } from "./empty-cluster.ts";
import { EngineStream } from "./engine-stream.ts";
import { openPool } from "./postgres-database.ts";

/**
 * PostgreSQL compiled into this process.
 * @param dataDir a folder that keeps the data; in memory without one
 * @param onClosed told once the engine has written the last of it
 */
export async function openPGlite(dataDir?: string, onClosed: () => void = () => undefined): Promise<Database> {
  const engine = new PGlite({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(await emptyCluster(dataDir)),
  });
  await engine.waitReady;
  // New log segments are made at full size but not filled with zeros, which would take 0.2 s each.
  await engine.exec("SET wal_init_zero = off");
  return openPool(
    // The engine has one session, and it is in this process.
    { user: "postgres", database: "postgres", max: 1, idleTimeoutMillis: 0, stream: () => new EngineStream(engine) },
    { keepsStatistics: false, afterEnd: () => engine.close().finally(onClosed) },
  );
}
