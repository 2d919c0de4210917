/** Appended actions: each becomes one link, the earlier ones stay, the legacy answer shows the new state. */
import { plainDocument } from "../../../generators/index.ts";
import { writersFor } from "../../../spec/readings/people.ts";
import { waysOf } from "../../../spec/readings/process.ts";
import { alternating, type Face, faces, otherFace } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth } from "../support/choose.ts";
import { type Draft, scriptsOf } from "../support/define-script.ts";
import { ownFiles } from "../support/inputs.ts";
import { otherAction } from "../support/other-action.ts";
import { allFilesOf, archives, reads } from "../support/steps.ts";
import { begun } from "../support/processes/begun.ts";

const area = "actions";
const script = scriptsOf(area);

function eachRead(context: SuiteContext, name: string, faceOf: (index: number) => Face) {
  const count = byDepth(context, { quick: 2, standard: 5, deep: 12 });
  return script(context, name, "Each action becomes one link and leaves the earlier ones", (draft) => [
    { op: "create", face: faceOf(0), as: "t", data: draft.doc() },
    ...Array.from({ length: count }, (_, index) => index).flatMap((index): OperationStep[] => [
      { op: "act", face: faceOf(index + 1), trace: "$t", data: draft.doc({ [`step${index}`]: index, last: index }) },
      ...reads("$t"),
    ]),
  ]);
}

/** Data whose members are called like the fields of the form, with what the fields of another action would hold. */
function likeFields(context: SuiteContext, draft: Draft, face: Face): readonly OperationStep[] {
  const other = otherAction(context);
  if (!other) return [];
  const { key, groupLabel } = other;
  const data = draft.doc({ actionKey: key, ...(groupLabel === undefined ? {} : { groupLabel }) });
  return [{ op: "act", face, trace: "$t", data, traits: ["data.like-fields"] }];
}

function withFilesScript(context: SuiteContext) {
  const other = otherAction(context)?.key;
  return script(context, "files", "Actions without, with one and with several files are accepted", (draft) => [
    { op: "create", face: "v2", as: "t", data: draft.doc() },
    ...faces.flatMap((face): OperationStep[] => [
      { op: "act", face, trace: "$t", data: draft.doc({}), ...(face === "legacy" && other ? { action: other } : {}) },
      { op: "act", face, as: `one-${face}`, trace: "$t", data: draft.doc(), files: ownFiles(draft, 1) },
      {
        op: "act",
        face,
        as: `several-${face}`,
        trace: "$t",
        data: plainDocument(draft.marker()).data,
        files: ownFiles(draft, 5),
      },
      ...likeFields(context, draft, face),
    ]),
    ...reads("$t"),
    ...archives("$t", allFilesOf(...faces.flatMap((face) => [`one-${face}`, `several-${face}`]))),
  ]);
}

/** With nothing else between: a service may drop what is the same as what came last, on whichever trace. */
function sameTwice(context: SuiteContext) {
  const alone = scriptsOf(area, { exclusive: true });
  return alone(context, "same-twice", "The same action sent twice is two links", (draft) => {
    const data = draft.doc({ note: "the very same" });
    return [
      { op: "create", face: "v2", as: "t", data: draft.doc() },
      ...faces.flatMap((face): OperationStep[] => [
        { op: "act", face, trace: "$t", data },
        { op: "act", face, trace: "$t", data },
      ]),
      { parallel: reads("$t").map((read) => [read]) },
    ];
  });
}

/** Actions on several traces in turn: none may slip into another trace. */
function interleaved(context: SuiteContext) {
  const labels = byDepth(context, { quick: ["a", "b"], standard: ["a", "b"], deep: ["a", "b", "c", "d", "e"] });
  const rounds = byDepth(context, { quick: 1, standard: 3, deep: 5 });
  return script(context, "interleaved", "Actions on several traces in turn stay apart", (draft) => [
    ...labels.map((as, index): OperationStep => ({
      op: "create",
      face: alternating(index),
      as,
      data: draft.doc({ of: as }),
    })),
    ...Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
      labels.map((label, index): OperationStep => ({
        op: "act",
        face: alternating(index + round),
        trace: `$${label}`,
        data: draft.doc({ of: label, [`${label}${round}`]: round }),
      })),
    ),
    ...labels.flatMap((label) => reads(`$${label}`)),
  ]);
}

