/** Choices that look arbitrary and are the same every time. */
import { hash } from "node:crypto";

/** A number from 0 up to 2^32 that follows from the text alone. */
export function rankOf(text: string): number {
  return Number.parseInt(hash("sha1", text).slice(0, 8), 16);
}

/** One of them, by the text; undefined where there are none. */
export function pick<T>(from: readonly T[], by: string): T | undefined {
  return from[rankOf(by) % Math.max(from.length, 1)];
}

/** A list of it, where there is one. */
export function some<T>(one: T | undefined): readonly [T] | undefined {
  return one === undefined ? undefined : [one];
}

/** A UUID that nobody has. */
export function strangeUuid(by: string): string {
  const hex = hash("sha1", by);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
