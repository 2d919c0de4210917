/** What a target may refuse for reasons of its own: through both faces alike, and without a mark. */
import { fitData, isOpen, manyFiles, markerMembers, withoutMember } from "../../../generators/index.ts";
import { type Face, faces, otherFace } from "../../../spec/operations.ts";
import { mayBringFiles } from "../../../spec/readings/file-policy.ts";
import { processOf } from "../../../spec/readings/process.ts";
import { notBeginning, requiredMember, requiredMembers, typedMembers } from "../../../spec/readings/unfit.ts";
import type { CreateStep, OperationStep } from "../../../spec/vocabulary/script.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { alikeButTexts, withText, withTextsOf } from "../support/against-form.ts";
import { type Draft, scriptsOf } from "../support/define-script.ts";
import { extremeData } from "../support/refusals/extreme-data.ts";
import { formsAlong } from "../support/refusals/forms-along.ts";
import { ownFiles } from "../support/inputs.ts";
import { refusedBefore } from "../support/refusals/refused-before.ts";
import { refusedLater } from "../support/refusals/refused-later.ts";
import { archives, filesOf, reads, singles, states } from "../support/steps.ts";
import { searchesFor } from "../support/searches/searches.ts";
import { begun } from "../support/processes/begun.ts";
import { wantedBeside } from "../support/refusals/wanted-beside.ts";
import { wayTo } from "../support/processes/ways.ts";

const area = "may-refuse";
const script = scriptsOf(area);

/** One face, the other, and the one again: whichever is the laxer, the other refused just before. */
const inTurn = [...faces, faces[0]];

function notABeginning(context: SuiteContext) {
  const [found] = notBeginning(context.target);
  if (!found) return [];
  const { workflow, action } = found;
  const title = "An action that begins no trace is refused as a creation through both faces, or taken through both";
  return [
    script(context, "not-a-beginning", title, (draft) => {
      const tries = inTurn.map((face): CreateStep => ({
        op: "create",
        face,
        workflow,
        action: action.key,
        data: draft.doc(),
        traits: [unfitTraits.beginning],
      }));
      return [...tries, ...searchesFor(tries.slice(1, 2))];
    }),
  ];
}

function againstTheForm(context: SuiteContext) {
  const [found] = requiredMember(context.target);
  if (!found) return [];
  const { workflow, action } = found;
  const title = "Data without what their form wants are refused through both faces, or taken through both";
  return [
    script(context, "against-the-form", title, (draft) => {
      const docs = inTurn.map(() => draft.doc());
      const fitted = alikeButTexts(action, docs);
      const tries = inTurn.map((face, turn) => {
        const [doc = {}, { data: fitting = {}, markerAt } = {}] = [docs[turn], fitted[turn]];
        // The text stays by which a trace would be found that the refusal left behind.
        const [place] = markerAt ?? [markerMembers.marker];
        const member = found.members.find((name) => name !== place) ?? found.member;
        const { [member]: _, ...data } = fitting;
        const common = { op: "create", face, workflow, action: action.key, traits: [unfitTraits.form] } as const;
        const step: CreateStep = { ...common, data, ...(markerAt && member !== place ? { markerAt } : {}) };
        return { step, doc, isMarked: member !== place };
      });
      const searches = tries
        .slice(0, 2)
        .flatMap(({ doc: { tcMark }, isMarked }, turn): OperationStep[] =>
          tcMark === undefined || !isMarked
            ? []
            : [{ op: "search", face: inTurn[turn] ?? "v2", workflow, filters: { tcMark } }],
        );
      // What a refused creation brought is not used up: with what it lacked it is taken.
      const [data = {}] = docs;
      const corrected: CreateStep = {
        op: "create",
        face: otherFace(inTurn[0] ?? "v2"),
        workflow,
        action: action.key,
        data,
      };
      // Where the form has no room for the text, the searches are left out.
      return [...tries.map(({ step }) => step), ...searches, corrected, ...others];
    }),
  ];
}

/** So many members that may be wanted beside a value are left out of creations. */
const mostBeside = 2;

