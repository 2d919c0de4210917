/** Connections that are disturbed on purpose: what the target sees, and what is told of it. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disturbanceOf, disturbed, type Disturbance } from "../../driver/client/disturbance.ts";
import { LargeResponses } from "../../driver/client/large-responses.ts";
import { receive } from "../../driver/client/receive.ts";
import { refuseToDisturb } from "../../suites/engine/plan/disturbable.ts";

describe("a disturbed connection", () => {
  /** Of each request: whether its connection ended before the answer was sent. */
  const seen: boolean[] = [];
  let server: Server;
  let pool: Pool;
  let origin = "";

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      response.once("close", () => seen.push(!response.writableFinished));
      setTimeout(() => response.end(JSON.stringify({ path: request.url })), 40);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    pool = new Pool(origin, { connections: 4 });
  });

  afterAll(async () => {
    await pool.destroy();
    server.close();
  });

  const ask = (disturbance: Disturbance) =>
    receive(
      disturbed(pool, disturbance),
      { origin, prefix: "" },
      { method: "GET", path: "/x", headers: {} },
      { timeoutMs: 2_000, maxResponseBytes: 1_000 },
      new LargeResponses(1_000),
      new AbortController().signal,
    );

  it.for([
    ["held back", { kind: "delay", ms: 20 }],
    ["not read for a while", { kind: "pause", ms: 20 }],
  ] as const)("is answered all the same where it is %s", async ([, disturbance]) => {
    const { status, body } = await ask(disturbance);
    expect([status, body.toString()]).toEqual([200, '{"path":"/x"}']);
  });

  it("is cut while the target is at work, which sees it", async () => {
    seen.length = 0;
    await expect(ask({ kind: "cut-after-request", ms: 15 })).rejects.toMatchObject({
      kind: "disturbed",
      answered: false,
    });
    await expect.poll(() => seen).toEqual([true]);
  });

  it("is cut in its answer, after the status line", async () => {
    await expect(ask({ kind: "cut-in-answer" })).rejects.toMatchObject({ kind: "disturbed", answered: true });
  });
});

describe("what is done to a request", () => {
  const places = Array.from({ length: 400 }, (_, index) => `script ${String(index)}`);

  it("follows from the seed and the place", () => {
    const all = (seed: number) => places.map((place) => disturbanceOf(seed, place));
    expect(all(1)).toEqual(all(1));
    expect(all(1)).not.toEqual(all(2));
  });

  it("is of each kind now and then, and nothing for a third of them or more", () => {
    const kinds = Map.groupBy(places, (place) => disturbanceOf(7, place)?.kind);
    for (const kind of ["cut-after-request", "cut-in-answer", "delay", "pause"] as const)
      expect(kinds.get(kind)?.length, kind).toBeGreaterThan(15);
    expect(kinds.get(undefined)?.length).toBeGreaterThan(120);
  });
});

describe("where connections are disturbed", () => {
  const environment = { name: "preprod", baseUrl: "https://traces.example", access: "read-write" } as const;

  it.for([
    [{ name: "production" }, "named like a production"],
    [{ baseUrl: "https://prod.traces.example" }, "named like a production"],
    [{ access: "read-only" }, "read-only"],
  ] as const)("is not %o", ([changed, words]) => {
    expect(() => refuseToDisturb({ ...environment, ...changed })).toThrow(words);
    expect(() => refuseToDisturb(environment)).not.toThrow();
  });
});
