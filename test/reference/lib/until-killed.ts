import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { textFile } from "../service.ts";
import type { Client } from "../service.ts";

/** What a service said before it was killed. */
export interface Answered {
  /** The trace to which all workers appended. */
  readonly shared: string;
  /** Every trace whose creation was answered. */
  readonly created: readonly string[];
  /** Actions on the shared trace that were answered. */
  readonly appended: number;
}

const WORKERS = 4;

/** Creates, uploads and appends through several connections, and has the service killed meanwhile. */
export async function writeUntilKilled(client: Client, kill: () => void): Promise<Answered> {
  const shared = await client.create({ n: 0 });
  const created: string[] = [shared];
  let appended = 0;
  const load = Array.from({ length: WORKERS }, async (_, worker) => {
    for (let n = 0; ; n++) {
      // One worker's files are large enough to be staged in chunks before their action.
      const file = textFile("f", `${String(worker)}-${String(n)} `.repeat(worker === 0 ? 60_000 : 10));
      created.push(await client.create({ worker, n }, [file]));
      const answer = await client.action("legacy", shared, { data: { [`w${String(worker)}`]: n } });
      if (answer.status !== 200) throw new Error(`append: ${String(answer.status)}`);
      appended++;
    }
  });
  const broken = Promise.allSettled(load);
  await wait(1500);
  kill();
  await broken;
  expect(appended).toBeGreaterThan(10);
  return { shared, created, appended };
}

/** Everything that was answered is there, and nothing is there by half. */
export async function expectNothingHalfDone(client: Client, answered: Answered): Promise<void> {
  const { totalCount } = await client.details(answered.shared);
  expect(totalCount).toBeGreaterThanOrEqual(answered.appended + 1);
  expect(totalCount).toBeLessThanOrEqual(answered.appended + 1 + WORKERS);
  const found = (await client.post("/trace/search/2041", { filters: {} })).json as string[];
  expect(found).toEqual(expect.arrayContaining([...answered.created]));
  for (const id of found) {
    const { links } = await client.details(id);
    expect(links.length).toBeGreaterThan(0);
    for (const { digest } of links.flatMap(({ files }) => files)) {
      expect((await client.get(`/v2/traces/${id}/file/${digest}`)).status).toBe(200);
    }
  }
  expect((await client.action("v2", answered.shared, { data: { after: true } })).status).toBe(200);
}
