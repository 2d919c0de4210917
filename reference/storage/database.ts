/** One row of a result; columns by name. */
export type Row = Record<string, unknown>;

/** A parameter of a statement. JSON goes as text, so that both engines take it alike. */
export type Parameter = string | number | boolean | null | Buffer | Date | string[];

/** Runs one statement. */
export interface Session {
  query(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>;
}

/**
 * The little that the store needs of a PostgreSQL dialect. The same SQL runs on the embedded engine and on a server,
 * so nothing here names either.
 */
export interface Database extends Session {
  /** Whether the engine keeps the statistics of its planner fresh by itself. */
  readonly keepsStatistics: boolean;
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>;
  /** Commits when `work` returns, rolls back when it throws, and passes the error on. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
