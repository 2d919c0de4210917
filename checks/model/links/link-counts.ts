/** How many links the reads of a trace counted. */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { pageOf } from "./links.ts";
import { traceKey } from "../world.ts";

interface LinkCount {
  readonly exchange: Exchange;
  readonly count: number;
}

/** How many links each details answer counted, by trace. */
function linkCounts(subject: Case): ReadonlyMap<string, readonly LinkCount[]> {
  const counted = subject.exchanges.flatMap((exchange) => {
    const count = exchange.intent.kind === "details" ? pageOf(exchange)?.totalCount : undefined;
    return exchange.intent.kind === "details" && count !== undefined
      ? [{ key: traceKey(exchange.intent.traceId), exchange, count }]
      : [];
  });
  return Map.groupBy(counted, ({ key }) => key);
}

/**
 * How many links a trace had at a read: as many as were counted both before and after it, or after it no more than it had
 * at least. Undefined where the counts do not tell. @param least how many it had for certain
 */
export function countAround(subject: Case, key: string, read: Exchange, least: number): number | undefined {
  const [before, after] = countsAround(subject, key, read, read);
  return after !== undefined && (after === before || after === least) ? after : undefined;
}

/** True where as many links were counted after both reads as before them. @param key of their trace */
export function asManyLinks(subject: Case, key: string, earlier: Exchange, later: Exchange): boolean {
  const [before, after] = countsAround(subject, key, earlier, later);
  return before !== undefined && before === after;
}

function countsAround(
  subject: Case,
  key: string,
  earlier: Exchange,
  later: Exchange,
): readonly [before: number | undefined, after: number | undefined] {
  const counts = subject.view(linkCounts).get(key) ?? [];
  const before = counts.findLast(({ exchange }) => exchange === earlier || exchange.receivedAtMs <= earlier.sentAtMs);
  const after = counts.find(({ exchange }) => exchange === later || exchange.sentAtMs >= later.receivedAtMs);
  return [before?.count, after?.count];
}
