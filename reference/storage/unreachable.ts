/** The database does not answer, or not now; the request may be sent again. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
}

// Of the network, and of PostgreSQL: shutting down (57P0x), too many connections (53300), connection lost (08xxx).
const CODES = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|57P0[1-3]|53300|08\w{3})$/;
const MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

/** The error as one of this kind if it means that the database is away; otherwise the error itself. */
export function asUnreachable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as Error & { code?: unknown };
  const away = (typeof code === "string" && CODES.test(code)) || MESSAGES.test(error.message);
  if (!away) return error;
  const cause = error instanceof AggregateError ? String(error.errors[0]) : error.message;
  return new DatabaseUnreachable(`the database does not answer: ${cause}`, { cause: error });
}
