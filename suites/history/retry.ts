/** Work on a database that others use, too: what only came at a bad moment is tried again, for a while. */
import { setTimeout as wait } from "node:timers/promises";

/**
 * PostgreSQL's codes for work that succeeds when it is done again: serialization, deadlock, too many connections, and a
 * server that starts or stops. A connection that was lost may have been lost behind the commit; the run is then there,
 * and adding it again finds it.
 */
const passing = /^(?:40001|40P01|53300|57P0[1-3]|08\w{3}|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const maxAttempts = 10;
const maxPauseMs = 4_000;

/** Does the work, and again where what failed passes by itself: about 20 s in all. */
export async function patiently<T>(work: () => Promise<T>, pause: (ms: number) => Promise<unknown> = wait): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= maxAttempts || !codesOf(error).some((code) => passing.test(code))) throw error;
      // Writers that met each other once must not meet again.
      const most = Math.min(maxPauseMs, 50 * 2 ** attempt);
      await pause(most / 2 + (Math.random() * most) / 2);
    }
  }
}

/** The codes of an error and of what caused it. */
function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as Error & { code?: unknown };
  return [...(typeof code === "string" ? [code] : []), ...codesOf(error.cause)];
}
