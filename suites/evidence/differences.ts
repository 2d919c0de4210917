/** Where two JSON values differ, for people. */
import { redacted } from "../../driver/index.ts";
import { sameAsSaved } from "./same.ts";

const mostTold = 30;

/**
 * Each place at which `told` is not what `found` is, as a sentence; secrets that were taken out of either do not count.
 * @param name what `told` is
 */
export function differences(name: string, told: unknown, found: unknown): readonly string[] {
  const places: string[] = [];
  collect(told, found, "", places);
  const more = places.length - mostTold;
  return [
    ...places.slice(0, mostTold).map((place) => `${name}${place}`),
    ...(more > 0 ? [`${name} says otherwise than the histories at ${more} more places`] : []),
  ];
}

function collect(told: unknown, found: unknown, path: string, places: string[]): void {
  if (sameAsSaved(told, found) || sameAsSaved(found, told)) return;
  if (path.endsWith("/evidence") && sameButForCounts(told, found)) return;
  if (isObject(told) && isObject(found) && Array.isArray(told) === Array.isArray(found)) {
    for (const key of new Set([...Object.keys(told), ...Object.keys(found)]))
      collect(told[key], found[key], `${path}/${keyOf(key, found[key] ?? told[key])}`, places);
    return;
  }
  places.push(` says ${shown(told)} at ${path || "/"}; the histories give ${shown(found)}`);
}

/**
 * What evidence of a reading counts is told at the moment at which a probe looked: others were under way beside it, and the
 * clock decided how far.
 */
function sameButForCounts(told: unknown, found: unknown): boolean {
  const [one, other] = [told, found].map((text) => typeof text === "string" && text.replaceAll(/\d+/g, "0"));
  return one !== false && one === other;
}

/** A requirement is found by its id, not by its place. */
function keyOf(key: string, value: unknown): string {
  const id = isObject(value) ? value["id"] : undefined;
  return typeof id === "string" ? id : key;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value).replaceAll(redacted, "…");
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}
