import AdmZip from "adm-zip";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import type { Reference } from "../../reference/index.ts";
import { startShared } from "../lib/reference.ts";
import { Client, textFile } from "./service.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const { email, password, privateKey } = embeddedTarget.credentials;

let reference: Reference;
let client: Client;

beforeAll(async () => {
  reference = await startShared();
  client = await new Client(reference.baseUrl).login();
}, 30_000);

afterAll(() => reference.close());

describe("login", () => {
  test.each([
    ["/v2/login/credential", { email, password }],
    ["/v2/login/privateKey", { privateKey }],
  ])("%s answers a token in the envelope", async (path, body) => {
    const answer = await new Client(reference.baseUrl).post(path, body);
    expect(answer).toMatchObject({ status: 200, json: { error: null, data: { token: expect.any(String) } } });
    const { token } = (answer.json as { data: { token: string } }).data;
    const list = await new Client(reference.baseUrl, token).get("/v2/organizations/acme/workflows");
    expect(list.status).toBe(200);
  });

  test("the legacy login answers a token without the envelope", async () => {
    const answer = await new Client(reference.baseUrl).post("/login/credential", { email, password });
    expect(answer).toMatchObject({ status: 200, json: { token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) } });
  });
});

describe.each(["v2", "legacy"] as const)("writing through %s", (face) => {
  test("creation answers the id of the trace, whose state and link hold the data", async () => {
    const answer = await client.action(face, undefined, { data: { colour: "red" } });
    const traceId = face === "v2" ? (answer.json as { data: string }).data : (answer.json as string);
    expect(answer.status).toBe(200);
    expect(traceId).toMatch(UUID);
    expect(await client.state(traceId)).toEqual({ data: { colour: "red" } });
    const details = await client.details(traceId);
    expect(details).toMatchObject({
      totalCount: 1,
      links: [{ index: 0, actionKey: "open", groupLabel: "clerks", workflowId: "2041", data: { colour: "red" } }],
      info: { hasNext: false, hasPrevious: false },
    });
  });

  test("an action merges its data into the state", async () => {
    const traceId = await client.create({ a: 1, b: { x: 1 } });
    const answer = await client.action(face, traceId, { data: { b: { y: 2 }, c: null } });
    const state = { data: { a: 1, b: { y: 2 }, c: null } };
    const { links } = await client.details(traceId);
    expect(answer.json).toEqual(face === "v2" ? { error: null, data: links[1]?.linkId } : { state });
    expect(await client.state(traceId)).toEqual(state);
  });

  test("files can be downloaded one by one and together", async () => {
    const files = [
      textFile("a.txt", "one"),
      textFile("a.txt", "two"),
      { ...textFile("empty", ""), partName: "nothing" },
    ];
    const created = await client.action(face, undefined, {}, files);
    const traceId = face === "v2" ? (created.json as { data: string }).data : (created.json as string);
    const [link] = (await client.details(traceId)).links;
    expect(link?.files.map(({ fileName, partName }) => [partName, fileName])).toEqual([
      ["file", "a.txt"],
      ["file", "a.txt"],
      ["nothing", "empty"],
    ]);
    const digests = link?.files.map(({ digest }) => digest) ?? [];
    const single = await client.get(`/v2/traces/${traceId}/file/${digests[1] ?? ""}`);
    expect(single.bytes.toString()).toBe("two");
    const query = digests.map((digest) => `digests=${digest}`).join("&");
    const prefix = face === "v2" ? "/v2/traces" : "/trace";
    const archive = new AdmZip((await client.get(`${prefix}/${traceId}/files?${query}`)).bytes);
    expect(archive.getEntries().map((entry) => [entry.entryName, entry.getData().toString()])).toEqual([
      ["a.txt", "one"],
      ["a (2).txt", "two"],
      ["empty", ""],
    ]);
  });
});

test("both faces read the same", async () => {
  const traceId = await client.create({ n: 1.5 });
  const state = (await client.get(`/v2/traces/${traceId}/state`)).json;
  expect(state).toEqual({ error: null, data: (await client.get(`/trace/${traceId}/state`)).json });
  const details = (await client.post(`/v2/traces/${traceId}/details`, { error: null, data: { first: 5 } })).json;
  expect(details).toEqual({ error: null, data: await client.details(traceId, { first: 5 }) });
});

test("workflows are listed without the envelope on both faces", async () => {
  const list = [
    { workflowId: "2041", workflowName: "Claims" },
    { workflowId: "2042", workflowName: "Deliveries" },
    { workflowId: "2043", workflowName: "Order to cash" },
  ];
  expect((await client.get("/v2/organizations/acme/workflows")).json).toEqual(list);
  expect((await client.get("/workflow/orgName/acme")).json).toEqual(list);
});

test("documentation, health and metrics stand beside the interface", async () => {
  const stranger = new Client(reference.baseUrl);
  expect((await stranger.get("/")).bytes.toString()).toContain("/v2/traces/{traceId}/state");
  expect((await stranger.get("/healthz")).json).toEqual({ status: "ok" });
  expect((await stranger.get("/metrics")).bytes.toString()).toContain('trace_requests_total{operation="v2CreateTrace"');
});
