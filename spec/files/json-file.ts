/** JSON that somebody else wrote, read within bounds of size, nesting and number of values. */
import { readBytes, readInput, textOf, UnusableFile } from "./read-file.ts";
import { jsonFault } from "./json-fault.ts";

export interface JsonBounds {
  /** Default: 64 MiB. */
  readonly maxBytes?: number;
  /** What walks the value must not exhaust the stack. Default: 1,000. */
  readonly maxDepth?: number;
  /** Each takes many times its size in memory. Default: 2,000,000. */
  readonly maxValues?: number;
}

const defaultMaxBytes = 64 * 1024 * 1024;
const quote = 0x22;
const backslash = 0x5c;

/** The value in a file. @throws UnusableFile with the line where there is one, and what the system says against it */
export function readJsonFile(path: string, bounds: JsonBounds = {}): unknown {
  return jsonOf(readBytes(path, bounds.maxBytes ?? defaultMaxBytes), bounds);
}

/** The value that somebody sends to the standard input. @throws UnusableFile like `readJsonFile` */
export function readJsonInput(bounds: JsonBounds = {}): unknown {
  return jsonOf(readInput(bounds.maxBytes ?? defaultMaxBytes), bounds);
}

/** The value that these bytes are. @throws UnusableFile with the line where there is one */
export function jsonOf(bytes: Buffer, { maxDepth = 1_000, maxValues = 2_000_000 }: JsonBounds = {}): unknown {
  const text = textOf(bytes);
  refuseBeyond(bytes, maxDepth, maxValues);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The engine quotes the text, which may be a secret, and does not always say where it is.
    throw new UnusableFile(jsonFault(text));
  }
}

/** Looks at brackets and commas outside of texts. */
function refuseBeyond(bytes: Buffer, maxDepth: number, maxValues: number): void {
  let [depth, values, line] = [0, 1, 1];
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at = endOfText(bytes, at);
        break;
      case 0x5b:
      case 0x7b:
        values++;
        if (++depth > maxDepth)
          throw new UnusableFile(`line ${String(line)}: it nests deeper than ${maxDepth.toLocaleString("en")}`);
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      case 0x2c:
        values++;
        break;
      case 0x0a:
        line++;
        break;
      default:
    }
    if (values > maxValues) throw new UnusableFile(`it holds more than ${maxValues.toLocaleString("en")} values`);
  }
}

/** Index of the closing quote of the text that opens at `start`, or the end of the bytes. */
function endOfText(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === backslash) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return bytes.length;
}
