/** A single-file download that leads to a store: what is followed, what goes along, and what is kept of it. */
import { hash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { Secrets } from "../../driver/index.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { service } from "./lib/service.ts";
import {
  driverOf,
  environmentAt,
  script,
  startTarget,
  traceId,
  type EnvironmentParts,
  type Handler,
} from "./lib/target.ts";

const token = "a-token-that-nobody-else-may-see";
const signature = "c2lnbmF0dXJlLW9mLWEtc3RvcmUtdGhhdC1vcGVucy1pdA";
const bytes = "what was attached";
const download: OperationStep = { op: "file", face: "v2", trace: traceId, digest: "a".repeat(64) };

const file = (response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes);
};
const sendTo = (response: ServerResponse, location: string, status = 302): void => {
  const body = `<a href="${location}">moved</a>`;
  response.writeHead(status, { location, "content-type": "text/html", link: `<${location}>; rel=next` }).end(body);
};

/** A target whose downloads are answered so, and everything else as usual. */
async function startService(onFile: Handler) {
  const usual = service();
  return startTarget((request, response) =>
    /\/file\/|\/store/.test(request.url) ? onFile(request, response) : usual(request, response),
  );
}

async function exchangeOf(baseUrl: string, steps: readonly OperationStep[] = [download], parts: EnvironmentParts = {}) {
  const outputDir = mkdtempSync(join(tmpdir(), "redirected-"));
  onTestFinished(() => {
    rmSync(outputDir, { recursive: true });
  });
  const first = { token };
  const driver = await driverOf(environmentAt(baseUrl, { first, ...parts }), { outputDir });
  const { exchanges } = await driver.run(script(...steps));
  await driver.close();
  return { exchange: exchanges.at(-1) as Exchange, exchanges, written: textIn(join(outputDir, "histories")) };
}

function textIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name)))
    .map((content, index) => (readdirSync(folder)[index]?.endsWith(".zst") ? zstdDecompressSync(content) : content))
    .map(String)
    .join("\n");
}

test("the file of a store on another origin is the answer; nothing that is ours goes there", async () => {
  const store = await startTarget((_, response) => {
    file(response);
  });
  const target = await startService((_, response) => {
    sendTo(response, `${store.baseUrl}/bucket/${signature}?X-Amz-Signature=${signature}&e=60`, 307);
  });
  const secrets = new Secrets({ token }, {}, [{ text: "the-key-of-the-gateway" }]);
  const headers = { "x-api-key": "the-key-of-the-gateway", "x-tenant": "acme" };
  const { exchange, written } = await exchangeOf(target.baseUrl, [download], { others: { headers, secrets } });
  expect(exchange.response).toMatchObject({
    status: 200,
    sha256: hash("sha256", bytes),
    redirected: { hops: [{ status: 307, to: `${store.baseUrl}/…` }] },
  });
  expect(store.received).toHaveLength(1);
  const [request] = store.received;
  expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
    "accept",
    "accept-encoding",
    "connection",
    "host",
    "user-agent",
  ]);
  expect(target.received.at(-1)?.headers).toMatchObject(headers);
  expect(written).toContain("redirected");
  expect(written).not.toContain(signature);
});

test("the target itself is asked without token, cookies and secret headers, relative to the download", async () => {
  const target = await startService((request, response) => {
    if (request.url.includes("/store/")) file(response);
    else sendTo(response, `../../../store/${signature}`, 303);
  });
  const headers = { "x-api-key": "the-key-of-the-gateway", "x-tenant": "acme", cookie: "sid=abcdefgh" };
  const { exchange } = await exchangeOf(target.baseUrl, [download], { others: { headers } });
  expect(exchange.response?.sha256).toBe(hash("sha256", bytes));
  const asked = target.received.at(-1);
  expect(asked?.url).toBe(`/v2/store/${signature}`);
  expect(asked?.headers).toMatchObject({ "x-tenant": "acme" });
  for (const name of ["authorization", "cookie", "x-api-key"]) expect(asked?.headers).not.toHaveProperty(name);
});

