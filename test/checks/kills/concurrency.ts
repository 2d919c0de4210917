/** Things done at the same time. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import { entryOf, zipAnswer } from "../support/answers.ts";
import type { Story, TraceHandle } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { answers, at, bytes, data, last, linkData, members, type HistoryFault } from "../support/history-faults.ts";

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
