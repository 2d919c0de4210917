import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { operations } from "../../spec/operations.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import type { Reference } from "../../reference/index.ts";
import { startShared } from "../lib/reference.ts";
import { Client, textFile } from "./service.ts";

let reference: Reference;
let owner: Client;
let stranger: Client;
let traceId: string;
let digest: string;

beforeAll(async () => {
  reference = await startShared();
  owner = await new Client(reference.baseUrl).login();
  stranger = await new Client(reference.baseUrl).login(embeddedTarget.secondUser);
  traceId = await owner.create({ secret: 1 }, [textFile("a", "secret")]);
  digest = (await owner.details(traceId)).links[0]?.files[0]?.digest ?? "";
}, 30_000);

afterAll(() => reference.close());

const pathOf = (template: string): string =>
  template
    .replace("{traceId}", traceId)
    .replace("{digest}", digest)
    .replace("{workflowId}", "2041")
    .replace(/\{(name|orgName)\}/, "acme")
    .replace(/\/files$/, `/files?digests=${digest}`);

const protectedOperations = operations.filter(({ bearer }) => bearer);

describe.each(protectedOperations)("$id", (operation) => {
  test.each([
    ["no header", undefined],
    ["an empty token", "Bearer "],
    ["another scheme", "Basic YTpi"],
    ["no JWT", "Bearer nonsense"],
    ["a JWT of nobody", `Bearer ${unsigned({ sub: "ada@acme.example", exp: 4_000_000_000 })}`],
  ])("is refused with %s", async (_name, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await new Client(reference.baseUrl).send(
      operation.method,
      pathOf(operation.path),
      undefined,
      headers,
    );
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject(
      operation.face === "v2" ? { error: { code: "unauthorized" }, data: null } : { code: "unauthorized" },
    );
  });

  test("is refused with a changed signature", async () => {
    const token = owner.token ?? "";
    const changed = token.slice(0, -4) + (token.endsWith("AAAA") ? "BBBB" : "AAAA");
    expect((await new Client(reference.baseUrl, changed).send(operation.method, pathOf(operation.path))).status).toBe(
      401,
    );
  });
});

test("an expired token is refused", async () => {
  const client = await new Client(reference.baseUrl).login();
  expect((await client.get("/workflow/orgName/acme")).status).toBe(200);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
  try {
    expect((await client.get("/workflow/orgName/acme")).status).toBe(401);
  } finally {
    vi.useRealTimers();
  }
});

describe("a user of another organization", () => {
  test("sees nothing of the trace", async () => {
    const reads = await Promise.all([
      stranger.get(`/trace/${traceId}/state`),
      stranger.get(`/v2/traces/${traceId}/state`),
      stranger.post(`/trace/${traceId}/details`, { input: {} }),
      stranger.get(`/v2/traces/${traceId}/file/${digest}`),
      stranger.get(`/trace/${traceId}/files?digests=${digest}`),
      stranger.post("/trace/search/2041", { filters: {} }),
    ]);
    expect(reads.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await stranger.get("/workflow/orgName/acme")).status).toBe(403);
  });

  test("can neither append to it nor create in its workflow", async () => {
    expect((await stranger.action("v2", traceId, { data: {} })).status).toBe(404);
    expect((await stranger.action("legacy", undefined, { data: {} })).status).toBe(404);
    expect((await owner.details(traceId)).totalCount).toBe(1);
  });
});

describe("logins", () => {
  const { email, password, privateKey } = embeddedTarget.credentials;
  test.each([
    [{ email, password: "wrong" }, 401],
    [{ email: "nobody@acme.example", password }, 401],
    [{ email, password: embeddedTarget.secondUser.password }, 401],
    [{ email }, 400],
    [{ email, password: 7 }, 400],
    [{ email: [email], password }, 400],
    [{}, 400],
    [[], 400],
    [null, 400],
  ])("%j is answered with %i", async (body, status) => {
    const client = new Client(reference.baseUrl);
    expect((await client.post("/login/credential", body)).status).toBe(status);
    expect((await client.post("/v2/login/credential", body)).status).toBe(status);
  });

  test("an unknown or unreadable private key is refused", async () => {
    const client = new Client(reference.baseUrl);
    expect((await client.post("/v2/login/privateKey", { privateKey: "nonsense" })).status).toBe(401);
    expect((await client.post("/v2/login/privateKey", { privateKey: privateKey.replace("ILS5", "ILS6") })).status).toBe(
      401,
    );
    expect((await client.post("/v2/login/privateKey", {})).status).toBe(400);
  });
});

function unsigned(payload: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none", typ: "JWT" })}.${part(payload)}.`;
}
