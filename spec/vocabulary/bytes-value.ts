/** Bytes as a JSON value: what a judgement wanted or got, where that is no text. */

/**
 * The size of some bytes and a window of them, placed so that the first difference between the two sides of a judgement
 * lies in it.
 */
export interface BytesValue {
  readonly $bytes: number;
  /** Offset of the window's first byte. */
  readonly offset: number;
  readonly base64: string;
}

/** True for these three members and no others: a target may write members of any name. */
export function isBytesValue(value: unknown): value is BytesValue {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 3) return false;
  const { $bytes, offset, base64 } = value as Partial<Record<keyof BytesValue, unknown>>;
  return Number.isSafeInteger($bytes) && Number.isSafeInteger(offset) && typeof base64 === "string";
}
