/** Actions that the process of their workflow does not let come. */
import { faces } from "../../../spec/operations.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import { ended, raced, tooMuch } from "../support/gated.ts";
import type { Story } from "../support/history.ts";
import { last, links, type HistoryFault } from "../support/history-faults.ts";
import type { Kill } from "../support/kill.ts";

/** Two users at work in turns; one of them tries twice in a row, through each endpoint set. */
function inTurns(story: Story): void {
  const trace = story.create();
  story.act(trace, {}, { by: "user-0" });
  for (const face of faces) story.act(trace, {}, { face, by: "user-0", refused: true });
  story.act(trace, {}, { face: "legacy" });
  story.act(trace, {}, { face: "legacy", by: "user-0" });
}

/** What was refused to the one whose turn it was not is sent again, just as it was, when it is. */
function againInTurn(story: Story): void {
  const trace = story.create();
  story.act(trace, {}, { by: "user-0" });
  const data = { tcRun: "run", tcMark: "sent twice", amount: 12 };
  story.act(trace, { data }, { by: "user-0", refused: true });
  story.act(trace, {}, { face: "legacy" });
  story.act(trace, { data }, { by: "user-0" });
  story.details(trace);
  story.state(trace);
}

/** What the first user is refused each time, and another, who acts for the group, is let do. */
function byOneOfTheGroup(story: Story): void {
  for (const face of faces) {
    story.create({}, { face, refused: true });
    const trace = story.create({}, { face, by: "user-0" });
    story.act(trace, {}, { face, refused: true });
    story.act(trace, {}, { face, by: "user-0" });
  }
}

/** The last request of this kind is answered as the refused one of its face was. */
function refusesAsBefore(kind: "create" | "act"): HistoryFault {
  return (history) => {
    const sent = history.exchanges.filter(({ intent }) => intent.kind === kind);
    const last = sent.at(-1);
    const refused = sent.find(({ response, face }) => response?.status === 400 && face === last?.face);
    const exchanges = history.exchanges.map((one) =>
      one === last && refused?.response ? { ...one, response: refused.response } : one,
    );
    return { ...history, exchanges };
  };
}

/** The last refused action is answered as the first accepted one of its face was. */
function acceptsTheLast(history: History): History {
  const acts = history.exchanges.filter(({ intent }) => intent.kind === "act");
  const refused = acts.findLast(({ response }) => response?.status === 400);
  const model = acts.find(({ response, face }) => response?.status === 200 && face === refused?.face);
  const exchanges = history.exchanges.map((one) =>
    one === refused && model?.response ? { ...one, response: model.response } : one,
  );
  return { ...history, exchanges };
}

/** Creations by an action that begins no trace, through each endpoint set. */
function notABeginning(story: Story): void {
  story.create({}, { face: "legacy" });
  for (const face of faces) story.create({}, { face, refused: true, traits: [unfitTraits.beginning] });
}

/** Data without any member, through each endpoint set. */
function withoutAny(story: Story): void {
  story.create({}, { face: "legacy" });
  for (const face of faces) story.create({ data: {} }, { face, refused: true, traits: ["data.document-empty"] });
}

/** A text where the form wants a number, through each endpoint set. */
function ofAnotherType(story: Story): void {
  story.create({}, { face: "legacy" });
  for (const face of faces) story.create({}, { face, refused: true, traits: [unfitTraits.type] });
}

/** An action of a user who may not do it, through each endpoint set. */
function notTheirs(story: Story): void {
  const trace = story.create();
  story.act(trace, {}, { face: "legacy" });
  for (const face of faces)
    story.act(trace, {}, { face, actor: "user-0", refused: true, traits: [unfitTraits.sender] });
}

/** Data at one of their ends, which are taken, and at another, which are refused through each endpoint set. */
function atTheirEnds(story: Story): void {
  const trace = story.create();
  const traits = [unfitTraits.extreme];
  story.act(trace, { data: { amount: 0 } }, { face: "legacy", traits });
  for (const face of faces) story.act(trace, { data: { amount: 9 } }, { face, refused: true, traits });
  story.act(trace, { data: { amount: 1 } }, { face: "v2", traits });
  story.act(trace, { data: { amount: 5 } }, { face: "v2", refused: true, traits });
  story.act(trace, { data: { amount: 5 } }, { face: "legacy", refused: true, traits });
}

/** A thing that is named once more, and refused through each endpoint set; another one is taken behind it. */
function aboutTheSameThing(story: Story): void {
  const trace = story.create();
  const traits = [unfitTraits.thing];
  story.act(trace, { data: { thing: "x1" } }, { face: "legacy" });
  for (const face of faces) story.act(trace, { data: { thing: "x1" } }, { face, refused: true, traits });
  story.act(trace, { data: { thing: "x2" } }, { face: "legacy", traits });
}

/** Two actions that may come, after others of their kind that were refused for what they named. */
function afterRefused(story: Story): void {
  const trace = story.create();
  const wrong = { defects: [{ where: "field", member: "workflowId", what: "replaced" }] } as const;
  for (const face of faces) story.act(trace, { workflowId: "no-such-workflow-id" }, { face, ...wrong });
  for (const face of faces) story.act(trace, {}, { face });
  story.state(trace);
}

/** The last action is answered as the first one that was refused. */
function refusesTheLast(history: History): History {
  const acts = history.exchanges.filter(({ intent }) => intent.kind === "act");
  const model = acts.find(({ defects, face }) => defects.length > 0 && face === acts.at(-1)?.face);
  const exchanges = history.exchanges.map((one) =>
    one === acts.at(-1) && model?.response ? { ...one, response: model.response } : one,
  );
  return { ...history, exchanges };
}

