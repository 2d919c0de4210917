/** Things done at the same time. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import { isJsonObject } from "../../../spec/json.ts";
import { entryOf, zipAnswer } from "../support/answers.ts";
import type { Story, TraceHandle } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { summed, tallied } from "../support/tallied.ts";
import {
  answers,
  at,
  bytes,
  data,
  last,
  linkData,
  links,
  members,
  payload,
  type Change,
  type HistoryFault,
} from "../support/history-faults.ts";

/** Four actions at once, a look while they run, and one after. */
function actionsAtOnce(story: Story): void {
  const trace = story.create();
  story.together(() => {
    for (const key of ["a", "b", "c", "d"]) story.act(trace, { members: { [key]: key, last: key } });
    story.state(trace);
  });
  story.details(trace);
  story.state(trace);
}

/** A page read while two actions run. */
function lookedAt(story: Story): void {
  const trace = story.create();
  story.together(() => {
    for (const key of ["a", "b"]) story.act(trace, { members: { [key]: key } });
    story.details(trace);
  });
}

/** Two pages and two states, read while two actions run. */
function lookedAtTwice(story: Story): void {
  const trace = story.create();
  story.together(() => {
    for (const key of ["a", "b"]) story.act(trace, { members: { [key]: key } });
    for (let twice = 0; twice < 2; twice++) {
      story.details(trace);
      story.state(trace);
    }
  });
}

/** An action of which nobody knows the outcome is seen; then another one comes. */
function seenWithoutAnAnswer(story: Story): void {
  const trace = story.create({ members: { last: "none" } });
  story.act(trace, { members: { last: "unknown" } }, { failure: "interrupted", effect: true });
  story.details(trace);
  story.state(trace);
  story.act(trace, { members: { later: true } });
  story.details(trace);
  story.state(trace);
}

/** The links of a page but one. */
function withoutLink(place: number): Change {
  const without: Change = links((all) => all.toSpliced(place, 1));
  const fewer: Change = payload((page) => {
    const shown = isJsonObject(page) ? page : {};
    return { ...shown, totalCount: Number(shown["totalCount"]) - 1 };
  });
  return (exchange) => fewer(without(exchange));
}

/** Both changes, one after the other. */
function both(one: HistoryFault, other: HistoryFault): HistoryFault {
  return (history) => other(one(history));
}

/** Two traces created at once, each with a file, and both seen. */
function tracesAtOnce(story: Story): void {
  const traces: TraceHandle[] = [];
  story.together(() => {
    for (const own of ["one", "two"]) traces.push(story.create({ members: { own }, files: [own] }));
  });
  for (const trace of traces) {
    story.state(trace);
    story.details(trace);
    story.files(trace, [story.fileOf(trace)]);
    story.file(trace, story.fileOf(trace));
  }
}

function of(requirement: RequirementId, title: string, accept: (story: Story) => void, reject: HistoryFault): Kill {
  return { requirement, title, accept, reject };
}

const one = entryOf({ name: "0.txt", bytes: Buffer.from("one") });

export const concurrencyKills: readonly Kill[] = [
  {
    ...of(
      "CONC-04",
      "a computed state has the sum of one of two actions at once, though each has its link",
      (story) => tallied(story, (crates) => ({ crates: summed(crates), landings: crates.length })),
      last(
        "state",
        payload(() => ({ state: { crates: 23, landings: 2 } })),
      ),
    ),
    choices: { statePath: null },
  },
  {
    ...of(
      "CONC-04",
      "a computed state counts one of two actions at once twice",
      (story) => tallied(story, (crates) => ({ crates: summed(crates), landings: crates.length })),
      last(
        "state",
        payload(() => ({ state: { crates: 49, landings: 3 } })),
      ),
    ),
    choices: { statePath: null },
  },
  of("CONC-01", "an action of several at once is lost", actionsAtOnce, last("details", members({ totalCount: 4 }))),
  of(
    "CONC-02",
    "a state holds the data of the other trace",
    tracesAtOnce,
    last(
      "state",
      data((shown) => ({ ...shown, own: "one", tcMark: "mark-1-of-run" })),
    ),
  ),
  of(
    "CONC-02",
    "a link holds the data of the other trace",
    tracesAtOnce,
    last(
      "details",
      linkData((shown) => ({ ...shown, tcMark: "mark-1-of-run" })),
    ),
  ),
  of("CONC-03", "a download gives the bytes of the other file", tracesAtOnce, last("file", bytes("one"))),
  of("CONC-03", "an archive gives the bytes of the other file", tracesAtOnce, last("files", answers(zipAnswer([one])))),
  of(
    "CONC-04",
    "a state shows a value that no action sent",
    actionsAtOnce,
    at(
      5,
      data((shown) => ({ ...shown, last: "e" })),
    ),
  ),
  of(
    "CONC-04",
    "a state shows half of an action",
    actionsAtOnce,
    at(
      5,
      data(({ b: _, ...shown }) => ({ ...shown, last: "b", tcMark: "mark-3-of-run" })),
    ),
  ),
  of(
    "CONC-04",
    "a page shows the one action without the other, and a page at the same time the other without the one",
    lookedAtTwice,
    both(at(3, withoutLink(1)), at(5, withoutLink(2))),
  ),
  of(
    "CONC-04",
    "a state shows the one action without the other, and a state at the same time the other without the one",
    lookedAtTwice,
    both(
      at(
        4,
        data(({ b: _, tcMark: __, ...shown }) => ({ ...shown, tcMark: "mark-2-of-run" })),
      ),
      at(
        6,
        data(({ a: _, ...shown }) => shown),
      ),
    ),
  ),
  of("CONC-04", "an action that was seen is lost again", seenWithoutAnAnswer, last("details", withoutLink(1))),
  of(
    "CONC-04",
    "a value that was written over comes back",
    seenWithoutAnAnswer,
    last(
      "state",
      data((shown) => ({ ...shown, last: "none" })),
    ),
  ),
  of("CONC-04", "a page counts other links than it shows", lookedAt, last("details", members({ totalCount: 2 }))),
  of(
    "CONC-04",
    "an update is lost",
    actionsAtOnce,
    last(
      "state",
      data(({ b: _, ...shown }) => shown),
    ),
  ),
];