/** Creations without a member that may be wanted for the sake of another's value, as an end where a contract is said to have one. */
function withoutWhatIsWantedBeside(context: SuiteContext) {
  const title =
    "Data without what is perhaps wanted beside a value are refused through both faces, or taken through both";
  const creating = context.target.workflows.flatMap(({ actions }, workflow) =>
    actions.filter(({ creates, dataSchema }) => creates && dataSchema).map((action) => ({ workflow, action })),
  );
  const scripts = creating.map(({ workflow, action }, at) =>
    script(context, `wanted-beside-${String(at)}`, title, (draft) => {
      const tries = wantedBeside(action, draft.doc({ beside: 0 })).slice(0, mostBeside);
      return tries.flatMap(({ data, member }) =>
        inTurn.map((face): CreateStep => {
          const own = fitData(action, { data: draft.doc({ beside: 1 }) }).data;
          const missed = withoutMember(withTextsOf(action, data, own), [member]);
          return { op: "create", face, workflow, action: action.key, data: missed, traits: [unfitTraits.form] };
        }),
      );
    }),
  );
  return context.depth === "quick" ? [] : scripts.filter(({ steps }) => steps.length > 0).slice(0, mostBeside);
}

/** Something that is answered, where nothing else in a script is sure to be. */
const others: readonly OperationStep[] = [{ op: "workflows", face: "v2" }];

/** A member that the form of a creation does not know: one face may not keep what the other drops. */
function beyondTheForm(context: SuiteContext) {
  const [found] = context.target.workflows.flatMap(({ actions }, workflow) => {
    const action = actions.find((one) => one.creates && one.dataSchema && !isOpen(one));
    return action ? [{ workflow, action }] : [];
  });
  if (!found) return [];
  const { workflow, action } = found;
  const title = "A member that no form knows is refused, dropped or kept through both faces alike";
  return [
    script(context, "beyond-the-form", title, (draft) => [
      ...inTurn.map((face, turn): CreateStep => {
        const { data, markerAt } = fitData(action, { data: draft.doc({ beyond: "the form" }) });
        const common = { op: "create" as const, face, workflow, action: action.key, traits: [unfitTraits.beyond] };
        const unknown = { beyondTheForm: "a member of no form" };
        return { ...common, as: `t${turn}`, data: { ...data, ...unknown }, ...(markerAt ? { markerAt } : {}) };
      }),
      ...inTurn.flatMap((_, turn) => reads(`$t${turn}`)),
    ]),
  ];
}

/** Texts where a form wants numbers: a creation, and an action. What is taken both faces keep alike. */
function ofAnotherType(context: SuiteContext) {
  const traits = [unfitTraits.type];
  const title = "A text where the form wants a number is refused through both faces, or taken through both";
  const created = typedMembers(context.target, "creates").slice(0, 1);
  const appended = typedMembers(context.target, "appends").flatMap((found) => {
    const done = wayTo(context, found.workflow, found.action.key);
    return done ? [{ ...found, done }] : [];
  });
  return [
    ...created.map(({ workflow, action, members }) =>
      script(context, "another-type", title, (draft) => [
        ...inTurn.flatMap((face, turn): readonly CreateStep[] => {
          const input = withText(action, draft.doc({ type: "another" }), members);
          const common = { op: "create", face, as: `t${turn}`, workflow, action: action.key, traits } as const;
          return input ? [{ ...common, ...input }] : [];
        }),
        ...inTurn.flatMap((_, turn) => reads(`$t${turn}`)),
        ...others,
      ]),
    ),
    ...appended.slice(0, 1).map((found) =>
      script(context, "appended-another-type", title, (draft) => [
        ...begun(draft, found.workflow, found.done, "v2"),
        ...states("$t"),
        ...inTurn.flatMap((face): readonly OperationStep[] => {
          const input = withText(found.action, draft.doc({ type: "another" }), found.members);
          const { workflow, action } = found;
          const common = { op: "act", face, trace: "$t", workflow, action: action.key, traits } as const;
          return input ? [{ ...common, ...input, outOfOrder: true }] : [];
        }),
        ...states("$t"),
      ]),
    ),
  ];
}

/** So many further actions of a process are refused for their data: each may do its work before its data are looked at. */
const maxFurther = 6;

