/** Searches for what states show, whoever computed it, and without any filter. */
import type { Json } from "../../../spec/json.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { jsonAnswer } from "../support/answers.ts";
import { last, payload, type HistoryFault } from "../support/history-faults.ts";

const first = "aaaaaaa1-0000-4000-8000-00000000000a";
const second = "aaaaaaa3-0000-4000-8000-00000000000a";
const stranger = "12345678-1234-4234-8234-123456789abc";

/** Traces that differ in a number and a flag, which computed states show, and searches for each value by its name alone. */
function byForm(story: Story): void {
  const members = [
    { size: 3, open: true },
    { size: 7.5, open: false },
  ];
  const traces = members.map((one) => ({ one, trace: story.create({ members: one }) }));
  story.pause(1000);
  for (const [name, values] of [
    ["size", [3, 7.5, 0]],
    ["open", [true, false]],
  ] as const)
    for (const value of values) {
      const found = traces.flatMap(({ one, trace }) => (one[name] === value ? [trace.id] : []));
      story.search({ [name]: value }, {}, { found, traits: ["filters.computed"] });
    }
  // The number stands there twice.
  for (const { one, trace } of traces) {
    const state = { facts: { ...one, order: { size: one.size } } };
    story.state(trace, { answer: jsonAnswer({ error: null, data: { state } }) });
  }
}

/** Two traces with the same number, and a third with another. */
function byFormTwice(story: Story): void {
  const traces = [3, 3, 7].map((size) => ({ size, trace: story.create({ members: { size } }) }));
  story.pause(1000);
  for (const sought of [3, 7]) {
    const found = traces.flatMap(({ size, trace }) => (size === sought ? [trace.id] : []));
    story.search({ size: sought }, {}, { found, traits: ["filters.computed"] });
  }
  for (const { size, trace } of traces)
    story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { facts: { size } } } }) });
}

/** Behind these, searches for the first trace by three of its members, the last of which it has or has not. */
function byThree(story: Story): void {
  const traces = [
    { kind: "a", port: "b", size: 3 },
    { kind: "c", port: "d", size: 7 },
  ].map((one) => ({ one, trace: story.create({ members: one }) }));
  story.pause(1000);
  for (const { one, trace } of traces)
    story.search({ size: one.size }, {}, { found: [trace.id], traits: ["filters.computed"] });
  for (const size of [3, 7])
    story.search(
      { kind: "a", port: "b", size },
      {},
      { found: size === 3 ? [traces[0]?.trace.id ?? ""] : [], traits: ["filters.computed"] },
    );
  for (const { one, trace } of traces)
    story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { facts: one } } }) });
}

/**
 * A trace that is searched for behind each of its actions, by the status that it has then, and by the one before.
 * @param name by which filters name it: its own, or its whole place in the state
 */
const byStatus =
  (name: string, facts: (status: string) => Json = (status) => ({ note: "a", status })) =>
  (story: Story): void => {
    const statuses = ["new", "open", "done"];
    const trace = story.create({ members: { note: "a" } });
    const read = (status: string): void => {
      story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { facts: facts(status) } } }) });
    };
    for (const [at, status] of statuses.entries()) {
      if (at > 0) story.act(trace, {});
      read(status);
      story.pause(6_000);
      for (const sought of at === 0 ? [] : statuses.slice(at - 1, at + 1).toReversed())
        story.search(
          { [name.replace("status", "note")]: "a", [name]: sought },
          {},
          { found: sought === status ? [trace.id] : [], traits: ["filters.computed"] },
        );
      read(status);
    }
  };

/** The facts as a list of names and values. */
const asList = (status: string): Json => [
  { field: "status", value: status },
  { field: "note", value: "a" },
  { field: "pages", value: 3 },
];

/** A trace that counts its calls, searched for by two numbers: it is found by the one that it is then. */
function byCalls(story: Story): void {
  const trace = story.create({ members: { note: "a" } });
  for (const calls of [0, 1]) {
    if (calls > 0) story.act(trace, {});
    const read = (): number =>
      story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { facts: { note: "a", calls } } } }) });
    read();
    story.pause(6_000);
    for (const sought of [calls, 1 - calls])
      story.search({ calls: sought }, {}, { found: sought === calls ? [trace.id] : [], traits: ["filters.computed"] });
    read();
  }
}

