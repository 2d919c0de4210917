import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import AdmZip from "adm-zip";
import { describe, expect, test } from "vitest";
import { decode } from "../../driver/client/decode.ts";
import { JsonBounds, maxJsonDepth, maxJsonValues } from "../../driver/client/json-bounds.ts";
import { readJson } from "../../driver/client/json-text.ts";
import { readZip } from "../../driver/client/zip.ts";
import { Secrets } from "../../driver/index.ts";
import { operationById, type OperationId } from "../../spec/operations.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { ReceivedResponse } from "../../spec/vocabulary/history.ts";

const bounds = { maxEntryBytes: 1_000_000, maxTotalBytes: 2_000_000 };

describe("JSON", () => {
  const nested = (depth: number): Buffer => Buffer.from("[".repeat(depth) + "]".repeat(depth));

  test("is read up to the bound of nesting", () => {
    expect(readJson(nested(maxJsonDepth))).toHaveProperty("value");
    expect(readJson(nested(maxJsonDepth + 1))).toMatchObject({ error: { kind: "bound" } });
    expect(readJson(Buffer.from("[".repeat(10_000_000)))).toHaveProperty("error");
  });

  test("of millions of values is not parsed", () => {
    expect(readJson(Buffer.from(`[${"0,".repeat(2_100_000)}0]`))).toMatchObject({ error: { kind: "bound" } });
  });

  test("that comes in pieces is held against the same bounds, wherever it was cut", () => {
    const texts = [`{"a\\\\":"[\\"[[","b":[1,{"c":"\\\\\\"]"}]}`, "[".repeat(30), '"\\', '["a","\\"']
      .map((text) => `[${text},${"[".repeat(maxJsonDepth - 1)}`)
      .map((text) => Buffer.from(text));
    for (const whole of texts)
      for (const size of [1, 2, 3, 7]) {
        const bounds = new JsonBounds();
        const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
          whole.subarray(at * size, (at + 1) * size),
        );
        const breach = pieces.map((piece) => bounds.add(piece)).find((told) => told !== undefined);
        expect(breach).toBe(new JsonBounds().add(whole));
      }
  });

  test("counts as far as somebody reads: what begins as no document, or goes on behind one, breaks no bound", () => {
    const many = "[".repeat(maxJsonDepth + 1);
    for (const text of [`<p>${many}`, `  "${many}`, `{}${many}`, `[1] ${many}`, `7${many}`]) {
      expect(readJson(Buffer.from(text)), text.slice(0, 5)).toMatchObject({ error: { kind: "malformed" } });
      const bounds = new JsonBounds();
      for (const byte of Buffer.from(text)) expect(bounds.add(Buffer.of(byte))).toBeUndefined();
    }
    for (const text of [`\n ${many}`, `[${many}`, `{"a":[{}],"b":${many}`])
      expect(readJson(Buffer.from(text)), text.slice(0, 5)).toMatchObject({ error: { kind: "bound" } });
  });

  test("brackets inside of texts do not count", () => {
    const text = JSON.stringify({ a: `${'["\\'.repeat(5_000)}\\`, b: "\\" });
    expect(readJson(Buffer.from(text))).toEqual({ value: JSON.parse(text) as unknown });
  });

  test.each(["", "{", "nope", "{} {}", "\u{feff}{}"])("%j is none", (text) => {
    expect(readJson(Buffer.from(text))).toHaveProperty("error");
  });

  test("keeps __proto__ as a member, and refuses what is no UTF-8", () => {
    const reading = readJson(Buffer.from('{"__proto__":{"a":1}}')) as { value: object };
    expect(Object.keys(reading.value)).toEqual(["__proto__"]);
    expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({
      error: { message: "the body is not valid UTF-8" },
    });
  });
});