test("a circle is left after three hops, and then the redirect is the answer, without its address", async () => {
  const target = await startService((_, response) => {
    sendTo(response, `/store?sig=${signature}`);
  });
  const { exchange, written } = await exchangeOf(target.baseUrl);
  expect(exchange.response?.status).toBe(302);
  expect(exchange.response?.redirected?.hops).toHaveLength(4);
  expect(exchange.response?.redirected?.notFollowed).toContain("4 in a row");
  expect(target.received.filter(({ url }) => url.startsWith("/store"))).toHaveLength(3);
  expect(written).not.toContain(signature);
});

test("what a store says of an address that is no longer good is told without the signature", async () => {
  const target = await startService((request, response) => {
    if (request.url.startsWith("/store"))
      response.writeHead(403, { "x-signed": signature }).end(`<SignatureProvided>${signature}</SignatureProvided>`);
    else sendTo(response, `/store?sig=${signature}`);
  });
  const { exchange, written } = await exchangeOf(target.baseUrl);
  expect(exchange.response?.status).toBe(403);
  expect(exchange.response?.bytes).toBeGreaterThan(signature.length);
  expect(written).not.toContain(signature);
});

test("where nobody answers, the redirect is the answer", async () => {
  const gone = await startTarget(() => undefined);
  await new Promise((resolve) => gone.server.close(resolve));
  const target = await startService((_, response) => {
    sendTo(response, `${gone.baseUrl}/bucket?sig=${signature}`);
  });
  const { exchange, written } = await exchangeOf(target.baseUrl);
  expect(exchange.response?.status).toBe(302);
  expect(exchange.response?.redirected?.notFollowed).toContain("nobody answers");
  expect(written).not.toContain(signature);
});

test("an address that holds our token is not asked, and is told of as an echo", async () => {
  const store = await startTarget((_, response) => {
    file(response);
  });
  const target = await startService((_, response) => {
    sendTo(response, `${store.baseUrl}/?t=${encodeURIComponent(token)}`);
  });
  const { exchange, written } = await exchangeOf(target.baseUrl);
  expect(store.received).toHaveLength(0);
  expect(exchange.response).toMatchObject({ status: 302, echoedSecret: "token" });
  expect(exchange.response?.redirected?.notFollowed).toContain("credentials");
  expect(written).not.toContain(token);
});

test("a store is bounded as the target is", async () => {
  const target = await startService((request, response) => {
    if (request.url.startsWith("/store")) response.writeHead(200).end(Buffer.alloc(300_000));
    else sendTo(response, "/store");
  });
  const { exchange } = await exchangeOf(target.baseUrl, [download], { limits: { maxResponseBytes: 100_000 } });
  expect(exchange.response).toBeUndefined();
  expect(exchange.failure?.kind).toBe("oversize");
});

test("without a token the way to the store is gone too, so that an open door shows", async () => {
  const target = await startService((request, response) => {
    if (request.url.startsWith("/store")) file(response);
    else sendTo(response, "/store");
  });
  const { exchange } = await exchangeOf(target.baseUrl, [{ ...download, token: "none" }]);
  expect(exchange.response?.sha256).toBe(hash("sha256", bytes));
});

test("under read-only access too, by GET alone; archives, states and details lead nowhere", async () => {
  const target = await startTarget((request, response) => {
    if (request.url.startsWith("/store")) file(response);
    else sendTo(response, "/store");
  });
  const parts = { others: { access: "read-only", knownTraces: [traceId] } } as const;
  const steps: OperationStep[] = [
    { op: "state", face: "v2", trace: traceId },
    { op: "details", face: "legacy", trace: traceId },
    { op: "files", face: "v2", trace: traceId, digests: ["a".repeat(64)] },
    download,
  ];
  const { exchanges } = await exchangeOf(target.baseUrl, steps, parts);
  expect(exchanges.map(({ response }) => response?.status)).toEqual([302, 302, 302, 200]);
  expect(target.received.filter(({ url }) => url.startsWith("/store")).map(({ method }) => method)).toEqual(["GET"]);
});
