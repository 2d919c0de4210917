/** Machines before a service that let nobody in for a while, and those that are away. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { clientOf, get, post } from "./lib/clients.ts";
import { json } from "./lib/target.ts";

const forbidden = "<html><h1>403 Forbidden</h1></html>";

test("where all are shut out for a while after many refusals, requests wait and are sent again", async () => {
  let refused = 0;
  let shutUntilMs = 0;
  const { client } = await clientOf((request, response) => {
    if (Date.now() < shutUntilMs) response.writeHead(403, { "content-type": "text/html" }).end(forbidden);
    else if (request.method === "GET") json(response, {});
    else {
      response.writeHead(422, { "content-type": "application/json" }).end("{}");
      if (++refused % 10 === 0) shutUntilMs = Date.now() + 800;
    }
  });
  await client.send(get, true);
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, number) => client.send(number % 2 === 0 ? get : post, false)),
  );
  const statuses = replies.map(({ response }) => response?.status);
  expect(statuses).toEqual(statuses.map((_, number) => (number % 2 === 0 ? 200 : 422)));
  expect(client.shutOut.times).toBe(1);
  expect(client.shutOut.lastedMs).toBeGreaterThan(500);
});

test("a page by which one request is refused is its answer, and few looks are taken", async () => {
  const { client, target } = await clientOf((request, response) => {
    if (request.method === "GET") json(response, {});
    else response.writeHead(403, { "content-type": "text/html" }).end(forbidden);
  });
  await client.send(get, true);
  const refused = async () => {
    for (let turn = 0; turn < 12; turn += 1) expect((await client.send(post, false)).response?.status).toBe(403);
  };
  await refused();
  const alone = target.received.length;
  expect(alone).toBeLessThanOrEqual(1 + 12 + 12);
  let over = false;
  const others = async () => {
    for (; !over; await sleep(10)) await client.send(get, true);
  };
  const reading = others();
  await refused();
  over = true;
  await reading;
  expect(client.shutOut.times).toBe(0);
  // While others are let in nothing is asked again.
  expect(target.received.filter(({ method }) => method === "POST").length).toBe(24);
});

test("a service that refuses in JSON, time after time, is hardly asked anything else", async () => {
  const { client, target } = await clientOf((request, response) => {
    if (request.method === "GET") json(response, {});
    else
      response
        .writeHead(403, { "content-type": "application/json" })
        .end(JSON.stringify({ id: target.received.length }));
  });
  await client.send(get, true);
  for (let turn = 0; turn < 100; turn += 1) await client.send(post, false);
  expect(target.received.length).toBeLessThanOrEqual(1 + 100 + 8);
});

test("a token that is refused in JSON from now on is not waited for long, and each look is counted", async () => {
  let isOver = false;
  const { client, target } = await clientOf((_, response) => {
    if (isOver) response.writeHead(403, { "content-type": "application/json" }).end("{}");
    else json(response, {});
  });
  await client.send(get, true);
  isOver = true;
  const started = performance.now();
  const replies = await Promise.all(Array.from({ length: 6 }, () => client.send(get, true)));
  expect(replies.map(({ response }) => response?.status)).toEqual(replies.map(() => 403));
  expect(performance.now() - started).toBeLessThan(9_000);
  expect(target.received.length).toBe(1 + 6 + client.retries);
}, 20_000);

test("a target that is away for two seconds is waited for, and its refusals are not the answer", async () => {
  const backMs = Date.now() + 2_000;
  const { client, target } = await clientOf((_, response) => {
    if (Date.now() < backMs) response.writeHead(503, { "content-type": "text/html" }).end("<h1>Maintenance</h1>");
    else json(response, {});
  });
  const replies = await Promise.all(Array.from({ length: 16 }, () => client.send(get, true)));
  expect(replies.map(({ response }) => response?.status)).toEqual(replies.map(() => 200));
  expect(target.received.length).toBeLessThan(150);
});
