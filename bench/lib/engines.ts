import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReferenceProcess } from "../../reference/spawn.ts";
import type { ReferenceProcess } from "../../reference/spawn.ts";
import type { Database } from "../../reference/storage/database.ts";
import { openPGlite } from "../../reference/storage/pglite-database.ts";
import { openPostgres } from "../../reference/storage/postgres-database.ts";
import { startPostgres } from "../../test/reference/lib/postgres-server.ts";

/** A database that the service can be started on, again and again. */
export interface Engine {
  readonly name: string;
  /** Only while no service runs: the embedded engine has one user. */
  open(): Promise<Database>;
  service(): Promise<ReferenceProcess>;
  close(): Promise<void>;
}

/** The engines in the forms in which they keep their data. */
export const engines: readonly (() => Promise<Engine>)[] = [embedded, server];

async function embedded(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const dataDir = join(folder, "data");
  return Promise.resolve({
    name: "PGlite in a folder",
    open: () => openPGlite({ dataDir }),
    service: () => startReferenceProcess({ dataDir }),
    close: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  });
}

async function server(): Promise<Engine> {
  // The settings of a small server: the defaults are meant for any machine.
  const postgres = await startPostgres(["-c", "shared_buffers=512MB", "-c", "max_wal_size=4GB"]);
  return {
    name: "PostgreSQL",
    open: () => Promise.resolve(openPostgres(postgres.url)),
    service: () => startReferenceProcess({ database: postgres.url }),
    close: () => postgres.close(),
  };
}
