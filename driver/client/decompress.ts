/** Content codings (RFC 9110, section 8.4.1), undone within a bound. */
import { promisify } from "node:util";
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib";
import { TransportError } from "./failures.ts";
import { largeBytes, type LargeResponses } from "./large-responses.ts";

type Decoder = (bytes: Buffer, maxBytes: number) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>(
  Object.entries<Decoder>({
    gzip: (bytes, maxOutputLength) => promisify(gunzip)(bytes, { maxOutputLength }),
    "x-gzip": (bytes, maxOutputLength) => promisify(gunzip)(bytes, { maxOutputLength }),
    br: (bytes, maxOutputLength) => promisify(brotliDecompress)(bytes, { maxOutputLength }),
    // A larger window is not for HTTP (RFC 9659, section 3), and is taken before a byte is decoded.
    zstd: (bytes, maxOutputLength) =>
      promisify(zstdDecompress)(bytes, { maxOutputLength, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
    // Some services send raw deflate under this name; the zlib header tells them apart.
    deflate: (bytes, maxOutputLength) =>
      ((bytes[0] ?? 0) & 0x0f) === 8
        ? promisify(inflate)(bytes, { maxOutputLength })
        : promisify(inflateRaw)(bytes, { maxOutputLength }),
  }),
);
const maxCodings = 3;

/** Decompresses within a bound of bytes, and bodies that become large only a few at a time. */
export class Decompressor {
  readonly #maxBytes: number;
  readonly #large: LargeResponses;

  constructor(maxBytes: number, large: LargeResponses) {
    this.#maxBytes = maxBytes;
    this.#large = large;
  }

  /** The decoded body. @throws TransportError as `decompress` does. */
  async decompress(bytes: Buffer, contentEncoding: string): Promise<Buffer> {
    try {
      return await decompress(bytes, contentEncoding, Math.min(largeBytes, this.#maxBytes));
    } catch (error) {
      if (!(error instanceof TransportError) || error.kind !== "oversize" || this.#maxBytes <= largeBytes) throw error;
    }
    // A small body may become a large one, and every request in flight may bring one.
    const place = Promise.withResolvers<void>();
    if (!this.#large.enter(place.resolve)) await place.promise;
    try {
      return await decompress(bytes, contentEncoding, this.#maxBytes);
    } finally {
      this.#large.leave(place.resolve);
    }
  }
}

/** The decoded body. @throws TransportError `oversize` past `maxBytes`, `decompression` for a broken or unknown coding. */
async function decompress(bytes: Buffer, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  const codings = contentEncoding
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > maxCodings) throw fault(`${String(codings.length)} content codings upon each other`);
  let decoded = bytes;
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding);
    if (!decode) throw fault(`content coding "${coding}", which was not asked for`);
    if (decoded.length === 0) return decoded;
    try {
      decoded = await decode(decoded, maxBytes);
    } catch (error) {
      if (error instanceof RangeError) {
        const bound = `${String(maxBytes)} bytes of limits.maxResponseBytes`;
        throw new TransportError("oversize", `the decompressed response body is larger than the ${bound}`, true);
      }
      throw fault(`the ${coding} body is broken: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return decoded;
}

function fault(message: string): TransportError {
  return new TransportError("decompression", message, true);
}
