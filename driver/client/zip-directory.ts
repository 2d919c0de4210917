/**
 * Reads an archive by its central directory (APPNOTE.TXT 4.3.12 and 4.3.16), for archives in which entries share a name.
 * Stored and deflated entries, those of Zip64 (4.5.3) included.
 */
import { hash } from "node:crypto";
import { crc32, inflateRawSync } from "node:zlib";
import type { ZipEntry, ZipListing } from "../../spec/vocabulary/history.ts";
import { withListings } from "./zip-listings.ts";

export interface ZipBounds {
  /** Decompressed bytes of one entry. */
  readonly maxEntryBytes: number;
  /** Decompressed bytes of all entries. */
  readonly maxTotalBytes: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const zip64Locator = 0x07064b50;

interface DirectoryEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** What the archive holds. Never throws: what is wrong stands in `error`. */
export function readDirectory(bytes: Buffer, bounds: ZipBounds): ZipListing {
  const entries: ZipEntry[] = [];
  const contents: Buffer[] = [];
  try {
    let total = 0;
    for (const entry of directoryOf(bytes)) {
      total += entry.size;
      if (entry.size > bounds.maxEntryBytes || total > bounds.maxTotalBytes) {
        return beyondBound(entries, `${String(total)} bytes`);
      }
      const content = contentOf(bytes, entry);
      const directory = entry.name.endsWith("/");
      if (content.length !== entry.size || (!directory && crc32(content) !== entry.crc)) {
        return malformed(entries, `entry ${JSON.stringify(entry.name)} has a wrong size or checksum (CRC)`);
      }
      entries.push({ name: entry.name, size: content.length, sha256: hash("sha256", content), directory });
      contents.push(content);
    }
    return { entries: withListings(entries, contents) };
  } catch (error) {
    return malformed(entries, error instanceof Error ? error.message : String(error));
  }
}

/** The entries read so far of an archive that is broken. */
export function malformed(entries: readonly ZipEntry[], message: string): ZipListing {
  return { entries, error: { kind: "malformed", message } };
}

/** The entries read so far of an archive that holds too much. */
export function beyondBound(entries: readonly ZipEntry[], what: string): ZipListing {
  return { entries, error: { kind: "bound", message: `beyond the bound: ${what}` } };
}

/**
 * Where the header before an entry's bytes contradicts the directory (4.3.7): who unpacks the archive as it arrives reads
 * that header alone. Undefined where they agree, or the archive is of a form that is not looked into.
 */
export function localContradiction(bytes: Buffer): string | undefined {
  const end = endOf(bytes);
  if (bytes.readUInt16LE(end + 10) === 0xffff || bytes.readUInt32LE(end + 16) === inZip64) return undefined;
  for (const { name, offset, crc, packed, size } of directoryOf(bytes)) {
    if (offset === inZip64 || bytes.readUInt32LE(offset) !== localSignature) return undefined;
    // Sizes that are not known yet follow the bytes, and large ones stand in an extra field.
    if ((bytes.readUInt16LE(offset + 6) & sizesFollow) !== 0) continue;
    const local = [14, 18, 22].map((at) => bytes.readUInt32LE(offset + at));
    if (local.includes(inZip64)) continue;
    if (local.some((value, index) => value !== [crc, packed, size][index]))
      return `entry ${JSON.stringify(name)} has another size or checksum in its own header than in the directory`;
  }
  return undefined;
}

const sizesFollow = 0x0008;
const inZip64 = 0xffffffff;

function* directoryOf(bytes: Buffer): Iterable<DirectoryEntry> {
  const { count, start } = directoryAt(bytes);
  let at = start;
  for (let left = count; left > 0; left--) {
    if (bytes.readUInt32LE(at) !== entrySignature) throw new Error("the central directory is broken");
    const nameLength = bytes.readUInt16LE(at + 28);
    const extra = at + 46 + nameLength;
    const extraLength = bytes.readUInt16LE(at + 30);
    const [size = 0, packed = 0, offset = 0] = inFull(
      [at + 24, at + 20, at + 42].map((place) => bytes.readUInt32LE(place)),
      bytes.subarray(extra, extra + extraLength),
    );
    yield {
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      ...{ packed, size, offset },
      name: bytes.toString("utf8", at + 46, extra),
    };
    at = extra + extraLength + bytes.readUInt16LE(at + 32);
  }
}

/** How many entries the directory has, and where it begins: of a Zip64 archive as its own record says (4.3.14). */
function directoryAt(bytes: Buffer): { readonly count: number; readonly start: number } {
  const end = endOf(bytes);
  const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)];
  const isWide = count === 0xffff || start === inZip64;
  if (!isWide || end < 20 || bytes.readUInt32LE(end - 20) !== zip64Locator) return { count, start };
  const record = Number(bytes.readBigUInt64LE(end - 12));
  return {
    count: Number(bytes.readBigUInt64LE(record + 32)),
    start: Number(bytes.readBigUInt64LE(record + 48)),
  };
}

/** Sizes and offset, in the order in which the extra field of Zip64 has those that are too large for four bytes (4.5.3). */
function inFull(values: readonly number[], extra: Buffer): readonly number[] {
  if (!values.includes(inZip64)) return values;
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== ofZip64) at += 4 + extra.readUInt16LE(at + 2);
  let next = at + 4;
  return values.map((value) => {
    if (value !== inZip64 || next + 8 > extra.length) return value;
    next += 8;
    return Number(extra.readBigUInt64LE(next - 8));
  });
}

const ofZip64 = 0x0001;

/**
 * The end record stands at most 64 KiB of comment before the end. A comment may hold what looks like another one, so the
 * last one behind which its comment ends the archive counts; where there is none, the last one.
 */
function endOf(bytes: Buffer): number {
  const ends = [...endsIn(bytes)];
  const end = ends.find((at) => at + 22 + bytes.readUInt16LE(at + 20) === bytes.length) ?? ends[0];
  if (end === undefined) throw new Error("the archive has no end record");
  return end;
}

/** Where end records may stand, the last first. */
function* endsIn(bytes: Buffer): Iterable<number> {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at--)
    if (bytes.readUInt32LE(at) === endSignature) yield at;
}

/** True where a comment holds what looks like an end record, too: then a reader that takes the last one reads another archive. */
export function hasSeveralEnds(bytes: Buffer): boolean {
  return [...endsIn(bytes)].length > 1;
}

/** Why so many entries cannot be in the directory; undefined where they can, or it is told elsewhere (Zip64). */
export function missingRoom(bytes: Buffer): string | undefined {
  const end = endOf(bytes);
  const [count, size] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 12)];
  const isZip64 = end >= 20 && bytes.readUInt32LE(end - 20) === zip64Locator;
  if (isZip64 || 46 * count <= Math.min(size, end)) return undefined;
  return `its end names ${String(count)} entries, more than its directory has room for`;
}

function contentOf(bytes: Buffer, { offset, method, packed, size }: DirectoryEntry): Buffer {
  if (bytes.readUInt32LE(offset) !== localSignature) throw new Error("an entry is not where the directory says");
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const data = bytes.subarray(start, start + packed);
  if (method === 0) return data;
  if (method !== 8) throw new Error(`an entry is packed by method ${String(method)}`);
  return size === 0 ? Buffer.alloc(0) : inflateRawSync(data, { maxOutputLength: size + 1 });
}
