import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import AdmZip from "adm-zip";
import { describe, expect, test } from "vitest";
import {
  HistoryWriter,
  openDriver,
  readHistories,
  readSavedParts,
  Secrets,
  type SavedPart,
} from "../../driver/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Account } from "../../spec/vocabulary/script.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, json, script, startTarget, traceId } from "./lib/target.ts";

const folder = (): string => mkdtempSync(join(tmpdir(), "histories-"));

async function allOf(path: string): Promise<History[]> {
  return Array.fromAsync(readHistories(path));
}

const steps = [
  {
    op: "create",
    face: "v2",
    as: "a",
    data: { k: "ü" },
    files: [{ partName: "f", fileName: "a", content: { text: "x" } }],
  },
  { op: "state", face: "v2", trace: "$a" },
  { op: "files", face: "v2", trace: "$a", digests: ["$a.0"] },
  { op: "state", face: "v2", trace: "$nobody" },
] as const;

test("what is written is read back, the bytes of files too, which follow from the script", async () => {
  const zip = new AdmZip();
  zip.addFile("a", Buffer.from("x"));
  const target = await startTarget(
    service({
      state: { large: "y".repeat(100_000), __proto__: 1 },
      before: ({ url }, response) => {
        if (url.includes("/files")) response.end(zip.toBuffer());
        return url.includes("/files");
      },
    }),
  );
  const outputDir = folder();
  const driver = await openDriver(environmentAt(target.baseUrl), { runId: "r", outputDir, logIn: false });
  const algorithm = { algorithm: "sha256", encoding: "hex", prefix: "" } as const;
  const profile = { readings: { "digest-algorithm": { value: algorithm, evidence: "the test's own" } } };
  const histories = await Promise.all(
    [script(...steps), { ...script(...steps), id: "other" }].map((one) => driver.run(one, { profile })),
  );
  await driver.close();
  const saved = await allOf(outputDir);
  expect(saved.map(({ script: { id } }) => id).sort()).toEqual(["other", "test/script"]);
  const original = histories[0];
  const read = saved.find(({ script: { id } }) => id === "test/script");
  expect(read?.unsent).toEqual(original?.unsent);
  expect(read?.exchanges.map(({ response }) => response?.sha256)).toEqual(
    original?.exchanges.map(({ response }) => response?.sha256),
  );
  expect(read?.exchanges[0]?.response?.json).toEqual(original?.exchanges[0]?.response?.json);
  expect(read?.exchanges[0]?.intent).toHaveProperty("files.0.bytes", Buffer.from("x"));
  expect(read?.exchanges[1]?.response?.json).toEqual(original?.exchanges[1]?.response?.json);
  expect(read?.exchanges[2]?.response?.zip).toEqual(original?.exchanges[2]?.response?.zip);
  expect(Buffer.from(read?.exchanges[2]?.response?.body ?? [])).toEqual(zip.toBuffer());
});

