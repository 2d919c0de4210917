/** Searches. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { jsonAnswer } from "../support/answers.ts";
import { last, payload, type HistoryFault } from "../support/history-faults.ts";

const first = "aaaaaaa1-0000-4000-8000-00000000000a";
const second = "aaaaaaa3-0000-4000-8000-00000000000a";
const stranger = "12345678-1234-4234-8234-123456789abc";

const finds = (...ids: readonly string[]): HistoryFault =>
  last(
    "search",
    payload((): Json => ids),
  );

/** Two traces: the first has the word and the size, the second the word alone. */
function found(story: Story): void {
  const one = story.create({ members: { word: "amber", size: 1 } });
  const two = story.create({ members: { word: "amber", size: 2 } });
  story.search({ word: "amber" }, { includes: [one, two] });
}

function both(story: Story): void {
  const one = story.create({ members: { word: "amber", size: 1 } });
  story.create({ members: { word: "amber", size: 2 } });
  story.search({ word: "amber", size: 1 }, { includes: [one] });
}

function changing(story: Story): void {
  const trace = story.create({ members: { phase: "first" } });
  story.act(trace, { members: { phase: "second" } });
  story.search({ phase: "second" }, { includes: [trace] });
  story.search({ phase: "first" }, { excludes: [trace] });
}

/** A status that an action changes, and the trace searched by both of its values, before and after. */
function withStatus(story: Story, beside: JsonObject = { word: "amber" }): void {
  const trace = story.create({ members: { word: "amber" } });
  for (const status of ["begun", "open"]) {
    if (status === "open") story.act(trace);
    const data = { tcRun: "run", tcMark: story.marker, word: "amber", status };
    const shown = { answer: jsonAnswer({ error: null, data: { state: { data } } }) };
    story.state(trace, shown);
    // As long as the target says that a search may lag.
    story.pause(1000);
    for (const asked of ["begun", "open"])
      story.search({ ...beside, status: asked }, {}, { found: asked === status ? [trace.id] : [] });
    story.state(trace, shown);
  }
}

/** What was spent, whole at first, then with a fraction that was sent; searched by as the state has it. */
function withSpent(story: Story, beside: JsonObject = { word: "amber" }): void {
  const trace = story.create({ members: { word: "amber" } });
  for (const spent of [0, 7.5]) {
    if (spent > 0) story.act(trace, { members: { spent } });
    const shown = { answer: jsonAnswer({ error: null, data: { state: { data: { word: "amber", spent } } } }) };
    story.state(trace, shown);
    story.pause(1000);
    for (const asked of [0, 7.5]) {
      const found = asked === spent ? [trace.id] : [];
      story.search({ ...beside, spent: asked }, {}, { found, traits: ["filters.computed"] });
    }
    story.state(trace, shown);
  }
}

/** The index has the status that was before the last action. */
const byTheFormerStatus: HistoryFault = (history) => {
  const found = last(
    "search",
    payload((): Json => [first]),
    undefined,
    1,
  )(history);
  return finds()(found);
};

/** A computed state that shows the number still, at the same place, after a later action; and searches for it. */
function stillShown(story: Story): void {
  const trace = story.create({ members: { number: "P-7" } });
  for (const status of ["begun", "over"]) {
    if (status === "over") story.act(trace);
    story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { order: { number: "P-7", status } } } }) });
    story.search({ number: "P-7" }, { includes: [trace] }, { found: [trace.id] });
  }
}

function otherWorkflow(story: Story): void {
  const one = story.create({ members: { word: "amber" } });
  story.create({ members: { word: "amber" }, workflow: 1 });
  story.search({ word: "amber" }, { includes: [one] });
}

function unfiltered(story: Story): void {
  const one = story.create({ members: { word: "amber" } });
  story.create({ members: { word: "amber" }, workflow: 1 });
  story.search({}, { includes: [one] });
}

function of(requirement: RequirementId, title: string, accept: (story: Story) => void, reject: HistoryFault): Kill {
  return { requirement, title, accept, reject };
}

/** What a search is asked by beside the number. */
const besides: readonly JsonObject[] = [{ word: "amber" }, {}];

