import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  data: Buffer;
  /** What the archive says of the unpacked size, where that is not the truth. */
  declaredSize?: number;
}

export interface ZipOptions {
  deflate?: boolean;
  /** Sizes and checksum after the data instead of before it. */
  descriptors?: boolean;
  comment?: string;
}

const time = 0x6000; // 12:00:00
const date = ((2026 - 1980) << 9) | (1 << 5) | 1;

export function zip(entries: ZipEntry[], options: ZipOptions = {}): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const flags = 0x0800 | (options.descriptors ? 8 : 0);
  const method = options.deflate ? 8 : 0;
  for (const { name, data, declaredSize = data.length } of entries) {
    const title = Buffer.from(name, "utf8");
    const packed = options.deflate ? deflateRawSync(data) : data;
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(data), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(declaredSize, 8);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(time, 10);
    local.writeUInt16LE(date, 12);
    if (!options.descriptors) sizes.copy(local, 14);
    local.writeUInt16LE(title.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt16LE(time, 12);
    central.writeUInt16LE(date, 14);
    sizes.copy(central, 16);
    central.writeUInt16LE(title.length, 28);
    central.writeUInt32LE(offset, 42);
    directory.push(central, title);
    const parts = [local, title, packed];
    if (options.descriptors) parts.push(Buffer.from([0x50, 0x4b, 0x07, 0x08]), sizes);
    for (const part of parts) offset += part.length;
    pieces.push(...parts);
  }
  const listing = Buffer.concat(directory);
  const comment = Buffer.from(options.comment ?? "", "utf8");
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...pieces, listing, end, comment]);
}

/** An entry name that stays inside the folder it is unpacked in. */
export function entryName(name: string): string {
  const tame = Array.from(name, (char) => (/[\\/:*?"<>|]/.test(char) || char < " " || char === "\x7f" ? "_" : char));
  const text = tame.slice(-120).join("").trim();
  return /^\.*$/.test(text) ? `file${text.replaceAll(".", "_")}` : text;
}

/** Gives the second "a.txt" the name "a (2).txt". */
export function distinctNames(entries: ZipEntry[]): ZipEntry[] {
  const taken = new Set<string>();
  return entries.map(({ name, data }) => {
    const dot = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n += 1)
      free = `${name.slice(0, dot)} (${String(n)})${name.slice(dot)}`;
    taken.add(free.toLowerCase());
    return { name: free, data };
  });
}
