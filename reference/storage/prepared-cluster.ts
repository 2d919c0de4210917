import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { makeFolder } from "../../spec/files/make-folder.ts";

/**
 * The options that let the embedded engine start from a cluster that was made before: unpacking one takes about 0.3 s,
 * making one takes 3 to 4 s. The first start on a machine makes it and keeps it in the user's cache folder (about 4 MB).
 * A cache that cannot be written or read only costs time.
 * @returns nothing when the folder already holds a cluster
 */
export async function preparedCluster(dataDir: string | undefined): Promise<{ loadDataDir?: Blob }> {
  if (dataDir !== undefined && existsSync(join(dataDir, "PG_VERSION"))) return {};
  const cacheFile = join(cacheFolder(), `empty-cluster-${engineVersion()}.tar.zst`);
  try {
    return { loadDataDir: new Blob([zstdDecompressSync(readFileSync(cacheFile))]) };
  } catch {
    return await makeCluster(cacheFile);
  }
}

async function makeCluster(cacheFile: string): Promise<{ loadDataDir?: Blob }> {
  const engine = new PGlite();
  await engine.waitReady;
  // What is in the files need not be done again from the log at each start.
  await engine.exec("CHECKPOINT");
  const dump = await engine.dumpDataDir("none");
  await engine.close();
  try {
    makeFolder(cacheFolder(), 0o700);
    // Written beside and renamed, so that a process starting at the same time never reads half a file.
    const draft = `${cacheFile}.${String(process.pid)}`;
    writeFileSync(draft, zstdCompressSync(Buffer.from(await dump.arrayBuffer())), { mode: 0o600 });
    renameSync(draft, cacheFile);
  } catch {
    // A read-only home: every start pays the full price.
  }
  return { loadDataDir: dump };
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
