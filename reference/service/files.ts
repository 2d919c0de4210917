import { Readable } from "node:stream";
import yazl from "yazl";
import type { Call } from "../core/call.ts";
import type { FileRecord, Reply, ArchiveEntry } from "../core/records.ts";
import type { Context } from "../hooks/hooks.ts";
import { CHUNK_BYTES } from "../storage/content-store.ts";
import { unknownTrace } from "./traces.ts";

// Compressing a few bytes makes them more, and the compressor hands out 16 KiB at a time: a hundred turns of the event
// loop for a file of a few MiB, which a busy process serves too late. Large files are stored.
const WORTH_COMPRESSING_BYTES = 256;
const ZIP_TIME = new Date("1980-01-01T00:00:00Z");

/** The download of one file. */
export async function downloadFile(context: Context, call: Call, traceId: string, digest: string): Promise<Reply> {
  const { policy, hooks } = context;
  const [file] = await filesOf(context, call, traceId, [digest]);
  if (file === undefined) throw new Error("a selection of one file came back empty");
  const headers = policy.fileResponse.headers(file);
  if (file.size <= CHUNK_BYTES && policy.fileResponse.knownLength) {
    return { status: 200, headers, body: { kind: "bytes", value: await collect(hooks.content(call, file)) } };
  }
  if (policy.fileResponse.knownLength) headers["content-length"] = String(file.size);
  return { status: 200, headers, body: { kind: "stream", value: Readable.from(hooks.content(call, file)) } };
}

/** The download of several files as a zip archive, written while it is sent. */
export async function downloadArchive(context: Context, call: Call, traceId: string): Promise<Reply> {
  const { policy, hooks } = context;
  const digests = hooks.readDigests(call, policy.digestQuery.read(call.queryString, call.face));
  const files = await filesOf(context, call, traceId, [...new Set(digests)]);
  const entries = hooks.zipEntries(call, policy.zip.entries(files));
  return {
    status: 200,
    headers: policy.zip.headers(traceId),
    body: { kind: "stream", value: zipStream(context, call, entries) },
  };
}

async function filesOf(
  { hooks, store }: Context,
  call: Call,
  traceId: string,
  wanted: string[],
): Promise<FileRecord[]> {
  const found = await store.files(traceId, wanted);
  if (found === undefined || !hooks.maySee(call, found.trace.organization)) throw unknownTrace(traceId);
  return hooks.selectFiles(call, wanted, found.files);
}

function zipStream({ hooks, policy }: Context, call: Call, entries: readonly ArchiveEntry[]): NodeJS.ReadableStream {
  const zip = new yazl.ZipFile();
  for (const { name, file } of entries) {
    const options = { mtime: ZIP_TIME, compress: policy.zip.compress && isWorthCompressing(file.size) };
    // Opened only when its turn comes, so that one file at a time is in memory.
    zip.addReadStreamLazy(name, options, (open) => {
      const content = Readable.from(hooks.content(call, file));
      content.on("error", (error) => zip.outputStream.emit("error", error));
      open(null, content);
    });
  }
  zip.end();
  return zip.outputStream;
}

function isWorthCompressing(bytes: number): boolean {
  return bytes >= WORTH_COMPRESSING_BYTES && bytes <= CHUNK_BYTES;
}

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}
