import { randomUUID } from "node:crypto";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { badRequest, Refusal, tooLarge } from "../core/refusal.ts";
import type { ReceivedFile } from "../core/records.ts";
import type { Context } from "../core/seams.ts";
import { CHUNK_BYTES } from "../storage/content-store.ts";
import { checkText } from "./read-json.ts";

/** A multipart request: text fields by name, files in the order of their parts. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly ReceivedFile[];
}

// Room for the other members of the legacy `body` part beside the data.
const FIELD_SLACK_BYTES = 256 * 1024;

/**
 * Reads a multipart request, whatever the order of its parts. Files larger than a chunk are staged in the database as
 * they arrive, so that memory stays flat.
 * @returns the form, and `abandon`, which drops the staged files of a request that comes to nothing
 */
export async function withForm<T>(
  context: Context,
  request: FastifyRequest,
  work: (form: Form) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new Refusal(415, "wanted-multipart", "wanted the content type multipart/form-data", "header.content-type");
  }
  const { limits } = context.policy;
  const fields = new Map<string, string>();
  const files: ReceivedFile[] = [];
  const staged: string[] = [];
  try {
    const parts = request.parts({
      preservePath: true,
      limits: {
        fieldNameSize: 1024,
        fieldSize: limits.dataBytes + FIELD_SLACK_BYTES,
        fileSize: limits.fileBytes,
        files: limits.files,
        fields: 100,
        parts: limits.files + 100,
      },
    });
    for await (const part of parts) {
      if (part.type === "file") files.push(await receive(context, part, staged));
      else {
        if (part.valueTruncated) throw badRequest("data-too-large", "the data is over the limit", part.fieldname);
        if (fields.has(part.fieldname)) throw badRequest("part-twice", "the text part came twice", part.fieldname);
        // The parser hands over parts of type application/json already decoded.
        fields.set(part.fieldname, typeof part.value === "string" ? part.value : JSON.stringify(part.value));
      }
    }
    return await work({ fields, files });
  } catch (error) {
    await context.store.contents.discard(staged);
    throw error;
  }
}

async function receive({ policy, store }: Context, part: MultipartFile, staged: string[]): Promise<ReceivedFile> {
  const blobId = randomUUID();
  const digest = policy.digest.start();
  let size = 0;
  let position = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const piece of part.file as AsyncIterable<Buffer>) {
    digest.update(piece);
    size += piece.length;
    pending.push(piece);
    pendingBytes += piece.length;
    // Kept back until more arrives: a file of one chunk is stored within the transaction of its action.
    while (pendingBytes > CHUNK_BYTES) {
      const joined = Buffer.concat(pending);
      if (position === 0) staged.push(blobId);
      await store.contents.stage(blobId, position++, joined.subarray(0, CHUNK_BYTES));
      pending = [joined.subarray(CHUNK_BYTES)];
      pendingBytes = joined.length - CHUNK_BYTES;
    }
  }
  if (part.file.truncated) {
    throw tooLarge(
      "file-too-large",
      `a file may have at most ${String(policy.limits.fileBytes)} bytes`,
      part.fieldname,
    );
  }
  const rest = Buffer.concat(pending);
  if (position > 0 && rest.length > 0) await store.contents.stage(blobId, position, rest);
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
    inline: position === 0 ? rest : undefined,
  };
}
