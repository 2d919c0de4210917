/** Actions whose effects fail at times: their server errors say that nothing was added, and excuse nothing else. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { jsonAnswer } from "../support/answers.ts";
import { around } from "../support/everyday.ts";
import type { How, Story } from "../support/history.ts";
import { at, last, links, members, status, type HistoryFault } from "../support/history-faults.ts";
import type { Kill } from "../support/kill.ts";

const declined: How = { answer: jsonAnswer({ error: "the bank: declined", data: null }, 502), effect: false };

/** A charge fails, and is taken when it is sent again. */
function charged(story: Story): void {
  const trace = story.create();
  story.act(trace, { actionKey: "note" });
  around(story, trace, () => {
    story.act(trace, { actionKey: "charge" }, declined);
    story.act(trace, { actionKey: "charge" }, { ...declined, traits: ["data.odd"] });
  });
  story.act(trace, { actionKey: "charge" });
  story.details(trace);
}

function of(requirement: RequirementId, title: string, reject: HistoryFault, accept = charged): Kill {
  const choices = { failingEffects: ["charge"] };
  return { requirement, title: `where charges fail at times, ${title}`, choices, accept, reject };
}

const doubled = (all: readonly JsonObject[]): readonly JsonObject[] => [...all, all.at(-1) ?? {}];

/** The first list that is read after the failure shows and counts one link more. */
const leavesALink: HistoryFault = (history) =>
  last("details", members({ totalCount: 3 }), undefined, 1)(last("details", links(doubled), undefined, 1)(history));

/** Another action is answered like the charge that failed. */
const asTheCharge: HistoryFault = (history) => {
  const note = history.exchanges.findIndex(({ intent }) => intent.kind === "act");
  return at(note, status(502))(history);
};

export const failingEffectKills: readonly Kill[] = [
  of("DETAILS-06", "one that failed leaves a link", leavesALink),
  of("DETAILS-09", "one that failed leaves a link", leavesALink),
  of("REFUSE-03", "another action is answered so", asTheCharge),
  of("ROBUST-08", "another action is answered so", asTheCharge),
  of("REFUSE-03", "one is answered with another server error", (history) => {
    const charge = history.exchanges.findLastIndex(({ intent }) => intent.kind === "act");
    return at(charge, status(500))(history);
  }),
];
