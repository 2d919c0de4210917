/** Telling links apart, and comparing lists of them. */
import type { Json } from "../../spec/json.ts";
import { looksVolatile } from "./volatile.ts";

/** A text by which a link is recognised in another answer; links that look alike in everything stable share it. */
function linkKey(link: Json): string {
  let hasLasting = false;
  const lasting = JSON.stringify(link, (_, value: Json) => {
    if (typeof value === "object" && value !== null) return value;
    if (looksVolatile(value) && !isId(value)) return undefined;
    hasLasting = true;
    return value;
  });
  return hasLasting ? lasting : JSON.stringify(link);
}

function isId(value: Json): boolean {
  return typeof value === "string" && /^[0-9a-f]{8}-/i.test(value);
}

export function linkKeys(links: readonly Json[]): readonly string[] {
  return links.map(linkKey);
}

export function sameLinks(left: readonly Json[], right: readonly Json[]): boolean {
  const keys = linkKeys(right);
  return left.length === right.length && linkKeys(left).every((key, index) => key === keys[index]);
}
