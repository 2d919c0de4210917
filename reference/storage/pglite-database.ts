import { PGlite } from "@electric-sql/pglite";
import type { Database, Parameter, Row, Session } from "./database.ts";
import { emptyCluster } from "./empty-cluster.ts";

/**
 * PostgreSQL compiled into this process.
 * @param dataDir a folder that keeps the data; in memory without one
 */
export async function openPGlite(dataDir?: string): Promise<Database> {
  const engine = new PGlite({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(await emptyCluster(dataDir)),
  });
  await engine.waitReady;
  return new PGliteDatabase(engine);
}

class PGliteDatabase implements Database {
  // It has no background processes.
  readonly keepsStatistics = false;
  readonly #engine: PGlite;

  constructor(engine: PGlite) {
    this.#engine = engine;
  }

  async query(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    return (await this.#engine.query<Row>(sql, [...parameters])).rows;
  }

  async script(sql: string): Promise<void> {
    await this.#engine.exec(sql);
  }

  // The engine has one connection; its own lock keeps other statements out while a transaction runs.
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#engine.transaction((inner) =>
      work({ query: async (sql, parameters = []) => (await inner.query<Row>(sql, [...parameters])).rows }),
    );
  }

  async close(): Promise<void> {
    await this.#engine.close();
  }
}
