/** Finds the service in a recording: the address at which most entries are operations of the interface. */
import { safelyDecoded } from "../../spec/safely-decoded.ts";
import { operations, type Operation } from "../../spec/operations.ts";
import type { RecordedEntry } from "./har.ts";

export interface RecordedOperation {
  readonly entry: RecordedEntry;
  readonly operation: Operation;
  /** Path parameters by position, decoded. */
  readonly parameters: readonly string[];
  /** Path and query below the base address. */
  readonly path: string;
}

const templates = (operations as readonly Operation[]).map((operation) => ({
  operation,
  pattern: new RegExp(`${operation.path.replaceAll(/\{[^{}]*\}/g, "([^/]+)")}$`),
}));

/** The address below which the most entries match; the shorter one where two match as many. Undefined: none matches. */
export function findBase(entries: readonly RecordedEntry[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { method, url } of entries) {
    const bases = new Set<string>();
    for (const { operation, pattern } of templates) {
      const match = operation.method === method ? pattern.exec(url.pathname) : null;
      if (match) bases.add(url.origin + url.pathname.slice(0, match.index));
    }
    for (const base of bases) counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  const best = [...counts].sort(([a, count], [b, other]) => other - count || a.length - b.length)[0];
  return best?.[0];
}

/** Which operation an entry calls below an address; undefined for everything else. */
export function operationIn(entry: RecordedEntry, base: string): RecordedOperation | undefined {
  const address = entry.url.origin + entry.url.pathname;
  if (!address.startsWith(`${base}/`)) return undefined;
  const path = address.slice(base.length);
  for (const { operation, pattern } of templates) {
    if (operation.method !== entry.method) continue;
    const match = pattern.exec(path);
    if (match?.index === 0)
      return { entry, operation, parameters: match.slice(1).map(safelyDecoded), path: path + entry.url.search };
  }
  return undefined;
}
