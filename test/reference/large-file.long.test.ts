/** A file of 192 MiB is taken, given back and packed in flat memory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startReferenceProcess } from "../../reference/spawn.ts";
import { forgetPeakMemory, peakMemoryMiB, sendLargeFile } from "./lib/large-file.ts";
import { startPostgres } from "./lib/postgres-server.ts";
import { Client } from "./service.ts";

describe("a file of 192 MiB is taken, given back and packed in flat memory", { timeout: 180_000 }, () => {
  // What the engine needs for itself differs; what a file adds must not grow with the file.
  const SIZE_MIB = 192;
  const GROWTH_MIB = 160;

  async function grows(options: Parameters<typeof startReferenceProcess>[0]): Promise<number> {
    const reference = await startReferenceProcess(options);
    onTestFinished(() => reference.close());
    const { token = "" } = await new Client(reference.baseUrl).login();
    forgetPeakMemory(reference.pid);
    const before = peakMemoryMiB(reference.pid) ?? 0;
    await sendLargeFile(reference.baseUrl, token, SIZE_MIB);
    return (peakMemoryMiB(reference.pid) ?? 0) - before;
  }

  test("on the embedded engine in a folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "reference-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(await grows({ dataDir: join(folder, "data") })).toBeLessThan(GROWTH_MIB);
  });

  test("on PostgreSQL", async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.close());
    expect(await grows({ database: postgres.url })).toBeLessThan(GROWTH_MIB);
  });
});
