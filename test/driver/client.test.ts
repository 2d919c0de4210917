import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { Client } from "../../driver/client/client.ts";
import { clientOf, failureOf, get, post } from "./lib/clients.ts";
import { environmentAt, json, startTarget, type Handler } from "./lib/target.ts";

test("a proxy and a path in the base URL are used", async () => {
  const proxy = await startTarget((_, response) => {
    json(response, {});
  });
  const environment = environmentAt("http://target.invalid/base", { others: { proxy: proxy.baseUrl } });
  const client = new Client(environment);
  onTestFinished(() => client.close());
  expect((await client.send(get, true)).response?.status).toBe(200);
  expect(proxy.received[0]?.url).toBe("http://target.invalid/base/x");
});

describe("limits", () => {
  test("no more than `concurrency` requests are in flight", async () => {
    let now = 0;
    let most = 0;
    const { client } = await clientOf(
      async (_, response) => {
        most = Math.max(most, ++now);
        await sleep(10);
        now--;
        json(response, {});
      },
      { concurrency: 4 },
    );
    await Promise.all(Array.from({ length: 40 }, () => client.send(get, true)));
    expect(most).toBe(4);
  });

  test("a target that takes so many in a second, and answers 503 to others, is sent them more slowly, and none is lost", async () => {
    let [sinceMs, inSecond] = [performance.now(), 0];
    const { client } = await clientOf((_, response) => {
      if (performance.now() - sinceMs > 250) [sinceMs, inSecond] = [performance.now(), 0];
      if (++inSecond > 10) response.writeHead(503).end();
      else json(response, {});
    });
    const operations = ["search", "state", "create", "act"];
    const replies = await Promise.all(
      Array.from({ length: 160 }, (_, at) => client.send(get, true, [operations[at % 4] ?? "", "all"])),
    );
    const lost = replies.filter(({ response }) => response?.status !== 200);
    // Until it is told from chance a few are given up.
    expect(lost.length).toBeLessThan(40);
    expect(client.learnedPerSecond ?? 0).toBeLessThan(80);
  });

  test("a target that takes four at once, and answers 503 to others without a time to come back, is sent four", async () => {
    let now = 0;
    let refused = 0;
    const { client } = await clientOf(
      async (_, response) => {
        if (now >= 4) {
          refused++;
          response.writeHead(503).end();
          return;
        }
        now++;
        await sleep(2);
        now--;
        json(response, {});
      },
      { concurrency: 8 },
    );
    const send = (count: number) => Promise.all(Array.from({ length: count }, () => client.send(post, false)));
    for (const count of [1, 2, 3, 4, 1, 2, 3, 4, 40, 40]) await send(count);
    const untilKnown = refused;
    await send(400);
    expect(untilKnown).toBeGreaterThan(0);
    expect(refused - untilKnown).toBeLessThan(20);
  });

  test.each([429, 503])("a target that takes fewer at once, and says so by %i, is sent fewer", async (status) => {
    let now = 0;
    let refused = 0;
    const { client } = await clientOf(
      async (_, response) => {
        if (now >= 6) {
          refused++;
          response.writeHead(status, { "retry-after": "0.05" }).end();
          return;
        }
        now++;
        await sleep(5);
        now--;
        json(response, {});
      },
      { concurrency: 32 },
    );
    const replies = await Promise.all(Array.from({ length: 400 }, () => client.send(get, true)));
    expect(replies.map(({ response }) => response?.status).filter((status) => status !== 200)).toEqual([]);
    // The first 32 come together; after that the target is asked for what it takes.
    expect(refused).toBeLessThan(80);
  });

  test("no more than `requestsPerSecond` start in a second", async () => {
    const starts: number[] = [];
    const { client } = await clientOf(
      (_, response) => {
        starts.push(performance.now());
        json(response, {});
      },
      { requestsPerSecond: 50 },
    );
    await Promise.all(Array.from({ length: 40 }, () => client.send(get, true)));
    const span = (starts.at(-1) ?? 0) - (starts[0] ?? 0);
    // A burst of five, the others 20 ms apart.
    expect(span).toBeGreaterThan(650);
    expect(span).toBeLessThan(2_000);
  });

  test("a target that answers all or half of it with 429 and no time to wait gets no more of them in any second", async () => {
    const refusedOf = async (every: number): Promise<{ readonly most: number; readonly all: number }> => {
      const times: number[] = [];
      const { client } = await clientOf(
        (_, response) => {
          times.push(performance.now());
          if (times.length % every === 0) response.writeHead(429, { "retry-after": "0" }).end();
          else json(response, {});
        },
        { requestsPerSecond: 20, concurrency: 16 },
      );
      const asked = Array.from({ length: 45 }, () => client.send(get, true));
      await sleep(2_500);
      const most = Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 1_000).length));
      expect(client.retries).toBeGreaterThan(10);
      await Promise.all(asked);
      return { most, all: times.length };
    };
    for (const { most, all } of await Promise.all([refusedOf(1), refusedOf(2)])) {
      // The clock of the target is not ours.
      expect(most).toBeLessThanOrEqual(20 + 1);
      expect(all).toBeGreaterThan(50);
    }
  }, 40_000);

  test("a target that allows so many per second is waited for, and its refusals are not the answer", async () => {
    let windowStart = 0;
    let inWindow = 0;
    const { client } = await clientOf((_, response) => {
      if (Date.now() - windowStart >= 200) [windowStart, inWindow] = [Date.now(), 0];
      if (++inWindow <= 10) json(response, {});
      else response.writeHead(429, { "retry-after": "0.2" }).end();
    });
    const replies = await Promise.all(Array.from({ length: 60 }, () => client.send(post, false)));
    expect(replies.map(({ response }) => response?.status)).toEqual(replies.map(() => 200));
    expect(client.retries).toBeGreaterThan(0);
    expect(replies.some(({ attempts }) => attempts > 1)).toBe(true);
  });

  test("a target that refuses for ever is given up within the budget", async () => {
    const { client, target } = await clientOf(
      (_, response) => {
        response.writeHead(503, { "retry-after": "0" }).end();
      },
      { timeoutMs: 300 },
    );
    const started = performance.now();
    const replies = await Promise.all(Array.from({ length: 20 }, () => client.send(get, true)));
    expect(replies.every(({ response }) => response?.status === 503)).toBe(true);
    expect(performance.now() - started).toBeLessThan(3_000);
    const before = target.received.length;
    await sleep(700);
    expect((await client.send(get, true)).attempts).toBe(1);
    expect(target.received.length).toBe(before + 1);
  });

  test("a target that does not say for how long it refuses is waited for", async () => {
    let windowStart = 0;
    let inWindow = 0;
    const { client } = await clientOf((_, response) => {
      if (Date.now() - windowStart >= 500) [windowStart, inWindow] = [Date.now(), 0];
      if (++inWindow <= 20) json(response, {});
      else response.writeHead(429, { "content-type": "text/html" }).end("<h1>Too Many Requests</h1>");
    });
    const replies = await Promise.all(Array.from({ length: 80 }, () => client.send(post, false)));
    expect(replies.map(({ response }) => response?.status)).toEqual(replies.map(() => 200));
    expect(client.retries).toBeLessThan(160);
  });

  test("a target that never took anything is not waited for long", async () => {
    const { client } = await clientOf((_, response) => {
      response.writeHead(429).end();
    });
    const started = performance.now();
    expect((await client.send(get, true)).response?.status).toBe(429);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("a quota of one operation is waited for shortly, twice, and the others go on", async () => {
    const { client, target } = await clientOf(({ method }, response) => {
      if (method === "POST") response.writeHead(429).end();
      else json(response, {});
    });
    const started = performance.now();
    const create = () => client.send(post, false, ["create", "behind a login"]);
    const reads = async (): Promise<readonly (number | undefined)[]> => {
      const statuses = [];
      for (let turn = 0; turn < 10; turn += 1)
        statuses.push((await client.send(get, true, ["read", "behind a login"])).response?.status);
      return statuses;
    };
    const [first, statuses] = await Promise.all([create(), reads()]);
    expect(first.response?.status).toBe(429);
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(performance.now() - started).toBeLessThan(5_000);
    const before = target.received.length;
    for (let turn = 0; turn < 5; turn += 1) expect((await create()).response?.status).toBe(429);
    expect(target.received.length - before).toBeLessThan(10);
  }, 20_000);

  test.each([
    ["a Retry-After of an hour", { "retry-after": "3600" }],
    ["a Retry-After that is none", { "retry-after": "soon" }],
  ])("a 429 with %s is the answer", async (_, headers: Record<string, string>) => {
    const { client, target } = await clientOf((_request, response) => {
      response.writeHead(429, headers).end();
    });
    expect((await client.send(get, true)).response?.status).toBe(429);
    expect(target.received).toHaveLength(1);
  });
});

