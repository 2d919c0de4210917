import { crc32, deflateRawSync } from "node:zlib";

export interface ArchiveEntry {
  name: string;
  /** Absent: a folder, whose name ends in a slash. */
  data?: Buffer;
  comment?: string;
  /** Seconds since 1970, told in an extra field (extended timestamp). */
  changed?: number;
}

const fields = (...pairs: [bytes: 2 | 4 | 8, value: number][]): Buffer => {
  const buffer = Buffer.alloc(pairs.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of pairs) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
};

const date = ((2026 - 1980) << 9) | (1 << 5) | 1;
const unix = 3 << 8;

/**
 * A zip archive with what few writers use: folders, comments and times of entries, deflating only where that makes an
 * entry smaller, and the records of Zip64 (APPNOTE 4.3.14, 4.5.3) whatever the sizes.
 */
export function archive(entries: ArchiveEntry[], zip64 = false): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const version = zip64 ? 45 : 20;
  for (const { name, data = Buffer.alloc(0), comment = "", changed } of entries) {
    const [title, remark] = [Buffer.from(name), Buffer.from(comment)];
    const deflated = deflateRawSync(data);
    const small = deflated.length < data.length;
    const packed = small ? deflated : data;
    const sizes: [4 | 8, number][] = [
      [zip64 ? 8 : 4, zip64 ? data.length : packed.length],
      [zip64 ? 8 : 4, zip64 ? packed.length : data.length],
    ];
    const time = changed === undefined ? Buffer.alloc(0) : fields([2, 0x5455], [2, 5]);
    const stamp = changed === undefined ? time : Buffer.concat([time, Buffer.from([1]), fields([4, changed])]);
    const large = (more: [8, number][] = []) =>
      zip64 ? fields([2, 1], [2, 16 + 8 * more.length], ...sizes, ...more) : Buffer.alloc(0);
    const hidden: [4, number][] = zip64
      ? [
          [4, 0xffffffff],
          [4, 0xffffffff],
        ]
      : (sizes as [4, number][]);
    const extra = Buffer.concat([large(), stamp]);
    const common = fields([2, 0x0800], [2, small ? 8 : 0], [2, 0x6000], [2, date], [4, crc32(data)], ...hidden);
    const local = [
      fields([4, 0x04034b50], [2, version]),
      common,
      fields([2, title.length], [2, extra.length]),
      title,
      extra,
      packed,
    ];
    const listed = Buffer.concat([large([[8, offset]]), stamp]);
    const mode = name.endsWith("/") ? 0o40755 : 0o100644;
    directory.push(
      fields([4, 0x02014b50], [2, unix | version], [2, version]),
      common,
      fields([2, title.length], [2, listed.length], [2, remark.length], [2, 0], [2, 0]),
      fields([2, name.endsWith("/") ? 0x10 : 0], [2, mode], [4, zip64 ? 0xffffffff : offset]),
      title,
      listed,
      remark,
    );
    pieces.push(...local);
    offset += local.reduce((sum, piece) => sum + piece.length, 0);
  }
  const listing = Buffer.concat(directory);
  const count = entries.length;
  const long = fields(
    ...([
      [4, 0x06064b50],
      [8, 44],
      [2, unix | version],
      [2, version],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, listing.length],
      [8, offset],
      [4, 0x07064b50],
      [4, 0],
      [8, offset + listing.length],
      [4, 1],
    ] as [2 | 4 | 8, number][]),
  );
  const shown = zip64 ? 0xffff : count;
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, shown], [2, shown]);
  const place = zip64 ? fields([4, 0xffffffff], [4, 0xffffffff]) : fields([4, listing.length], [4, offset]);
  return Buffer.concat([...pieces, listing, ...(zip64 ? [long] : []), end, place, Buffer.alloc(2)]);
}
