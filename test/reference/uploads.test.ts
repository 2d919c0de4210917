import { Agent, request as httpRequest } from "node:http";
import type { ClientRequest } from "node:http";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startReference } from "../../reference/index.ts";
import type { Reference, ReferenceOptions, SharedDatabase } from "../../reference/index.ts";
import { parseLimits } from "../../reference/policy/limits.ts";
import { sharedDatabase } from "../lib/reference.ts";
import { Client, textFile } from "./service.ts";

const MIB = 1024 * 1024;

let shared: SharedDatabase;
beforeAll(async () => {
  shared = await sharedDatabase();
}, 30_000);

/** A service with these options, and how many chunks of files its database holds. */
async function service(options: ReferenceOptions): Promise<{
  reference: Reference;
  client: Client;
  chunks: () => Promise<number>;
}> {
  let schema = "";
  const sharedDatabase: SharedDatabase = { ...shared, nextSchema: () => (schema = shared.nextSchema()) };
  const reference = await startReference({ ...options, sharedDatabase });
  onTestFinished(() => reference.close());
  const client = await new Client(reference.baseUrl).login();
  const chunks = async (): Promise<number> => (await shared.database.query(`SELECT 1 FROM ${schema}.chunks`)).length;
  return { reference, client, chunks };
}

const file = (bytes: number): { partName: string; fileName: string; bytes: Buffer } => ({
  partName: "f",
  fileName: "f",
  bytes: Buffer.alloc(bytes, "content "),
});

describe("limits", () => {
  test.each(["v2", "legacy"] as const)("%s takes a file of just the limit and refuses one byte more", async (face) => {
    const { client, chunks } = await service({ limits: { fileBytes: MIB } });
    expect((await client.action(face, undefined, {}, [file(MIB)])).status).toBe(200);
    const before = await chunks();
    const answer = await client.action(face, undefined, {}, [file(MIB + 1)]);
    expect(answer.status).toBe(413);
    expect(answer.bytes.toString()).toContain(`a file may have at most ${String(MIB)} bytes`);
    expect((await client.post("/trace/search/2041", { filters: {} })).json).toHaveLength(1);
    expect(await chunks()).toBe(before);
  });

  test("a request of more than the limit is refused, whether it says its length or not", async () => {
    const { reference, client, chunks } = await service({ limits: { uploadBytes: 2 * MIB } });
    const saying = await client.action("v2", undefined, {}, [file(MIB), file(2 * MIB)]);
    expect(saying).toMatchObject({ status: 413, json: { error: { code: "upload-too-large", where: "body" } } });
    const silent = slowUpload(reference, client);
    silent.write(Buffer.alloc(3 * MIB));
    expect(await answerTo(silent)).toBe(413);
    // The connection goes on: what the client still sends is read, and dropped.
    await new Promise((resolve) => silent.end(Buffer.alloc(20 * MIB), () => resolve(undefined)));
    silent.destroy();
    await expect.poll(chunks).toBe(0);
  });

  test("more files than the limit are refused", async () => {
    const { client } = await service({ limits: { files: 2 } });
    expect((await client.action("v2", undefined, {}, [file(1), file(2)])).status).toBe(200);
    expect((await client.action("v2", undefined, {}, [file(1), file(2), file(3)])).status).toBe(413);
  });

  test("they are written as on the command line", () => {
    expect(parseLimits(["fileBytes=3MiB", "files=7", "uploadBytes=2GiB", "dataBytes=1KiB"])).toEqual({
      fileBytes: 3 * MIB,
      files: 7,
      uploadBytes: 2048 * MIB,
      dataBytes: 1024,
    });
    expect(() => parseLimits(["filesize=3"])).toThrow(/limit "filesize=3": wanted .*names are dataBytes, .*fileBytes/);
    expect(() => parseLimits(["fileBytes=0"])).toThrow(/at least 1/);
    expect(() => parseLimits(["fileBytes=3MB"])).toThrow(/KiB, MiB or GiB/);
    expect(() => parseLimits(["constructor=3"])).toThrow(/names are/);
  });
});

test("what a client sent that went away is dropped", async () => {
  const { reference, client, chunks } = await service({});
  const upload = slowUpload(reference, client);
  upload.on("error", () => undefined);
  upload.write(Buffer.alloc(2 * MIB));
  await expect.poll(chunks, { timeout: 10_000 }).toBeGreaterThan(3);
  upload.destroy();
  await expect.poll(chunks, { timeout: 10_000 }).toBe(0);
  expect((await client.post("/trace/search/2041", { filters: {} })).json).toEqual([]);
});

test("many small files of one request come back as they were sent", async () => {
  const { client } = await service({});
  const files = Array.from({ length: 40 }, (_, n) => textFile(`f${String(n)}`, `${String(n)} `.repeat(80_000)));
  const traceId = await client.create({}, files);
  const kept = (await client.details(traceId)).links[0]?.files ?? [];
  expect(kept).toHaveLength(40);
  for (const [index, { digest }] of kept.entries()) {
    const { bytes } = await client.get(`/v2/traces/${traceId}/file/${digest}`);
    expect(bytes.equals(files[index]?.bytes as Buffer)).toBe(true);
  }
});

/** An upload in chunks of unknown number, open until it is ended. */
function slowUpload({ baseUrl }: Reference, { token = "" }: Client): ClientRequest {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const upload = httpRequest(`${baseUrl}/v2/traces`, {
    agent,
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=slow" },
  });
  upload.write('--slow\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n');
  return upload;
}

function answerTo(upload: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    upload.on("response", (answer) => resolve(answer.resume().statusCode));
    upload.on("error", reject);
  });
}
