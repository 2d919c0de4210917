import { SetupError } from "../core/setup-error.ts";
import type { Database, Session } from "./database.ts";

/**
 * Brings a schema of a database up to date. Several processes may do it at once: the first takes the lock, the others
 * find nothing left to do. Where nothing is to be done, the right to read is enough.
 * @param steps the statements of each step, from the first on; each ends with `;` and the end of its line
 * @throws SetupError for a schema that a newer version of this program has changed
 */
export async function migrate(database: Database, schema: string, steps: readonly string[]): Promise<void> {
  await database.transaction(async (session) => {
    await session.query("SELECT pg_advisory_xact_lock(7261636501)");
    const known = await session.query("SELECT 1 FROM information_schema.schemata WHERE schema_name = $1", [schema]);
    if (known.length === 0) await session.query(`CREATE SCHEMA ${schema}`);
    await session.query(`SET LOCAL search_path TO ${schema}`);
    const done = await doneSteps(session, schema);
    if (done > steps.length)
      throw new SetupError(
        `the database has the schema ${schema} in version ${String(done)}, and this program knows ` +
          `${String(steps.length)}; use the newer version of it that made this`,
      );
    for (const [index, step] of steps.entries()) {
      if (index < done) continue;
      for (const statement of step.split(";\n")) {
        if (statement.trim() !== "") await session.query(statement);
      }
      await session.query("INSERT INTO migrations (step) VALUES ($1)", [index + 1]);
    }
  });
}

async function doneSteps(session: Session, schema: string): Promise<number> {
  const [found] = await session.query("SELECT to_regclass($1) IS NOT NULL AS is_there", [`${schema}.migrations`]);
  if (found?.["is_there"] !== true) await session.query("CREATE TABLE migrations (step integer PRIMARY KEY)");
  return (await session.query("SELECT step FROM migrations")).length;
}
