/** The service as its operator sees it: stopping, slow clients, a database that goes away, logs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { startReference } from "../../reference/index.ts";
import type { Reference } from "../../reference/index.ts";
import { startReferenceProcess } from "../../reference/spawn.ts";
import { referenceOfTest, startShared } from "../lib/reference.ts";
import { startPostgres, type PostgresServer } from "./lib/postgres-server.ts";
import { Client, textFile } from "./service.ts";

// One server for the tests that need one of its own kind; those beside it share the database of the process.
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

/** The service on that server; stopped after the test. */
async function onPostgres(): Promise<Reference> {
  const reference = await startReference({ database: postgres.url });
  onTestFinished(() => reference.close());
  return reference;
}

const FIELDS = { traceInput: "{}", actionKey: "open", workflowId: "2041", groupLabel: "clerks" };
const part = (name: string, value: string, more = ""): string =>
  `--slow\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;
const fields = Object.entries(FIELDS)
  .map(([name, value]) => `${part(name, value)}\r\n`)
  .join("");

describe("stopping", { tags: "timing" }, () => {
  test(
    "on SIGTERM an upload under way is finished and kept, and nothing new is begun",
    { timeout: 60_000 },
    async () => {
      const first = await startReferenceProcess({ database: postgres.url });
      onTestFinished(() => first.close());
      const { token = "" } = await new Client(first.baseUrl).login();
      const upload = httpRequest(`${first.baseUrl}/v2/traces`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=slow" },
      });
      const answered = once(upload, "response") as Promise<[IncomingMessage]>;
      upload.write(`${fields}${part("f", "one ", '; filename="f"')}`);
      await wait(300);
      process.kill(first.pid, "SIGTERM");
      await wait(500);
      await expect(new Client(first.baseUrl, token).get("/healthz")).rejects.toThrow();
      upload.end("two\r\n--slow--\r\n");
      const [answer] = await answered;
      expect(answer.statusCode).toBe(200);
      const { data: traceId } = JSON.parse(Buffer.concat(await answer.toArray()).toString()) as { data: string };
      await first.close();

      const second = await onPostgres();
      const client = new Client(second.baseUrl, token);
      const digest = (await client.details(traceId)).links[0]?.files[0]?.digest ?? "";
      expect((await client.get(`/v2/traces/${traceId}/file/${digest}`)).bytes.toString()).toBe("one two");
    },
  );

  test("a client that never comes to an end does not keep the service from it", async () => {
    const reference = await startShared({ stopWithinMs: 300 });
    const { token = "" } = await new Client(reference.baseUrl).login();
    const upload = httpRequest(`${reference.baseUrl}/v2/traces`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=slow" },
    });
    const cut = once(upload, "error");
    upload.write(`${fields}${part("f", "one ", '; filename="f"')}`);
    await wait(200);
    const before = performance.now();
    await reference.close();
    await cut;
    expect(performance.now() - before).toBeLessThan(5000);
  });
});

describe("slow clients are cut", { tags: "timing" }, () => {
  /** What the server sends on a raw connection until it ends it. */
  async function until(baseUrl: string, send: (write: (text: string) => void) => Promise<void>): Promise<string> {
    const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let got = "";
    socket.on("data", (bytes: Buffer) => (got += bytes.toString()));
    const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => undefined);
    await Promise.race([send((text) => socket.write(text)), ended]);
    await ended;
    return got;
  }

  const drip = (pieces: () => string) => async (write: (text: string) => void) => {
    for (let count = 0; count < 200; count++) {
      write(pieces());
      await wait(50);
    }
  };

  test("when the head does not come to an end", async () => {
    const { baseUrl } = await referenceOfTest({ requestTimeoutMs: 600 });
    let first = true;
    const got = await until(
      baseUrl,
      drip(() => (first ? ((first = false), "GET /healthz HTTP/1.1\r\nHost: a\r\n") : "X-More: a\r\n")),
    );
    expect(got).toMatch(/^HTTP\/1.1 408 /);
  });

  test("when the body does not come to an end, and nothing of it is kept", async () => {
    const { baseUrl } = await referenceOfTest({ requestTimeoutMs: 600 });
    const client = await new Client(baseUrl).login();
    let first = true;
    const head = `POST /v2/traces HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${client.token ?? ""}\r\nContent-Type: multipart/form-data; boundary=slow\r\nContent-Length: 1000000\r\n\r\n`;
    const got = await until(
      baseUrl,
      drip(() => (first ? ((first = false), head + fields + part("f", "", '; filename="f"')) : "more")),
    );
    expect(got).toMatch(/^(HTTP\/1.1 408 |$)/);
    expect((await client.post("/trace/search/2041", { filters: {} })).json).toEqual([]);
  });

  test("when nothing moves at all", async () => {
    const { baseUrl } = await referenceOfTest({ idleTimeoutMs: 500 });
    const before = performance.now();
    await until(baseUrl, async (write) => {
      write(
        "POST /login/credential HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nContent-Type: application/json\r\n\r\n{",
      );
      await wait(20_000);
    });
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  test("when they do not read what they asked for", async () => {
    const { baseUrl } = await referenceOfTest({ idleTimeoutMs: 1_200 });
    const client = await new Client(baseUrl).login();
    const bytes = Buffer.alloc(24 * 1024 * 1024, "content");
    const traceId = await client.create({}, [{ partName: "f", fileName: "f", bytes }]);
    const digest = (await client.details(traceId)).links[0]?.files[0]?.digest ?? "";
    const download = httpRequest(`${baseUrl}/v2/traces/${traceId}/file/${digest}`, {
      headers: { authorization: `Bearer ${client.token ?? ""}` },
    });
    download.end();
    const [answer] = (await once(download, "response")) as [IncomingMessage];
    answer.pause();
    await wait(3000);
    // Too late: the rest is not sent any more.
    await expect(answer.toArray()).rejects.toThrow(/aborted|ECONNRESET/);
    expect((await client.get("/healthz")).status).toBe(200);
  });
});

test(
  "while the database is away every answer says so, and afterwards all is as before",
  { timeout: 60_000, tags: "timing" },
  async () => {
    const reference = await onPostgres();
    const client = await new Client(reference.baseUrl).login();
    const traceId = await client.create({ kept: true }, [textFile("f", "content")]);
    await postgres.stop();
    for (const answer of [
      await client.get(`/v2/traces/${traceId}/state`),
      await client.post("/v2/workflows/2041/traces/search", { filters: {} }),
      await client.action("v2", traceId, {}),
      await client.action("v2", undefined, {}, [textFile("f", "more")]),
    ]) {
      expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
      expect(answer.json).toEqual({ error: { code: "database-unreachable", message: expect.any(String) }, data: null });
    }
    expect(await client.get("/healthz")).toMatchObject({ status: 503, json: { status: "database unreachable" } });
    await postgres.start();
    await expect.poll(async () => (await client.get("/healthz")).status, { timeout: 10_000 }).toBe(200);
    expect(await client.state(traceId)).toEqual({ data: { kept: true } });
    expect((await client.details(traceId)).totalCount).toBe(1);
  },
);

test("logs are one JSON object a line, and hold no secret", { timeout: 30_000 }, async () => {
  const script = fileURLToPath(new URL("../../reference/process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify({ logLevel: "debug" })], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/"baseUrl":.*\n/);
  const baseUrl = /"baseUrl":"([^"]+)"/.exec(output)?.[1] ?? "";
  const { email, password, privateKey } = embeddedTarget.credentials;
  const client = await new Client(baseUrl).login();
  await client.post("/v2/login/privateKey", { privateKey });
  await client.post("/login/credential", { email, password: "not-the-password" });
  await client.send("POST", "/login/credential", `{"password":"${password}"`, { "content-type": "application/json" });
  await client.post("/v2/login/privateKey", { privateKey: "not-the-private-key" });
  const traceId = await client.create({ business: "secret-of-the-business" }, [textFile("f", "secret-of-the-file")]);
  await client.get(`/trace/${traceId}/state`);
  child.stdin.end();
  await once(child, "exit");

  const lines = output.trim().split("\n");
  for (const line of lines) expect(() => JSON.parse(line) as unknown, line).not.toThrow();
  expect(lines.filter((line) => line.includes('"url":"/v2/traces"'))).not.toEqual([]);
  expect(lines.filter((line) => line.includes('"statusCode":200'))).not.toEqual([]);
  const secrets = [
    password,
    "not-the-password",
    privateKey.split("\n")[1] ?? "",
    "not-the-private-key",
    (client.token ?? "").split(".")[2] ?? "",
    "secret-of-the-business",
    "secret-of-the-file",
  ];
  for (const secret of secrets) expect(output).not.toContain(secret);
});
