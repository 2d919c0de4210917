/** A service that appends links by its own hand, and gets other links wrong: its own excuse none of them. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { last, links, members, payload, type HistoryFault } from "../support/history-faults.ts";

/** Of the six links that it reads at last the service appended the third and the last by its own hand. */
function withOwnLinks(story: Story): void {
  const trace = story.create();
  story.act(trace);
  story.details(trace);
  story.act(trace);
  story.act(trace);
  story.details(trace);
  story.details(trace, { first: 4 });
}

/** The first list of another trace shows the link that the service appended to the one before. */
function onTwoTraces(story: Story): void {
  for (let traces = 0; traces < 2; traces++) {
    const trace = story.create();
    story.act(trace);
    story.details(trace);
  }
}

function of(requirement: RequirementId, title: string, reject: HistoryFault, accept = withOwnLinks): Kill {
  return { requirement, title: `beside links of its own hand, ${title}`, choices: { ownLinks: true }, accept, reject };
}

/** Changes the list that was read last but so many, and counts what it then shows. */
const list = (how: (all: readonly JsonObject[]) => readonly JsonObject[], fromEnd = 1): HistoryFault => {
  const shown = (history: Parameters<HistoryFault>[0]) => last("details", links(how), undefined, fromEnd)(history);
  return (history) =>
    last(
      "details",
      payload((page) => ({
        ...(page as JsonObject),
        totalCount: (page as { links: readonly unknown[] }).links.length,
      })),
      undefined,
      fromEnd,
    )(shown(history));
};

export const ownLinkKills: readonly Kill[] = [
  of(
    "DETAILS-06",
    "the link of an action is lacking",
    list((all) => all.slice(0, -1)),
  ),
  of("DETAILS-06", "its own are not counted", last("details", members({ totalCount: 4 }), undefined, 1)),
  of(
    "EQUIV-08",
    "the legacy face lacks what v2 wrote",
    last("details", members({ totalCount: 3 }), "legacy"),
    (story) => {
      const trace = story.create();
      story.act(trace);
      story.act(trace);
      story.details(trace, {}, { face: "legacy" });
    },
  ),
  of(
    "ACT-05",
    "an action has two links",
    list(([first, ...others]) => (first ? [first, first, ...others] : [])),
  ),
  of("DETAILS-06", "a page counts one link too many", last("details", members({ totalCount: 7 }))),
  of(
    "PAGE-01",
    "a page begins with the second link",
    last(
      "details",
      links((all) => [...all.slice(1), all[3] ?? {}]),
    ),
  ),
  of(
    "DETAILS-08",
    "two links change places",
    list(([first, second, ...others]) => (first && second ? [second, first, ...others] : [])),
  ),
  of(
    "DETAILS-11",
    "a link shows a key that nobody knows",
    list((all) => [...all, { actionKey: "stamp", data: {} }]),
  ),
  of(
    "DETAILS-11",
    "one of them stands in two traces",
    (history) => {
      const page = history.exchanges.find(({ intent }) => intent.kind === "details")?.response?.json?.value;
      const own = (page as { data: { links: readonly JsonObject[] } }).data.links.at(-1) ?? {};
      return list((all) => [...all.slice(0, -1), own], 0)(history);
    },
    onTwoTraces,
  ),
  of(
    "DETAILS-11",
    "one of them stands twice in a list",
    list((all) => [...all, all[2] ?? {}]),
  ),
];
