import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { startReferenceProcess } from "../../reference/spawn.ts";
import { Client, textFile } from "./service.ts";

const folder = mkdtempSync(join(tmpdir(), "reference-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("a process ends when it is closed", async () => {
  const reference = await startReferenceProcess();
  expect(isAlive(reference.pid)).toBe(true);
  await reference.close();
  expect(isAlive(reference.pid)).toBe(false);
}, 30_000);

test("a process that cannot start says why", async () => {
  await expect(startReferenceProcess({ faults: ["no-such-fault"] })).rejects.toThrow(
    /no fault "no-such-fault"; known are/,
  );
}, 30_000);

test("what was answered survives kill -9, and nothing is left half done", async () => {
  const first = await startReferenceProcess({ dataDir: join(folder, "data") });
  const client = await new Client(first.baseUrl).login();
  const traceId = await client.create({ n: 0 });
  const answered: string[] = [traceId];
  let appended = 0;
  const load = [0, 1, 2, 3].map(async (worker) => {
    for (let n = 0; ; n++) {
      const file = textFile("f", `${String(worker)}-${String(n)} `.repeat(worker === 0 ? 60_000 : 10));
      const created = await client.action("v2", undefined, { data: { worker, n } }, [file]);
      answered.push((created.json as { data: string }).data);
      await client.action("legacy", traceId, { data: { [`w${String(worker)}`]: n } });
      appended++;
    }
  });
  const broken = Promise.allSettled(load);
  await wait(1500);
  process.kill(first.pid, "SIGKILL");
  await broken;
  expect(appended).toBeGreaterThan(10);

  const second = await startReferenceProcess({ dataDir: join(folder, "data") });
  try {
    // The token still holds: the signing keys are kept with the data.
    const again = new Client(second.baseUrl, client.token);
    const { totalCount } = await again.details(traceId);
    expect(totalCount).toBeGreaterThanOrEqual(appended + 1);
    expect(totalCount).toBeLessThanOrEqual(appended + 1 + load.length);
    const found = (await again.post("/trace/search/2041", { filters: {} })).json as string[];
    expect(found).toEqual(expect.arrayContaining(answered));
    for (const id of found) {
      const { links } = await again.details(id);
      expect(links.length).toBeGreaterThan(0);
      for (const { digest } of links.flatMap(({ files }) => files)) {
        expect((await again.get(`/v2/traces/${id}/file/${digest}`)).status).toBe(200);
      }
    }
    expect((await again.action("v2", traceId, { data: { after: true } })).status).toBe(200);
  } finally {
    await second.close();
  }
}, 60_000);
