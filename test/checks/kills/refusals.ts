/** What is refused leaves no mark. */
import { hash } from "node:crypto";
import { around } from "../support/everyday.ts";
import type { Json } from "../../../spec/json.ts";
import type { Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import { data, last, links, members, payload, type HistoryFault } from "../support/history-faults.ts";

function refusedAction(story: Story): void {
  const trace = story.create();
  around(story, trace, () =>
    story.act(trace, { members: { late: 1 } }, { defects: [{ where: "body", what: "empty" }] }),
  );
}

const early = { defects: [{ where: "body", what: "empty" }] } as const;

/** Of two actions that were refused with a file each, the file of the second comes again with one that is taken. */
function refusedWithFiles(story: Story): void {
  const trace = story.create({ files: ["first"] });
  story.act(trace, { files: ["late"] }, early);
  story.act(trace, { files: ["again"] }, early);
  story.details(trace);
  story.act(trace, { files: ["again"] });
  story.details(trace);
}

/** The last link names the file of an action that was refused among its own. */
const withFileOfRefused: HistoryFault = last(
  "details",
  links((all) =>
    all.map((link, place) =>
      place === all.length - 1
        ? { ...link, files: [...(link["files"] as Json[]), { name: "0.txt", digest: hash("sha256", "late") }] }
        : link,
    ),
  ),
);

function of(title: string, reject: HistoryFault, accept = refusedAction): Kill {
  return { requirement: "REFUSE-01", title, accept, reject };
}

/** A colleague tries what is another's to do, and is refused. */
function refusedColleague(story: Story): void {
  const trace = story.create();
  story.state(trace);
  story.act(trace, {}, { actor: "user-0", refused: true, traits: [unfitTraits.sender] });
  story.state(trace);
}

/** Five traces of the same steps, one after the other; on the third an action is refused before the last one. */
function refusedOnTheThird(story: Story): void {
  for (const round of [0, 1, 2, 3, 4]) {
    const trace = story.create({ members: { hours: 4 } }, { face: "v2" });
    if (round === 2) story.act(trace, { members: { hours: 5 } }, early);
    story.act(trace, { members: { hours: 5 } }, { face: "v2" });
    story.state(trace, { face: "v2" });
  }
}

const countsTries = payload((shown) => ({ state: { ...(shown as { state: object }).state, tries: 3 } }));

/** The state lists something else as what may come next. */
const listsOtherwise = payload((shown) => ({ state: { ...(shown as { state: object }).state, next: { clerks: [] } } }));

export const refusalKills: readonly Kill[] = [
  {
    ...of("what a colleague was refused changes what may come next", last("state", listsOtherwise), refusedColleague),
    choices: { gating: "listed" },
  },
  of(
    "a refused action shows in the state",
    last(
      "state",
      data((shown) => ({ ...shown, late: 1 })),
    ),
  ),
  of(
    "a refused action shows in the state, beside an action of which nobody knows what it does",
    last(
      "state",
      data((shown) => ({ ...shown, late: 1 })),
    ),
    (story) => {
      const trace = story.create();
      const wrong = { defects: [{ where: "field", member: "workflowId", what: "replaced" }] } as const;
      story.act(trace, { members: { late: 1 } }, wrong);
      story.act(trace, { members: { perhaps: 1 } }, { ...wrong, accepted: true });
      story.state(trace);
    },
  ),
  of(
    "the text of a refused action shows in what the state computes once another one is accepted",
    last(
      "state",
      payload((shown) => ({ state: { ...(shown as { state: object }).state, by: "mark-2-of-run" } })),
    ),
    (story) => {
      const trace = story.create();
      story.act(trace, {}, early);
      story.act(trace);
      story.state(trace);
    },
  ),
  of("the file of a refused action comes with the next that is taken", withFileOfRefused, refusedWithFiles),
  of("a refused action shows once another one is accepted", last("state", countsTries, "v2", 2), refusedOnTheThird),
  of("a refused action is counted", last("details", members({ totalCount: 2 }))),
  of(
    "an action refused for a trait shows in the state",
    last(
      "state",
      data((shown) => ({ ...shown, late: 1 })),
    ),
    (story) => {
      const trace = story.create();
      around(story, trace, () => story.act(trace, {}, { traits: ["data.nul"], refused: true }));
    },
  ),
];