/** The last refused request of this kind is answered as the first accepted one was. */
function acceptsTheSecond(kind: "create" | "act"): HistoryFault {
  return (history) => {
    const sent = history.exchanges.filter(({ intent }) => intent.kind === kind);
    const [model] = sent;
    const exchanges = history.exchanges.map((one) =>
      one === sent.at(-1) && model?.response ? { ...one, response: model.response } : one,
    );
    return { ...history, exchanges };
  };
}

/** Refused again and again through one face, and then through the other, by which it came at once on another trace. */
function throughEach(story: Story): void {
  const [trace, other] = [story.create(), story.create()];
  const data = { tcRun: "run", tcMark: "through each", amount: 12 };
  const trial = { refused: true, candidateFor: "action-gating" } as const;
  story.act(trace, { data }, { face: "v2", ...trial });
  story.act(other, {}, { face: "legacy", candidateFor: "action-gating" });
  for (const face of faces) story.act(trace, { data }, { face, ...trial });
}

export const gatingKills: readonly Kill[] = [
  {
    requirement: "GATE-01",
    title: "an action is accepted that the state does not list",
    choices: { gating: "listed", mostActions: 3 },
    accept: ended,
    reject: acceptsTheLast,
  },
  {
    requirement: "GATE-02",
    title: "the legacy face accepts what the v2 face refused",
    choices: { gating: "ordered", mostActions: 3 },
    accept: ended,
    reject: acceptsTheLast,
  },
  {
    requirement: "GATE-02",
    title: "the legacy face accepts what the v2 face refused for its data",
    choices: { gating: "listed", byContent: "data" },
    accept: tooMuch,
    reject: acceptsTheLast,
  },
  {
    requirement: "GATE-02",
    title: "the legacy face accepts what the v2 face refused to who did the last action",
    choices: { byAnother: "last" },
    accept: inTurns,
    reject: acceptsTheLast,
  },
  {
    requirement: "GATE-02",
    title: "the legacy face accepts from a user what the v2 face refused the same, where the service chooses who may",
    choices: { byAnother: "allotted" },
    accept: inTurns,
    reject: acceptsTheLast,
  },
  {
    requirement: "GATE-02",
    title: "the legacy face accepts the same that the v2 face refused again and again, whatever the reason",
    accept: throughEach,
    reject: acceptsTheLast,
  },
  {
    requirement: "ACT-04",
    title: "an action is refused to a user whose turn it is",
    choices: { byAnother: "last" },
    accept: inTurns,
    reject: refusesAsBefore("act"),
  },
  {
    requirement: "ACT-04",
    title: "an action is refused to a user who was seen to act for the group, as it is to others",
    choices: { doneBy: ["user-0"] },
    accept: byOneOfTheGroup,
    reject: refusesAsBefore("act"),
  },
  {
    requirement: "CREATE-04",
    title: "a creation is refused to a user who was seen to act for the group, as it is to others",
    choices: { doneBy: ["user-0"] },
    accept: byOneOfTheGroup,
    reject: refusesAsBefore("create"),
  },
  {
    requirement: "ACT-03",
    title: "what was refused before its turn counts as received and is refused in its turn",
    choices: { byAnother: "last" },
    accept: againInTurn,
    reject: refusesAsBefore("act"),
  },
  {
    requirement: "DETAILS-07",
    title: "the link of what was refused before its turn and taken later shows other data",
    choices: { byAnother: "last" },
    accept: againInTurn,
    reject: last(
      "details",
      links((all) => all.with(-1, { ...all.at(-1), data: { tcRun: "run", tcMark: "sent twice" } })),
    ),
  },
  {
    requirement: "GATE-04",
    title: "the legacy face begins a trace with what the v2 face refused",
    accept: notABeginning,
    reject: acceptsTheSecond("create"),
  },
  {
    requirement: "GATE-04",
    title: "the legacy face takes data without any member, which the v2 face refused",
    accept: withoutAny,
    reject: acceptsTheSecond("create"),
  },
  {
    requirement: "GATE-04",
    title: "the legacy face takes a text where the form wants a number, which the v2 face refused",
    accept: ofAnotherType,
    reject: acceptsTheSecond("create"),
  },
  {
    requirement: "GATE-04",
    title: "the legacy face takes from a user what the v2 face refused",
    accept: notTheirs,
    reject: acceptsTheSecond("act"),
  },
  {
    requirement: "GATE-04",
    title: "the legacy face takes data at their end, which the v2 face refused",
    accept: atTheirEnds,
    reject: acceptsTheLast,
  },
  {
    requirement: "GATE-04",
    title: "the legacy face takes an action on a thing that was named before, which the v2 face refused",
    accept: aboutTheSameThing,
    reject: acceptsTheLast,
  },
  {
    requirement: "ACT-04",
    title: "an action that may come is refused, because refused ones were counted",
    choices: { gating: "ordered", mostActions: 3 },
    accept: afterRefused,
    reject: refusesTheLast,
  },
  {
    requirement: "GATE-03",
    title: "two actions at the same time are accepted where one may come",
    choices: { gating: "ordered", mostActions: 3 },
    accept: raced,
    reject: acceptsTheLast,
  },
  {
    requirement: "GATE-03",
    title: "two actions at the same time are accepted, where after one of them the state lists none",
    choices: { gating: "listed", onlyPaths: true, mostActions: 3 },
    accept: raced,
    reject: acceptsTheLast,
  },
];
