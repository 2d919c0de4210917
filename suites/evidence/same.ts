/** Equality of JSON values, where what was saved may have secrets taken out. */
import { redacted } from "../../driver/index.ts";

/** True where `saved` is `wanted` as it is written to disk: any text may stand where a secret was taken out. */
export function sameAsSaved(saved: unknown, wanted: unknown): boolean {
  if (typeof saved === "string") return typeof wanted === "string" && sameText(saved, wanted);
  if (typeof saved !== "object" || saved === null) return Object.is(saved, wanted);
  if (typeof wanted !== "object" || wanted === null || Array.isArray(saved) !== Array.isArray(wanted)) return false;
  const [one, other] = [entriesOf(saved), entriesOf(wanted)];
  if (one.length !== other.length) return false;
  return one.every(([name, value], at) => {
    const [otherName = "", otherValue] = other[at] ?? [];
    return sameText(name, otherName) && sameAsSaved(value, otherValue);
  });
}

function entriesOf(value: object): readonly [string, unknown][] {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Array.isArray(value) ? entries : entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

function sameText(saved: string, wanted: string): boolean {
  if (saved === wanted) return true;
  if (!saved.includes(redacted)) return false;
  const pieces = saved.split(redacted);
  const [first = ""] = pieces;
  const last = pieces.at(-1) ?? "";
  if (!wanted.startsWith(first) || !wanted.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = wanted.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= wanted.length - last.length;
}
