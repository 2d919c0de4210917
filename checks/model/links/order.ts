/** The order of parallel actions, as the target's links show it. */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { actionOfLink, pageOf } from "./links.ts";
import type { ModelAction, ModelTrace } from "../world.ts";
import type { Case } from "../case.ts";

/**
 * The acknowledged actions in the order of their links, as shown on one page; undefined where no page shows all, or the
 * order of links is unknown.
 */
export function orderOf(
  trace: ModelTrace,
  at: Exchange,
  acknowledged: readonly ModelAction[],
  subject: Case,
): readonly ModelAction[] | undefined {
  const order = subject.observed("link-order")?.order;
  if (order === undefined || order === "unknown") return undefined;
  for (const read of trace.reads) {
    if (read.receivedAtMs < at.sentAtMs && read.index < at.index - 50) continue;
    const shown = (pageOf(read)?.links ?? []).flatMap((link) => actionOfLink(link, trace, subject) ?? []);
    const inOrder = shown.filter((action) => acknowledged.includes(action));
    if (inOrder.length === acknowledged.length && new Set(inOrder).size === acknowledged.length) {
      return order === "newest-first" ? inOrder.toReversed() : inOrder;
    }
  }
  return undefined;
}
