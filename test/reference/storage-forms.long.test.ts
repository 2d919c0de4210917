/** The whole suite on the reference service in every form of its storage, fresh and after a kill. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { embeddedEnvironment } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { startReferenceProcess } from "../../reference/spawn.ts";
import type { ReferenceProcess } from "../../reference/spawn.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { startPostgres } from "./lib/postgres-server.ts";
import type { PostgresServer } from "./lib/postgres-server.ts";
import { roundRobin } from "./lib/round-robin.ts";
import { expectNothingHalfDone, writeUntilKilled } from "./lib/until-killed.ts";
import { Client } from "./service.ts";

type Options = Parameters<typeof startReferenceProcess>[0];

/** A process that is closed after the test. */
async function service(options: Options): Promise<ReferenceProcess> {
  const started = await startReferenceProcess(options);
  onTestFinished(() => started.close());
  return started;
}

async function expectConformant(baseUrl: string): Promise<void> {
  const environment = embeddedEnvironment(baseUrl, embeddedTarget, { limits: { searchLagMs: 2_000 } });
  const { verdict, requirements } = await runSuite(environment, { depth: "standard" });
  const unmet = requirements.filter(({ status }) => ["failed", "warned", "inconclusive", "error"].includes(status));
  expect(unmet.map(({ id, status, failures }) => ({ id, status, message: failures?.[0]?.message }))).toEqual([]);
  expect(verdict).toBe("conformant");
}

/** Has the service killed under load, and gives the one started in its place. */
async function killed(options: Options): Promise<ReferenceProcess> {
  const first = await service(options);
  const client = await new Client(first.baseUrl).login();
  const answered = await writeUntilKilled(client, () => process.kill(first.pid, "SIGKILL"));
  const second = await service(options);
  // The token still holds: the signing keys are kept with the data.
  await expectNothingHalfDone(new Client(second.baseUrl, client.token), answered);
  return second;
}

describe("the embedded engine", { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "reference-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("in memory is conformant", async () => {
    await expectConformant((await service({})).baseUrl);
  });

  test("in a folder keeps what was answered over kill -9, and is conformant on the same data", async () => {
    await expectConformant((await killed({ dataDir: join(folder, "data") })).baseUrl);
  });
});

describe("PostgreSQL", { timeout: 180_000 }, () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres.close());

  test("with one process keeps what was answered over kill -9, and is conformant on the same data", async () => {
    await expectConformant((await killed({ database: postgres.url })).baseUrl);
  });

  test("with three processes behind one address is conformant", async () => {
    const services = await Promise.all([0, 1, 2].map(() => service({ database: postgres.url })));
    const front = await roundRobin(services.map(({ baseUrl }) => baseUrl));
    onTestFinished(() => front.close());
    await expectConformant(front.baseUrl);
    for (const requests of front.handed) expect(requests).toBeGreaterThan(500);
  });
});
