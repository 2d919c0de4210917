import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reference } from "../../reference/index.ts";
import { startShared } from "../lib/reference.ts";
import { Client } from "./service.ts";

let reference: Reference;
let client: Client;

beforeAll(async () => {
  reference = await startShared();
  client = await new Client(reference.baseUrl).login();
}, 30_000);

afterAll(() => reference.close());

const documents: [string, string][] = [
  [
    "texts",
    JSON.stringify({ a: " \t\r\n ", b: "é e\u0301 \u202e عربي 😀 \u0001\u007f", c: '"\\/<script>&amp;', d: "" }),
  ],
  ["long texts", JSON.stringify({ a: "x".repeat(70_000), b: "é".repeat(300_000) })],
  [
    "numbers",
    JSON.stringify({ a: [0, -1, 1.5, 1e21, 5e-324, 1.7976931348623157e308, 2 ** 53, -(2 ** 31), 0.1 + 0.2] }),
  ],
  [
    "leaves",
    JSON.stringify({ a: null, b: true, c: false, d: [], e: {}, f: [[], {}, null], g: "2024-01-01", h: "007" }),
  ],
  ["keys", '{"__proto__":{"x":1},"constructor":1,"toString":null,"a.b":1,"$c":2," d ":3,"":4,"É":5,"E\\u0301":6}'],
  ["deep", `{"a":${"[".repeat(300)}${"]".repeat(300)}}`],
  ["many members", JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${String(i)}`, i])))],
];

test.each(documents)("%s come back as they were sent, through both faces", async (_name, text) => {
  const wanted: unknown = JSON.parse(text);
  const created = await client.action("v2", undefined, { data: text });
  expect(created.status).toBe(200);
  const traceId = (created.json as { data: string }).data;
  expect(await client.state(traceId)).toEqual({ data: wanted });
  expect((await client.details(traceId)).links[0]?.data).toEqual(wanted);
  const legacy = await client.action("legacy", traceId, { data: wanted });
  expect(legacy.json).toEqual({ state: { data: wanted } });
});

test("files keep every byte, name and part name", async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
  const files = [
    { partName: "naïve part", fileName: "naïve 文件;'.bin", bytes },
    { partName: "file", fileName: "../a/b.txt", bytes: Buffer.from("\r\n--X\r\n") },
    { partName: "file", fileName: "big", bytes: Buffer.alloc(3 * 1024 * 1024 + 1, "abc") },
    { partName: "file", fileName: "edge", bytes: Buffer.alloc(256 * 1024, 1) },
    { partName: "file", fileName: "edge+1", bytes: Buffer.alloc(256 * 1024 + 1, 2) },
    { partName: "again", fileName: "same", bytes },
  ];
  const traceId = await client.create({}, files);
  const kept = (await client.details(traceId)).links[0]?.files ?? [];
  expect(kept.map(({ partName, fileName }) => [partName, fileName])).toEqual(
    files.map(({ partName, fileName }) => [partName, fileName]),
  );
  for (const [index, { digest }] of kept.entries()) {
    const answer = await client.get(`/v2/traces/${traceId}/file/${digest}`);
    expect(answer.bytes.equals(files[index]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(answer.headers["content-length"]).toBe(String(answer.bytes.length));
  }
});

test("parts may come in any order, with filename* and without a file name", async () => {
  const part = (head: string, body: string): string =>
    `--X\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const octets = "\r\nContent-Type: application/octet-stream";
  const body = [
    part('name="groupLabel"', "clerks"),
    part(`name="f1"; filename*=UTF-8''na%C3%AFve.txt${octets}`, "one"),
    part('name="actionKey"', "open"),
    part(`name="f2"${octets}`, "two"),
    part('name="traceInput"', '{"a":1}'),
    part('name="workflowId"', "2041"),
    "--X--\r\n",
  ].join("");
  const answer = await client.send("POST", "/v2/traces", body, { "content-type": "multipart/form-data; boundary=X" });
  expect(answer.status).toBe(200);
  const { links } = await client.details((answer.json as { data: string }).data);
  expect(links[0]?.files).toMatchObject([
    { partName: "f1", fileName: "naïve.txt" },
    { partName: "f2", fileName: "" },
  ]);
});
