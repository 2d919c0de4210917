/** The evidence archive: a zip whose statement names every other file with its digest. Bytes in, bytes out. */
import { createHash } from "node:crypto";
import AdmZip from "adm-zip";
import { boundBroken, maxArchiveBytes, maxEntries } from "./bounds.ts";

export type EvidenceFiles = ReadonlyMap<string, Uint8Array>;

/** Thrown for a file that is no archive at all. */
class EvidenceError extends Error {
  override readonly name = "EvidenceError";
}

/** A zip archive with these files, in this order. @throws EvidenceError for what could not be unpacked again */
export function packFiles(files: EvidenceFiles): Buffer {
  const broken = boundBroken([...files].map(([name, { length }]) => ({ name, packed: length, size: length })));
  if (broken !== undefined) throw new EvidenceError(`this is too large for evidence: ${broken}; run with less depth`);
  const zip = new AdmZip({ noSort: true });
  for (const [name, bytes] of files) zip.addFile(name, Buffer.from(bytes));
  return zip.toBuffer();
}

/** The files of an archive, unpacked in memory. @throws EvidenceError for what is no archive, or beyond the bounds. */
export function unpackFiles(archive: Buffer): EvidenceFiles {
  if (archive.length > maxArchiveBytes)
    throw new EvidenceError(`wanted an archive of at most ${maxArchiveBytes} bytes; got ${archive.length}`);
  try {
    // The count is looked at before the directory is read, the sizes before anything is unpacked.
    const count = new AdmZip(archive, { readEntries: false }).getEntryCount();
    const entries = count > maxEntries ? [] : new AdmZip(archive, { noSort: true }).getEntries();
    const declared = entries.map(({ entryName, header }) => ({
      name: entryName,
      packed: header.compressedSize,
      size: header.size,
    }));
    const broken = count > maxEntries ? `it holds ${count} files, more than ${maxEntries}` : boundBroken(declared);
    if (broken !== undefined) throw new EvidenceError(`wanted an archive that "certify" wrote; ${broken}`);
    const files = new Map<string, Uint8Array>();
    for (const entry of entries) {
      if (files.has(entry.entryName)) throw new EvidenceError(`it holds ${entry.entryName} twice`);
      files.set(entry.entryName, entry.getData());
    }
    return files;
  } catch (cause) {
    if (cause instanceof EvidenceError) throw cause;
    throw new EvidenceError(
      `wanted a zip archive that "certify" wrote; got ${whatIsWrong(archive)}. Fetch it again from who made it, whole`,
      { cause },
    );
  }
}

/** The first bytes of a zip, and those that begin the directory at its end. */
const [signature, end] = ["PK\u0003\u0004", "PK\u0005\u0006"];

function whatIsWrong(archive: Buffer): string {
  if (archive.length === 0) return "an empty file";
  const size = `${archive.length.toLocaleString("en")} bytes`;
  if (archive.toString("latin1", 0, signature.length) !== signature) return `a file of ${size} that is no zip archive`;
  const isCut = !archive.includes(end, 0, "latin1");
  return `a damaged one: ${isCut ? `it breaks off after ${size}` : `its ${size} cannot be unpacked`}`;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
