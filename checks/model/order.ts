/** The order of actions that were appended at the same time, as the target's own links tell it. */
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { JudgingContext } from "../../spec/vocabulary/judgement.ts";
import { readingOf } from "../../spec/vocabulary/profile.ts";
import { actionOfLink, pageOf } from "./links.ts";
import type { ActionRecord, TraceRecord } from "./world.ts";

/**
 * The settled actions in the order of the links of some read that shows them all on one page; undefined when no read
 * does, or the target's order of links cannot be told.
 */
export function orderOf(
  trace: TraceRecord,
  at: Exchange,
  settled: readonly ActionRecord[],
  context: JudgingContext,
): readonly ActionRecord[] | undefined {
  const order = readingOf(context.profile, "link-order")?.order;
  if (order === undefined || order === "unknown") return undefined;
  for (const read of trace.reads) {
    if (read.receivedAtMs < at.sentAtMs && read.index < at.index - 50) continue;
    const shown = (pageOf(read)?.links ?? []).flatMap((link) => actionOfLink(link, trace, context.profile) ?? []);
    const told = shown.filter((action) => settled.includes(action));
    if (told.length === settled.length && new Set(told).size === settled.length) {
      return order === "newest-first" ? told.toReversed() : told;
    }
  }
  return undefined;
}
