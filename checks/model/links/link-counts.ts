/** How many links each read of a trace counted. */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { pageOf } from "./links.ts";
import { traceKey } from "../world.ts";

interface LinkCount {
  readonly exchange: Exchange;
  readonly count: number;
}

/** By trace, the count of each details answer. */
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
 * How many links a trace had at a read: the count after it, if the count before was the same, or if it equals the known
 * minimum. Undefined otherwise.
 * @param least how many links it had for certain
 */
export function countAround(subject: Case, key: string, read: Exchange, least: number): number | undefined {
  const [before, after] = countsAround(subject, key, read, read);
  return after !== undefined && (after === before || after === least) ? after : undefined;
}

/** True where the counts before both reads and after them are equal. @param key of their trace */
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
