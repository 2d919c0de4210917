/** Answers that tell nothing, or never come: what is no choice of a target. */
import type { OperationKind } from "../../../spec/operations.ts";
import { bytesAnswer, jsonAnswer } from "../support/answers.ts";
import type { Story } from "../support/history.ts";
import type { HistoryFault, Change } from "../support/history-faults.ts";
import { answers, fails, header, info, last, links, members, status, succeedsWith } from "../support/history-faults.ts";
import type { Kill } from "../support/kill.ts";
import { everyday, long } from "../support/everyday.ts";

/** Every exchange of one kind, changed. */
const every =
  (kind: OperationKind, change: Change): HistoryFault =>
  (history) => ({
    ...history,
    exchanges: history.exchanges.map((exchange) => (exchange.intent.kind === kind ? change(exchange) : exchange)),
  });

const opaque = { statePath: null } as const;

function followed(story: Story): void {
  const trace = story.create({ members: { word: "amber" } });
  story.search({ word: "amber" }, { includes: [trace] });
  story.state(trace);
  story.act(trace, { members: { word: "amber", more: 1 } });
  story.state(trace);
}

/** Two actions, and their links. */
function commented(story: Story): void {
  const trace = story.create();
  story.act(trace, { actionKey: "comment" });
  story.details(trace);
}

/** Two of the exchanges of a kind, one after the other. */
const lastTwo = (kind: OperationKind, change: Change): HistoryFault => {
  return (history) => last(kind, change, undefined, 1)(last(kind, change)(history));
};

function readAgain(story: Story): void {
  const trace = story.create();
  story.state(trace);
  story.state(trace);
  story.state(trace);
}

const unknownTrace = { defects: [{ where: "path", what: "unknown-trace" }] } as const;
const unknownDigest = { defects: [{ where: "path", what: "unknown-digest" }] } as const;
const stranger = { id: "0b8a1c3e-6f0d-4a51-9a58-3d0d8f1d7a11", index: 0 };

function refusedState(story: Story): void {
  story.state(stranger, unknownTrace);
}

const page = bytesAnswer(Buffer.from("<!doctype html><p>Nothing here"), 200, "text/html");

