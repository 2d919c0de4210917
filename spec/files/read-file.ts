/** The one door to files that somebody named: regular files alone, within a bound, and in UTF-8 where they are text. */
import { isUtf8 } from "node:buffer";
import { closeSync, constants, createReadStream, fstatSync, openSync, readSync, statSync, type Stats } from "node:fs";

/** Thrown for a file that is there and is not read. The message says why, without the name. */
export class UnusableFile extends Error {
  override readonly name = "UnusableFile";
}

/**
 * The bytes of a file.
 * @throws UnusableFile for what is no regular file or holds more than `maxBytes`, and what the system says against it
 */
export function readBytes(path: string | URL, maxBytes: number): Buffer {
  const handle = openRegularFile(path);
  try {
    if (fstatSync(handle).size > maxBytes) throw tooLarge(maxBytes);
    return contentOf(handle, maxBytes);
  } finally {
    closeSync(handle);
  }
}

/** The bytes that somebody sends to the standard input, to their end. @throws UnusableFile beyond `maxBytes` */
export function readInput(maxBytes: number): Buffer {
  return contentOf(0, maxBytes);
}

/** The text of a file, without a byte order mark. @throws UnusableFile also for what is not UTF-8 */
export function readText(path: string | URL, maxBytes: number): string {
  return textOf(readBytes(path, maxBytes));
}

/** The text that these bytes are, without a byte order mark. @throws UnusableFile for what is not UTF-8 */
export function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new UnusableFile(`line ${String(lineOfBadText(bytes))}: it is no text in UTF-8`);
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

/** A file in pieces, for files of any size. @throws UnusableFile for what is no regular file */
export function streamBytes(path: string): AsyncIterable<Uint8Array> {
  return createReadStream("", { fd: openRegularFile(path) }) as AsyncIterable<Uint8Array>;
}

/** Looks before it opens: a pipe would be waited for without end, and opening a device can do something by itself. */
function openRegularFile(path: string | URL): number {
  refuseIrregular(statSync(path));
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    refuseIrregular(fstatSync(handle));
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function refuseIrregular(found: Stats): void {
  if (found.isFile()) return;
  const kinds: readonly (readonly [boolean, string])[] = [
    [found.isDirectory(), "it is a folder"],
    [found.isFIFO(), "it is a pipe"],
    [found.isSocket(), "it is a socket"],
    [found.isCharacterDevice() || found.isBlockDevice(), "it is a device"],
  ];
  throw new UnusableFile(`${kinds.find(([is]) => is)?.[1] ?? "it is something else"}, and no file`);
}

/** Reads to the end: files of the system say that they are empty, and a file can grow while it is read. */
function contentOf(handle: number, maxBytes: number): Buffer {
  const pieces: Buffer[] = [];
  for (let length = 0; ;) {
    const piece = Buffer.allocUnsafe(Math.min(1_048_576, maxBytes + 1 - length));
    const read = readSome(handle, piece);
    if (read === 0) return Buffer.concat(pieces);
    length += read;
    if (length > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece.subarray(0, read));
  }
}

/** A pipe into which nobody has written yet may say so instead of waiting. */
function readSome(handle: number, piece: Buffer): number {
  for (;;) {
    try {
      return readSync(handle, piece);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function tooLarge(maxBytes: number): UnusableFile {
  return new UnusableFile(`it is larger than ${maxBytes.toLocaleString("en")} bytes`);
}

function lineOfBadText(bytes: Buffer): number {
  for (let [start, line] = [0, 1]; ; line++) {
    const found = bytes.indexOf(0x0a, start);
    const end = found < 0 ? bytes.length : found;
    if (found < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
