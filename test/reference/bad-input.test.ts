import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { operations } from "../../spec/operations.ts";
import type { Reference } from "../../reference/index.ts";
import { startShared } from "../lib/reference.ts";
import { Client, textFile } from "./service.ts";
import type { Answer } from "./service.ts";

let reference: Reference;
let client: Client;
let traceId: string;
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  reference = await startShared();
  client = await new Client(reference.baseUrl).login();
  traceId = await client.create({ kept: true });
}, 30_000);

afterAll(() => reference.close());

// Nothing in this file may leave a mark.
afterEach(async () => {
  expect(await client.details(traceId)).toMatchObject({ totalCount: 1 });
  expect((await client.post("/trace/search/2041", { filters: {} })).json).toEqual([traceId]);
});

function expectRefusal(answer: Answer, wanted?: number): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  if (wanted !== undefined) expect(answer.status).toBe(wanted);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  expect(answer.bytes.toString()).not.toMatch(/\bat .*:\d+:\d+|node_modules/);
}

const json = { "content-type": "application/json" };
const bodies: [string, string | Buffer | undefined, Record<string, string>][] = [
  ["no body", undefined, json],
  ["an empty body", "", json],
  ["half a JSON text", '{"filters":', json],
  ["a JSON text", '"x"', json],
  ["a JSON array", "[]", json],
  ["null", "null", json],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), json],
  ["another content type", "{}", { "content-type": "text/xml" }],
  ["no content type", Buffer.from("{}"), {}],
  ["a body over the limit", `{"filters":{"a":"${"x".repeat(2_000_000)}"}}`, json],
  ["deep nesting", `{"filters":${'{"a":'.repeat(5000)}1${"}".repeat(5000)},"error":null}`, json],
  [
    "U+0000 in a value",
    '{"filters":{"a":"\\u0000"},"error":null,"data":{"after":"\\u0000"},"input":{"after":"\\u0000"}}',
    json,
  ],
  ["half a surrogate pair", '{"filters":{"a":"\\ud800"},"error":null,"input":1}', json],
  ["wrong types", '{"filters":7,"error":null,"data":7,"input":7,"email":{},"password":{},"privateKey":{}}', json],
];
const jsonOperations = operations.filter(({ request }) => request === "json");
const pathOf = (template: string): string => template.replace("{traceId}", traceId).replace("{workflowId}", "2041");

test.each(jsonOperations)("$id refuses what is not its JSON", async ({ path }) => {
  for (const [name, body, headers] of bodies) {
    const answer = await client.send("POST", pathOf(path), body, headers);
    expectRefusal(answer);
    if (name === "a body over the limit") expect(answer.status).toBe(413);
    if (name === "another content type") expect(answer.status).toBe(415);
  }
});

test.each(["v2", "legacy"] as const)("%s refuses actions that do not fit the workflow", async (face) => {
  for (const [changes, status] of [
    [{ actionKey: "nonsense" }, 400],
    [{ actionKey: undefined }, 400],
    [{ groupLabel: "nonsense" }, 400],
    [{ groupLabel: undefined }, 400],
    [{ actionKey: "" }, 400],
    [{ actionKey: "a\u0000" }, 400],
    [{ data: undefined }, 400],
    [{ data: [] }, 400],
    [{ data: null }, 400],
    [{ data: "text" }, 400],
    [{ data: { text: "\u0000" } }, 400],
    [{ data: { "\u0000": 1 } }, 400],
    [{ actionKey: "assess", groupLabel: "adjusters", data: { amount: -1 } }, 400],
    [{ data: { text: "x".repeat(6_000_000) } }, 400],
  ] as const) {
    const file = [textFile("f", "content")];
    expectRefusal(await client.action(face, undefined, changes, file), status);
    expectRefusal(await client.action(face, traceId, changes, file), status);
  }
  expectRefusal(await client.action(face, undefined, { workflowId: undefined }), 400);
  expectRefusal(await client.action(face, undefined, { workflowId: "nonsense" }), 404);
  expectRefusal(await client.action(face, undefined, { workflowId: "3001" }), 404);
  expectRefusal(await client.action(face, undefined, { actionKey: "comment" }), 400);
  expectRefusal(await client.action(face, traceId, { workflowId: "2042" }), 400);
  expectRefusal(await client.action(face, UNKNOWN, {}), 404);
  expectRefusal(await client.action(face, "nonsense", {}), 400);
});

