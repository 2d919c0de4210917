/**
 * Links that show the data of another action of the trace, identified by their position, for traces with actions
 * without a marker.
 */
import { dataOfLink } from "../../../spec/readings/link-data.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Finding } from "../../judgements.ts";
import type { Case } from "../case.ts";
import { mayHaveOwnLinks } from "../links/own-links.ts";
import { momentOf } from "../moment.ts";
import { mayHideOthers } from "../readers/others-data.ts";
import type { ModelAction } from "../world.ts";
import { askedPages, type AskedPage } from "./asked-pages.ts";
import { inKnownOrder } from "./listings.ts";

export interface JudgedPage {
  readonly exchange: Exchange;
  readonly arguments: AskedPage["arguments"];
  readonly finding: Finding | undefined;
}

/** Pages whose links only their position identifies, for targets whose links show exactly what was sent. */
export function unmarkedPages(subject: Case): readonly JudgedPage[] {
  const reading = subject.observed("link-data");
  if (!reading?.path || !reading.exact || !inKnownOrder(subject)) return [];
  return subject.view(askedPages).flatMap((asked): readonly JudgedPage[] => {
    const { exchange, page, call, content } = asked;
    const placed = content?.finding ? undefined : placedActions(asked, subject);
    const first = content?.first;
    if (!placed || first === undefined || page.links.length === 0) return [];
    const shown = page.links.map((link) => dataOfLink(link, reading) ?? null);
    const isOf = (at: number, action: ModelAction | undefined): boolean =>
      action !== undefined && sameJson(action.data, shown[at] ?? null);
    const wrong = shown.findIndex((_, at) => {
      const own = placed[first + at];
      return own !== undefined && !isOf(at, own) && placed.some((other) => isOf(at, other));
    });
    const message = `${call} shows in its link number ${String(wrong + 1)} the data of another action of the trace`;
    const finding = { message, expected: placed[first + wrong]?.data ?? null, actual: shown[wrong] ?? null };
    return [{ exchange, arguments: asked.arguments, finding: wrong < 0 ? undefined : finding }];
  });
}

/** The actions in the order of their links; undefined where other links may be listed, or the order is uncertain. */
function placedActions({ exchange, total, positions, page }: AskedPage, subject: Case) {
  const trace = subject.traceOf(exchange);
  if (!trace || positions || trace.indeterminate.length > 0) return undefined;
  const { acknowledged, exact } = momentOf(trace, exchange);
  const isSure = acknowledged.every(({ unclear, exchange: one }) => !unclear && one.parallel !== true);
  if (!exact || !isSure || acknowledged.length !== total || page.totalCount !== total) return undefined;
  if (mayHaveOwnLinks(trace, subject) || mayHideOthers(trace, exchange, subject)) return undefined;
  return subject.observed("link-order")?.order === "newest-first" ? acknowledged.toReversed() : acknowledged;
}