export const searchKills: readonly Kill[] = [
  {
    requirement: "SEARCH-08",
    title: "a trace is found by the status that it had",
    choices: { hasStatus: true },
    accept: (story) => withStatus(story),
    reject: byTheFormerStatus,
  },
  {
    requirement: "SEARCH-08",
    title: "a trace is found by its first status, and by no other later on",
    choices: { hasStatus: true },
    accept: (story) => withStatus(story),
    reject: finds(),
  },
  {
    requirement: "SEARCH-08",
    title: "a trace whose state shows the data nowhere is found by the status that it had",
    choices: { hasStatus: true, statePath: null },
    accept: (story) => withStatus(story),
    reject: byTheFormerStatus,
  },
  {
    requirement: "SEARCH-08",
    title: "a trace is found by the status that it had, where searches are by the status alone",
    choices: { hasStatus: true, statePath: null },
    accept: (story) => withStatus(story, {}),
    reject: byTheFormerStatus,
  },
  ...besides.map((beside): Kill => ({
    requirement: "SEARCH-08",
    title: `a whole number finds a trace, and one with a fraction does not, beside ${JSON.stringify(beside)}`,
    choices: { statePath: null },
    accept: (story) => withSpent(story, beside),
    reject: finds(),
  })),
  of("SEARCH-03", "a trace is not found", found, finds(second)),
  {
    requirement: "SEARCH-03",
    title: "a trace is no longer found by what its computed state shows still",
    choices: { statePath: null },
    accept: stillShown,
    reject: finds(),
  },
  {
    requirement: "SEARCH-03",
    title: "a trace is not found by a name that the state does not have beside the data",
    choices: { hasPhase: true },
    accept: found,
    reject: finds(second),
  },
  {
    requirement: "SEARCH-08",
    title: "a trace is found by a former value, where the state has something else beside the data",
    choices: { hasPhase: true },
    accept(story) {
      const trace = story.create({ members: { phase: "first", side: "left" } });
      story.act(trace, { members: { phase: "second", side: "right" } });
      story.search({ side: "right" }, { includes: [trace] });
      story.search({ side: "left" }, { excludes: [trace] });
    },
    reject: finds(first),
  },
  of(
    "SEARCH-04",
    "a trace that differs is found",
    (story) => {
      story.create({ members: { word: "topaz" } });
      story.search({ word: "amber" });
    },
    finds(first),
  ),
  of(
    "SEARCH-04",
    "a text is matched by its beginning",
    (story) => {
      story.create({ members: { word: "amberlike" } });
      story.search({ word: "amber" });
    },
    finds(first),
  ),
  of(
    "SEARCH-04",
    "a number is matched by its first digits",
    (story) => {
      story.create({ members: { count: 123_456_789_012_345 } });
      story.search({ count: 123_456_789_012_346 });
    },
    finds(first),
  ),
  of(
    "SEARCH-04",
    "a word is found by 0",
    (story) => {
      story.create({ members: { size: "large" } });
      story.search({ size: 0 });
    },
    finds(first),
  ),
  of(
    "SEARCH-04",
    "a text is found by the number that it begins with",
    (story) => {
      story.create({ members: { size: "5 apples" } });
      story.search({ size: 5 });
    },
    finds(first),
  ),
  of(
    "SEARCH-05",
    "an empty text finds what has no such member",
    (story) => {
      story.create({ members: { word: "amber" } });
      story.search({ word: "amber", size: "" });
    },
    finds(first),
  ),
  of(
    "SEARCH-04",
    "any number is found by true",
    (story) => {
      story.create({ members: { size: 2 } });
      story.search({ size: true });
    },
    finds(first),
  ),
  of(
    "SEARCH-05",
    "a trace that differs is found by a number in single precision",
    (story) => {
      story.create({ members: { word: "amber", size: 16_777_216 } });
      story.search({ word: "amber", size: 16_777_217 });
    },
    finds(first),
  ),
  of("SEARCH-05", "one matching filter is enough", both, finds(first, second)),
  of("SEARCH-06", "a trace of another workflow is found", otherWorkflow, finds(first, second)),
  of("SEARCH-06", "without any filter a trace of another workflow is found", unfiltered, finds(first, second)),
  of(
    "SEARCH-06",
    "what nobody created is found in two workflows",
    (story) => {
      story.search({ word: "amber" }, {}, { found: [stranger] });
      story.search({ word: "amber" }, {}, { found: [] });
      story.search({ word: "amber" }, { workflow: 1 }, { found: [] });
    },
    finds(stranger),
  ),
  of("SEARCH-07", "a trace is found twice", found, finds(first, second, first.toUpperCase())),
  of("SEARCH-08", "a trace is still found by its old value", changing, finds(first)),
  of(
    "SEARCH-08",
    "a trace is not found by its new value",
    changing,
    last(
      "search",
      payload(() => []),
      "v2",
      1,
    ),
  ),
  of(
    "SEARCH-04",
    "a trace that differs is found where the workflow is named by its other key",
    (story) => {
      story.create({ members: { word: "topaz" } });
      story.search({ word: "amber" }, { byOtherKey: true });
    },
    finds(first),
  ),
  of("SEARCH-09", "not all traces are found", found, finds(first)),
  of(
    "SEARCH-10",
    "a trace that nobody created is found",
    (story) => {
      story.create();
      story.search({ tcMark: story.marker, tcRun: "run" });
    },
    finds(first, stranger),
  ),
  of(
    "SEARCH-10",
    "a trace that nobody created is found by a value that is the script's own",
    (story) => {
      const trace = story.create({ members: { group: "search~run~own-1" } });
      story.search({ group: "search~run~own-1" }, { includes: [trace] });
    },
    finds(first, stranger),
  ),
  of(
    "REFUSE-02",
    "a refused creation leaves a trace",
    (story) => {
      story.create({}, { defects: [{ where: "body", what: "json-broken" }] });
      story.search({ tcMark: story.marker, tcRun: "run" });
    },
    finds(stranger),
  ),
  of(
    "REFUSE-02",
    "a creation that is refused as the repetition of another leaves a trace",
    (story) => {
      const data = { tcRun: "run", tcMark: "mark-1-of-run", word: "amber" };
      const one = story.create({ data });
      story.create({ data }, { refused: true });
      story.search({ tcMark: "mark-1-of-run" }, { includes: [one] });
    },
    finds(first, stranger),
  ),
];