/** The same of actions: they may not leave a mark either. */
function appendedAgainstTheForm(context: SuiteContext) {
  const { target, profile } = context;
  const reached = requiredMembers(target, "appends").flatMap((found) => {
    const done = wayTo(context, found.workflow, found.action.key);
    return done ? [{ ...found, done }] : [];
  });
  const [first, ...others] = reached;
  if (!first) return [];
  const known = new Set([first.action.key]);
  const further = others.filter(({ workflow, action: { key } }) => {
    if (known.has(key) || !processOf(profile, target.workflows[workflow])) return false;
    known.add(key);
    return true;
  });
  const title = "Data of an action without what their form wants are refused through both faces and leave no mark";
  const tries = (draft: Draft, { workflow, action, member }: typeof first, through: readonly Face[]) => {
    const docs = through.map(() => draft.doc());
    const fitted = alikeButTexts(action, docs);
    const common = { op: "act", trace: "$t", workflow, action: action.key } as const;
    const refused = through.map((face, turn): OperationStep => {
      const { [member]: _, ...data } = fitted[turn]?.data ?? {};
      // In a process each may do its work before its data are looked at, and keep what came with them.
      const isKept = processOf(profile, target.workflows[workflow]) && mayBringFiles(action.files);
      const files = isKept ? { as: `r${String(turn)}`, files: ownFiles(draft, 1) } : {};
      return { ...common, face, data, traits: [unfitTraits.form], ...files, outOfOrder: true };
    });
    // What a refused action brought is not used up: with what it lacked it is taken.
    const corrected: OperationStep = { ...common, face: otherFace(through[0] ?? "v2"), data: docs[0] ?? {} };
    return { refused, corrected };
  };
  const filesOfThem = (steps: readonly OperationStep[]): readonly OperationStep[] =>
    steps.flatMap(({ as }) => (as === undefined ? [] : singles("$t", [{ refused: `$${as}.0` }])));
  return [
    script(context, "appended-against-the-form", title, (draft) => {
      const { refused, corrected } = tries(draft, first, inTurn);
      return [
        ...begun(draft, first.workflow, first.done, "v2"),
        ...reads("$t"),
        ...refused,
        ...reads("$t"),
        ...filesOfThem(refused),
        corrected,
      ];
    }),
    ...(context.depth === "quick" ? [] : further.slice(0, maxFurther)).map((found, index) =>
      script(context, `appended-against-the-form-${String(index + 1)}`, title, (draft) => {
        const { refused, corrected } = tries(draft, found, faces);
        const way = begun(draft, found.workflow, found.done, "legacy");
        return [...way, ...states("$t"), ...refused, ...states("$t"), ...filesOfThem(refused), corrected];
      }),
    ),
  ];
}

/** More files than plain actions have, where the target refuses so many: none of them is kept. */
function tooManyFiles(context: SuiteContext) {
  if (!context.refused.includes(manyFiles) || !context.has.append) return [];
  const title = "Of an action that is refused for the number of its files none is kept";
  return faces.map((face) =>
    script(context, `too-many-files-${face}`, title, (draft): readonly OperationStep[] => [
      { op: "create", face, as: "t", data: draft.doc(), files: ownFiles(draft, 1) },
      ...reads("$t"),
      {
        op: "act",
        face,
        as: "r",
        trace: "$t",
        data: draft.doc({ refused: "for its files" }),
        files: ownFiles(draft, refusedCount),
        traits: [unfitTraits.files],
      },
      ...reads("$t"),
      ...filesOf("r", refusedCount).flatMap((refused) =>
        typeof refused === "string" && refused.startsWith("$")
          ? singles("$t", [{ refused: refused as `$${string}` }])
          : [],
      ),
      ...archives("$t", [{ refused: "$r.0" }]),
    ]),
  );
}

/** As many files as the probes sent of which the target refused many. */
const refusedCount = 4;

export const mayRefuse: ScriptArea = {
  id: area,
  title: "What a target may refuse it refuses through both faces, without a mark",
  scripts: (context) => [
    ...notABeginning(context),
    ...againstTheForm(context),
    ...withoutWhatIsWantedBeside(context),
    ...beyondTheForm(context),
    ...ofAnotherType(context),
    ...appendedAgainstTheForm(context),
    ...tooManyFiles(context),
    ...formsAlong(context, script),
    ...extremeData(context, script),
    ...refusedBefore(context, script),
    ...refusedLater(context, script),
  ],
};
