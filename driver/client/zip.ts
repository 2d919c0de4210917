/** Zip archives of strangers, read whole within bounds; every entry's checksum is verified. */
import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import AdmZip from "adm-zip";
import type { ZipEntry, ZipListing } from "../../spec/vocabulary/history.ts";
import {
  beyondBound,
  hasSeveralEnds,
  localContradiction,
  malformed,
  missingRoom,
  readDirectory,
  type ZipBounds,
} from "./zip-directory.ts";
import { withListings } from "./zip-listings.ts";

export const maxZipEntries = 10_000;

export function startsLikeZip(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false;
  return (bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6);
}

/** What the archive holds, as far as it can be read. Never throws: what is wrong stands in `error`. */
export function readZip(bytes: Buffer, bounds: ZipBounds): ZipListing {
  const entries: ZipEntry[] = [];
  const contents: Buffer[] = [];
  try {
    const lie = missingRoom(bytes);
    if (lie !== undefined) return malformed(entries, lie);
    // The library takes the last thing that looks like an end.
    if (hasSeveralEnds(bytes)) return readDirectory(bytes, bounds);
    // The count is checked before the directory is read, the sizes before anything is decompressed.
    const count = new AdmZip(bytes, { readEntries: false }).getEntryCount();
    if (count > maxZipEntries)
      return beyondBound(entries, `${String(count)} entries, more than ${String(maxZipEntries)}`);
    let total = 0;
    for (const entry of new AdmZip(bytes, { noSort: true }).getEntries()) {
      const { size } = entry.header;
      total += size;
      if (size > bounds.maxEntryBytes) return beyondBound(entries, `an entry of ${String(size)} bytes`);
      if (total > bounds.maxTotalBytes)
        return beyondBound(entries, `more than ${String(bounds.maxTotalBytes)} bytes in all`);
      const directory = entry.isDirectory;
      const content = directory ? Buffer.alloc(0) : entry.getData();
      if (!directory && content.length !== size) {
        const sizes = `${String(content.length)} bytes instead of the ${String(size)} it declares`;
        return malformed(entries, `entry ${JSON.stringify(entry.entryName)} has ${sizes}`);
      }
      if (!directory && crc32(content) !== entry.header.crc) {
        return malformed(entries, `entry ${JSON.stringify(entry.entryName)} has a wrong checksum (CRC)`);
      }
      entries.push({ name: entry.entryName, size: content.length, sha256: hash("sha256", content), directory });
      contents.push(content);
    }
    const contradiction = localContradiction(bytes);
    return contradiction === undefined
      ? { entries: withListings(entries, contents) }
      : malformed(entries, contradiction);
  } catch (error) {
    // Two entries of one name are allowed in an archive; the library does not take them.
    if (error instanceof Error && /duplicate entry name/i.test(error.message)) return readDirectory(bytes, bounds);
    return malformed(entries, error instanceof Error ? error.message : String(error));
  }
}
