/** Responses as a history keeps them. */
import { hash } from "node:crypto";
import type { ReceivedResponse, ZipEntry } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import type { Attachment } from "./tiny-service.ts";

export function jsonAnswer(
  value: Json,
  status = 200,
  contentType = "application/json; charset=utf-8",
): ReceivedResponse {
  return { ...bytesAnswer(Buffer.from(JSON.stringify(value)), status, contentType), json: { value } };
}

export function bytesAnswer(
  body: Uint8Array,
  status = 200,
  contentType = "application/octet-stream",
): ReceivedResponse {
  return { status, headers: { "content-type": contentType }, bytes: body.length, sha256: hash("sha256", body), body };
}

export function zipAnswer(entries: readonly ZipEntry[]): ReceivedResponse {
  return { ...bytesAnswer(Buffer.from(`PK of ${JSON.stringify(entries)}`), 200, "application/zip"), zip: { entries } };
}

export function entryOf({ name, bytes }: Pick<Attachment, "name" | "bytes">): ZipEntry {
  return { name, size: bytes.length, sha256: hash("sha256", bytes), directory: false };
}
