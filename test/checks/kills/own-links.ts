/** A service that appends links by its own hand, and gets other links wrong: its own excuse none of them. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { faces } from "../../../spec/operations.ts";
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

/** Each list but the first of a face is read when the link of its own has come; the state counts the links. */
function withLateLinks(story: Story): void {
  const trace = story.create({ members: { kept: 1 } });
  story.act(trace);
  story.state(trace);
  story.state(trace, { face: "legacy" });
  story.act(trace);
  story.act(trace);
  story.details(trace);
  story.details(trace);
  story.details(trace, {}, { face: "legacy" });
}

function late(
  requirement: RequirementId,
  title: string,
  reject: HistoryFault,
  accept: Kill["accept"] = withLateLinks,
  more: Kill["choices"] = {},
): Kill {
  const choices: Kill["choices"] = { ownLinks: "late", extras: true, ...more };
  return { requirement, title: `beside links of its own hand that come late, ${title}`, choices, accept, reject };
}

/** Reads the list before and after a link of its own came. */
const twice = (story: Story): void => {
  const trace = story.create();
  story.act(trace);
  story.details(trace);
  story.details(trace);
};

/** The state with another value at a member of its data, or of its own. */
function withData(data: JsonObject): ReturnType<typeof payload> {
  return payload((shown) => {
    const { state } = shown as { readonly state: JsonObject };
    return { state: { ...state, data: { ...(state["data"] as JsonObject), ...data } } };
  });
}
const withVersion = (version: number): ReturnType<typeof payload> =>
  payload((shown) => ({ state: { ...(shown as { readonly state: JsonObject }).state, version } }));

/**
 * Two traces by the same steps, one created through each face. When the state of the second is read, a link of its own has
 * come that is counted among those after which nothing may come; on the first it comes later, unless both are awaited.
 */
const twins =
  (isAwaited: boolean) =>
  (story: Story): void => {
    for (const face of faces) {
      const trace = story.create({ members: { kept: 1 } }, { face });
      story.act(trace);
      if (isAwaited || face === "legacy") story.details(trace);
      if (isAwaited) story.details(trace);
      story.state(trace);
      story.details(trace);
    }
  };
const listed = { gating: "listed", mostActions: 3 } as const;
const withMember = (name: string, value: Json): ReturnType<typeof payload> =>
  payload((shown) => ({ state: { ...(shown as { readonly state: JsonObject }).state, [name]: value } }));

/** Of the six links those of its own are the third and the last. */
const chosen =
  (ownLinks: Extract<Kill["choices"], object>["ownLinks"] & string, words: string) =>
  (requirement: RequirementId, title: string, reject: HistoryFault, accept = withOwnLinks): Kill => ({
    ...{ requirement, title: `beside links of its own hand ${words}, ${title}` },
    ...{ choices: { ownLinks }, accept, reject },
  });
const copying = chosen("copies", "that repeat data");
const asUsers = chosen("as users", "by an action that users do");

/** The very same is sent twice: nothing tells which of its two links is which. */
function sameTwice(story: Story): void {
  const trace = story.create();
  const data = { tcRun: "run", tcMark: "the very same" };
  story.act(trace, { data });
  story.act(trace, { data });
  story.details(trace);
}

/** Actions whose data nothing tells from others but their place, the last by somebody else. */
function unmarked(story: Story): void {
  const trace = story.create({ data: { district: "N4" } });
  story.act(trace, { data: { kilos: 3, urgent: true } });
  story.act(trace, { data: { pounds: 9 } }, { actor: "user-0" });
  story.details(trace);
}

/** The list that was read last, with another value for a member of the data of its links. */
const dataWith = (name: string, value: Json): HistoryFault =>
  list(
    (all) =>
      all.map((link) => {
        const data = link["data"] as JsonObject;
        return Object.hasOwn(data, name) ? { ...link, data: { ...data, [name]: value } } : link;
      }),
    0,
  );

export const ownLinkKills: readonly Kill[] = [
  of(
    "PAGE-09",
    "a page shows more links than it counts",
    last(
      "details",
      payload((page) => {
        const { links: shown } = page as { readonly links: readonly Json[] };
        return { ...(page as JsonObject), totalCount: shown.length - 1 };
      }),
    ),
  ),
  of("DATA-02", "a number of an action without a marker is another", dataWith("kilos", 4), unmarked),
  of("DATA-03", "a flag of an action without a marker is another", dataWith("urgent", false), unmarked),
  of("DATA-02", "a number that somebody else sent without a marker is another", dataWith("pounds", 8), unmarked),
  copying(
    "DETAILS-06",
    "a link that was sent is missing",
    list((all) => all.toSpliced(1, 1)),
  ),
  copying(
    "DETAILS-06",
    "a link that was sent stands there twice",
    list((all) => [...all, all[1] ?? {}]),
  ),
  asUsers(
    "DETAILS-06",
    "a link that was sent is missing",
    list((all) => all.toSpliced(1, 1)),
  ),
  asUsers(
    "DETAILS-06",
    "a link that was sent stands there twice",
    list((all) => [...all, all[1] ?? {}]),
  ),
  asUsers(
    "DETAILS-06",
    "one of two links of the very same is missing",
    list((all) => all.toSpliced(1, 1), 0),
    sameTwice,
  ),
  late(
    "DETAILS-09",
    "a link that was sent is another at the next read",
    list(([first, ...others]) => [{ ...first, actionKey: "close" }, ...others], 0),
    twice,
  ),
  late(
    "DETAILS-09",
    "one of them is lost again",
    list((all) => all.slice(0, -1), 0),
    (story) => {
      const trace = story.create();
      story.act(trace);
      for (let read = 0; read < 3; read++) story.details(trace);
    },
  ),
  late(
    "DETAILS-09",
    "the link of an action comes late, too",
    list((all) => all.slice(0, 1), 1),
    twice,
  ),
  late(
    "DETAILS-06",
    "a link that was sent is doubled",
    list(([first, ...others]) => (first ? [first, first, ...others] : []), 0),
    twice,
  ),
  late(
    "EQUIV-02",
    "one face never shows them",
    list((all) => all.filter(({ actionKey }) => actionKey !== "label"), 0),
  ),
  late("EQUIV-01", "the legacy face shows other data", last("state", withData({ kept: 2 }), "legacy")),
  late("STATE-04", "a state changes while no link came", last("state", withVersion(9)), (story) => {
    const trace = story.create();
    story.act(trace);
    story.details(trace);
    story.details(trace);
    story.state(trace);
    story.state(trace);
    story.details(trace);
  }),
  late(
    "EQUIV-06",
    "a twin shows what was sent as a value of another type",
    last("state", withData({ kept: "1" })),
    twins(false),
    listed,
  ),
  late(
    "EQUIV-06",
    "a twin shows a member of its own though as many links had come",
    last("state", withMember("unloadedAt", "2026-01-01")),
    twins(true),
    listed,
  ),
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
