/** The state, and the fidelity of the data in states and links. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import type { OperationKind } from "../../../spec/operations.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import { jsonAnswer } from "../support/answers.ts";
import { around } from "../support/everyday.ts";
import type { Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { data, last, linkData, payload, type HistoryFault } from "../support/history-faults.ts";

const deep = (leaf: string): JsonObject => ({ a: { b: { c: { d: { e: { f: { g: leaf } } } } } } });

/** Sent members, and what a lossy service makes of them. */
const losses: readonly (readonly [RequirementId, string, JsonObject, JsonObject])[] = [
  ["DATA-01", "trims texts", { text: " spaces " }, { text: "spaces" }],
  ["DATA-01", "changes line ends", { text: "a\r\nb" }, { text: "a\nb" }],
  ["DATA-02", "rounds numbers", { number: 12.5 }, { number: 12 }],
  ["DATA-02", "makes texts of numbers", { number: 12 }, { number: "12" }],
  ["DATA-02", "keeps floats of single precision", { number: 9007199254740991 }, { number: 9007199254740992 }],
  ["DATA-03", "makes numbers of booleans", { flag: true }, { flag: 1 }],
  ["DATA-03", "makes texts of null", { nothing: null }, { nothing: "" }],
  ["DATA-04", "sorts arrays", { list: [3, 1, 2] }, { list: [1, 2, 3] }],
  ["DATA-04", "keeps equal texts of a list once", { list: ["b", "a", "b"] }, { list: ["b", "a"] }],
  ["DATA-04", "keeps equal numbers of a list once", { list: [1, 1, 2] }, { list: [1, 2] }],
  [
    "DATA-04",
    "keeps one object for each id",
    { list: [{ id: 1 }, { id: 1, to: "a" }] },
    { list: [{ id: 1, to: "a" }] },
  ],
  ["DATA-04", "drops nulls from arrays", { list: [1, null] }, { list: [1] }],
  ["DATA-05", "changes the case of names", { inner: { camelCase: 1 } }, { inner: { camelcase: 1 } }],
  ["DATA-05", "adds members", { inner: { a: 1 } }, { inner: { a: 1, b: 2 } }],
  ["DATA-06", "makes null of an empty text", { text: "" }, { text: null }],
  ["DATA-06", "makes null of an empty object", { inner: {} }, { inner: null }],
  ["DATA-07", "changes the normal form", { text: "e\u0301" }, { text: "é" }],
  ["DATA-07", "loses what is beyond the basic plane", { text: "😀" }, { text: "??" }],
  ["DATA-08", "cuts long texts", { text: "x".repeat(300) }, { text: "x".repeat(255) }],
  ["DATA-09", "flattens deep data", deep("leaf"), { a: { b: { c: { d: { e: { f: { g: "[object]" } } } } } } }],
];

const stateWith = (changed: JsonObject) =>
  payload((shown) => {
    const { state } = shown as { readonly state: JsonObject };
    return { state: { ...state, ...changed } };
  });

/** Of four reads the first shows that nothing may come yet. */
function busyForAMoment(story: Story): void {
  const trace = story.create();
  story.state(trace);
  story.act(trace);
  for (const face of ["v2", "legacy", "v2", "v2"] as const) story.state(trace, { face });
}

function oneTrace(members: JsonObject) {
  return (story: Story): void => {
    const trace = story.create({ members });
    story.act(trace, { members: { later: true } }, { face: "legacy" });
    story.state(trace);
    story.details(trace, { first: 1 });
  };
}

function of(requirement: RequirementId, title: string, accept: (story: Story) => void, reject: HistoryFault): Kill {
  return { requirement, title, accept, reject };
}

/** A trace that comes to its end, by an action after which its state is a summary; searches no longer know its data. */
function closed(story: Story): void {
  const trace = story.create({ members: { word: "amber" } });
  around(story, trace, () => story.act(trace, { actionKey: "close" }, { face: "legacy" }));
  story.search({ word: "amber" }, { includes: [trace] }, { found: [] });
}

function open(story: Story): void {
  const trace = story.create();
  story.act(trace, {}, { face: "legacy" });
  story.state(trace);
}

