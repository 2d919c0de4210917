/** Telling links apart, and comparing lists of them. */
import { everyPlace } from "../../spec/readings/path.ts";
import type { Json } from "../../spec/vocabulary/json.ts";
import { looksVolatile } from "./volatile.ts";

/** A text that is the same for two sightings of one link, and another for another link, as far as links differ at all. */
export function linkKey(link: Json): string {
  const leaves = [...everyPlace(link)].filter(({ value }) => typeof value !== "object" || value === null);
  const lasting = leaves.filter(({ value }) => !looksVolatile(value) || isId(value));
  return JSON.stringify((lasting.length > 0 ? lasting : leaves).map(({ path, value }) => [path, value]));
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
