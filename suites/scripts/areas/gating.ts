/** Workflows that are processes: what may not come is refused through both faces, and leaves no mark. */
import {
  comesLaterAt,
  countedAt,
  followers,
  mayFollow,
  oncePlaces,
  processOf,
  refusedAt,
} from "../../../spec/readings/process.ts";
import { alternating, type Face, faces, otherFace } from "../../../spec/operations.ts";
import type { ActStep, OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { addedAtOnce } from "../support/processes/added-at-once.ts";
import { againAndAgain } from "../support/processes/again-and-again.ts";
import { againstForm } from "../support/against-form.ts";
import { sameEachTime } from "../support/processes/same-each-time.ts";
import { begun, refusedAction, refusedIn } from "../support/processes/begun.ts";
import { ended, keptToTheEnd } from "../support/processes/ended.ts";
import { chosenThroughEach } from "../support/processes/chosen-through-each.ts";
import { byDepth, byTurns, withinBudget } from "../support/choose.ts";
import { type Draft, type MakeScript, scriptsOf } from "../support/define-script.ts";
import { foundToTheEnd } from "../support/processes/found-to-the-end.ts";
import { ownFiles } from "../support/inputs.ts";
import { madeThroughEach } from "../support/processes/made-through-each.ts";
import { listedBesides } from "../support/processes/listed-besides.ts";
import { namedAgain } from "../support/processes/named-again.ts";
import { misplaced } from "../support/processes/misplaced.ts";
import { racedStates } from "../support/processes/raced-states.ts";
import { oneBetween } from "../support/processes/one-between.ts";
import { repeatedData } from "../support/processes/repeated-data.ts";
import { archives, reads, singles, states } from "../support/steps.ts";
import { waysThrough, wayTo } from "../support/processes/ways.ts";
import { wholeWays } from "../support/processes/whole-ways.ts";
import { type Gated, groupsSharing } from "../support/processes/gated.ts";

const area = "gating";
const script = scriptsOf(area);

/** Makes the scripts of a further workflow, which have the names of those of the first, and its place. */
const scriptsOfFurther =
  (index: number): MakeScript =>
  (context, name, title, steps) =>
    script(context, `${name}-of-${String(index)}`, title, steps);

/** The same action through both faces where it may not come, between reads; then one that may. */
function tooEarly(context: SuiteContext, make: MakeScript, { index, workflow, rules }: Gated, face: Face) {
  const place = refusedAt(rules, workflow);
  if (!place) return [];
  const next = followers(rules, workflow, place.done)[0]?.key;
  return [
    make(context, `too-early-${face}`, "An action that may not come yet is refused and leaves no mark", (draft) => {
      const refused = [face, otherFace(face)].map((through, turn) =>
        refusedAction(draft, index, place.key, through, `r${turn}`),
      );
      return [
        ...begun(draft, index, place.done, face),
        ...reads("$t"),
        ...refused.flatMap((action): OperationStep[] => [action, ...reads("$t")]),
        ...singles("$t", [{ refused: "$r0.0" }, { refused: "$r1.0" }]),
        ...archives("$t", [{ refused: "$r0.0" }]),
        // Before anything else is accepted, which may put right what a search finds.
        ...refusedIn(refused),
        ...(next === undefined
          ? []
          : [
              {
                op: "act",
                face,
                as: "k",
                trace: "$t",
                workflow: index,
                action: next,
                data: draft.doc({ kept: 1 }),
                // What only a refused action brought so far belongs to the one that is accepted with it.
                files: refused[0]?.files ?? [],
              } as const,
              ...reads("$t"),
              ...singles("$t", ["$k.0"]),
              ...archives("$t", ["$k.0"]),
              // What the other one brought may not come with it.
              ...singles("$t", [{ refused: "$r1.0" }]),
              ...archives("$t", [{ refused: "$r1.0" }]),
            ]),
        ...refusedIn(refused),
      ];
    }),
  ];
}

/** What was refused before its turn is sent again, just as it was, once its turn has come. */
function inTurn(context: SuiteContext, make: MakeScript, { index, workflow, rules }: Gated) {
  const place = comesLaterAt(rules, workflow);
  if (!place) return [];
  const { done, way, key } = place;
  return faces.map((face) =>
    make(context, `in-turn-${face}`, "What was refused before its turn is taken when its turn has come", (draft) => {
      const { outOfOrder: _, ...action } = refusedAction(draft, index, key, face, "k");
      return [
        ...begun(draft, index, done, face),
        { ...action, as: "r", outOfOrder: true },
        ...way.map((next, turn): OperationStep => ({
          op: "act",
          face: alternating(turn),
          trace: "$t",
          workflow: index,
          action: next,
          data: draft.doc({ number: done.length + turn }),
        })),
        action,
        ...reads("$t"),
        ...singles("$t", ["$k.0"]),
      ];
    }),
  );
}

/** The round in which the actions at the same time bring files. */
const roundWithFiles = 1;

/** So many actions of the first process that may come once are raced, of few some of them again, and so many of the others. */
const [leastRaced, mostRaced, racedOfOthers] = [3, 7, 6];
/** So many steps for the races of the others. */
const mostStepsOfOthers = 160;

/** The same action twice, one after the other, and at the same time, where it may come once. */
function once(context: SuiteContext, [first, ...others]: readonly Gated[]) {
  if (!first) return [];
  const own = oncePlaces(context.profile, first.workflow);
  const count = byDepth(context, { quick: leastRaced, standard: mostRaced, deep: mostRaced });
  const rounds = own.length === 0 ? 0 : Math.max(leastRaced, Math.min(count, own.length));
  const ofFirst = Array.from({ length: rounds }, (_, round) =>
    raced(context, first, own[round % own.length], round, `once-${String(round)}`),
  );
  const ofOthers = others.flatMap((gated) =>
    oncePlaces(context.profile, gated.workflow)
      .slice(0, racedOfOthers)
      .flatMap((place, round) => raced(context, gated, place, round, `once-${String(gated.index)}-${String(round)}`)),
  );
  return [...ofFirst.flat(), ...withinBudget(context, ofOthers, mostStepsOfOthers, 2)];
}

interface Place {
  readonly done: readonly string[];
  readonly key: string;
}

function raced(
  context: SuiteContext,
  { index, workflow }: Gated,
  place: Place | undefined,
  round: number,
  id: string,
  isSame = false,
) {
  if (!place) return [];
  const { done, key } = place;
  const same = isSame ? { number: done.length } : sameEachTime(context, workflow, done);
  const title = "Of two actions at the same time one is refused where one may come";
  // What was done may be counted for each group.
  const others = groupsSharing(workflow, key).slice(1, 2);
  return [
    script(context, id, title, (draft) => [
      // The legacy answer to the last of them shows the state, which may list that it may not come again.
      ...begun(draft, index, [...done, key], done.length % 2 === 1 ? "v2" : "legacy"),
      { ...refusedAction(draft, index, key, "v2", "r0"), ...(same ? { data: draft.doc(same), files: [] } : {}) },
      ...others.flatMap((group) =>
        faces.map((face) => ({ ...refusedAction(draft, index, key, face, `${face}0`), group, files: [] })),
      ),
      ...begun(draft, index, done, "legacy", { label: "u" }),
      {
        parallel: [0, 1, 2].map((turn): OperationStep[] => [
          {
            op: "act",
            face: alternating(turn + round),
            trace: "$u",
            workflow: index,
            action: key,
            data: draft.doc(same ?? { [`own${turn}`]: turn }),
            // What is sent along is looked through at length, and the turn may have passed by then.
            ...(round === roundWithFiles && !same ? { files: ownFiles(draft, 1) } : {}),
            outOfOrder: true,
          },
        ]),
      },
      ...reads("$u"),
    ]),
  ];
}

/** So many actions that come again are sent twice as they are, and so many steps that takes. */
const [mostTwice, mostStepsTwice] = [3, 90];

/** The very same twice, one after the other, and at the same time, where others of its kind may come again: as where each scores once. */
function sameAtOnce(context: SuiteContext, gated: readonly Gated[]) {
  const scripts = gated.flatMap((one) => {
    const ways = waysThrough(context.profile, one.workflow);
    const onceAlone = new Set(oncePlaces(context.profile, one.workflow).map(({ key }) => key));
    const places = ways.flatMap((way) =>
      [...new Set(way)].flatMap((key): Place[] => {
        const [first = 0, again] = way.flatMap((each, at) => (each === key ? [at] : []));
        return again === undefined || onceAlone.has(key) ? [] : [{ done: way.slice(0, first), key }];
      }),
    );
    const distinct = [...new Map(places.map((place) => [place.key, place])).values()].slice(0, mostTwice);
    return distinct.flatMap((place, at) =>
      raced(context, one, place, 0, `same-at-once-${String(one.index)}-${String(at)}`, true),
    );
  });
  return withinBudget(context, scripts, mostStepsTwice);
}

/** What is wrong with an action that is refused before it could count, where its form is known also with its data. */
function notCounted(draft: Draft, action: ActionDescription | undefined, round: number): readonly Partial<ActStep>[] {
  const ways = action ? againstForm(action, draft.doc({ counted: "against the form" })) : [];
  return [
    ...ways.slice(round % Math.max(1, ways.length)).slice(0, 1),
    { replace: { workflowId: "no-such-workflow-id" } },
    { replace: { data: ["no object"] } },
    { replace: { groupLabel: "no-such-group" } },
  ];
}

/** An action that may come so often: those of its kind that were refused before do not count. */
function counted(context: SuiteContext, make: MakeScript, { index, workflow, rules }: Gated) {
  const place = countedAt(rules, workflow);
  if (!place) return [];
  const { done, key, times } = place;
  const title = "Actions that were refused are not counted among those that may come";
  return faces.map((face, round) =>
    make(context, `counted-${face}`, title, (draft) => {
      const act = (through: Face, more: Partial<ActStep>): ActStep => ({
        op: "act",
        face: through,
        trace: "$t",
        workflow: index,
        action: key,
        data: draft.doc({ counted: times }),
        outOfOrder: true,
        ...more,
      });
      const oneMore = refusedAction(draft, index, key, otherFace(face), "more");
      const description = workflow.actions.find((one) => one.key === key);
      const wrong = notCounted(draft, description, round);
      const refused = Array.from({ length: Math.max(times, wrong.length) }, (_, turn) =>
        act(face, wrong[turn % wrong.length] ?? {}),
      );
      return [
        ...begun(draft, index, done, face),
        ...states("$t"),
        ...refused,
        ...states("$t"),
        ...Array.from({ length: times }, (_, turn) => act(alternating(turn + round), {})),
        ...reads("$t"),
        oneMore,
        ...reads("$t"),
        ...refusedIn([oneMore]),
      ];
    }),
  );
}

/** No action that may come more often is counted through one face alone. */
const mostThroughOne = 4;
/** So many actions are. */
const mostCounted = 3;

/** As often as an action may come, all through one face: then it may not come once more through either. */
function countedTogether(context: SuiteContext, make: MakeScript, { index, rules }: Gated) {
  const places = Object.entries(rules.atMost ?? {}).flatMap(([key, times]) => {
    const done = wayTo(context, index, key);
    const all = [...(done ?? []), ...Array.from({ length: times - 1 }, () => key)];
    return done && times <= mostThroughOne && mayFollow(rules, all, key) ? [{ done, key, times }] : [];
  });
  return places
    .slice(0, byDepth(context, { quick: 0, standard: mostCounted, deep: 9 }))
    .flatMap(({ done, key, times }, at) =>
      faces.map((face) =>
        make(context, `counted-together-${at}-${face}`, "Actions through both faces count together", (draft) => [
          ...begun(draft, index, done, face),
          ...Array.from({ length: times }, (_, number): OperationStep => ({
            op: "act",
            face,
            trace: "$t",
            workflow: index,
            action: key,
            data: draft.doc({ number }),
          })),
          { op: "state", face: otherFace(face), trace: "$t" },
          ...[face, otherFace(face)].map((through, turn) => refusedAction(draft, index, key, through, `r${turn}`)),
        ]),
      ),
    );
}

/** What is tried in one workflow. */
const ofOne = (context: SuiteContext, make: MakeScript, gated: Gated): readonly Script[] => [
  ...faces.flatMap((face) => tooEarly(context, make, gated, face)),
  ...inTurn(context, make, gated),
  ...counted(context, make, gated),
  ...countedTogether(context, make, gated),
  ...keptToTheEnd(context, make, gated),
  ...foundToTheEnd(context, make, gated),
  ...repeatedData(context, make, gated),
];

/** So many steps for all further workflows, by turns: each has code of its own. */
const mostStepsOfFurther = 400;

export const gating: ScriptArea = {
  id: area,
  title: "A workflow that is a process decides what may come next",
  scripts: (context) => {
    const gated = context.target.workflows.flatMap((workflow, index): readonly Gated[] => {
      const rules = processOf(context.profile, workflow);
      return rules ? [{ index, workflow, rules }] : [];
    });
    const [first] = gated.filter(({ rules, workflow }) => refusedAt(rules, workflow));
    if (!first) return [];
    const further = gated.filter((one) => one !== first);
    const all = [first, ...further];
    const ofFurther = byTurns(further.map((one) => ofOne(context, scriptsOfFurther(one.index), one)));
    return [
      ...ofOne(context, script, first),
      ...once(context, all),
      ...sameAtOnce(context, all),
      ...addedAtOnce(context, script, all),
      ...ended(context, script, all),
      ...wholeWays(context, script, all),
      ...againAndAgain(context, script, all),
      ...misplaced(context, script, all),
      ...listedBesides(context, script, all),
      ...oneBetween(context, script, all),
      ...racedStates(context, script, all),
      ...madeThroughEach(context, script, all),
      ...chosenThroughEach(context, script, all),
      ...namedAgain(context, script, all),
      ...withinBudget(context, ofFurther, mostStepsOfFurther, 2),
    ];
  },
};