describe("bounds", () => {
  test("redirects are answers, and nobody follows them", async () => {
    const elsewhere = await startTarget((_, response) => {
      json(response, {});
    });
    const { client } = await clientOf((_, response) => {
      response.writeHead(302, { location: `${elsewhere.baseUrl}/stolen` }).end();
    });
    expect((await client.send(get, true)).response?.status).toBe(302);
    expect(elsewhere.received).toHaveLength(0);
  });

  test("an answer that does not come, stops, or drips, is a timeout", async () => {
    for (const handler of [
      () => undefined,
      (_, response) => {
        response.writeHead(200, { "content-length": "100" }).write("x");
      },
      (_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write("x"), 20);
        response.on("close", () => {
          clearInterval(timer);
        });
      },
    ] satisfies Handler[]) {
      const { client } = await clientOf(handler, { timeoutMs: 200 });
      const started = performance.now();
      expect(failureOf(await client.send(get, true))).toBe("timeout");
      expect(performance.now() - started).toBeLessThan(600);
    }
  });

  test("a body past the bound is cut off, announced or not", async () => {
    for (const headers of [{ "content-length": "3000000" }, {}] as Record<string, string>[]) {
      const { client } = await clientOf(
        (_, response) => {
          response.writeHead(200, headers);
          response.on("error", () => undefined);
          for (let part = 0; part < 30; part++) response.write(Buffer.alloc(100_000));
          response.end();
        },
        { maxResponseBytes: 1_000_000 },
      );
      expect(failureOf(await client.send(get, true))).toBe("oversize");
      expect(failureOf(await client.send(get, true))).toBe("oversize");
    }
  });

  test("an endless body on every connection stays within memory", async () => {
    const chunk = Buffer.alloc(262_144, 0x61);
    const { client } = await clientOf(
      (_, response) => {
        response.writeHead(200);
        const more = (): void => {
          while (!response.destroyed && response.write(chunk));
          if (!response.destroyed) response.once("drain", more);
        };
        response.on("error", () => undefined);
        more();
      },
      { maxResponseBytes: 67_108_864, timeoutMs: 5_000 },
    );
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 20);
    const replies = await Promise.all(Array.from({ length: 8 }, () => client.send(get, true)));
    clearInterval(watch);
    expect(replies.map(failureOf)).toEqual(replies.map(() => "oversize"));
    expect(most).toBeLessThan(400_000_000);
  }, 30_000);

  test("compressed bodies are undone within the bound", async () => {
    const text = JSON.stringify({ text: "a".repeat(10_000) });
    const bodies: [string, Buffer][] = [
      ["gzip", gzipSync(text)],
      ["deflate", deflateSync(text)],
      ["deflate", deflateRawSync(text)],
      ["br", brotliCompressSync(text)],
      ["gzip, br", brotliCompressSync(gzipSync(text))],
      ["identity", Buffer.from(text)],
    ];
    for (const [coding, body] of bodies) {
      const { client } = await clientOf((_, response) => {
        response.writeHead(200, { "content-encoding": coding }).end(body);
      });
      expect((await client.send(get, true)).response?.body.toString()).toBe(text);
    }
  });

  /** A frame of zstd that says how large a window it needs: 2 ** (10 + the upper five bits of this). */
  const withWindow = (descriptor: number): Buffer =>
    Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, descriptor]), zstdCompressSync("{}").subarray(6)]);

  test("a window that HTTP knows is taken", async () => {
    const { client } = await clientOf((_request, response) => {
      response.writeHead(200, { "content-encoding": "zstd" }).end(withWindow(0x68));
    });
    expect((await client.send(get, true)).response?.body.toString()).toBe("{}");
  });

  test.each([
    ["a bomb", "gzip", gzipSync(Buffer.alloc(20_000_000)), "oversize"],
    ["a broken stream", "gzip", gzipSync("text of some length").subarray(0, 12), "decompression"],
    ["another coding than named", "br", Buffer.from("plain text, no brotli"), "decompression"],
    ["an unknown coding", "rot13", Buffer.from("x"), "decompression"],
    ["a coding with a name that every object has", "constructor", Buffer.from("x"), "decompression"],
    ["a coding with the name of what objects follow", "__proto__", Buffer.from("x"), "decompression"],
    ["codings upon codings", "gzip, gzip, gzip, gzip", Buffer.from("x"), "decompression"],
    ["a window that is taken before a byte is decoded", "zstd", withWindow(0x88), "decompression"],
  ])("%s is a failure, not a crash", async (_, coding, body, kind) => {
    const { client } = await clientOf(
      (_request, response) => {
        response.writeHead(200, { "content-encoding": coding }).end(body);
      },
      { maxResponseBytes: 1_000_000 },
    );
    expect(failureOf(await client.send(get, true))).toBe(kind);
  });
});

describe("an interruption", () => {
  test("ends what is in flight after a short grace, and sends nothing new", async () => {
    const stop = new AbortController();
    const { client, target } = await clientOf(() => undefined, { timeoutMs: 60_000, concurrency: 2 }, stop.signal);
    const replies = Array.from({ length: 5 }, () => client.send(get, true));
    await sleep(100);
    const started = performance.now();
    stop.abort();
    expect((await Promise.all(replies)).map(failureOf)).toEqual(replies.map(() => "interrupted"));
    expect(performance.now() - started).toBeLessThan(3_500);
    expect(target.received).toHaveLength(2);
  });
});
