/** Starts the reference with one of its faults or variants; all those of a process share a database. */
import { environments } from "../../reference/environments.ts";
import { openSharedDatabase, startReference } from "../../reference/index.ts";
import type { ExaminedService } from "./examine.ts";
import type { MatrixTarget } from "./target.ts";

const database = await openSharedDatabase();

/** @throws Error for a fault or variant that there is not */
export async function startService({ kind, id, environment = "embedded" }: MatrixTarget): Promise<ExaminedService> {
  const schemas: string[] = [];
  const sharedDatabase = {
    ...database,
    nextSchema() {
      const schema = database.nextSchema();
      schemas.push(schema);
      return schema;
    },
  };
  const drop = async (): Promise<void> => {
    for (const schema of schemas) await database.database.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  };
  try {
    const reference = await startReference({ [kind === "fault" ? "faults" : "variants"]: [id], sharedDatabase });
    return {
      baseUrl: reference.baseUrl,
      target: environments[environment],
      async close() {
        await reference.close();
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}
