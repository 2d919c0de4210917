/** Links that the service appended by itself, as observed, and how many of them a trace may have. */
import { sameJson } from "../../../spec/readings/equal.ts";
import { dataOfLink } from "../../../spec/readings/link-data.ts";
import { valuesAt } from "../../../spec/readings/path.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import type { Case } from "../case.ts";
import { actionOfLink, pageOf, showsUnmarked, stableLink, standsForSeveral, type PageOfLinks } from "./links.ts";
import { momentOf, type Moment } from "../moment.ts";
import type { ModelTrace } from "../world.ts";

/** True for a link with the key of a service action that shows nothing that was sent. */
export function isOwnLink(link: Json, trace: ModelTrace, subject: Case): boolean {
  const { seen = false, path, keys = [], byHand = [] } = subject.observed("own-links") ?? {};
  if (!seen || !path) return false;
  const [key] = valuesAt(link, path);
  const configured = subject.workflowOf(trace)?.actions ?? [];
  if (typeof key !== "string" || !keys.includes(key)) return false;
  // A key that users send as well counts only where the service is known to use it by itself.
  if (configured.some((action) => action.key === key) && !byHand.includes(key)) return false;
  const data = subject.observed("link-data");
  const shown = data && dataOfLink(link, data);
  // A refused action that has a link is not an own link.
  if (byHand.includes(key) && trace.refused.some((action) => sameJson(action.data, shown))) return false;
  if (actionOfLink(link, trace, subject) !== undefined) return false;
  return !byHand.includes(key) || !(showsUnmarked(link, trace, subject) || standsForSeveral(link, trace, subject));
}

/** The links of a page that stand for actions, without own links. */
export function sentLinks({ links }: PageOfLinks, trace: ModelTrace, subject: Case): readonly Json[] {
  if (!subject.observed("own-links")?.seen) return links;
  return links.filter((link) => !isOwnLink(link, trace, subject));
}

export function isWholeList({ links, totalCount }: PageOfLinks): boolean {
  return links.length === totalCount;
}

/** The least and the greatest number of links that a trace may have at a moment; Infinity where reads do not tell. */
export function possibleTotals(
  trace: ModelTrace,
  { read, page, moment: { acknowledged, concurrent } }: ReadPage,
  subject: Case,
): readonly [least: number, most: number] {
  const own = mayHaveOwnLinks(trace, subject) ? page.links.length - sentLinks(page, trace, subject).length : 0;
  const least = acknowledged.length + own;
  const most = least + concurrent.length;
  if (!mayHaveOwnLinks(trace, subject) || isWholeList(page)) return [least, most];
  const isLate = subject.observed("own-links")?.late === true;
  const whole = subject.view(wholeLists).get(trace);
  const later = whole?.find(
    (list) =>
      list.acknowledged >= acknowledged.length + concurrent.length &&
      // Where own links come late, an earlier list may lack some.
      (!isLate || list.read.sentAtMs >= read.receivedAtMs),
  );
  return [least, later ? most - own + later.own : Infinity];
}

interface ReadPage {
  readonly read: Exchange;
  readonly page: PageOfLinks;
  readonly moment: Moment;
}

/** True where an action was done after which the service is known to act, or where a read shows an own link. */
export function mayHaveOwnLinks(trace: ModelTrace, subject: Case): boolean {
  const { seen = false, after = [] } = subject.observed("own-links") ?? {};
  if (!seen) return false;
  const done = [...trace.actions, ...trace.indeterminate];
  return done.some(({ actionKey }) => after.includes(actionKey)) || subject.view(showingOwn).has(trace);
}

const showingOwn = (subject: Case): ReadonlySet<ModelTrace> =>
  new Set(
    [...subject.world.traces.values()].filter((trace) =>
      trace.reads.some((read) => pageOf(read)?.links.some((link) => isOwnLink(link, trace, subject))),
    ),
  );

interface WholeList {
  readonly read: Exchange;
  readonly links: readonly Json[];
  /** How many actions were accepted by then, and how many links are own ones. */
  readonly acknowledged: number;
  readonly own: number;
}

/** Complete lists that were read while nothing was under way, those with fewest actions first. */
const wholeLists = (subject: Case): ReadonlyMap<ModelTrace, readonly WholeList[]> =>
  new Map(
    [...subject.world.traces.values()].map((trace) => {
      const lists = trace.reads.flatMap((read): readonly WholeList[] => {
        const page = pageOf(read);
        const { acknowledged, exact } = momentOf(trace, read);
        const sent = page ? sentLinks(page, trace, subject).length : 0;
        if (!page || !exact || !isWholeList(page) || sent !== acknowledged.length) return [];
        return [{ read, links: page.links, acknowledged: sent, own: page.links.length - sent }];
      });
      return [trace, lists.toSorted((left, right) => left.acknowledged - right.acknowledged)] as const;
    }),
  );

/**
 * The links of a trace at the moment with so many accepted actions and so many links, in the order of the target. Taken
 * from a complete list of that moment or of a later one, as links are only appended. Undefined where there is none.
 */
export function linksAt(trace: ModelTrace, count: number, total: number, subject: Case): readonly Json[] | undefined {
  const list = subject
    .view(wholeLists)
    .get(trace)
    ?.find(({ acknowledged, links }) => acknowledged >= count && links.length >= total);
  if (!list) return undefined;
  const newestFirst = subject.observed("link-order")?.order === "newest-first";
  const links = (newestFirst ? list.links.toReversed() : list.links).slice(0, total);
  if (links.filter((link) => !isOwnLink(link, trace, subject)).length !== count) return undefined;
  return newestFirst ? links.toReversed() : links;
}

/** What identifies an own link: its text without volatile members. */
export const ownLinkText = (link: Json, subject: Case): string => JSON.stringify(stableLink(link, subject));