/** The answer of the search for this value alone. */
const finding =
  (name: string, value: Json, ...ids: readonly string[]): HistoryFault =>
  (history) => {
    const wanted = JSON.stringify({ [name]: value });
    const exchanges = history.exchanges.map((one) =>
      one.intent.kind === "search" && JSON.stringify(one.intent.filters) === wanted
        ? payload((): Json => ids)(one)
        : one,
    );
    return { ...history, exchanges };
  };

/** Searches of both faces without any filter, of traces that the history does not know; a new one comes before the last. */
function unfilteredByBoth(story: Story): void {
  for (const found of [[second], [second], [second, stranger]]) {
    for (const face of faces) story.search({}, {}, { face, found });
    story.pause(1000);
  }
}

/** What one face finds in the second and third of its searches. */
const afterwards =
  (face: Face, ...found: readonly (readonly string[])[]): HistoryFault =>
  (history) =>
    found.reduceRight(
      (changed, ids, at) =>
        last(
          "search",
          payload((): Json => ids),
          face,
          found.length - 1 - at,
        )(changed),
      history,
    );

export const shownSearchKills: readonly Kill[] = [
  {
    requirement: "SEARCH-04",
    title: "0 is taken for no filter",
    choices: { statePath: null },
    accept: byForm,
    reject: finding("size", 0, first, second),
  },
  {
    requirement: "SEARCH-04",
    title: "false is taken for no filter",
    choices: { statePath: null },
    accept: byForm,
    reject: finding("open", false, first, second),
  },
  {
    requirement: "SEARCH-08",
    title: "a status finds a trace still that has another one by now",
    choices: { statePath: null },
    accept: byStatus("status"),
    reject: last(
      "search",
      payload((): Json => [first]),
    ),
  },
  {
    requirement: "SEARCH-08",
    title: "a trace is found by none still that counts one by now, and was not found by one before",
    choices: { statePath: null },
    accept: byCalls,
    reject: last(
      "search",
      payload((): Json => [first]),
    ),
  },
  {
    requirement: "SEARCH-08",
    title: "a status does not find the trace by its whole place, where the one before does",
    choices: { statePath: null },
    accept: byStatus("facts.status"),
    reject: last(
      "search",
      payload((): Json => []),
      "v2",
      1,
    ),
  },
  {
    requirement: "SEARCH-08",
    title: "the status of the last action does not find the trace",
    choices: { statePath: null },
    accept: byStatus("status"),
    reject: last(
      "search",
      payload((): Json => []),
      "v2",
      1,
    ),
  },
  {
    requirement: "SEARCH-08",
    title: "a status in a list of names and values does not find the trace, where the one before does",
    choices: { statePath: null },
    accept: byStatus("status", asList),
    reject: last(
      "search",
      payload((): Json => []),
      "v2",
      1,
    ),
  },
  {
    requirement: "SEARCH-05",
    title: "of three filters by what computed states show the last counts for nothing",
    choices: { statePath: null },
    accept: byThree,
    reject: last(
      "search",
      payload((): Json => [first]),
    ),
  },
  {
    requirement: "SEARCH-09",
    title: "of two traces that show a number one is not found by it",
    choices: { statePath: null },
    accept: byFormTwice,
    reject: finding("size", 3, first),
  },
  {
    requirement: "SEARCH-04",
    title: "of three filters the last counts for nothing",
    choices: { statePath: null },
    accept: byThree,
    reject: last(
      "search",
      payload((): Json => [first]),
    ),
  },
  {
    requirement: "SEARCH-03",
    title: "a number with a fraction is not found, where another number of the same name is",
    choices: { statePath: null },
    accept: byForm,
    reject: finding("size", 7.5),
  },
  {
    requirement: "SEARCH-06",
    title: "a trace of another workflow is found by something that the target computes",
    accept: (story) => {
      story.create({ workflow: 1 });
      story.search({}, {}, { found: [] });
      story.search({ stage: "open" }, {}, { found: [], traits: ["filters.computed"] });
    },
    reject: last(
      "search",
      payload((): Json => [first]),
    ),
  },
  {
    requirement: "EQUIV-04",
    title: "one face finds, without any filter, no trace of those that the service began by itself",
    accept: unfilteredByBoth,
    reject: afterwards("legacy", [], [], [stranger]),
  },
  {
    requirement: "EQUIV-04",
    title: "one face finds, without any filter, a trace of somebody else",
    accept: unfilteredByBoth,
    reject: afterwards("legacy", [first, second], [first, second], [first, second, stranger]),
  },
];
