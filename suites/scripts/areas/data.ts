/**
 * Fidelity: data of every kind through both faces, at creation and at appending, all traits combined first, then in
 * smaller pieces.
 */
import {
  acceptedDataTraits,
  documentArbitrary,
  documentOf,
  fittingAction,
  isOpen,
  markerMembers,
  withMarker,
  sampled,
  seedFrom,
} from "../../../generators/index.ts";
import { alternating, type Face, faces, otherFace } from "../../../spec/operations.ts";
import { askable } from "../../../spec/readings/page-size.ts";
import { processOf } from "../../../spec/readings/process.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { otherOfAnyData } from "../support/any-data.ts";
import { byDepth, inPieces, someFaces } from "../support/choose.ts";
import { type Draft, scriptsOf } from "../support/define-script.ts";
import { combinedData, dataInPieces, tellingData } from "../support/inputs.ts";
import { actionAt, reads, states } from "../support/steps.ts";
import { begun } from "../support/processes/begun.ts";
import { openAtOnce, wayThrough, wayTo } from "../support/processes/ways.ts";

const area = "data";
const script = scriptsOf(area);

/** Documents on one trace. */
const perPiece = 8;

/** Further workflows that are sent data of a few kinds. */
const mostOthers = 3;

function combined(context: SuiteContext, face: Face) {
  const create = fittingAction(context.target.workflows[0], "create");
  const changed = { text: "changed", array: ["one"] };
  return script(context, `dense-${face}`, "Data of every kind are kept as they were sent", (draft) => [
    { op: "create", face, as: "t", ...combinedData(context, draft) },
    ...reads("$t"),
    // Appended, the smoke scripts send them.
    {
      ...{ op: "act", face, trace: "$t", ...openAtOnce(context) },
      // Where the creation takes none of them, a few come here: the smoke scripts' all at once may be too much.
      ...(create && !isOpen(create) ? tellingData(context, draft, changed) : { data: draft.doc(changed) }),
    },
    ...reads("$t"),
  ]);
}

/** Where the creation has no room for such data: the same with an action that takes any, which may come later only. */
function later(context: SuiteContext, face: Face) {
  const [workflow] = context.target.workflows;
  const create = fittingAction(workflow, "create");
  const takingAny = workflow?.actions.filter((action) => action.appends && isOpen(action)) ?? [];
  const open = takingAny.find(({ key }) => wayTo(context, 0, key) !== undefined);
  const done = open && create && !isOpen(create) ? wayTo(context, 0, open.key) : undefined;
  if (!open || !done || done.length < 2) return [];
  const behind = (id: string, title: string, input: (draft: Draft) => Partial<OperationStep>) =>
    script(context, id, title, (draft) => [
      ...begun(draft, 0, done, face),
      { op: "act", face, trace: "$t", action: open.key, ...input(draft) } as OperationStep,
      ...reads("$t"),
    ]);
  const all = behind(`later-${face}`, "Data of every kind are kept where an action takes them", (draft) =>
    combinedData(context, draft),
  );
  // Which kinds this target refuses was tried with creations, which have room for few of them.
  const { accepted = [] } = readingOf(context.profile, "input-features") ?? {};
  const tried = accepted.filter((trait) => trait.startsWith("data.")).length;
  if (2 * tried > acceptedDataTraits(context.refused).length) return [all];
  const count = dataInPieces(context, noDraft, laterPiece).length;
  const some = Array.from({ length: count }, (_, index) => index).filter((index) => alternating(index) === face);
  // A piece with a very long text may be too much by itself: what is small of each kind comes alone as well.
  const few = behind(`later-few-${face}`, "A few kinds of data are kept where an action takes them", (draft) =>
    tellingData(context, draft, {}),
  );
  return [
    all,
    few,
    ...some.map((index) =>
      behind(`later-${face}-${String(index)}`, "Data of some kinds are kept where an action takes them", (draft) => ({
        ...dataInPieces(context, draft, laterPiece)[index],
      })),
    ),
  ];
}

/** Where the first workflow begins with a form: the same in another one that takes any data, and shows them in its state. */
function elsewhere(context: SuiteContext) {
  const workflow = otherOfAnyData(context.target.workflows, context.profile);
  if (workflow === undefined) return [];
  return someFaces(context, "elsewhere").map((face) =>
    script(context, `elsewhere-${face}`, "Data of every kind are kept in a workflow that takes any", (draft) => [
      { op: "create", face, as: "t", workflow, ...combinedData(context, draft) },
      ...reads("$t"),
      // All at once may be too much.
      { op: "create", face, as: "few", workflow, ...tellingData(context, draft, {}) },
      ...states("$few"),
    ]),
  );
}

/** Each further workflow that takes any data has code of its own to keep them: a few kinds show whether it does. */
function inEachOther(context: SuiteContext) {
  const { workflows } = context.target;
  const told = otherOfAnyData(workflows, context.profile);
  const others = workflows
    .map((workflow, at) => ({ at, create: fittingAction(workflow, "create") }))
    .filter(({ at, create }) => at > 0 && at !== told && create && isOpen(create))
    .slice(0, mostOthers);
  if (context.depth === "quick" || others.length === 0) return [];
  return [
    script(context, "each-workflow", "A few kinds of data are kept in each workflow that takes any", (draft) =>
      others.flatMap(({ at }): OperationStep[] => [
        {
          op: "create",
          face: alternating(at),
          as: `t${String(at)}`,
          workflow: at,
          ...tellingData(context, draft, {}),
        },
        ...states(`$t${String(at)}`),
      ]),
    ),
  ];
}