export const tellingKills: readonly Kill[] = [
  {
    requirement: "STATE-08",
    title: "the state is always empty",
    choices: opaque,
    accept: followed,
    reject: every("state", members({ state: {} })),
  },
  {
    requirement: "STATE-08",
    title: "the data of the state are always empty",
    choices: opaque,
    accept: followed,
    reject: every("state", members({ state: { data: {}, tasks: [null] } })),
  },
  {
    requirement: "STATE-08",
    title: "the state is always the same, while a search finds its data",
    choices: opaque,
    accept: followed,
    reject: every("state", members({ state: { status: "active" } })),
  },
  {
    requirement: "DETAILS-12",
    title: "every link is empty",
    choices: { linkPath: null },
    accept: (story) => {
      story.details(long(story, 3));
    },
    reject: every(
      "details",
      links((all) => all.map(() => ({}))),
    ),
  },
  {
    requirement: "DETAILS-12",
    title: "every link is the same",
    choices: { linkPath: null },
    accept: commented,
    reject: every(
      "details",
      links((all) => all.map(() => ({ workflowId: "2041" }))),
    ),
  },
  {
    requirement: "DETAILS-13",
    title: "a link names the action of the one before it",
    accept: commented,
    reject: last(
      "details",
      links((all) => all.map((link) => ({ ...link, actionKey: "open" }))),
    ),
  },
  {
    requirement: "DETAILS-13",
    title: "a link names the action that its data have in a member of that name",
    accept: (story) => {
      const trace = story.create();
      story.act(trace, { actionKey: "comment", data: { tcRun: "run", tcMark: "mark-99-of-run", actionKey: "open" } });
      story.details(trace);
    },
    reject: last(
      "details",
      links((all) => all.map((link) => ({ ...link, actionKey: "open" }))),
    ),
  },
  {
    requirement: "DETAILS-13",
    title: "a link names, within a member, the action of the one before it",
    accept: commented,
    reject: last(
      "details",
      links((all) => all.map(({ actionKey: _, ...link }) => ({ ...link, action: { key: "open" } }))),
    ),
  },
  {
    requirement: "DETAILS-13",
    title: "a link without a marker names the action of the one before it",
    accept: (story) => {
      const trace = story.create();
      story.act(trace, { actionKey: "comment", data: { kilos: 3 } });
      story.details(trace);
    },
    reject: last(
      "details",
      links((all) => all.map((link) => ({ ...link, actionKey: "open" }))),
    ),
  },
  {
    requirement: "PAGE-14",
    title: "the links in the middle of a long trace are out of reach",
    choices: { cap: 4, defaultSize: 4 },
    accept: (story) => {
      story.details(long(story, 10));
    },
    reject: every("details", info({ startCursor: undefined, endCursor: undefined })),
  },
  {
    requirement: "STATUS-05",
    title: "an unknown trace is a page under status 200",
    accept: refusedState,
    reject: last("state", answers(page)),
  },
  {
    requirement: "STATUS-05",
    title: "an unknown trace is a bare null",
    accept: refusedState,
    reject: last("state", answers(jsonAnswer(null))),
  },
  {
    requirement: "STATUS-05",
    title: "an unknown trace is an envelope of nothing",
    accept: refusedState,
    reject: last("state", answers(jsonAnswer({ error: null, data: null }))),
  },
  {
    requirement: "STATUS-05",
    title: "a refused login has a null token",
    accept: (story) => {
      story.login("credential", { replace: { password: "wrong" } });
    },
    reject: last("login-credential", answers(jsonAnswer({ error: null, data: { token: null } }))),
  },
  {
    requirement: "STATUS-05",
    title: "an unknown digest is a page under status 200",
    accept: (story) => {
      story.file(story.create({ files: ["x"] }), { digest: "none" }, unknownDigest);
    },
    reject: last("file", answers(page)),
  },
  {
    requirement: "STATUS-05",
    title: "an archive of an unknown digest is a page under status 200",
    accept: (story) => {
      const wanted = [{ digest: "none", file: { exchange: 99, position: 0 } }];
      story.files(story.create({ files: ["x"] }), wanted, unknownDigest);
    },
    reject: last("files", answers(page)),
  },
  {
    requirement: "REFUSE-05",
    title: "a state is never answered in time",
    accept: readAgain,
    reject: lastTwo("state", fails("timeout")),
  },
  {
    requirement: "REFUSE-05",
    title: "an action is never answered through either face, each tried once",
    accept: (story) => {
      const trace = story.create();
      story.act(trace);
      story.act(trace, {}, { face: "legacy" });
    },
    reject: lastTwo("act", fails("timeout")),
  },
  {
    requirement: "REFUSE-05",
    title: "a state is cut off each time",
    accept: readAgain,
    reject: lastTwo("state", fails("protocol")),
  },
  {
    requirement: "REFUSE-05",
    title: "the compressed body of a state ends in its midst each time",
    accept: readAgain,
    reject: lastTwo("state", fails("decompression")),
  },
  {
    requirement: "REFUSE-05",
    title: "the connection is lost at each action",
    accept: (story) => {
      const trace = story.create();
      story.act(trace);
      story.act(trace);
    },
    reject: lastTwo("act", fails("reset")),
  },
  {
    requirement: "REFUSE-05",
    title: "the connection is lost at every download of a file",
    accept: (story) => {
      const trace = story.create({ files: ["x"] });
      story.files(trace, [story.fileOf(trace)]);
      story.files(trace, [story.fileOf(trace)], { face: "legacy" });
      story.file(trace, story.fileOf(trace));
    },
    reject: (history) => every("files", fails("reset"))(every("file", fails("reset"))(history)),
  },
  {
    requirement: "SEARCH-11",
    title: "a search finds an id of no trace",
    accept: (story) => {
      const trace = story.create({ members: { word: "amber" } });
      story.search({ word: "amber" }, { includes: [trace] });
      story.state(trace);
    },
    reject: (history) => {
      const { id } = stranger;
      const found = last("search", (exchange) => answers(jsonAnswer({ error: null, data: [id] }))(exchange))(history);
      const read = last("state", (exchange) => ({ ...exchange, intent: { kind: "state", traceId: id } }))(found);
      return last("state", status(404))(read);
    },
  },
  {
    requirement: "SEARCH-06",
    title: "a workflow that does not exist has traces",
    accept: (story) => {
      story.create({ members: { word: "amber" } });
      story.search({ word: "amber" }, {}, { defects: [{ where: "path", what: "unknown-workflow" }] });
    },
    reject: (history) => {
      const [created] = history.exchanges;
      const id = (created?.response?.json?.value as { data: string }).data;
      return last("search", succeedsWith([id]))(history);
    },
  },
  {
    requirement: "FILES-12",
    title: "an archive calls itself JSON",
    accept: everyday,
    reject: last("files", header("content-type", "application/json")),
  },
  {
    requirement: "FILES-12",
    title: "an archive calls itself HTML",
    accept: everyday,
    reject: last("files", header("content-type", "text/html; charset=utf-8")),
  },
];
