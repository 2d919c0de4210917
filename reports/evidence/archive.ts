/** The evidence archive: a zip whose statement names every other file with its digest. Bytes in, bytes out. */
import { createHash } from "node:crypto";
import AdmZip from "adm-zip";

export type EvidenceFiles = ReadonlyMap<string, Uint8Array>;

/** Past these bounds a file is no evidence archive of ours, and is not unpacked. */
const maxEntries = 200;
const maxArchiveBytes = 512 * 1024 * 1024;
const maxUnpackedBytes = 1024 * 1024 * 1024;

/** Thrown for a file that is no archive at all. */
class EvidenceError extends Error {
  override readonly name = "EvidenceError";
}

/** A zip archive with these files, in this order. */
export function packFiles(files: EvidenceFiles): Buffer {
  const zip = new AdmZip({ noSort: true });
  for (const [name, bytes] of files) zip.addFile(name, Buffer.from(bytes));
  return zip.toBuffer();
}

/** The files of an archive, unpacked in memory. @throws EvidenceError for what is no archive, or beyond the bounds. */
export function unpackFiles(archive: Buffer): EvidenceFiles {
  if (archive.length > maxArchiveBytes)
    throw new EvidenceError(`wanted an archive of at most ${maxArchiveBytes} bytes; got ${archive.length}`);
  try {
    const entries = new AdmZip(archive, { noSort: true }).getEntries();
    const unpacked = entries.reduce((sum, { header }) => sum + header.size, 0);
    if (entries.length > maxEntries || unpacked > maxUnpackedBytes)
      throw new EvidenceError(`wanted at most ${maxEntries} files; got ${entries.length} of ${unpacked} bytes in all`);
    const files = new Map<string, Uint8Array>();
    for (const entry of entries) {
      if (files.has(entry.entryName)) throw new EvidenceError(`it holds ${entry.entryName} twice`);
      files.set(entry.entryName, entry.getData());
    }
    return files;
  } catch (cause) {
    if (cause instanceof EvidenceError) throw cause;
    const why = cause instanceof Error ? cause.message.replace(/^ADM-ZIP: /, "") : String(cause);
    throw new EvidenceError(`wanted a zip archive that "certify" wrote; got a file that cannot be unpacked (${why})`, {
      cause,
    });
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