test.each(["/v2/traces", "/trace"])("POST %s refuses broken multipart", async (path) => {
  const form = { "content-type": "multipart/form-data; boundary=X" };
  const long = "X".repeat(10_000);
  const part = (head: string, body: string): string => `--X\r\n${head}\r\n\r\n${body}\r\n`;
  const name = (value: string): string => `Content-Disposition: form-data; name="${value}"`;
  for (const [body, headers] of [
    ["", form],
    ["--X--\r\n", form],
    [
      `--${long}\r\n${name("traceInput")}\r\n\r\n{}\r\n--${long}--\r\n`,
      { "content-type": `multipart/form-data; boundary=${long}` },
    ],
    ["nonsense", form],
    [part(name("traceInput"), "{}"), form],
    [`${part(name("traceInput"), "{}")}--X`, form],
    [`${part("Content-Type: text/plain", "{}")}--X--\r\n`, form],
    [`${part(name("__proto__"), "{}")}--X--\r\n`, form],
    [`${part(name("traceInput"), "{}")}${part(name("traceInput"), "{}")}--X--\r\n`, form],
    [`${part(name("traceInput"), "{")}--X--\r\n`, form],
    [`${part(name("body"), "{")}--X--\r\n`, form],
    [`${part(`${name("body")}\r\nContent-Type: application/json`, "{")}--X--\r\n`, form],
    [`${part(`${name("file")}; filename="a"`, "content")}`, form],
    ["{}", { "content-type": "multipart/form-data" }],
    ["{}", { "content-type": "application/json" }],
    ["a=b", { "content-type": "application/x-www-form-urlencoded" }],
  ] as const) {
    expectRefusal(await client.send("POST", path, body, headers));
  }
});

test("paths that name nothing are refused", async () => {
  for (const [path, status] of [
    [`/trace/${UNKNOWN}/state`, 404],
    [`/v2/traces/${UNKNOWN}/state`, 404],
    [`/trace/nonsense/state`, 400],
    [`/v2/traces/%00/state`, 400],
    [`/v2/traces/%zz/state`, 400],
    [`/v2/traces/%ff/state`, 400],
    [`/v2/traces/${"x".repeat(3000)}/state`, 400],
    [`/v2/traces/${traceId}/file/nonsense`, 404],
    [`/v2/traces/${traceId}/file/%00`, 400],
    [`/v2/traces/${UNKNOWN}/file/nonsense`, 404],
    [`/v2/traces/${traceId}/files`, 400],
    [`/v2/traces/${traceId}/files?digests=`, 404],
    [`/v2/traces/${traceId}/files?digests=nonsense`, 404],
    [`/trace/${traceId}/files?digests=%00`, 400],
    [`/trace/${traceId}/files?digests=%zz`, 404],
    [`/trace/${UNKNOWN}/files?digests=a`, 404],
    ["/v2/organizations/nonsense/workflows", 404],
    ["/workflow/orgName/nonsense", 404],
    ["/workflow/orgName/%00", 400],
    ["/v2/nonsense", 404],
    ["/nonsense", 404],
  ] as const) {
    expectRefusal(await client.get(path), status);
  }
  expectRefusal(await client.post("/trace/search/nonsense", { filters: {} }), 404);
  expectRefusal(await client.post("/v2/workflows/nonsense/traces/search", { filters: {} }), 404);
  expectRefusal(await client.post(`/trace/${UNKNOWN}/details`, { input: {} }), 404);
});

test.each(["DELETE", "PUT", "QUERY", "OPTIONS"])(
  "the method %s is refused with 405 and the right one",
  async (method) => {
    const answer = await client.send(method, `/v2/traces/${traceId}/state`);
    expectRefusal(answer, 405);
    expect(answer.headers["allow"]).toBe("GET");
  },
);

test("what was wrong with a body does not matter where there is nothing to send it to", async () => {
  expectRefusal(await client.send("POST", "/v2/nonsense", "{", json), 404);
  expectRefusal(await client.send("PUT", `/v2/traces/${traceId}/state`, "{", json), 405);
});

test("searches without end are refused", async () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${String(index)}`, index]));
  expectRefusal(await client.post("/trace/search/2041", { filters: many }), 400);
  const long = await client.post("/trace/search/2041", { filters: { ["a.".repeat(20_000)]: 1 } });
  expect(long).toMatchObject({ status: 200, json: [] });
});

test("a large upload that is refused gets its answer", async () => {
  const file = [{ partName: "f", fileName: "f", bytes: Buffer.alloc(8_000_000) }];
  expectRefusal(await new Client(reference.baseUrl).action("v2", undefined, {}, file), 401);
  expectRefusal(await client.action("legacy", UNKNOWN, {}, file), 404);
  expectRefusal(await client.send("POST", "/v2/traces", file[0]?.bytes, { "content-type": "image/png" }), 415);
});
