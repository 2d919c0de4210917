/** Links that the service appended by its own hand, as far as it was observed to, and how many of them a trace may have. */
import { sameJson } from "../../../spec/readings/equal.ts";
import { dataOfLink } from "../../../spec/readings/link-data.ts";
import { valuesAt } from "../../../spec/readings/path.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import type { Case } from "../case.ts";
import { actionOfLink, pageOf, showsUnmarked, stableLink, standsForSeveral, type PageOfLinks } from "./links.ts";
import { momentOf, type Moment } from "../moment.ts";
import type { ModelTrace } from "../world.ts";

/** True for a link that shows the key of an action which the service does, and nothing of an action that was sent. */
export function isOwnLink(link: Json, trace: ModelTrace, subject: Case): boolean {
  const { seen = false, path, keys = [], byHand = [] } = subject.observed("own-links") ?? {};
  if (!seen || !path) return false;
  const [key] = valuesAt(link, path);
  const configured = subject.workflowOf(trace)?.actions ?? [];
  if (typeof key !== "string" || !keys.includes(key)) return false;
  // What users do as well is its own only where it was seen to do that by itself.
  if (configured.some((action) => action.key === key) && !byHand.includes(key)) return false;
  const data = subject.observed("link-data");
  const shown = data && dataOfLink(link, data);
  // What was refused and is a link all the same is none of its own.
  if (byHand.includes(key) && trace.refused.some((action) => sameJson(action.data, shown))) return false;
  if (actionOfLink(link, trace, subject) !== undefined) return false;
  return !byHand.includes(key) || !(showsUnmarked(link, trace, subject) || standsForSeveral(link, trace, subject));
}

/** The links of a page that stand for actions that were sent, or should. */
export function sentLinks({ links }: PageOfLinks, trace: ModelTrace, subject: Case): readonly Json[] {
  if (!subject.observed("own-links")?.seen) return links;
  return links.filter((link) => !isOwnLink(link, trace, subject));
}

export function isWholeList({ links, totalCount }: PageOfLinks): boolean {
  return links.length === totalCount;
}

/** Between how many links a trace may have at a moment; any number where the reads do not tell. */
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
      // Where links come by themselves, a list that was read before may lack some.
      (!isLate || list.read.sentAtMs >= read.receivedAtMs),
  );
  return [least, later ? most - own + later.own : Infinity];
}

interface ReadPage {
  readonly read: Exchange;
  readonly page: PageOfLinks;
  readonly moment: Moment;
}

/** True where an action was done after which the service was seen to act, or a read shows that it did. */
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
  /** How many actions were accepted by then, and how many links are the service's own. */
  readonly acknowledged: number;
  readonly own: number;
}

/** The reads that show a whole list while nothing was under way, those of fewer actions first. */
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
 * The links of a trace from the start as the target orders them, at the moment when so many actions were accepted and so
 * many links were there: as a read shows them all, or as a later one does, for links are only ever appended. Undefined
 * where none does.
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

/** A link of the service's own as it is told from others: by all that lasts of it. */
export const ownLinkText = (link: Json, subject: Case): string => JSON.stringify(stableLink(link, subject));
