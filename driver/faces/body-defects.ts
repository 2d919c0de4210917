/** Bodies that are wrong on purpose. */
import type { Operation } from "../../spec/operations.ts";
import type { ByteSource } from "../byte-source.ts";
import type { BodyDefect } from "../../spec/vocabulary/script.ts";

export interface Body<Bytes extends Buffer | ByteSource = Buffer | ByteSource> {
  readonly bytes: Bytes;
  readonly contentType: string;
}

/** True where the defect can be written into requests of the operation; otherwise the request is sent unharmed. */
export function appliesTo(defect: BodyDefect, operation: Operation): boolean {
  if (operation.request === "none") return false;
  if (defect.kind === "multipart-boundary" || defect.kind === "multipart-cut") return operation.request === "multipart";
  return true;
}

/** The JSON text with a defect that concerns the JSON document itself. */
export function damagedJson(text: string, defect: BodyDefect | undefined): string {
  if (defect?.kind === "json-broken") return text.slice(0, Math.max(1, Math.floor(text.length / 2)));
  if (defect?.kind === "json-type") return JSON.stringify(defect.value);
  return text;
}

/** The body with a defect that concerns the body as a whole. */
export function damagedBody<Bytes extends Buffer | ByteSource>(
  body: Body<Bytes>,
  defect: BodyDefect | undefined,
): Body<Bytes | Buffer> {
  switch (defect?.kind) {
    case "empty":
      return { ...body, bytes: Buffer.alloc(0) };
    case "content-type":
      return { ...body, contentType: defect.value };
    case "multipart-boundary":
      return { ...body, contentType: "multipart/form-data; boundary=another-boundary" };
    case "raw":
      return { bytes: Buffer.from(defect.text), contentType: defect.value };
    case "json-broken":
    case "json-type":
    case "multipart-cut":
    case undefined:
      return body;
  }
}
