/** How many links the reads of a trace counted. */
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Case } from "./case.ts";
import { pageOf } from "./links.ts";
import { traceKey } from "./world.ts";

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

/** True where as many links were counted after both reads as before them. @param key of their trace */
export function asManyLinks(subject: Case, key: string, earlier: Exchange, later: Exchange): boolean {
  const counts = subject.view(linkCounts).get(key) ?? [];
  const before = counts.findLast(({ exchange }) => exchange === earlier || exchange.receivedAtMs <= earlier.sentAtMs);
  const after = counts.find(({ exchange }) => exchange === later || exchange.sentAtMs >= later.receivedAtMs);
  return before !== undefined && before.count === after?.count;
}
