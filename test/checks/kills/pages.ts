/** Pages and walks. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import { long } from "../support/everyday.ts";
import type { Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { info, last, links, members, status, type HistoryFault } from "../support/history-faults.ts";

/** First and last pages of seven links, and their neighbours. */
function pagesOfSeven(story: Story): void {
  const trace = long(story, 7);
  const { endCursor } = story.details(trace, { first: 3 });
  story.details(trace, { first: 3, after: endCursor ?? null });
}

function pagesFromTheEnd(story: Story): void {
  const trace = long(story, 7);
  const { startCursor } = story.details(trace, { last: 3 });
  story.details(trace, { last: 3, before: startCursor ?? null });
}

/** What is behind a cursor, without a size: as many as a page without a cursor holds. */
function behindCursor(story: Story): void {
  const trace = long(story, 6);
  const { endCursor } = story.details(trace, { first: 2 });
  story.details(trace);
  story.details(trace, { after: endCursor ?? null });
}

/** Links that no marker tells from each other, and the whole list of them. */
function untoldLinks(story: Story): void {
  const trace = story.create({ data: { number: 0 } });
  for (const number of [1, 2, 3]) story.act(trace, { data: { number } });
  story.details(trace);
  story.details(trace, { first: 2 });
}

/** The same, and pages from either end that hold fewer. */
const untoldFrom =
  (end: "first" | "last") =>
  (story: Story): void => {
    const trace = story.create({ data: { district: "N4" } });
    story.act(trace, { data: { valid: 412 } });
    story.act(trace, { data: { invalid: 8 } });
    story.details(trace, { [end]: 2 });
  };

/** Pages that another user reads from either end. */
function pagesOfColleague(story: Story): void {
  const trace = long(story, 4);
  for (const page of [{ first: 4 }, { last: 3 }, { first: 3 }]) story.details(trace, page, { actor: "user-0" });
}

/** A cursor serves the endpoint set alone that gave it. */
function ownCursors(story: Story): void {
  const trace = long(story, 7);
  const { endCursor: others } = story.details(trace, { first: 3 });
  story.details(trace, { first: 3, after: others ?? null }, { face: "legacy", refused: true });
  const { endCursor: own } = story.details(trace, { first: 3 }, { face: "legacy" });
  story.details(trace, { first: 3, after: own ?? null }, { face: "legacy" });
}

const walkForward = (story: Story) => story.walk(long(story, 7), 3);
const walkBackward = (story: Story) => story.walk(long(story, 7), 3, "backward");
/** The order of what was sent at the same time is not known, but how many there are. */
function walkOfParallel(story: Story): void {
  const trace = story.create();
  story.together(() => {
    for (let action = 0; action < 6; action++) story.act(trace);
  });
  story.walk(trace, 3);
}

/** A page behind the last link, which holds none. */
function behindTheLast(story: Story): void {
  const trace = long(story, 3);
  const { endCursor } = story.details(trace, { first: 3 });
  story.details(trace, { first: 3, after: endCursor ?? null });
}

const wholePage = (story: Story) => void story.details(long(story, 4));

function growing(story: Story): void {
  const trace = long(story, 7);
  story.walk(trace, 3, "forward", {}, () => story.act(trace));
}

function of(requirement: RequirementId, title: string, accept: (story: Story) => void, reject: HistoryFault): Kill {
  return { requirement, title, accept, reject };
}

const shorter = links((all) => all.slice(1));
const shifted = links((all) => [...all.slice(1), ...all.slice(0, 1)]);
const previous = (change: Parameters<typeof last>[1]) => last("details", change, "v2", 1);

