/** Connections that break, or are closed as idle. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { Client } from "../../driver/client/client.ts";
import { clientOf, failureOf, get, post, rawClient } from "./lib/clients.ts";
import { environmentAt } from "./lib/target.ts";

describe("faults of the connection", () => {
  test("are tried again where nothing can be written twice", async () => {
    const client = await rawClient((socket, count) => {
      if (count < 3) socket.resetAndDestroy();
      else socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}");
    });
    const reply = await client.send(get, true);
    expect(reply.response?.status).toBe(200);
    expect(reply.attempts).toBe(3);
  });

  test("are never tried again for a write", async () => {
    let connections = 0;
    const client = await rawClient((socket) => {
      connections++;
      socket.resetAndDestroy();
    });
    expect(failureOf(await client.send(post, false))).toBe("reset");
    await sleep(400);
    expect(connections).toBe(1);
  });

  test("say whether the connection had brought answers before, and so may have been taken for idle", async () => {
    const client = await rawClient((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
      socket.once("data", () => socket.resetAndDestroy());
    });
    // The pool may open a second connection first.
    const replies = [await client.send(post, false), await client.send(post, false), await client.send(post, false)];
    expect(replies[0]?.response?.status).toBe(200);
    expect(replies.find(({ failure }) => failure)?.failure).toMatchObject({ kind: "reset", reused: true });
    expect(replies.find(({ failure }) => failure)?.failure?.idle).toBeUndefined();
    const fresh = await rawClient((socket) => socket.resetAndDestroy());
    expect((await fresh.send(post, false)).failure?.reused).toBeUndefined();
  });

  test("are no lost requests where the connection had rested for long", async () => {
    let connections = 0;
    const client = await rawClient(
      (socket) => {
        const answer = () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
        connections++;
        setTimeout(answer, connections === 1 ? 400 : 0);
        socket.once("data", () => setTimeout(() => socket.resetAndDestroy(), 250));
      },
      { concurrency: 1 },
    );
    await client.send(get, true);
    expect(await client.send(get, true)).toMatchObject({ attempts: 2, lost: [], response: { status: 200 } });
    await sleep(200);
  });

  test("are lost requests where it was just used", async () => {
    let connections = 0;
    const client = await rawClient(
      (socket) => {
        const answer = () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
        connections++;
        answer();
        socket.once("data", () => (connections === 1 ? socket.resetAndDestroy() : answer()));
      },
      { concurrency: 1 },
    );
    await client.send(get, true);
    expect(await client.send(get, true)).toMatchObject({ attempts: 2, lost: ["reset"] });
  });

  test("a promise of the target to keep a connection for long is not relied on", async () => {
    const { client, target } = await clientOf((_, response) => {
      response.writeHead(200, { "keep-alive": "timeout=30" }).end("{}");
    });
    await client.send(get, true);
    await sleep(900);
    const open = new Promise((resolve) => {
      target.server.getConnections((_, count) => {
        resolve(count);
      });
    });
    expect(await open).toBe(0);
  });

  test.each([
    ["a cut body", "HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf", ["reset", "protocol"]],
    ["no HTTP", "what is this?\r\n\r\n", ["protocol"]],
    ["a length that is none", "HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n{}", ["protocol"]],
    ["headers without end", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(200_000)}`, ["protocol"]],
    [
      "an upgrade nobody asked for",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
      ["protocol", "reset"],
    ],
  ])("%s is a failure with its kind, and not tried again", async (_, answer, kinds) => {
    const client = await rawClient((socket) => socket.end(answer));
    const reply = await client.send(get, true);
    expect(kinds).toContain(failureOf(reply));
    if (answer.startsWith("HTTP/1.1 200")) expect(reply.attempts).toBe(1);
  });

  test("nobody there is a failure to connect", async () => {
    const client = new Client(environmentAt("http://127.0.0.1:1"));
    onTestFinished(() => client.close());
    const { failure, attempts } = await client.send(get, true);
    expect(failure?.kind).toBe("connect");
    expect(failure?.message).toContain("ECONNREFUSED");
    expect(attempts).toBe(3);
  });
});
