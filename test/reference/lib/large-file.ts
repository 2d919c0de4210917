import { createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { request } from "undici";

const MIB = 1024 * 1024;

/** A file that was uploaded and read back, without ever being whole in this process. */
export interface LargeFileOutcome {
  readonly uploadMs: number;
  readonly downloadMs: number;
  readonly zipMs: number;
}

/**
 * Uploads a file of so many MiB as a new trace, downloads it alone and in an archive, and compares what came back.
 * @throws Error for an answer other than 200, and for bytes that differ from those sent
 */
export async function sendLargeFile(baseUrl: string, token: string, sizeMiB: number): Promise<LargeFileOutcome> {
  const headers = { authorization: `Bearer ${token}` };
  const started = performance.now();
  const { traceId, digest } = await upload(baseUrl, headers, sizeMiB);
  const uploaded = performance.now();
  await download(`${baseUrl}/v2/traces/${traceId}/file/${digest}`, headers, (body) => expectDigest(body, digest));
  const downloaded = performance.now();
  await download(`${baseUrl}/trace/${traceId}/files?digests=${digest}`, headers, (body) =>
    expectDigest(firstEntry(body, sizeMiB * MIB), digest),
  );
  return { uploadMs: uploaded - started, downloadMs: downloaded - uploaded, zipMs: performance.now() - downloaded };
}

/** Measures the peak of memory anew from here on, where the system can. */
export function forgetPeakMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${String(pid)}/clear_refs`, "5");
  } catch {
    // Then what the start needed counts as well, and what is added since looks smaller than it is.
  }
}

/** The most memory that a process has had so far, in MiB; undefined where the system does not tell. */
export function peakMemoryMiB(pid: number): number | undefined {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8"))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}

async function upload(
  baseUrl: string,
  headers: Record<string, string>,
  sizeMiB: number,
): Promise<{ traceId: string; digest: string }> {
  const hash = createHash("sha256");
  const response = await request(`${baseUrl}/v2/traces`, {
    method: "POST",
    headers: { ...headers, "content-type": "multipart/form-data; boundary=large" },
    body: Readable.from(largeForm(sizeMiB, hash)),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const answer = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`upload: ${String(response.statusCode)} ${answer}`);
  return { traceId: (JSON.parse(answer) as { data: string }).data, digest: hash.digest("hex") };
}

function* largeForm(sizeMiB: number, hash: ReturnType<typeof createHash>): Generator<Buffer> {
  const part = (name: string, value: string): Buffer =>
    Buffer.from(`--large\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  yield part("traceInput", "{}");
  yield part("actionKey", "open");
  yield part("workflowId", "2041");
  yield part("groupLabel", "clerks");
  yield Buffer.from('--large\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n');
  // Each MiB differs from the others, so that a chunk in the wrong place shows; within one, a block comes again and
  // again, so that packing it does not take the time of the test.
  const bytes = Buffer.alloc(MIB, randomBytes(4096));
  for (let index = 0; index < sizeMiB; index++) {
    const piece = Buffer.from(bytes);
    piece.writeUInt32BE(index, 0);
    hash.update(piece);
    yield piece;
  }
  yield Buffer.from("\r\n--large--\r\n");
}

async function download(
  url: string,
  headers: Record<string, string>,
  read: (body: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const response = await request(url, { headers, headersTimeout: 0, bodyTimeout: 0 });
  if (response.statusCode !== 200) throw new Error(`download: ${String(response.statusCode)}`);
  await read(response.body);
}

async function expectDigest(content: AsyncIterable<Buffer>, wanted: string): Promise<void> {
  const hash = createHash("sha256");
  for await (const piece of content) hash.update(piece);
  const got = hash.digest("hex");
  if (got !== wanted) throw new Error(`sent a file of digest ${wanted}; got one of ${got}`);
}

/**
 * The content of the first entry of a zip archive (APPNOTE 4.3.7: a header of 30 bytes, name, extra field), which may
 * be deflated or stored. What follows a stored one can only be told by its size.
 */
async function* firstEntry(archive: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const pieces = archive[Symbol.asyncIterator]();
  const { value: head } = (await pieces.next()) as { value: Buffer };
  const content = async function* (): AsyncGenerator<Buffer> {
    yield head.subarray(30 + head.readUInt16LE(26) + head.readUInt16LE(28));
    yield* { [Symbol.asyncIterator]: () => pieces };
  };
  const isStored = head.readUInt16LE(8) === 0;
  let left = size;
  for await (const piece of isStored ? content() : Readable.from(content()).pipe(createInflateRaw())) {
    const bytes = piece as Buffer;
    if (left > 0) yield bytes.subarray(0, left);
    left -= bytes.length;
  }
}
