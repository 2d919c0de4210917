/** An action of a trace that is busy for the moment: it is waited for where the target says when to come back. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Client } from "../../driver/client/client.ts";
import type { Limits } from "../../driver/index.ts";
import { service, type Behaviour } from "./lib/service.ts";
import {
  driverOf,
  environmentAt,
  json,
  script,
  startTarget,
  traceId,
  type Handler,
  type Target,
} from "./lib/target.ts";

const get = { method: "GET", path: "/x", headers: {} } as const;
const post = { method: "POST", path: "/x", headers: {}, body: Buffer.from("{}") } as const;

async function clientOf(handler: Handler, limits: Partial<Limits> = {}): Promise<{ client: Client; target: Target }> {
  const target = await startTarget(handler);
  const client = new Client(environmentAt(target.baseUrl, { limits }));
  onTestFinished(() => client.close());
  return { client, target };
}

const actOn = (client: Client) => client.send(post, false, ["v2AppendAction"], true, "v2AppendAction");

test.each([409, 423, 425])(
  "a trace that is busy for a moment, and says so by %i, is waited for",
  { tags: "timing" },
  async (status) => {
    const freeAtMs = performance.now() + 300;
    const { client } = await clientOf(({ method }, response) => {
      if (method === "GET" || performance.now() >= freeAtMs) json(response, {});
      else response.writeHead(status, { "retry-after": "0.4" }).end();
    });
    const action = actOn(client);
    await sleep(50);
    // Others do not wait for one trace.
    const started = performance.now();
    await Promise.all(Array.from({ length: 10 }, () => client.send(get, true)));
    expect(performance.now() - started).toBeLessThan(300);
    const { response, attempts, unsettled, lost, busy } = await action;
    expect([response?.status, attempts, unsettled, lost, busy]).toEqual([200, 2, 0, [], 1]);
  },
);

test("a conflict is the answer without a time to come back, and to all but actions of a trace", async () => {
  let headers: Record<string, string> = {};
  const { client, target } = await clientOf((_, response) => void response.writeHead(409, headers).end());
  expect((await actOn(client)).attempts).toBe(1);
  headers = { "retry-after": "0" };
  expect((await client.send(post, false, ["v2CreateTrace"], false)).attempts).toBe(1);
  expect((await client.send(get, true)).attempts).toBe(1);
  expect(target.received.length).toBe(3);
});

test("a trace that is busy for ever is given up, whatever else its operation is answered", async () => {
  const { client } = await clientOf(
    ({ headers }, response) => {
      if (headers["x-bad"] === undefined) response.writeHead(409, { "retry-after": "0.1" }).end();
      else response.writeHead(400).end();
    },
    { timeoutMs: 300 },
  );
  const bad = { ...post, headers: { "x-bad": "1" } };
  const started = performance.now();
  const attempts: number[] = [];
  while (performance.now() - started < 1_500) {
    attempts.push((await actOn(client)).attempts);
    await client.send(bad, false, ["v2AppendAction"], true, "v2AppendAction");
  }
  expect(attempts[0]).toBe(4);
  expect(attempts.at(-1)).toBe(1);
});

test("a file that is looked into first is waited for", { tags: "timing" }, async () => {
  let asked = 0;
  const before: Behaviour["before"] = ({ url }, response) => {
    if (!url.includes("/file")) return false;
    asked += 1;
    if (asked > 1) return false;
    response.writeHead(423, { "retry-after": "0.1" }).end();
    return true;
  };
  const driver = await driverOf(environmentAt((await startTarget(service({ before }))).baseUrl));
  const step = { op: "file", face: "v2", trace: traceId, digest: "d" } as const;
  const [exchange] = (await driver.run(script(step))).exchanges;
  expect([exchange?.response?.status, exchange?.busy, asked]).toEqual([200, 1, 2]);
});
