/** The same thing through both faces. */
import { faces, type Face } from "../../../spec/operations.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import { jsonAnswer } from "../support/answers.ts";
import { isJsonObject } from "../../../spec/json.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import { everyday, long } from "../support/everyday.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import {
  answers,
  data,
  entries,
  last,
  links,
  members,
  payload,
  succeedsWith,
  type HistoryFault,
} from "../support/history-faults.ts";

/** Two traces built by the same steps, each through faces of its own, and seen through v2. */
function twins(...built: readonly (readonly [Face, Face])[]) {
  return (story: Story): void => {
    for (const [created, appended] of built) {
      const trace = story.create({ members: { kind: "claim" }, files: ["a"] }, { face: created });
      story.act(trace, { members: { amount: 1 } }, { face: appended });
      story.state(trace);
      story.details(trace);
    }
  };
}

function of(requirement: RequirementId, title: string, accept: (story: Story) => void, reject: HistoryFault): Kill {
  return { requirement, title, accept, reject };
}

/** Four traces of the same actions, through either face and through both in turn; `version` counts the actions. */
function routes(story: Story): void {
  for (let route = 0; route < 4; route += 1) {
    const face = (index: number): Face => faces[route < 2 ? route : (index + route) % 2] ?? "v2";
    const trace = story.create({}, { face: face(0) });
    for (const index of [1, 2, 3]) story.act(trace, {}, { face: face(index) });
    for (const through of faces) story.state(trace, { face: through });
  }
}

/** What came through the legacy face is counted once more, of creations or of actions. */
function countsAgain(kind: "create" | "act"): HistoryFault {
  return (history) => {
    let again = 0;
    const exchanges = history.exchanges.map((exchange) => {
      const { intent, face } = exchange;
      if (intent.kind === "create") again = 0;
      if (intent.kind === kind && face === "legacy") again += 1;
      const more = again;
      return payload((value) => {
        const state = isJsonObject(value) ? value["state"] : undefined;
        return isJsonObject(state) ? { state: { ...state, version: Number(state["version"]) + more } } : value;
      })(exchange);
    });
    return { ...history, exchanges };
  };
}

/** Creations through either face with a member that their form does not know. */
function beyondTheForm(story: Story): void {
  for (const face of faces) {
    const trace = story.create({ members: { beyond: "the form" } }, { face, traits: [unfitTraits.beyond] });
    story.state(trace);
  }
}

const byCreation = twins(["v2", "v2"], ["legacy", "v2"]);
/** With the marker in another member as well, as in a text of a form. */
function markedTwins(story: Story): void {
  for (const face of faces) {
    const trace = story.create({ members: { reference: `area~run~${face}` } }, { face });
    story.state(trace);
    story.details(trace);
  }
}

const byAction = twins(["v2", "v2"], ["v2", "legacy"]);
const source = links((all) => all.map((link) => ({ ...link, source: "legacy" })));

/** What comes behind the same link through both faces, without a size. */
function behindACursor(story: Story): void {
  const trace = long(story, 7);
  const cursors = faces.map((face) => story.details(trace, { first: 1 }, { face })["endCursor"] ?? null);
  for (const [at, face] of faces.entries()) story.details(trace, { after: cursors[at] }, { face });
}

/** The state as another user reads it, before and after an action like one that this user was shown. */
function readByAnother(story: Story): void {
  const trace = story.create({ members: { word: "amber" } });
  story.act(trace, { members: { word: "brick" } });
  for (const actor of ["first", "user-0"] as const) story.state(trace, { actor });
  story.act(trace, { members: { word: "cedar" } });
  story.pause(2_500);
  for (const actor of ["first", "user-0"] as const) story.state(trace, { actor });
}

/** The last read of another user is answered as the first one was. */
function asBefore(history: History): History {
  const own = history.exchanges.filter(({ actor }) => actor === "user-0");
  const exchanges = history.exchanges.map((one) =>
    one === own.at(-1) && own[0]?.response ? { ...one, response: own[0].response } : one,
  );
  return { ...history, exchanges };
}

/** The state between two reads of a colleague's, and what is left of it for its creator. */
function colleague(story: Story): void {
  const trace = story.create({ members: { word: "amber" } });
  for (const face of faces) story.state(trace, { face });
  for (const face of ["legacy", "v2", "legacy"] as const) story.state(trace, { face, actor: "user-0" });
}

/** The links that a colleague is shown, those of the legacy face between two reads of the other. */
function linksForColleague(story: Story): void {
  const trace = story.create({ members: { word: "amber" } });
  for (const face of ["v2", "legacy", "v2"] as const) story.details(trace, {}, { face, actor: "user-0" });
}

/** A trace that a colleague may not read. */
function keptFrom(story: Story): void {
  const trace = story.create();
  for (const face of ["legacy", "v2", "legacy"] as const)
    story.state(trace, {
      face,
      actor: "user-0",
      refused: true,
      answer: jsonAnswer({ error: "unknown", data: null }, 404),
    });
}

/** The same, read once more by its creator. */
function readAfterColleague(story: Story): void {
  colleague(story);
  const trace = story.create();
  story.state(trace);
  story.state(trace, { actor: "user-0" });
  story.state(trace);
}