describe("a zip archive", () => {
  const archive = (entries: Readonly<Record<string, Buffer>>): Buffer => {
    const zip = new AdmZip();
    for (const [name, content] of Object.entries(entries)) zip.addFile(name, content);
    return zip.toBuffer();
  };

  test("is listed with digests of its contents", () => {
    const listing = readZip(
      archive({ "b.txt": Buffer.from("hello"), "a/": Buffer.alloc(0), empty: Buffer.alloc(0) }),
      bounds,
    );
    expect(listing.error).toBeUndefined();
    expect(listing.entries.map(({ name, size, directory }) => [name, size, directory]).sort()).toEqual([
      ["a/", 0, true],
      ["b.txt", 5, false],
      ["empty", 0, false],
    ]);
    expect(listing.entries.find(({ name }) => name === "b.txt")?.sha256).toBe(
      "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    );
  });

  test("with a damaged content is reported by its checksum", () => {
    const bytes = archive({ "a.bin": Buffer.from("0123456789".repeat(50)) });
    const at = bytes.indexOf("a.bin") + 5 + 3;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    expect(readZip(bytes, bounds).error).toBeDefined();
  });

  test("that expands too far is not expanded", () => {
    const bomb = archive({ bomb: Buffer.alloc(50_000_000) });
    expect(readZip(bomb, bounds).error?.kind).toBe("bound");
    // The same, lying about its size in the directory.
    const at = bomb.indexOf(Buffer.from("PK\u0001\u0002"));
    bomb.writeUInt32LE(10, at + 24);
    expect(readZip(bomb, bounds).error).toBeDefined();
    const many = archive(
      Object.fromEntries(Array.from({ length: 3 }, (_, at_) => [String(at_), Buffer.alloc(900_000)])),
    );
    expect(readZip(many, bounds).error?.kind).toBe("bound");
  });

  test("of too many entries is not read", () => {
    const bytes = archive(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [String(at), Buffer.alloc(0)])));
    expect(readZip(bytes, bounds).error?.kind).toBe("bound");
  });

  test("in pieces is an error, never a crash", () => {
    const bytes = archive({ "a.txt": Buffer.from("hello"), "b.txt": Buffer.from("world") });
    for (let length = 0; length < bytes.length; length += 3) {
      expect(readZip(bytes.subarray(0, length), bounds).error).toBeDefined();
    }
    for (let at = 0; at < bytes.length; at++) {
      const broken = Buffer.from(bytes);
      broken[at] = (broken[at] ?? 0) ^ 0x55;
      expect(() => readZip(broken, bounds)).not.toThrow();
    }
  });
});

