import { PGlite } from "@electric-sql/pglite";
import type { Database } from "./database.ts";
import { EngineStream } from "./engine-stream.ts";
import { openPool } from "./postgres-database.ts";
import { preparedCluster } from "./prepared-cluster.ts";

interface EngineOptions {
  /** A folder that keeps the data; in memory without one. */
  readonly dataDir?: string;
  /** Told once the engine has written the last of it. */
  readonly onClosed?: () => void;
}

/** PostgreSQL compiled into this process. */
export async function openPGlite({ dataDir, onClosed }: EngineOptions = {}): Promise<Database> {
  const engine = new PGlite({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(await preparedCluster(dataDir)),
  });
  await engine.waitReady;
  // New log segments are made at full size but not filled with zeros, which would take 0.2 s each.
  await engine.exec("SET wal_init_zero = off");
  return sessionOf(engine, () => engine.close().finally(onClosed));
}

/** The engine has one session, and it is in this process. */
function sessionOf(engine: PGlite, afterEnd: () => Promise<void>): Database {
  return openPool(
    { user: "postgres", database: "postgres", max: 1, idleTimeoutMillis: 0, stream: () => new EngineStream(engine) },
    { keepsStatistics: false, afterEnd },
  );
}