/** Every configured workflow, and every action of it that takes any data, in turn over the same members. */
function eachAction(context: SuiteContext) {
  return context.target.workflows.flatMap((workflow, index) => {
    const free = workflow.actions.filter(({ dataSchema }) => !dataSchema);
    const [creating] = free.filter(({ creates }) => creates);
    const appending = free.filter(({ appends }) => appends);
    // The smoke scripts and all the others use the first action of the first workflow.
    if (!creating || (index === 0 && appending.length < 2)) return [];
    const turns = [...appending, ...appending.toReversed()];
    return [
      script(context, `each-${index}`, "Every action of a workflow becomes a link of its trace", (draft) => [
        {
          op: "create",
          face: alternating(index),
          as: "t",
          workflow: index,
          data: draft.doc({ last: "the creation" }),
        },
        ...turns.flatMap(({ key }, turn): OperationStep[] => [
          {
            op: "act",
            face: alternating(turn),
            trace: "$t",
            workflow: index,
            action: key,
            data: draft.doc({ last: `${key} ${turn}`, [`turn${turn}`]: key }),
          },
          { op: "state", face: alternating(turn + 1), trace: "$t" },
        ]),
        ...reads("$t"),
      ]),
    ];
  });
}

/** Traces that begin with another action than the first that may, of those that the first user may begin. */
function otherBeginnings(context: SuiteContext) {
  const { workflows, people = [] } = context.target;
  return workflows.flatMap((workflow, index) => {
    const others = workflow.actions
      .filter(({ creates }) => creates)
      .slice(1)
      .filter(({ groupLabel }) => (writersFor(people, groupLabel)[0]?.account ?? "first") === "first")
      .slice(0, byDepth(context, { quick: 0, standard: 3, deep: 8 }));
    if (others.length === 0) return [];
    return [
      script(context, `beginnings-${index}`, "A trace begins with whichever action may begin one", (draft) =>
        others.flatMap(({ key }, number): readonly OperationStep[] => [
          {
            op: "create",
            face: alternating(number),
            as: `t${number}`,
            workflow: index,
            action: key,
            data: draft.doc({ beginning: number }),
          },
          ...reads(`$t${number}`),
        ]),
      ),
    ];
  });
}

/** Ways that are taken where the data of actions decide what may come next: each branch of the process at least once. */
function eachWay(context: SuiteContext) {
  const { target, profile } = context;
  const most = byDepth(context, { quick: 0, standard: 4, deep: 8 });
  return target.workflows.flatMap((workflow, index) =>
    waysOf(profile, workflow)
      .slice(0, most)
      .flatMap((way, number) =>
        faces.map((face) =>
          script(context, `way-${index}-${number}-${face}`, "What was taken is taken again", (draft) => {
            const steps = begun(
              draft,
              index,
              way.map(({ key }) => key),
              face,
            );
            const middle = Math.ceil(steps.length / 2);
            return [
              ...steps.slice(0, middle),
              ...reads("$t"),
              ...steps.slice(middle),
              ...reads("$t"),
              // Pages may be short: these show the later links as well.
              { op: "walk", face: otherFace(face), trace: "$t", size: middle, direction: "forward" },
            ];
          }),
        ),
      ),
  );
}

export const actions: ScriptArea = {
  id: area,
  title: "Actions become links of their trace",
  scripts: (context) => {
    if (context.depth === "quick") return [];
    return [
      eachRead(context, "mixed", alternating),
      ...(context.depth === "deep" ? faces.map((face) => eachRead(context, face, () => face)) : []),
      interleaved(context),
      ...eachAction(context),
      ...otherBeginnings(context),
      ...eachWay(context),
      withFilesScript(context),
      sameTwice(context),
    ];
  },
};