test("no secret reaches the disk, however the target repeats it", async () => {
  const first = {
    email: "canary-mail@acme.example",
    password: 'canary/"pass"+word',
    privateKey: "canary-key\nwith lines",
  };
  const token = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify({ mail: first.email })).toString("base64url")}.canary-signature`;
  const target = await startTarget(({ url, headers, body }, response) => {
    if (url.includes("/login/")) {
      json(response, { error: null, data: { token }, you: body.toString() });
      return;
    }
    const echo = Object.values(first).flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(`x${secret}`).toString("base64"),
      JSON.stringify(secret),
    ]);
    const auth = headers.authorization ?? "";
    if (url.includes("/file/")) {
      response.writeHead(200, { "x-echo": auth.replace(/[^\x20-\x7e]/g, "") });
      response.end(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(echo.join("\0") + auth)]));
    } else json(response, { error: { echo, auth, twice: Buffer.from(auth).toString("base64") }, data: null }, 400);
  });
  const outputDir = folder();
  const driver = await openDriver(environmentAt(target.baseUrl, { first }), { runId: "r", outputDir });
  const history = await driver.run(
    script(
      { op: "login", face: "v2", method: "private-key", adopt: true },
      { op: "login", face: "v2", method: "credential", body: { kind: "json-broken" } },
      { op: "state", face: "v2", trace: traceId },
      { op: "state", face: "v2", trace: traceId, token: "signature-removed" },
      { op: "state", face: "v2", trace: traceId, token: "truncated" },
      { op: "file", face: "v2", trace: traceId, digest: "d" },
    ),
  );
  await driver.close();
  expect(history.exchanges[2]?.response?.echoedSecret).toBeDefined();
  const written = readdirSync(outputDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => zstdDecompressSync(readFileSync(join(entry.parentPath, entry.name))).toString("utf8"))
    .join("\n");
  expect(written.length).toBeGreaterThan(1_000);
  // Every text that looks like base64 is decoded, three times over and at every offset.
  const decode = (text: string): string[] =>
    [...text.matchAll(/[A-Za-z0-9+/_-]{8,}/g)].flatMap(([word]) =>
      [0, 1, 2, 3].map((offset) => Buffer.from(word.slice(offset), "base64").toString("latin1")),
    );
  const once = decode(written);
  for (const text of [
    written,
    decodeURIComponent(written.replace(/%(?![0-9a-f]{2})/gi, "%25")),
    ...once,
    ...once.flatMap(decode),
  ]) {
    expect(text).not.toMatch(/canary/);
  }
});

test("a history that was cut short is given as far as it goes; what is none is named", async () => {
  const file = join(folder(), "a.ndjson");
  const writer = new HistoryWriter(file, new Secrets());
  await writer.write({ script: script(), exchanges: [], unsent: [{ step: "0", reason: "why" }] });
  await writer.close();
  const [opening = "", ...others] = readFileSync(file, "utf8").trim().split("\n");
  expect(others.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
    "end",
    "chain",
    "closed",
    "chain",
  ]);
  writeFileSync(file, `${opening}\n`);
  expect(await allOf(file)).toEqual([{ script: script(), exchanges: [], unsent: [] }]);
  writeFileSync(file, `${opening}\n{"type":`);
  await expect(allOf(file)).rejects.toThrow(/a\.ndjson, line 2/);
  writeFileSync(file, '{"type":"history","version":1,"script":{}}\n');
  await expect(allOf(file)).rejects.toThrow(/line 1: a history of format 1, .*run again/);
});

test("steps of any of the users are read again, and of nobody else", async () => {
  const saved = async (actor: Account): Promise<string> => {
    const file = join(folder(), "users.ndjson");
    const writer = new HistoryWriter(file, new Secrets());
    const step = { op: "state", face: "v2", trace: "$t", actor } as const;
    await writer.write({ script: { ...script(), steps: [step] }, exchanges: [], unsent: [] });
    await writer.close();
    return file;
  };
  expect(await allOf(await saved("user-12"))).toMatchObject([{ script: { steps: [{ actor: "user-12" }] } }]);
  await expect(allOf(await saved("somebody" as Account))).rejects.toThrow(/actor must match pattern/);
});

describe("what a run keeps", () => {
  const history = (id: string): History => ({ script: { ...script(), id }, exchanges: [], unsent: [] });
  const saved = async (maxBytes?: number): Promise<string> => {
    const file = join(folder(), "run.ndjson.zst");
    const run = { seed: 7, baseUrl: "http://secret.example" };
    const options = { run: () => run, ...(maxBytes === undefined ? {} : { maxBytes }) };
    const writer = new HistoryWriter(file, new Secrets({ password: "secret" }), options);
    await writer.write(history("a"));
    await writer.write({ ...history("b"), judgedOn: ["STATE-01"] });
    await writer.close();
    return file;
  };
  const partsOf = async (bytes: Uint8Array, told: string[] = []): Promise<SavedPart[]> =>
    Array.fromAsync(readSavedParts(bytes, "run.ndjson", (problem) => told.push(problem)));

  test("what ran, every history, how many there are, and a digest behind each that stands for all above it", async () => {
    const lines = zstdDecompressSync(readFileSync(await saved()));
    const told: string[] = [];
    const parts = await partsOf(lines, told);
    expect(told).toEqual([]);
    expect(parts).toMatchObject(
      [
        { type: "run", run: { seed: 7, baseUrl: "http://«redacted».example" } },
        { type: "history", history: { script: { id: "a" } }, chain: /^[0-9a-f]{64}$/ },
        { type: "history", history: { script: { id: "b" }, judgedOn: ["STATE-01"] } },
        { type: "closed", histories: 2, leftOut: 0 },
      ].map((part) => ("chain" in part ? { ...part, chain: expect.stringMatching(/^[0-9a-f]{64}$/) as string } : part)),
    );
  });

  test.each<[string, (text: string) => string]>([
    ["a line that was changed", (text) => text.replace('"seed":7', '"seed":8')],
    [
      "a history that was taken out",
      (text) => text.replace(/\{"type":"history"[^\n]*"id":"a"[^\n]*\n[^\n]*\n[^\n]*\n/, ""),
    ],
    ["two that changed places", (text) => text.replaceAll('"id":"a"', '"id":"x"').replaceAll('"id":"b"', '"id":"a"')],
  ])("%s is told", async (_, change) => {
    const text = zstdDecompressSync(readFileSync(await saved())).toString("utf8");
    const changed = change(text);
    expect(changed).not.toBe(text);
    const told: string[] = [];
    await partsOf(Buffer.from(changed), told);
    expect(told.join("\n")).toContain("the digest is not that of the lines above it");
  });

  test("past the bound histories are counted, and not kept", async () => {
    const parts = await partsOf(zstdDecompressSync(readFileSync(await saved(300))));
    expect(parts.at(-1)).toEqual({ type: "closed", histories: 1, leftOut: 1 });
  });

  test("what a killed process left is read as far as it goes", async () => {
    const file = await saved();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 8));
    await expect(allOf(file)).resolves.toBeInstanceOf(Array);
    writeFileSync(file, "no frame at all");
    await expect(allOf(file)).rejects.toThrow(/run\.ndjson\.zst: /);
  });
});

test("a folder that cannot be written is a clear error", async () => {
  const file = join(folder(), "file");
  writeFileSync(file, "");
  const target = await startTarget(service());
  const driver = await driverOf(environmentAt(target.baseUrl), { outputDir: join(file, "below") });
  await expect(driver.run(script({ op: "workflows", face: "v2" }))).rejects.toThrow(/cannot be written.*--output/);
});
