/** Wanted and got values as text. */
import { shorten } from "./escape.ts";

/** A value as compact JSON in at most `limit` characters. */
export function valueText(value: unknown, limit: number): string {
  return shorten(JSON.stringify(value) ?? String(value), limit);
}
