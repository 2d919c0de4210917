/**
 * Long lists of found traces. In an environment that is in use a search may well find all that there is, and a run needs
 * little of it: the first ones, and those that it knows. So the others are left out before anything is kept, else each
 * answer of each search would hold all of them. A run may get hundreds of such lists, so it takes no longer than parsing.
 */
import { isUuid } from "../../spec/description/formats.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";

/** So many are kept of any list. */
export const mostListed = 1_000;
/** So many items that are no UUIDs are kept besides. */
const mostUnusual = 100;
/** Of a longer list the beginning is looked through for what stands there twice, and for texts that are no UUIDs. */
const mostLookedThrough = 50_000;
const uuidLength = 36;

interface Shortened {
  readonly document: Json;
  /** How many items are no longer there. */
  readonly leftOut: number;
}

/**
 * The answer of a search, with its list shortened; undefined where that is short. What rules ask of the whole list can be
 * asked of what is left of it: whether a known trace is in it, whether one is in it twice, whether something in it is no
 * UUID. Only how many there are must be asked of both.
 * @param known ids of the traces that the run knows, in lower case
 */
export function shortened(document: Json, known: Iterable<string>): Shortened | undefined {
  const data = isJsonObject(document) ? document["data"] : document;
  if (!Array.isArray(data) || data.length <= mostListed) return undefined;
  const all = data as readonly Json[];
  const list = shortenedList(all, new KnownIds(known));
  const leftOut = all.length - list.length;
  return { document: isJsonObject(document) ? { ...document, data: list } : list, leftOut };
}

/** In the order of the whole. */
function shortenedList(all: readonly Json[], known: KnownIds): Json[] {
  const twice = firstTwice(all.slice(0, mostLookedThrough));
  const times = new Map<string, number>();
  /** Once more would say nothing more. */
  const isNews = (id: string): boolean => {
    const before = times.get(id) ?? 0;
    times.set(id, before + 1);
    return before < 2;
  };
  let unusual = 0;
  return all.filter((item, at) => {
    const isKnown = typeof item === "string" && (known.has(item) || item.toLowerCase() === twice);
    if (isKnown && isNews(item.toLowerCase())) return true;
    if (at < mostListed) return true;
    return !isKnown && isUnusual(item, at) && ++unusual <= mostUnusual;
  });
}

function isUnusual(item: Json, at: number): boolean {
  if (typeof item !== "string" || item.length !== uuidLength) return true;
  return at < mostLookedThrough && !isUuid(item);
}

function firstTwice(list: readonly Json[]): string | undefined {
  const seen = new Set<string>();
  for (const item of list) {
    if (typeof item !== "string") continue;
    const id = item.toLowerCase();
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return undefined;
}

/** A set of ids that tells most others by their last characters alone. */
class KnownIds {
  readonly #ids: ReadonlySet<string>;
  readonly #ends = new Uint8Array(65_536);

  constructor(ids: Iterable<string>) {
    this.#ids = new Set(ids);
    for (const id of this.#ids) this.#ends[endOf(id)] = 1;
  }

  /** In either case. */
  has(id: string): boolean {
    return this.#ends[endOf(id)] === 1 && this.#ids.has(id.toLowerCase());
  }
}

/** The last four characters as a number, the same for capital letters. */
function endOf(id: string): number {
  let end = 0;
  for (let at = Math.max(0, id.length - 4); at < id.length; at++) end = (end << 4) ^ (id.charCodeAt(at) | 0x20);
  return end & 0xffff;
}