export const pageKills: readonly Kill[] = [
  ...(["first", "last"] as const).map((end) => ({
    requirement: end === "first" ? ("PAGE-01" as const) : ("PAGE-02" as const),
    title: `a link shows the data of another action, in a page of links without a marker from the ${end === "first" ? "start" : "end"}`,
    accept: untoldFrom(end),
    reject: last(
      "details",
      links((all) => all.map((link, at) => (at === 0 ? link : { ...link, data: all[0]?.["data"] ?? null }))),
    ),
  })),
  {
    ...of(
      "DETAILS-05",
      "a cursor is refused by the set that gave it",
      ownCursors,
      last("details", status(400), "legacy"),
    ),
    choices: { cursors: "fresh" },
  },
  {
    ...of("PAGE-03", "after an own cursor come other links", ownCursors, last("details", shifted, "legacy")),
    choices: { cursors: "fresh" },
  },
  of("PAGE-01", "first brings one link less", pagesOfSeven, previous(shorter)),
  of("PAGE-01", "first brings the second link and the third of links without markers", untoldLinks, (history) => {
    const response = history.exchanges.at(-2)?.response;
    const cut = links((all) => all.slice(1, 3));
    return last("details", (one) => (response ? cut({ ...one, response }) : one))(history);
  }),
  of("PAGE-01", "first brings all links", pagesOfSeven, previous(links((all) => [...all, ...all]))),
  of("PAGE-01", "first brings the links in the middle", pagesOfSeven, previous(shifted)),
  of(
    "PAGE-01",
    "first brings another user one link less",
    pagesOfColleague,
    last(
      "details",
      links((all) => all.slice(1)),
    ),
  ),
  of("PAGE-02", "last brings another user one link less", pagesOfColleague, previous(links((all) => all.slice(1)))),
  of("PAGE-02", "last brings other links", pagesFromTheEnd, previous(shifted)),
  of("PAGE-02", "last brings no link", pagesFromTheEnd, previous(links(() => []))),
  of("PAGE-03", "after has no effect", pagesOfSeven, (history) => {
    const first = history.exchanges.at(-2);
    return last("details", (exchange) => (first?.response ? { ...exchange, response: first.response } : exchange))(
      history,
    );
  }),
  of("PAGE-04", "before has no effect", pagesFromTheEnd, (history) => {
    const first = history.exchanges.at(-2);
    return last("details", (exchange) => (first?.response ? { ...exchange, response: first.response } : exchange))(
      history,
    );
  }),
  of("PAGE-05", "a forward walk loses a link", walkForward, previous(shorter)),
  of("PAGE-05", "a forward walk ends early", walkForward, (history) => ({
    ...history,
    exchanges: history.exchanges.slice(0, -1).map((exchange, index, all) => {
      if (index < all.length - 1 || exchange.intent.kind !== "details" || !exchange.intent.walk) return exchange;
      const ended = info({ hasNext: false })(exchange);
      return { ...ended, intent: { ...exchange.intent, walk: { ...exchange.intent.walk, complete: true } } };
    }),
  })),
  of(
    "PAGE-05",
    "a forward walk finds no end",
    walkForward,
    last("details", (exchange) => {
      if (exchange.intent.kind !== "details" || !exchange.intent.walk) return exchange;
      return { ...exchange, intent: { ...exchange.intent, walk: { ...exchange.intent.walk, complete: false } } };
    }),
  ),
  of("PAGE-05", "a walk over actions sent at the same time loses a link", walkOfParallel, previous(shorter)),
  of("PAGE-06", "a backward walk brings pages in the wrong order", walkBackward, previous(shifted)),
  of("PAGE-06", "a backward walk loses a link", walkBackward, previous(shorter)),
  of("PAGE-07", "hasNext is false where links follow", pagesOfSeven, previous(info({ hasNext: false }))),
  of(
    "PAGE-07",
    "hasNext is true for another user who is shown all",
    (story) => story.details(long(story, 4), { first: 4 }, { actor: "user-0" }),
    last("details", info({ hasNext: true })),
  ),
  of("PAGE-07", "hasNext is true at the end", wholePage, last("details", info({ hasNext: true }))),
  of("PAGE-07", "hasNext is true behind the last link", behindTheLast, last("details", info({ hasNext: true }))),
  {
    ...of(
      "PAGE-07",
      "a page without arguments lacks a link and says that it is whole",
      wholePage,
      last("details", shorter),
    ),
    choices: { linkPath: null },
  },
  {
    ...of(
      "PAGE-07",
      "hasNext is false on a later page of links that cannot be told",
      pagesOfSeven,
      last("details", info({ hasNext: false })),
    ),
    choices: { linkPath: null },
  },
  of("PAGE-08", "a page from the end says that no links precede it", wholePage, last("details", shorter)),
  of("PAGE-08", "hasPrevious is true at the start", wholePage, last("details", info({ hasPrevious: true }))),
  of("PAGE-08", "hasPrevious is false where links precede", pagesFromTheEnd, previous(info({ hasPrevious: false }))),
  of("PAGE-09", "totalCount counts what is left", pagesOfSeven, last("details", members({ totalCount: 4 }))),
  of(
    "PAGE-10",
    "the only page is shorter than the pages that were seen elsewhere",
    (story) => void story.details(long(story, 12), { first: 8 }),
    last(
      "details",
      links((all) => all.slice(0, 6)),
    ),
  ),
  {
    ...of(
      "PAGE-10",
      "a page without a size leaves out the link behind its cursor",
      behindCursor,
      last("details", shorter),
    ),
    choices: { afterAlone: true },
  },
  of(
    "PAGE-10",
    "one page is shorter than another of the same size",
    pagesOfSeven,
    previous(links((all) => all.slice(0, 2))),
  ),
  of(
    "PAGE-11",
    "a walk of a growing trace repeats a link",
    growing,
    previous(links((all) => [...all.slice(0, 1), ...all.slice(0, 2)])),
  ),
  of(
    "PAGE-12",
    "a page without arguments is taken from the middle",
    (story) => void story.details(long(story, 12)),
    last(
      "details",
      links((all) => all.slice(1, 9)),
    ),
  ),
  of(
    "PAGE-12",
    "a page without arguments is empty",
    wholePage,
    last(
      "details",
      links(() => []),
    ),
  ),
];
