import fastifyMultipart from "@fastify/multipart";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { contentBytes } from "../../driver/index.ts";
import { filePartOf } from "../../driver/execute/content.ts";
import { chunksOf } from "../../driver/byte-source.ts";
import { encodeMultipart } from "../../driver/faces/multipart.ts";
import type { FileSpec } from "../../spec/vocabulary/script.ts";

interface Parsed {
  readonly name: string;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly text: string;
  readonly base64: string;
}

/** Parses a body with a parser that is not ours. */
async function parse(body: Buffer, boundary: string): Promise<Parsed[]> {
  const server = fastify();
  onTestFinished(() => server.close());
  await server.register(fastifyMultipart, { preservePath: true, limits: { fileSize: 10_000_000 } } as object);
  server.post("/", async (request) => {
    const parts: Parsed[] = [];
    for await (const part of request.parts()) {
      if (part.type === "field") parts.push({ name: part.fieldname, text: String(part.value), base64: "" });
      else {
        const bytes = await part.toBuffer();
        parts.push({
          name: part.fieldname,
          fileName: part.filename,
          contentType: part.mimetype,
          text: "",
          base64: bytes.toString("base64"),
        });
      }
    }
    return parts;
  });
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const reply = await server.inject({ method: "POST", url: "/", headers, payload: body });
  expect(reply.statusCode).toBe(200);
  return reply.json<Parsed[]>();
}

const files: FileSpec[] = [
  { partName: "empty", fileName: "empty.bin", content: { text: "" } },
  { partName: "every byte", fileName: "ünïcödé 日本 .bin", content: { everyByte: 3 } },
  { partName: "large", fileName: "../../etc/passwd", contentType: "text/plain", content: { bytes: 300_000, seed: 7 } },
  { partName: 'quo"te', fileName: 'a"b\r\nc.txt', content: { text: "--x\r\n\r\n" } },
  { partName: "same", fileName: "1.txt", content: { base64: "aGVsbG8=" } },
  { partName: "same", fileName: "1.txt", content: { text: "hello" } },
];

test("every name and every byte arrives", async () => {
  const parts = files.map(filePartOf);
  const body = encodeMultipart([{ name: "traceInput", text: '{"a":"ü"}' }], parts, "b0undary");
  const parsed = await parse(Buffer.concat([...chunksOf(body)]), "b0undary");
  expect(parsed[0]).toMatchObject({ name: "traceInput", text: '{"a":"ü"}' });
  expect(parsed.slice(1)).toEqual(
    files.map((file) => ({
      name: file.partName.replace('"', "%22"),
      // As browsers write it: these three signs percent-encoded, all others raw.
      fileName: file.fileName?.replace('"', "%22").replace("\r\n", "%0D%0A"),
      contentType: file.contentType ?? "application/octet-stream",
      text: "",
      base64: Buffer.from(contentBytes(file.content)).toString("base64"),
    })),
  );
});

test("a file without a name has no filename parameter", () => {
  const part = filePartOf({ partName: "f", fileName: null, content: { text: "x" } });
  const text = encodeMultipart([], [part], "b").toString();
  expect(text).toBe(
    '--b\r\ncontent-disposition: form-data; name="f"\r\ncontent-type: application/octet-stream\r\n\r\nx\r\n--b--\r\n',
  );
});

test("pseudo-random content follows from its seed", () => {
  const one = contentBytes({ bytes: 1001, seed: 1 });
  expect(one.length).toBe(1001);
  expect(contentBytes({ bytes: 1001, seed: 1 })).toEqual(one);
  expect(contentBytes({ bytes: 1001, seed: 2 })).not.toEqual(one);
  const apart = contentBytes({ bytes: 1001, seed: 1, changedAt: 500 });
  expect([...apart].flatMap((byte, at) => (byte === one[at] ? [] : [at]))).toEqual([500]);
  expect(new Set(contentBytes({ bytes: 10_000, seed: 0 })).size).toBe(256);
});
