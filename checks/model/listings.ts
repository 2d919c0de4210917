/** The pages of links that a case shows of the traces it made, and what they say of the traces' actions. */
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Finding } from "../judgements.ts";
import { nameOf } from "../support/exchanges.ts";
import type { Case } from "./case.ts";
import { actionOfLink, isTellable, pageOf, type PageOfLinks } from "./links.ts";
import { momentOf, type Moment } from "./moment.ts";
import type { ModelAction, ModelTrace } from "./world.ts";

export interface Listing {
  readonly trace: ModelTrace;
  readonly read: Exchange;
  readonly page: PageOfLinks;
  readonly moment: Moment;
  /** The action that each link of the page stands for; undefined where it cannot be told. */
  readonly actions: readonly (ModelAction | undefined)[];
}

/** Every page that the owner of a trace read, trace by trace. */
export function listings(subject: Case): readonly Listing[] {
  return [...subject.world.traces.values()].flatMap((trace) =>
    trace.reads.flatMap((read): readonly Listing[] => {
      const page = pageOf(read);
      if (!page) return [];
      const actions = page.links.map((link) => actionOfLink(link, trace, subject));
      return [{ trace, read, page, moment: momentOf(trace, read), actions }];
    }),
  );
}

export interface JudgedListing extends Listing {
  /** What is wrong with the page. */
  readonly finding: Finding | undefined;
}

/** The pages that count the links of their trace: as many as actions were accepted. */
export function counts(subject: Case): readonly JudgedListing[] {
  return subject.view(listings).flatMap((listing): readonly JudgedListing[] => {
    const { read, page, moment } = listing;
    const total = page.totalCount;
    if (total === undefined) return [];
    const least = moment.acknowledged.length;
    const most = least + moment.concurrent.length;
    const range = least === most ? least : `${least} to ${most}`;
    const finding = {
      message: `${nameOf(read)} counts ${total} links where ${range} actions were accepted`,
      expected: least === most ? least : { between: [least, most] },
      actual: total,
      with: moment.acknowledged.map(({ exchange }) => exchange),
    };
    return [{ ...listing, finding: total < least || total > most ? finding : undefined }];
  });
}

/** The pages on which two links stand for the same action, where each link of the trace can be told. */
export function doubledListings(subject: Case): readonly JudgedListing[] {
  return subject.view(listings).flatMap((listing) => {
    const actions = toldActions(listing);
    const twice = inKnownOrder(subject) && actions?.find((action, index) => actions.indexOf(action) !== index);
    if (!twice) return [];
    const message = `${nameOf(listing.read)} shows the same action in two links of one page`;
    const finding = { message, expected: "each action in one link", actual: twice.marker, with: [twice.exchange] };
    return [{ ...listing, finding }];
  });
}

/** The actions of a page of two links or more; undefined where one of them cannot be told. */
export function toldActions({ trace, actions }: Listing): readonly ModelAction[] | undefined {
  if (actions.length < 2 || !isTellable(trace)) return undefined;
  return actions.every((action) => action !== undefined) ? actions : undefined;
}

/** True where the target was observed to list links by the order of their actions. */
export function inKnownOrder(subject: Case): boolean {
  const order = subject.observed("link-order")?.order;
  return order !== undefined && order !== "unknown";
}

/** Pages, each with what is wrong where one of its links stands for no action of its trace. */
export function ownedListings(subject: Case): readonly JudgedListing[] {
  if (!subject.observed("link-data")?.path) return [];
  return subject.view(listings).flatMap((listing): readonly JudgedListing[] => {
    const { trace, read, page, actions } = listing;
    if (page.links.length === 0) return [];
    // An action without a marker of its own (as when a bad request was accepted) has a link that nobody can tell.
    const everyAction = [...trace.actions, ...trace.indeterminate, ...trace.refused];
    let untold = [...trace.actions, ...trace.indeterminate].filter(
      (action) =>
        action.marker === undefined || everyAction.some((other) => other !== action && other.marker === action.marker),
    ).length;
    const stranger = actions.findIndex((action) => action === undefined && untold-- <= 0);
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
