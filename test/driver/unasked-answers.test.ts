/** Lines that add answers of their own: whose answers are doubted, and how requests are sent from then on. */
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Client } from "../../driver/client/client.ts";
import { environmentAt, startTarget } from "./lib/target.ts";

const added = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nadded";

/** A target that answers with the path; `add` is called after each answer. */
async function clientOf(
  add: (socket: Socket, count: number) => void,
): Promise<{ client: Client; connections: Set<Socket>; seen: () => number }> {
  const connections = new Set<Socket>();
  let count = 0;
  const target = await startTarget((request, response) => {
    const { socket } = response;
    if (!socket) return;
    connections.add(socket);
    response.on("finish", () => {
      add(socket, ++count);
    });
    response.end(request.url);
  });
  const client = new Client(environmentAt(target.baseUrl, { limits: { concurrency: 1 } }));
  let times = 0;
  client.onUnasked = () => times++;
  onTestFinished(() => client.close());
  return { client, connections, seen: () => times };
}

const ask = (client: Client, path: string) => client.send({ method: "GET", path, headers: {} }, true);

test("what was answered on a connection before an answer too many is doubted, also after a rest only", async () => {
  const { client, seen } = await clientOf((socket, count) => {
    if (count === 2) setTimeout(() => socket.write(added), 30);
  });
  const replies = [await ask(client, "/1"), await ask(client, "/2")];
  expect(replies.map(({ connection }) => connection?.unasked)).toEqual([false, false]);
  await client.look(0);
  expect(replies.map(({ connection }) => connection?.unasked)).toEqual([true, true]);
  expect(seen()).toBe(1);
});

test("from then on each request has a connection of its own, and its own answer", async () => {
  const { client, connections, seen } = await clientOf((socket) => {
    setTimeout(() => socket.writable && socket.write(added), 5);
  });
  await ask(client, "/first");
  await sleep(50);
  const before = connections.size;
  for (const path of ["/1", "/2", "/3"]) {
    const { response, connection } = await ask(client, path);
    expect(response?.body.toString()).toBe(path);
    expect(connection?.unasked).toBe(false);
    await sleep(20);
  }
  expect([seen(), connections.size - before]).toEqual([1, 3]);
});

test("a line that adds nothing is looked at five times, and keeps its connections after that", async () => {
  const { client, connections, seen } = await clientOf(() => undefined);
  for (let look = 0; look < 8; look++) {
    const { connection } = await ask(client, "/x");
    await client.look(0);
    expect(connection?.unasked).toBe(false);
  }
  expect([seen(), connections.size]).toEqual([0, 6]);
});
