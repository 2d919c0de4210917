import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";

/** What a new database is to hold from the beginning. */
export interface Preparation<Target> {
  /** Told apart by this: a text that changes whenever what is prepared does. */
  readonly key: string;
  by(fresh: Target): Promise<void>;
}

/**
 * The options that let the embedded engine start from a cluster that was prepared before: unpacking one takes about
 * 0.3 s, making one takes 3 to 4 s. The first start on a machine makes it and keeps it in the user's cache folder
 * (about 4 MB). A cache that cannot be written or read only costs time.
 * @returns nothing when the folder already holds a cluster
 */
export async function preparedCluster(
  dataDir: string | undefined,
  preparation?: Preparation<PGlite>,
): Promise<{ loadDataDir?: Blob }> {
  if (dataDir !== undefined && existsSync(join(dataDir, "PG_VERSION"))) return {};
  const what = preparation === undefined ? "empty" : `small-${hash("sha256", preparation.key).slice(0, 16)}`;
  const cacheFile = join(cacheFolder(), `${what}-cluster-${engineVersion()}.tar.zst`);
  try {
    return { loadDataDir: new Blob([zstdDecompressSync(readFileSync(cacheFile))]) };
  } catch {
    return await makeCluster(cacheFile, preparation);
  }
}

async function makeCluster(cacheFile: string, preparation?: Preparation<PGlite>): Promise<{ loadDataDir?: Blob }> {
  const engine = new PGlite(preparation === undefined ? {} : await preparedCluster(undefined));
  await engine.waitReady;
  await preparation?.by(engine);
  // No database is ever made from the templates, which are two thirds of what would be unpacked at each start.
  if (preparation !== undefined) await dropTemplates(engine);
  // What is in the files need not be done again from the log at each start.
  await engine.exec("CHECKPOINT");
  const dump = await engine.dumpDataDir("none");
  await engine.close();
  try {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
    // Written beside and renamed, so that a process starting at the same time never reads half a file.
    const draft = `${cacheFile}.${String(process.pid)}`;
    writeFileSync(draft, zstdCompressSync(Buffer.from(await dump.arrayBuffer())), { mode: 0o600 });
    renameSync(draft, cacheFile);
  } catch {
    // A read-only home: every start pays the full price.
  }
  return { loadDataDir: dump };
}

async function dropTemplates(engine: PGlite): Promise<void> {
  await engine.exec("UPDATE pg_database SET datistemplate = false");
  for (const name of ["template0", "template1"]) await engine.exec(`DROP DATABASE IF EXISTS ${name}`);
}

function cacheFolder(): string {
  return join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "trace-conformance");
}

function engineVersion(): string {
  const require = createRequire(import.meta.url);
  try {
    const manifest: unknown = JSON.parse(
      readFileSync(join(require.resolve("@electric-sql/pglite"), "../../package.json"), "utf8"),
    );
    return String((manifest as { version?: unknown }).version);
  } catch {
    return "unknown";
  }
}