/** Letters of several scripts, such as look like others, and blanks at the ends. */
const inLetters = /^data\.(latin|cjk|compatibility|space-ends)$/;

/**
 * Such letters in each action of a long way through a process, and through each face: the form of a later one may have room for
 * them alone. Where a form is closed, they stand where the marker would.
 */
function onTheWholeWay(context: SuiteContext, face: Face) {
  const [workflow] = context.target.workflows;
  const kinds = acceptedDataTraits(context.refused).filter(({ trait }) => inLetters.test(trait));
  const way = wayThrough(context.profile, workflow);
  if (way.length < 2 || kinds.length === 0) return [];
  return [
    script(context, `letters-${face}`, "Letters are kept in whatever action they come", (draft) => [
      ...way.map((action, index): OperationStep => {
        const common = { face: alternating(index + faces.indexOf(face)), workflow: 0, action };
        if (index === 0) return { op: "create", as: "t", ...common, data: draft.doc({ letters: face }) };
        const { data, traits } = documentOf(kinds, draft.marker());
        const { [markerMembers.run]: _run, [markerMembers.marker]: _marker, ...bare } = data;
        const described = workflow?.actions.find(({ key }) => key === action);
        const own = described && !isOpen(described) ? bare : data;
        return { op: "act", trace: "$t", ...common, data: { ...own, number: 2 * index + faces.indexOf(face) }, traits };
      }),
      ...states("$t"),
      ...faces.map((shown): OperationStep => ({
        ...{ op: "details", face: shown, trace: "$t" },
        page: { first: askable(context.profile, shown, way.length) },
      })),
    ]),
  ];
}

/** So many kinds of data a later action carries where nothing says which of them are refused. */
const laterPiece = 14;
const noDraft = { doc: () => ({}), marker: () => ({ run: "", marker: "" }) };

/** The same kinds in pieces, since one refused or spoilt member may hide another. */
function pieces(context: SuiteContext) {
  const size = byDepth(context, { quick: 0, standard: 14, deep: 4 });
  if (size === 0) return [];
  const count = Math.ceil(dataInPieces(context, noDraft, size).length / perPiece);
  return Array.from({ length: count }, (_, index) =>
    script(context, `pieces-${index}`, "Data of some kinds are kept as they were sent", (draft) => {
      const documents = inPieces(dataInPieces(context, draft, size), perPiece)[index] ?? [];
      return documents.flatMap((document, n): OperationStep[] => {
        const face = alternating(index + n);
        // Created with them, and by the smoke scripts, characters are sent as they are.
        const spelling = { spelling: "escaped" } as const;
        return [
          n === 0
            ? { op: "create", face, as: "t", ...document }
            : { op: "act", face, trace: "$t", ...document, ...spelling },
          { op: "state", face: otherFace(face), trace: "$t" },
          { op: "details", face, trace: "$t" },
        ];
      });
    }),
  );
}

function random(context: SuiteContext) {
  const scripts = byDepth(context, { quick: 0, standard: 2, deep: 60 });
  const perScript = 3;
  const documents = sampled(documentArbitrary({ refused: context.refused }), {
    seed: seedFrom(context.seed, area),
    count: scripts * perScript,
  });
  return inPieces(documents, perScript).map((some, index) =>
    script(context, `random-${index}`, "Data of random kinds are kept as they were sent", (draft) =>
      some.flatMap(({ data, traits }, n): OperationStep[] => {
        const common = { face: alternating(index + n), data: withMarker(data, draft.marker()), traits };
        return [
          actionAt(n, "t", common),
          ...(n === some.length - 1
            ? reads("$t")
            : ([
                { op: "state", face: alternating(index + n + 1), trace: "$t" },
                { op: "details", face: alternating(index + n), trace: "$t" },
              ] as const)),
        ];
      }),
    ),
  );
}

/** At depth quick the smoke scripts send them all at once. A process may have no room for that: there they are sent here. */
function combinedThrough(context: SuiteContext): readonly Face[] {
  if (context.depth !== "quick") return faces;
  const [workflow] = context.target.workflows;
  return processOf(context.profile, workflow) ? someFaces(context, "combined") : [];
}

export const data: ScriptArea = {
  id: area,
  title: "Data are kept exactly",
  scripts: (context) => [
    ...combinedThrough(context).flatMap((face) => {
      const [all, few, ...some] = later(context, face);
      const told = [combined(context, face), all, few].filter((one) => one !== undefined);
      return context.depth === "quick" ? told : [...told, ...some];
    }),
    ...elsewhere(context),
    ...inEachOther(context),
    ...(context.depth === "quick" ? [] : faces.flatMap((face) => onTheWholeWay(context, face))),
    ...pieces(context),
    ...random(context),
  ],
};
