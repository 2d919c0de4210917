import { randomUUID } from "node:crypto";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { badRequest, Refusal, tooLarge } from "../core/refusal.ts";
import type { ReceivedFile } from "../core/records.ts";
import type { Context } from "../hooks/hooks.ts";
import type { LimitPolicy } from "../policy/limits.ts";
import { CHUNK_BYTES } from "../storage/content-store.ts";
import { checkText } from "./read-json.ts";

/** A multipart request: text fields by name, files in the order of their parts. */
export interface MultipartForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly ReceivedFile[];
}

// Room for the other members of the legacy `body` part beside the data.
const FIELD_SLACK_BYTES = 256 * 1024;
// Small files of one request are kept in memory up to this sum; further ones are staged like large ones.
const HELD_BYTES = 4 * 1024 * 1024;

/** RFC 2046, section 5.1.1. */
const MOST_BOUNDARY_CHARACTERS = 70;

function boundaryLength(contentType = ""): number {
  const [, quoted, plain] = /;\s{0,100}boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
  return (quoted ?? plain ?? "").length;
}

/**
 * Reads a multipart request, whatever the order of its parts. Files larger than a chunk are staged in the store as
 * they arrive, so that memory stays flat.
 * @param work what to do with the form; when it throws, the staged files are dropped
 */
export async function withForm<T>(
  context: Context,
  request: FastifyRequest,
  work: (form: MultipartForm) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new Refusal(415, "wanted-multipart", "wanted the content type multipart/form-data", "header.content-type");
  }
  if (boundaryLength(request.headers["content-type"]) > MOST_BOUNDARY_CHARACTERS)
    throw badRequest("bad-multipart", "wanted a boundary of at most 70 characters (RFC 2046)", "header.content-type");
  const { limits } = context.policy;
  // Said before anything is read; what comes in chunks is counted as it comes.
  if (Number(request.headers["content-length"] ?? 0) > limits.uploadBytes) throw uploadTooLarge(limits);
  const upload: Upload = { received: 0, held: 0, staged: [] };
  const fields = new Map<string, string>();
  const files: ReceivedFile[] = [];
  try {
    const parts = request.parts({
      preservePath: true,
      limits: {
        fieldNameSize: 1024,
        fieldSize: limits.dataBytes + FIELD_SLACK_BYTES,
        // One more than is taken, so that the byte too many is seen as soon as it comes.
        fileSize: limits.fileBytes + 1,
        files: limits.files,
        fields: 100,
        parts: limits.files + 100,
      },
    });
    for await (const part of parts) {
      if (part.type === "file") files.push(await receive(context, part, upload));
      else {
        if (part.valueTruncated) throw badRequest("data-too-large", "the data is over the limit", part.fieldname);
        if (fields.has(part.fieldname)) throw badRequest("part-twice", "the text part came twice", part.fieldname);
        // The parser hands over parts of type application/json already decoded.
        fields.set(part.fieldname, typeof part.value === "string" ? part.value : JSON.stringify(part.value));
      }
    }
    return await work({ fields, files });
  } catch (error) {
    // The rest is read and dropped: a client that is still sending could not see its answer, nor the connection end.
    request.raw.unpipe().resume();
    await context.store.contents.discard(upload.staged);
    throw error;
  }
}

/** What has come of a request so far. */
interface Upload {
  /** Bytes of its files. */
  received: number;
  /** Those of them that are in memory until the action is accepted. */
  held: number;
  /** Blobs whose chunks are in the store. */
  readonly staged: string[];
}

async function receive({ policy, store }: Context, part: MultipartFile, upload: Upload): Promise<ReceivedFile> {
  const blobId = randomUUID();
  const digest = policy.digest.start();
  let size = 0;
  let position = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const piece of part.file as AsyncIterable<Buffer>) {
    digest.update(piece);
    size += piece.length;
    upload.received += piece.length;
    if (size > policy.limits.fileBytes) throw fileTooLarge(policy.limits, part.fieldname);
    if (upload.received > policy.limits.uploadBytes) throw uploadTooLarge(policy.limits);
    pending.push(piece);
    pendingBytes += piece.length;
    // Kept back until more arrives: a file of one chunk is stored within the transaction of its action.
    while (pendingBytes > CHUNK_BYTES) {
      const joined = Buffer.concat(pending);
      if (position === 0) upload.staged.push(blobId);
      await store.contents.stage(blobId, position++, joined.subarray(0, CHUNK_BYTES));
      pending = [joined.subarray(CHUNK_BYTES)];
      pendingBytes = joined.length - CHUNK_BYTES;
    }
  }
  const rest = Buffer.concat(pending);
  const inline = position === 0 && upload.held + size <= HELD_BYTES;
  if (inline) upload.held += size;
  else if (rest.length > 0) {
    if (position === 0) upload.staged.push(blobId);
    await store.contents.stage(blobId, position, rest);
  }
  const partName = part.fieldname ?? "";
  const fileName = part.filename ?? "";
  checkText(partName, "part name");
  checkText(fileName, "file name");
  return {
    partName,
    fileName,
    contentType: part.mimetype,
    size,
    digest: digest.finish(),
    blobId,
    inline: inline ? rest : undefined,
  };
}

function fileTooLarge({ fileBytes }: LimitPolicy, partName: string): Refusal {
  return tooLarge("file-too-large", `a file may have at most ${String(fileBytes)} bytes`, partName);
}

function uploadTooLarge({ uploadBytes }: LimitPolicy): Refusal {
  return tooLarge("upload-too-large", `a request may have at most ${String(uploadBytes)} bytes`, "body");
}
