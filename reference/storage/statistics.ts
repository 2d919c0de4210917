import type { Database } from "./database.ts";

// A few hundred traces are read through in no time.
const FIRST_AFTER = 256;

/**
 * Keeps the planner's statistics fresh where the engine does not do so itself. Without them it takes a workflow for a
 * handful of traces, and searches read through all of it instead of going by the index of contents.
 */
export class Statistics {
  readonly #database: Database;
  readonly #tables: readonly string[];
  #written = 0;
  #nextAt = FIRST_AFTER;

  constructor(database: Database, tables: readonly string[]) {
    this.#database = database;
    this.#tables = tables;
  }

  /** Counts one write; each time their number has doubled, the statistics are made anew. */
  wrote(): void {
    if (this.#database.keepsStatistics || ++this.#written < this.#nextAt) return;
    this.#nextAt *= 2;
    // Old statistics cost time, nothing else; and the service may be stopping.
    this.#database.script(this.#tables.map((table) => `ANALYZE ${table}`).join("; ")).catch(() => undefined);
  }
}
