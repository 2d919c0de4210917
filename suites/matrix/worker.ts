/**
 * A process that examines the targets it is sent, one after the other, and sends back what came of each. It ends when
 * its parent lets go of it, however that happens.
 */
import { openSharedDatabase, startReference, type Reference, type SharedDatabase } from "../../reference/index.ts";
import { examine } from "./examine.ts";
import type { MatrixOptions, Outcome } from "./outcome.ts";
import type { MatrixTarget } from "./target.ts";

export interface Task extends MatrixOptions {
  readonly target: MatrixTarget;
}

process.on("disconnect", () => process.exit());
// A fault may let something escape that belongs to no request any more; what it was meant to do is seen elsewhere.
process.on("unhandledRejection", () => undefined);

const database = await openSharedDatabase();
process.on("message", (task: Task) => {
  void attempt(task).then((outcome) => process.send?.(outcome));
});
process.send?.("ready");

async function attempt({ target, ...options }: Task): Promise<Outcome> {
  const startedMs = performance.now();
  const seconds = (): number => Math.round(performance.now() - startedMs) / 1000;
  const schemas: string[] = [];
  const sharedDatabase: SharedDatabase = {
    ...database,
    nextSchema() {
      const schema = database.nextSchema();
      schemas.push(schema);
      return schema;
    },
  };
  let reference: Reference | undefined;
  try {
    reference = await startReference({
      [target.kind === "fault" ? "faults" : "variants"]: [target.id],
      sharedDatabase,
    });
    return { ...(await examine(target, reference.baseUrl, options)), seconds: seconds() };
  } catch (thrown) {
    const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    const nothing = { sightings: [], exchanges: 0, probeExchanges: 0, inconclusive: [] };
    return { ...target, ...nothing, verdict: "error", seconds: seconds(), error };
  } finally {
    await reference?.close();
    for (const schema of schemas) await database.database.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  }
}