/** The data of the creation. */
function sentFirst({ exchanges: [created] }: History): JsonObject {
  return created?.intent.kind === "create" && isJsonObject(created.intent.data) ? created.intent.data : {};
}

const summary: JsonObject = { steps: 3 };

/** The first user and a colleague do an action each; the colleague is shown a summary. */
function withSummary(story: Story): void {
  const trace = story.create({ members: { word: "amber" } });
  story.act(trace, {}, { face: "legacy" });
  story.act(trace, {}, { face: "legacy", by: "user-0", answer: jsonAnswer({ state: summary }) });
  story.state(trace);
}

function twoReads(story: Story): void {
  const trace = story.create();
  story.create();
  around(story, trace, () => story.create());
}

function sealed(story: Story): void {
  const trace = story.create({ members: { a: 1 } });
  story.state(trace);
  story.act(trace, { actionKey: "seal" });
  story.act(trace);
  story.state(trace);
}

function byTwoGroups(story: Story): void {
  const trace = story.create({ members: { a: 1 }, groupLabel: "keepers" });
  story.act(trace, { members: { mine: true } });
  story.act(trace, { members: { word: "opal" }, groupLabel: "keepers" });
  story.state(trace);
}

const changed = data((shown) => ({ ...shown, changed: true }));

export const stateKills: readonly Kill[] = [
  ...losses.flatMap(([requirement, what, sent, kept]) => [
    of(
      requirement,
      `the state ${what}`,
      oneTrace(sent),
      last(
        "state",
        data((shown) => ({ ...shown, ...kept })),
      ),
    ),
    of(
      requirement,
      `the links ${what}`,
      oneTrace(sent),
      last(
        "details",
        linkData((shown) => ({ ...shown, ...kept })),
      ),
    ),
  ]),
  of(
    "STATE-03",
    "the state lacks the last action",
    oneTrace({ a: 1 }),
    last(
      "state",
      data(({ later: _, ...shown }) => shown),
    ),
  ),
  of(
    "STATE-03",
    "the state lacks the creation",
    oneTrace({ a: 1 }),
    last(
      "state",
      data(({ a: _, ...shown }) => shown),
    ),
  ),
  of(
    "STATE-03",
    "the state is empty",
    oneTrace({ a: 1 }),
    last(
      "state",
      payload(() => ({ state: {} })),
    ),
  ),
  of(
    "ACT-06",
    "the legacy link answers the state before the action",
    oneTrace({ a: 1 }),
    last(
      "act",
      data(({ later: _, ...shown }) => shown),
    ),
  ),
  ...(
    [
      ["a text", ({ note: _, ...shown }: JsonObject) => shown],
      ["a boolean", (shown: JsonObject) => ({ ...shown, later: "true" })],
      ["a list with a number", (shown: JsonObject) => ({ ...shown, list: [100] })],
    ] as const
  ).map(([what, how]): Kill => ({
    requirement: "STATE-03",
    title: `the state, where numbers are computed, does not show ${what} as it was sent`,
    choices: { inCents: true },
    accept: oneTrace({ amount: 1, note: "kept", list: [1] }),
    reject: last("state", data(how)),
  })),
  ...(
    [
      ["STATE-03", "another value than the constant", "state", data, "high"],
      ["DETAILS-07", "another value than the constant", "details", linkData, "high"],
      ["DETAILS-07", "the constant for what was sent", "details", linkData, "normal"],
    ] as const
  ).map(([requirement, what, kind, of, priority]): Kill => ({
    requirement,
    title: `where a member is filled in, ${kind} show ${what}`,
    choices: { fillsIn: true },
    accept: oneTrace(priority === "normal" ? { priority: "low" } : { a: 1 }),
    reject: last(
      kind,
      of((shown) => ({ ...shown, priority })),
    ),
  })),
  ...(
    [
      [
        "STATE-03",
        "state",
        "is left of the data beside the summary",
        ({ tcRun: _, ...data }) => ({ closed: true, data }),
      ],
      ["ACT-06", "act", "is left of the data in the answer of the legacy link", ({ tcRun: _, ...data }) => ({ data })],
    ] as const satisfies readonly (readonly [RequirementId, OperationKind, string, (sent: JsonObject) => JsonObject])[]
  ).map(([requirement, kind, what, left]): Kill => ({
    requirement,
    title: `a part ${what} of a trace that has ended`,
    choices: { summaryAfter: "close" },
    accept: closed,
    reject: (history) =>
      last(
        kind,
        payload(() => ({ state: left(sentFirst(history)) })),
      )(history),
  })),
  {
    requirement: "STATE-03",
    title: "the state of a trace that has not ended is a summary",
    choices: { summaryAfter: "close" },
    accept: open,
    reject: last(
      "state",
      payload(() => ({ state: { closed: true, steps: 2 } })),
    ),
  },
  ...(
    [
      ["names a paper before it was made", { paper: "paper" }, 1],
      ["has a member beside the paper", { stamp: "stamp" }, 0],
      ["shows something else than was sent beside the paper", { a: 2 }, 0],
    ] as const
  ).map(([what, how, fromEnd]): Kill => ({
    requirement: "STATE-03",
    title: `where an action makes a paper, the state ${what}`,
    choices: { makes: true },
    accept: sealed,
    reject: last(
      "state",
      data((shown) => ({ ...shown, ...how })),
      undefined,
      fromEnd,
    ),
  })),
  ...(
    [
      ["shows a part of what others sent", (shown: JsonObject) => ({ ...shown, word: "opal" })],
      ["lacks what the reader's group sent", ({ mine: _, ...shown }: JsonObject) => shown],
      ["lacks what the creation sent", ({ a: _, ...shown }: JsonObject) => shown],
    ] as const
  ).map(([what, how]): Kill => ({
    requirement: "STATE-03",
    title: `where each reader is shown the own group's actions, the state ${what}`,
    choices: { ofGroups: true },
    accept: byTwoGroups,
    reject: last("state", data(how)),
  })),
  ...(
    [
      ["the colleague is shown a part of the data", 0, { data: { word: "amber" } }],
      ["the colleague is shown another value", 0, { ...summary, data: { word: "opal" } }],
      ["the first user is shown one, too", 1, summary],
    ] as const satisfies readonly (readonly [string, number, JsonObject])[]
  ).map(([what, fromEnd, state]): Kill => ({
    requirement: "ACT-06",
    title: `where a colleague is shown a summary, ${what}`,
    choices: { summaryForColleague: true },
    accept: withSummary,
    reject: last(
      "act",
      payload(() => ({ state })),
      undefined,
      fromEnd,
    ),
  })),
  of(
    "ACT-06",
    "a colleague's action is answered with another state than the colleague reads then",
    (story) => {
      const trace = story.create({ members: { a: 1 } });
      story.act(trace, { members: { later: 2 } }, { face: "legacy", by: "user-2" });
      story.state(trace, { actor: "user-2" });
    },
    last("state", changed),
  ),
  of("STATE-04", "the state changes by itself", twoReads, last("state", changed)),
  {
    requirement: "STATE-04",
    title: "a trace is busy once more, without an action",
    choices: { gating: "listed", busy: true },
    accept: busyForAMoment,
    reject: last("state", stateWith({ posting: true, next: { clerks: [] } })),
  },
  {
    requirement: "STATE-04",
    title: "a trace that is no longer busy has lost what was sent",
    choices: { gating: "listed", busy: true },
    accept: busyForAMoment,
    reject: last(
      "state",
      data(({ tcMark: _, ...others }) => others),
    ),
  },
  {
    requirement: "STATE-04",
    title: "the state changes by itself where a trace that is busy lists nothing",
    choices: { gating: "listed", busy: true },
    accept: busyForAMoment,
    reject: last("state", stateWith({ posting: true })),
  },
  of("STATE-05", "the state changes when another trace is created", twoReads, last("state", changed)),
  of(
    "STATE-07",
    "the state shows the marker of another trace",
    twoReads,
    last(
      "state",
      data((shown) => ({ ...shown, tcMark: "mark-2-of-run" })),
    ),
  ),
  {
    requirement: "ACT-06",
    title: "the state of an opaque legacy link is not what is read afterwards",
    choices: { statePath: null },
    accept: oneTrace({ a: 1 }),
    reject: last(
      "act",
      payload(() => ({ state: { stage: "stage 1" } })),
    ),
  },
];
