/**
 * Bodies of `multipart/form-data` (RFC 7578) with any part name, file name and bytes. Libraries refuse or repair the
 * names that a conformance suite wants to send; this writer sends them.
 */
import { randomBytes } from "node:crypto";
import { joined, type ByteSource, type Bytes } from "../byte-source.ts";

export interface TextPart {
  readonly name: string;
  readonly text: string;
}

export interface FilePart {
  readonly name: string;
  /** Null: no `filename` parameter. */
  readonly fileName: string | null;
  readonly contentType: string;
  readonly bytes: Bytes;
  readonly sha256: string;
}

const prefix = `----trace-conformance-${randomBytes(12).toString("hex")}-`;
let boundaries = 0;

/** A boundary that no content holds by chance. */
export function newBoundary(): string {
  return prefix + (boundaries++).toString(36);
}

/** The body, text parts first unless `filesFirst`. `closed: false` leaves the closing boundary out. */
export function encodeMultipart(
  texts: readonly TextPart[],
  files: readonly FilePart[],
  boundary: string,
  { closed = true, filesFirst = false } = {},
): Buffer | ByteSource {
  const textChunks = texts.map(({ name, text }) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${text}\r\n`),
  );
  const chunks: Bytes[] = [];
  for (const { name, fileName, contentType, bytes } of files) {
    const file = fileName === null ? "" : `; filename="${quoted(fileName)}"`;
    const disposition = `content-disposition: form-data; name="${quoted(name)}"${file}`;
    chunks.push(Buffer.from(`--${boundary}\r\n${disposition}\r\ncontent-type: ${oneLine(contentType)}\r\n\r\n`));
    chunks.push(bytes, crlf);
  }
  const end = closed ? [Buffer.from(`--${boundary}--\r\n`)] : [];
  return joined(filesFirst ? [...chunks, ...textChunks, ...end] : [...textChunks, ...chunks, ...end]);
}

const crlf = Buffer.from("\r\n");

/** As browsers write names (HTML, "multipart/form-data encoding algorithm"): CR, LF and `"` percent-encoded, UTF-8 raw. */
function quoted(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

function oneLine(value: string): string {
  return value.replace(/[\r\n]/g, " ");
}
