/** Pages of links of the traces in a case, and the actions that their links stand for. */
import { sameJson } from "../../../spec/readings/equal.ts";
import { dataOfLink } from "../../../spec/readings/link-data.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import type { Finding } from "../../judgements.ts";
import { nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { isColleague } from "../readers/colleagues.ts";
import { mayHideOthers, withheldLinks } from "../readers/others-data.ts";
import { actionOfLink, isTellable, markedActionOfLink, pageOf, type PageOfLinks } from "../links/links.ts";
import { momentOf, type Moment } from "../moment.ts";
import { isOwnLink, ownLinkText, possibleTotals } from "../links/own-links.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

export interface Listing {
  readonly trace: ModelTrace;
  readonly read: Exchange;
  readonly page: PageOfLinks;
  readonly moment: Moment;
  /** The action of each link; undefined where it cannot be told. */
  readonly actions: readonly (ModelAction | undefined)[];
}

/** Every page that the owner of a trace read, trace by trace. */
export function listings(subject: Case): readonly Listing[] {
  return [...subject.world.traces.values()].flatMap((trace) =>
    trace.reads.flatMap((read): readonly Listing[] => {
      const page = pageOf(read);
      return page ? [listingOf(trace, read, page, subject)] : [];
    }),
  );
}

/** Every page that other users were shown. */
export const colleagueListings = (subject: Case): readonly Listing[] =>
  subject.exchanges.flatMap((read) => {
    const [trace, page] = [subject.traceOf(read), pageOf(read)];
    if (!trace || !page || !isColleague(read) || read.defects.length > 0) return [];
    return [listingOf(trace, read, page, subject)];
  });

function listingOf(trace: ModelTrace, read: Exchange, page: PageOfLinks, subject: Case): Listing {
  const actions = page.links.map((link) => actionOfLink(link, trace, subject));
  return { trace, read, page, moment: momentOf(trace, read), actions };
}

export interface JudgedListing extends Listing {
  /** What is wrong with the page. */
  readonly finding: Finding | undefined;
}

/** Pages with a total: as many as actions were accepted. */
export function counts(subject: Case): readonly JudgedListing[] {
  return subject.view(listings).flatMap((listing): readonly JudgedListing[] => {
    const { trace, read, page, moment } = listing;
    const total = page.totalCount;
    if (total === undefined) return [];
    const [least, most] = possibleTotals(trace, listing, subject);
    const range = least === most ? least : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
    const finding = {
      message: `${nameOf(read)} counts ${total} links where ${range} actions were accepted`,
      expected: least === most ? least : most === Infinity ? { atLeast: least } : { between: [least, most] },
      actual: total,
      with: moment.acknowledged.map(({ exchange }) => exchange),
    };
    return [{ ...listing, finding: total < least || total > most ? finding : undefined }];
  });
}

/**
 * Pages with two links for the same action. Judged where each link of the trace can be identified, or where both show
 * exactly the data of the action and the service has no own links.
 */
export function doubledListings(subject: Case): readonly JudgedListing[] {
  return subject.view(listings).flatMap((listing) => {
    const isTold = isTellable(listing.trace);
    const actions = isTold ? toldActions(listing, subject) : shownAsSent(listing, subject);
    const twice =
      (!isTold || inKnownOrder(subject)) && actions?.find((action, index) => actions.indexOf(action) !== index);
    if (!twice) return [];
    const message = `${nameOf(listing.read)} shows the same action in two links of one page`;
    const finding = { message, expected: "each action in one link", actual: twice.marker, with: [twice.exchange] };
    return [{ ...listing, finding }];
  });
}

/** The actions with a marker whose data a link shows exactly, for a service without own links. */
function shownAsSent({ trace, page }: Listing, subject: Case): readonly ModelAction[] {
  const reading = subject.observed("link-data");
  if (!reading || subject.observed("own-links")?.seen !== false) return [];
  return page.links.flatMap((link) => {
    const action = markedActionOfLink(link, trace, subject);
    return action && sameJson(dataOfLink(link, reading), action.data) ? [action] : [];
  });
}

/**
 * The action of each link, where it is certain. On a trace with actions without a marker: only of links with a marker,
 * and none where two show the same.
 */
export function certainActions({ trace, page, actions }: Listing, subject: Case): Listing["actions"] {
  if (isTellable(trace)) return actions;
  const marked = page.links.map((link) => markedActionOfLink(link, trace, subject));
  const known = marked.filter((action) => action !== undefined);
  return new Set(known).size < known.length ? [] : marked;
}

/**
 * The actions of a page with at least two links, without those hidden from its reader; undefined where one cannot be
 * identified.
 */
export function toldActions(listing: Listing, subject: Case): readonly ModelAction[] | undefined {
  const { trace, page, actions } = listing;
  const withheld = withheldLinks(listing, subject);
  const sent = actions.filter(
    (action, at) => action !== undefined || !(withheld.has(at) || isOwnLink(page.links[at] ?? null, trace, subject)),
  );
  if (sent.length < 2 || !isTellable(trace)) return undefined;
  return sent.every((action) => action !== undefined) ? sent : undefined;
}

/** True where the order of links is known. */
export function inKnownOrder(subject: Case): boolean {
  const order = subject.observed("link-order")?.order;
  return order !== undefined && order !== "unknown";
}

/**
 * The texts of own or hidden links that are in more than one trace, or twice in a list: at least one does not belong
 * there.
 */
const untoldLinksOfSeveral = (subject: Case): ReadonlySet<string> => {
  const places = new Map<string, ModelTrace>();
  const several = new Set<string>();
  for (const listing of subject.view(listings)) {
    const { trace, page } = listing;
    const withheld = withheldLinks(listing, subject);
    const own = page.links
      .filter((link, at) => withheld.has(at) || isOwnLink(link, trace, subject))
      .map((link) => ownLinkText(link, subject))
      .filter((text) => aUuid.test(text));
    for (const [index, text] of own.entries()) {
      if (own.indexOf(text) !== index || (places.get(text) ?? trace) !== trace) several.add(text);
      places.set(text, trace);
    }
  }
  return several;
};

/** Only links with an id are compared; others may be equal on every trace. */
const aUuid = /[0-9a-f]{8}-[0-9a-f]{4}-/i;

/** Pages with a finding where a link stands for no action of its trace. */
export function ownedListings(subject: Case): readonly JudgedListing[] {
  if (!subject.observed("link-data")?.path) return [];
  return subject.view(listings).flatMap((listing): readonly JudgedListing[] => {
    const { trace, read, page, actions } = listing;
    if (page.links.length === 0 || mayHideOthers(trace, read, subject)) return [];
    // Links of actions without a unique marker cannot be identified, e.g. where a malformed request was accepted.
    const everyAction = [...trace.actions, ...trace.indeterminate, ...trace.refused];
    let untold = [...trace.actions, ...trace.indeterminate].filter(
      (action) =>
        action.marker === undefined || everyAction.some((other) => other !== action && other.marker === action.marker),
    ).length;
    const withheld = withheldLinks(listing, subject);
    const isStrange = (link: Json, at: number): boolean =>
      !(withheld.has(at) || isOwnLink(link, trace, subject)) ||
      subject.view(untoldLinksOfSeveral).has(ownLinkText(link, subject));
    const stranger = actions.findIndex(
      (action, at) => action === undefined && isStrange(page.links[at] ?? null, at) && untold-- <= 0,
    );
    if (stranger < 0) return [{ ...listing, finding: undefined }];
    const finding = {
      message: `Link ${stranger} of ${nameOf(read)} stands for no action of this trace`,
      expected: "a link that shows the data of one of the trace's own actions",
      actual: page.links[stranger],
      with: [trace.created.exchange],
    };
    return [{ ...listing, finding }];
  });
}
