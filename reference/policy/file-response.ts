import type { FileRecord } from "../core/records.ts";

/** Headers of the download of one file; the length is added by the server. Open point `file-response`. */
export interface FileResponsePolicy {
  headers(file: FileRecord): Record<string, string>;
  /** Whether the answer names its length or comes in chunks. */
  knownLength: boolean;
}

/** Opaque bytes, to be saved under the name with which they came. */
export const attachment: FileResponsePolicy = {
  headers: (file) => ({
    "content-type": "application/octet-stream",
    "content-disposition": contentDisposition("attachment", file.fileName),
    // The content never changes under its digest.
    etag: `"${encodeURIComponent(file.digest)}"`,
    "x-content-type-options": "nosniff",
  }),
  knownLength: true,
};

/** `Content-Disposition` with a plain fallback name and the exact one (RFC 6266, RFC 8187). */
export function contentDisposition(type: "attachment" | "inline", fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? "";
  if (base === "") return type;
  const plain = base.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  if (plain === base) return `${type}; filename="${plain}"`;
  const exact = encodeURIComponent(base.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${type}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