describe("a response", () => {
  const secrets = new Secrets({ password: "canary-password" });
  const decoded = (
    id: OperationId,
    headers: Record<string, string>,
    body: string | Buffer,
    status = 200,
  ): ReceivedResponse =>
    decode(
      { status, headers, body: Buffer.from(body) },
      { operation: operationById(id), maxResponseBytes: 1_000_000, secrets, token: "token-that-was-sent" },
    );
  const asJson = { "content-type": "application/json; charset=utf-8" };

  test("has its document where it is JSON, and the reason where it only says so", () => {
    expect(decoded("v2TraceState", asJson, '{"a":1}').json).toEqual({ value: { a: 1 } });
    expect(decoded("v2TraceState", {}, '{"a":1}').json).toEqual({ value: { a: 1 } });
    expect(decoded("v2TraceState", { "content-type": "application/problem+json" }, "{").jsonError).toBeDefined();
    expect(decoded("v2TraceState", { "content-type": "text/html" }, "<p>").jsonError).toBeUndefined();
    expect(decoded("v2DownloadFile", {}, '{"a":1}').json).toBeUndefined();
    expect(decoded("v2DownloadFile", {}, '{"a":1}', 404).json).toEqual({ value: { a: 1 } });
  });

  test("names the secret that it repeats, and its headers do not show it", () => {
    const response = decoded("v2TraceState", { ...asJson, "x-you": "canary-password" }, "{}");
    expect(response.echoedSecret).toBe("password");
    expect(response.headers["x-you"]).toBe("«redacted»");
    expect(decoded("v2TraceState", asJson, '{"t":"token-that-was-sent"}').echoedSecret).toBe("token");
    expect(decoded("v2LoginCredential", asJson, '{"t":"token-that-was-sent"}').echoedSecret).toBeUndefined();
    expect(decoded("v2TraceState", asJson, "{}").echoedSecret).toBeUndefined();
  });

  test("names the users whose email its token claims to be of, where it answers a login", () => {
    const users = new Secrets({ email: "ada@example.test" }, { email: "bob@example.test" });
    const namesIn = (id: OperationId, claims: JsonObject): ReceivedResponse["tokenNames"] => {
      const [head, payload] = [{ alg: "none" }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString("base64url"),
      );
      const token = `${String(head)}.${String(payload)}.`;
      const body = Buffer.from(JSON.stringify(id.startsWith("v2") ? { error: null, data: { token } } : { token }));
      return decode(
        { status: 200, headers: asJson, body },
        { operation: operationById(id), maxResponseBytes: 1_000_000, secrets: users },
      ).tokenNames;
    };
    expect(namesIn("v2LoginCredential", { sub: "Bob@Example.test", iat: 1 })).toEqual(["second"]);
    expect(namesIn("legacyLoginCredential", { sub: 7, email: "ada@example.test" })).toEqual(["first"]);
    expect(namesIn("v2LoginPrivateKey", { iss: "ada@example.test", sub: "b42" })).toBeUndefined();
    expect(namesIn("v2TraceState", { sub: "ada@example.test" })).toBeUndefined();
  });

  test("of many values is read where it is a list of what there is, and else beyond the bound", () => {
    const list = `[${"1,".repeat(maxJsonValues + 10)}1]`;
    for (const id of ["legacySearchTraces", "v2ListWorkflows"] as const)
      expect(decoded(id, asJson, list).json).toEqual({ value: JSON.parse(list) as unknown });
    const reading = decoded("legacyTraceState", asJson, `{"state":${list}}`);
    expect(reading.json).toBeUndefined();
    expect(reading.jsonError).toEqual({ kind: "bound", message: "beyond the bound: more than 50000 values" });
  });

  test("of long texts is read up to a 20th of what is received, at least to 3 MiB", () => {
    const text = (bytes: number): string => JSON.stringify({ state: { text: "x".repeat(bytes) } });
    const message = "beyond the bound: more than 3145728 bytes of JSON, a 20th of limits.maxResponseBytes";
    expect(decoded("v2TraceState", asJson, text(3_140_000)).json).toBeDefined();
    expect(decoded("v2TraceState", asJson, text(3_150_000))).toMatchObject({ jsonError: { kind: "bound", message } });
    const wire = { status: 200, headers: asJson, body: Buffer.from(text(8_000_000)) };
    const operation = operationById("v2TraceState");
    for (const [maxResponseBytes, isRead] of [
      [64_000_000, false],
      [200_000_000, true],
    ] as const)
      expect(decode(wire, { operation, maxResponseBytes, secrets }).json !== undefined).toBe(isRead);
  });

  test("past the bound of memory is kept as digest and size", () => {
    const response = decoded("v2DownloadFile", {}, Buffer.alloc(2_000_000));
    expect(response.body).toBeUndefined();
    expect(response.bytes).toBe(2_000_000);
  });
});

describe("a large body", () => {
  const members = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`member ${String(at)}`, [{ at }]]));
  const decoded = (bytes: Buffer): ReceivedResponse =>
    decode(
      { status: 200, headers: { "content-type": "application/json" }, body: bytes },
      { operation: operationById("legacyTraceState"), maxResponseBytes: 10_000_000, secrets: new Secrets() },
    );

  test("is kept packed, and is what it was whenever somebody looks", async () => {
    const bytes = Buffer.from(JSON.stringify({ state: members }));
    const response = decoded(bytes);
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    for (let times = 0; times < 3; times++) {
      expect(response.json?.value).toEqual({ state: members });
      expect(Buffer.from(response.body ?? []).equals(bytes)).toBe(true);
      expect(response.json?.value).toBe(response.json?.value);
      // What is not held by anybody else is gone when the turn is over.
      await new Promise(setImmediate);
      collect();
    }
  });

  test("does not hold what it was parsed to", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const heapOf = async (): Promise<number> => {
      await new Promise(setImmediate);
      collect();
      return process.memoryUsage().heapUsed;
    };
    const text = JSON.stringify({ state: Array.from({ length: 15_000 }, (_, at) => ({ [`k${String(at)}`]: [at] })) });
    const before = await heapOf();
    const responses = Array.from({ length: 5 }, () => decoded(Buffer.from(text)));
    const grown = (await heapOf()) - before;
    expect(responses.every(({ json }) => json !== undefined)).toBe(true);
    // Each takes some 2.5 MB when it is parsed.
    expect(grown).toBeLessThan(5_000_000);
  });
});
