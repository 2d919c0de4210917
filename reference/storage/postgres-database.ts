import pg from "pg";
import type { Database, Parameter, Row, Session } from "./database.ts";
import { asUnreachable } from "./unreachable.ts";

/**
 * A PostgreSQL server, or any engine that speaks its dialect and its protocol.
 * @param connectionString `postgres://user:password@host:port/database`
 * @param program what the server's list of connections calls it, and how many it may have at once
 */
export function openPostgres(
  connectionString: string,
  program: { readonly name: string; readonly connections: number } = { name: "trace-reference", connections: 16 },
): Database {
  return openPool(
    { connectionString, max: program.connections, connectionTimeoutMillis: 10_000, application_name: program.name },
    { keepsStatistics: true },
  );
}

interface Engine {
  readonly keepsStatistics: boolean;
  /** Called once the last connection has ended. */
  readonly afterEnd?: () => Promise<void>;
}

/** A database behind a pool of connections, whatever they reach. */
export function openPool(config: pg.PoolConfig, engine: Engine): Database {
  return new PostgresDatabase(new pg.Pool(config), engine);
}

class PostgresDatabase implements Database {
  readonly #pool: pg.Pool;
  readonly #engine: Engine;
  readonly #names = new Map<string, string>();

  constructor(pool: pg.Pool, engine: Engine) {
    this.#pool = pool;
    this.#engine = engine;
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on("error", () => undefined);
  }

  get keepsStatistics(): boolean {
    return this.#engine.keepsStatistics;
  }

  async query(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    const { rows } = await reaching(this.#pool.query<Row>(this.#prepared(sql, parameters)));
    return rows;
  }

  async script(sql: string): Promise<void> {
    await reaching(this.#pool.query(sql));
  }

  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await reaching(this.#pool.connect());
    let broken: Error | undefined;
    // A connection that breaks between two statements; the next one fails and says so.
    const onError = (error: Error): void => void (broken = error);
    client.on("error", onError);
    try {
      await client.query("BEGIN");
      const result = await work({
        query: async (sql, parameters = []) => (await client.query<Row>(this.#prepared(sql, parameters))).rows,
      });
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK").catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error(String(failure));
      });
      throw asUnreachable(error);
    } finally {
      client.off("error", onError);
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
    await this.#engine.afterEnd?.();
  }

  // A named statement is parsed once per connection. Searches come in as many shapes as their filters, so the names
  // are given out to the first texts only.
  #prepared(text: string, values: readonly Parameter[]): pg.QueryConfig {
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < MAX_NAMED) {
      name = `s${String(this.#names.size)}`;
      this.#names.set(text, name);
    }
    return { text, values: [...values], ...(name === undefined ? {} : { name }) };
  }
}

const MAX_NAMED = 200;

async function reaching<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asUnreachable(error);
  }
}
