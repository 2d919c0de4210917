/**
 * Pages asked for with a cursor that another user, or the other face, was given. The interface does not say whether
 * that is allowed, so such a page may be refused or hold anything.
 */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { pageOf } from "./links.ts";
import { pageArgumentsOf } from "./page-arguments.ts";
import { traceKey } from "../world.ts";

export function handedCursors({ exchanges }: Case): ReadonlySet<Exchange> {
  const readersOf = new Map<string, Set<string>>();
  const handed = new Set<Exchange>();
  for (const exchange of exchanges) {
    if (exchange.intent.kind !== "details") continue;
    const trace = traceKey(exchange.intent.traceId);
    const reader = `${exchange.face} ${exchange.by ?? exchange.actor}`;
    const { after, before } = pageArgumentsOf(exchange);
    for (const cursor of [after, before]) {
      // A cursor from outside the history says nothing about who may use it.
      const readers = readersOf.get(`${trace} ${JSON.stringify(cursor)}`);
      if (readers && !readers.has(reader)) handed.add(exchange);
    }
    const page = pageOf(exchange);
    for (const cursor of [page?.startCursor, page?.endCursor]) {
      if (cursor === undefined) continue;
      const key = `${trace} ${JSON.stringify(cursor)}`;
      readersOf.set(key, (readersOf.get(key) ?? new Set()).add(reader));
    }
  }
  return handed;
}
