/** Links that the service appended by its own hand, as far as it was observed to, and how many of them a trace may have. */
import { valuesAt } from "../../spec/readings/path.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import type { Case } from "./case.ts";
import { actionOfLink, pageOf, stableLink, type PageOfLinks } from "./links.ts";
import { momentOf, type Moment } from "./moment.ts";
import type { ModelTrace } from "./world.ts";

/** True for a link that shows the key of an action which only the service does, and nothing of an action that was sent. */
export function isOwnLink(link: Json, trace: ModelTrace, subject: Case): boolean {
  const { seen = false, path, keys = [] } = subject.observed("own-links") ?? {};
  if (!seen || !path) return false;
  const [key] = valuesAt(link, path);
  const configured = subject.target.workflows[trace.created.workflow]?.actions ?? [];
  if (typeof key !== "string" || !keys.includes(key) || configured.some((action) => action.key === key)) return false;
  return actionOfLink(link, trace, subject) === undefined;
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
  page: PageOfLinks,
  { acknowledged, concurrent }: Moment,
  subject: Case,
): readonly [least: number, most: number] {
  const own = mayHaveOwnLinks(trace, subject) ? page.links.length - sentLinks(page, trace, subject).length : 0;
  const least = acknowledged.length + own;
  const most = least + concurrent.length;
  if (!mayHaveOwnLinks(trace, subject) || isWholeList(page)) return [least, most];
  const whole = subject.view(wholeLists).get(trace);
  const later = whole?.find((list) => list.acknowledged >= acknowledged.length + concurrent.length);
  return [least, later ? most - own + later.own : Infinity];
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
 * The links of a trace after so many actions, from the start as the target orders them: as a read shows them all, or as
 * a later one does, up to the next action. Undefined where none does.
 */
export function linksAfter(trace: ModelTrace, count: number, subject: Case): readonly Json[] | undefined {
  const list = subject
    .view(wholeLists)
    .get(trace)
    ?.find(({ acknowledged }) => acknowledged >= count);
  if (!list || list.acknowledged === count) return list?.links;
  const newestFirst = subject.observed("link-order")?.order === "newest-first";
  const inTime = newestFirst ? list.links.toReversed() : list.links;
  let sent = 0;
  const next = inTime.findIndex((link) => !isOwnLink(link, trace, subject) && ++sent > count);
  const links = inTime.slice(0, next);
  return newestFirst ? links.toReversed() : links;
}

/** A link of the service's own as it is told from others: by all that lasts of it. */
export const ownLinkText = (link: Json, subject: Case): string => JSON.stringify(stableLink(link, subject));