export const equivalenceKills: readonly Kill[] = [
  of(
    "EQUIV-01",
    "a colleague is shown another v2 state than legacy state",
    colleague,
    last(
      "state",
      data((shown) => ({ ...shown, kind: "other" })),
      "v2",
    ),
  ),
  of(
    "EQUIV-01",
    "the v2 face keeps from a colleague what the legacy face shows",
    colleague,
    last("state", answers(jsonAnswer({ error: "unknown", data: null }, 404)), "v2"),
  ),
  of(
    "EQUIV-01",
    "the v2 face shows a colleague what the legacy face keeps",
    keptFrom,
    last("state", succeedsWith({ state: {} }), "v2"),
  ),
  of(
    "STATE-04",
    "a colleague's read takes what was sent out of the state",
    readAfterColleague,
    last(
      "state",
      data(() => ({})),
    ),
  ),
  of(
    "EQUIV-01",
    "the legacy state differs",
    everyday,
    last(
      "state",
      data((shown) => ({ ...shown, kind: "other" })),
      "legacy",
    ),
  ),
  of(
    "EQUIV-02",
    "the legacy links differ",
    everyday,
    last(
      "details",
      links((all) => all.map((link) => ({ ...link, actionKey: "close" }))),
      "legacy",
    ),
  ),
  of(
    "EQUIV-02",
    "a legacy page without arguments shows a link otherwise",
    (story) => {
      const trace = long(story, 12);
      for (const face of faces) story.details(trace, {}, { face });
    },
    last(
      "details",
      links((all) => all.slice(0, 8).map((link) => ({ ...link, actionKey: "close" }))),
      "legacy",
    ),
  ),
  of(
    "EQUIV-02",
    "the legacy details lack a link for a colleague",
    linksForColleague,
    last("details", members({ links: [], totalCount: 0 }), "legacy"),
  ),
  of("EQUIV-02", "the legacy details count otherwise", everyday, last("details", members({ totalCount: 4 }), "legacy")),
  of(
    "EQUIV-03",
    "the legacy archive holds fewer files",
    everyday,
    last(
      "files",
      entries((all) => all.slice(1)),
      "legacy",
    ),
  ),
  of(
    "EQUIV-04",
    "the legacy search finds less",
    everyday,
    last(
      "search",
      payload(() => []),
      "legacy",
    ),
  ),
  {
    ...of(
      "EQUIV-04",
      "the legacy search does not find a trace that has ended, by no text of its own",
      (story) => {
        const trace = story.create({ members: { milk: "sheep", kilos: 11 } });
        story.act(trace, { members: { euros: 650 } });
        for (const face of faces) story.search({ milk: "sheep", kilos: 11 }, { includes: [trace] }, { face });
      },
      last(
        "search",
        payload(() => []),
        "legacy",
      ),
    ),
    choices: { statePath: null },
  },
  of("EQUIV-06", "a trace created through legacy has links of another kind", byCreation, last("details", source)),
  of("EQUIV-06", "and so where another member tells it from its twin", markedTwins, last("details", source)),
  of(
    "EQUIV-06",
    "a trace created through legacy has texts for numbers",
    byCreation,
    last(
      "state",
      data((shown) => ({ ...shown, amount: "1" })),
    ),
  ),
  of(
    "EQUIV-06",
    "legacy drops a member that the form does not know",
    beyondTheForm,
    last(
      "state",
      data(({ beyond: _, ...known }) => known),
    ),
  ),
  of("EQUIV-07", "an action appended through legacy has a link of another kind", byAction, last("details", source)),
  ...(
    [
      ["EQUIV-06", "create"],
      ["EQUIV-07", "act"],
    ] as const
  ).map(([requirement, kind]): Kill => {
    const title = `the state counts each ${kind} through legacy twice`;
    return { requirement, title, choices: { extras: true }, accept: routes, reject: countsAgain(kind) };
  }),
  of("EQUIV-08", "another user is shown the state as it was before an action", readByAnother, asBefore),
  of("EQUIV-08", "the other face does not see an action", everyday, last("details", members({ totalCount: 2 }), "v2")),
  of(
    "EQUIV-09",
    "the same arguments bring another page",
    (story) => {
      const trace = long(story, 5);
      for (const face of faces) story.details(trace, { first: 2 }, { face });
    },
    last(
      "details",
      links((all) => all.toReversed()),
      "legacy",
    ),
  ),
  {
    requirement: "EQUIV-09",
    title: "behind a cursor the legacy page, of another size by default, begins elsewhere",
    choices: { defaultSize: 5, legacyDefault: { size: 2, end: "start" } },
    accept: behindACursor,
    reject: last(
      "details",
      links((all) => [{ ...all[0], id: "before" }, ...all.slice(0, -1)]),
      "legacy",
    ),
  },
  {
    requirement: "EQUIV-09",
    title: "a legacy page that is clamped to fewer links holds other links",
    choices: { cap: 4, defaultSize: 2, legacyCap: 2 },
    accept: (story) => {
      const trace = long(story, 5);
      for (const face of faces) story.details(trace, { first: 3 }, { face });
    },
    reject: last(
      "details",
      links((all) => all.toReversed()),
      "legacy",
    ),
  },
  {
    requirement: "EQUIV-09",
    title: "behind a cursor the legacy page, from the other end by default, holds other links",
    choices: { defaultSize: 5, legacyDefault: { size: 3, end: "end" } },
    accept: behindACursor,
    reject: last(
      "details",
      links((all) => all.toReversed()),
      "legacy",
    ),
  },
];
