/** Bodies that are too large to be held: made while they are sent, read as a digest. */
import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { Client } from "../../driver/client/client.ts";
import { GatheredBytes } from "../../driver/client/gathered-bytes.ts";
import { chunksOf, joined, type Bytes } from "../../driver/byte-source.ts";
import { contentBytes, type Limits } from "../../driver/index.ts";
import { contentOf, filePartOf, sentFileOf } from "../../driver/execute/content.ts";
import { encodeMultipart } from "../../driver/faces/multipart.ts";
import { environmentAt, startTarget, type Handler } from "./lib/target.ts";

const MIB = 1_048_576;
const largeContent = { bytes: 6 * MIB + 3, seed: 5 };

async function clientOf(handler: Handler, limits: Partial<Limits> = {}): Promise<Client> {
  const target = await startTarget(handler);
  const client = new Client(environmentAt(target.baseUrl, { limits }));
  onTestFinished(() => client.close());
  return client;
}

const whole = (bytes: Bytes): Buffer => Buffer.concat([...chunksOf(bytes)]);

describe("sending", () => {
  test("a large content is the same bytes, each time, in chunks or whole", () => {
    const source = contentOf(largeContent);
    expect(source).not.toBeInstanceOf(Uint8Array);
    const bytes = contentBytes(largeContent);
    expect(source.length).toBe(bytes.length);
    expect(whole(source).equals(bytes)).toBe(true);
    expect(whole(source).equals(bytes)).toBe(true);
    expect(sentFileOf(filePartOf({ partName: "f", fileName: null, content: largeContent }))).toEqual({
      partName: "f",
      fileName: null,
      contentType: "application/octet-stream",
      size: bytes.length,
      sha256: hash("sha256", bytes),
    });
  });

  test("a form with one arrives whole, at the length that was announced", async () => {
    const received: { length: string | undefined; sha256: string }[] = [];
    const client = await clientOf((request, response) => {
      received.push({ length: request.headers["content-length"], sha256: hash("sha256", request.body) });
      response.end("{}");
    });
    const part = filePartOf({ partName: "f", fileName: "f.bin", content: largeContent });
    const body = encodeMultipart([{ name: "traceInput", text: "{}" }], [part], "b0undary");
    expect(body).not.toBeInstanceOf(Uint8Array);
    const reply = await client.send({ method: "POST", path: "/", headers: {}, body }, false);
    expect(reply.response?.status).toBe(200);
    const same = encodeMultipart(
      [{ name: "traceInput", text: "{}" }],
      [{ ...part, bytes: contentBytes(largeContent) }],
      "b0undary",
    );
    expect(received).toEqual([{ length: String(same.length), sha256: hash("sha256", whole(same)) }]);
  });

  test("small parts are joined as they are", () => {
    expect(joined([Buffer.from("a"), Buffer.from("b")])).toEqual(Buffer.from("ab"));
  });
});

describe("receiving", () => {
  const bytes = Buffer.from(contentBytes({ bytes: 3 * MIB, seed: 9 }));
  const get = { method: "GET", path: "/", headers: {}, wanted: "file" } as const;

  test("of a large file only the digest is kept", async () => {
    const client = await clientOf((_, response) => {
      response.setHeader("content-type", "application/octet-stream").end(bytes);
    });
    const { response } = await client.send(get, true);
    expect(response?.body.length).toBe(0);
    expect(response?.digest).toEqual({ bytes: bytes.length, sha256: hash("sha256", bytes) });
  });

  test.each<readonly [string, Readonly<Record<string, string>>, number, Buffer]>([
    ["is small", {}, 200, bytes.subarray(0, MIB)],
    ["is compressed", { "content-encoding": "gzip" }, 200, gzipSync(bytes)],
    ["says that it is JSON", { "content-type": "application/json" }, 200, bytes],
    ["belongs to an error", {}, 400, bytes],
  ])("a body is kept that %s", async (_, headers, status, body) => {
    const client = await clientOf((_request, response) => {
      response.writeHead(status, headers).end(body);
    });
    const { response } = await client.send(get, true);
    expect(response?.digest).toBeUndefined();
    expect(response?.body.equals(headers["content-encoding"] === undefined ? body : bytes)).toBe(true);
  });

  test("what is not asked for as a digest is kept", async () => {
    const client = await clientOf((_, response) => void response.end(bytes));
    const { response } = await client.send({ method: "GET", path: "/", headers: {} }, true);
    expect(response?.body.equals(bytes)).toBe(true);
  });

  test("the bound holds for what is not kept, too", async () => {
    const client = await clientOf((_, response) => void response.end(bytes), { maxResponseBytes: 2 * MIB });
    expect((await client.send(get, true)).failure?.kind).toBe("oversize");
  });
});

describe("pieces of a body", () => {
  test("are put together, so that a million of one byte are no million things to hold", () => {
    const gathered = new GatheredBytes();
    for (let at = 0; at < 1_000_000; at++) gathered.add(Buffer.from([at & 0xff]));
    expect([...gathered.pieces()].length).toBeLessThan(50);
    expect(gathered.whole().equals(Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => at & 0xff)))).toBe(true);
  });

  test("stay in order, whatever their sizes", () => {
    const gathered = new GatheredBytes();
    const pieces = [1, 10, 9_000, 3, 70_000, 5_000, 5_000, 1, 0, 8_192].map((size, at) => Buffer.alloc(size, at));
    for (const piece of pieces) gathered.add(piece);
    expect(gathered.whole().equals(Buffer.concat(pieces))).toBe(true);
    gathered.drop();
    expect(gathered.whole().length).toBe(0);
  });

  test("of a document that is not going to be parsed are not kept", async () => {
    const list = Buffer.from(`[${"1,".repeat(600_000)}1]`);
    const client = await clientOf((_, response) => void response.end(list));
    const reply = await client.send({ method: "GET", path: "/", headers: {}, wanted: "json" }, true);
    expect(reply.response).toMatchObject({
      body: Buffer.alloc(0),
      breach: "more than 500000 values",
      digest: { bytes: list.length, sha256: hash("sha256", list) },
    });
  });
});
