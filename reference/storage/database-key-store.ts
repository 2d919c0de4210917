import type { Database } from "./database.ts";
import type { KeptKey, KeyAges, KeyStore } from "./key-store.ts";

const ADVISORY_LOCK = 7261636502;

/** Keys in one schema of a database. */
export class DatabaseKeyStore implements KeyStore {
  readonly #database: Database;
  readonly #schema: string;

  constructor(database: Database, schema: string) {
    this.#database = database;
    this.#schema = schema;
  }

  async renew({ replacedAfterS, droppedAfterS }: KeyAges, make: () => KeptKey): Promise<void> {
    await this.#database.transaction(async (session) => {
      await session.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
      const current = await session.query(
        `SELECT 1 FROM ${this.#schema}.signing_keys WHERE created_at > clock_timestamp() - make_interval(secs => $1)`,
        [replacedAfterS],
      );
      if (current.length > 0) return;
      const { keyId, privateKey } = make();
      await session.query(
        `INSERT INTO ${this.#schema}.signing_keys (key_id, private_key, created_at) VALUES ($1, $2, clock_timestamp())`,
        [keyId, privateKey],
      );
      // A key is replaced when the next one is made.
      await session.query(
        `DELETE FROM ${this.#schema}.signing_keys k WHERE EXISTS (
           SELECT 1 FROM ${this.#schema}.signing_keys next WHERE next.created_at > k.created_at
              AND next.created_at < clock_timestamp() - make_interval(secs => $1))`,
        [droppedAfterS],
      );
    });
  }

  async keys(): Promise<readonly KeptKey[]> {
    const rows = await this.#database.query(
      `SELECT key_id, private_key FROM ${this.#schema}.signing_keys ORDER BY created_at`,
    );
    return rows.map((row) => ({ keyId: String(row["key_id"]), privateKey: String(row["private_key"]) }));
  }
}
