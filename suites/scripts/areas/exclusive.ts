/** What any other request would cover up: what a service keeps of the last call, or of the last login. */
import { fitData } from "../../../generators/index.ts";
import { type Face, faces, otherFace } from "../../../spec/operations.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { processOf } from "../../../spec/readings/process.ts";
import { isSeenBehind } from "../../../spec/readings/search-lag.ts";
import { requiredMember } from "../../../spec/readings/unfit.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep, ParallelStep, Step } from "../../../spec/vocabulary/script.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { someFaces } from "../support/choose.ts";
import { type Draft, scriptsOf } from "../support/define-script.ts";
import { ownFiles } from "../support/inputs.ts";
import { allFilesOf, archives, reads } from "../support/steps.ts";

const area = "exclusive";
const script = scriptsOf(area, { exclusive: true });

/** Sent at the same time: it matters what came before them all, and nothing else can be sent meanwhile. */
const together = (steps: readonly OperationStep[]): ParallelStep => ({ parallel: steps.map((step) => [step]) });

const stateOf = (trace: string): OperationStep => ({ op: "state", face: "v2", trace });

/** The same filters in two workflows, with nothing written in between. */
function sameFilters(context: SuiteContext) {
  return script(context, "same-filters", "The same filters in another workflow find its own traces", (draft) => {
    const group = draft.marker().marker;
    const find = (face: Face, workflow: number): OperationStep => ({
      op: "search",
      face,
      workflow,
      filters: { group },
    });
    return [
      together([
        { op: "create", face: "v2", as: "t", data: draft.doc({ group }) },
        { op: "create", face: "legacy", as: "u", workflow: 1, data: draft.doc({ group }) },
      ]),
      { ...find("v2", 0), until: { includes: ["$t"] } } as OperationStep,
      {
        parallel: faces.map((face) => [
          { ...find(face, 1), until: { includes: ["$u"], excludes: ["$t"] } } as OperationStep,
          { ...find(face, 0), until: { includes: ["$t"], excludes: ["$u"] } } as OperationStep,
          { ...find(face, 1), filters: { group: `${group}~none` } } as OperationStep,
        ]),
      },
      ...foundOnceChanged(draft),
      ...listedAfter(context, { group }),
      // Whether a state that the target computes shows the text at all.
      ...(readingOf(context.profile, "state-data")?.path === null ? [together(["$t", "$u"].map(stateOf))] : []),
    ];
  });
}

/** Asked before and after an action, with no trace created in between: an answer that is kept until then is the old one. */
function foundOnceChanged(draft: Draft): readonly Step[] {
  const changed = { note: draft.marker().marker };
  const search = (face: Face): OperationStep => ({ op: "search", face, filters: changed });
  return [
    together(faces.map(search)),
    { op: "act", face: "v2", trace: "$t", data: draft.doc(changed) },
    together(faces.map((face): OperationStep => ({ ...search(face), until: { includes: ["$t"] } }) as OperationStep)),
  ];
}

/** By whichever of its id and name a workflow was searched last, lists go on to tell the one from the other. */
function listedAfter({ depth, profile, target }: SuiteContext, filters: JsonObject): readonly Step[] {
  const [workflow] = target.workflows;
  const keys = readingOf(profile, "search-workflow-key");
  if (depth === "quick" || !workflow?.name || workflow.name === workflow.id || !keys) return [];
  const other = keys.v2 === "id" ? workflow.name : workflow.id;
  return [
    { op: "search", face: "v2", workflow: other, filters, traits: ["search.other-key"] },
    together(faces.map((face): OperationStep => ({ op: "workflows", face }))),
  ];
}

/**
 * Each request is that of the user of its own token, whoever logged in or asked last.
 * @param isShort whether only what depends on the face of the login is asked: nothing else is sent in the meantime
 */
function afterAnother(context: SuiteContext, face: Face, isShort: boolean) {
  const other = { actor: "second" } as const;
  return script(context, `after-another-${face}`, "A request is that of its own token's user", (draft) => {
    const data = draft.doc();
    const filters: JsonObject = { tcMark: data["tcMark"] ?? "" };
    const logins = context.has.credential ? [{ op: "login", face, method: "credential" } as const] : [];
    const lists = faces.map((shown): OperationStep => ({ op: "workflows", face: shown }));
    const act: OperationStep = { op: "act", face: otherFace(face), trace: "$t", data: draft.doc() };
    const mine = [...reads("$t"), ...archives("$t", ["$t.0"])];
    return [
      { op: "create", face, as: "t", data, files: ownFiles(draft, 1) },
      together([
        { op: "search", face, filters, until: { includes: ["$t"] } },
        ...logins.map((step): OperationStep => ({ ...step, ...other })),
      ]),
      together([...lists, ...mine]),
      ...(isShort ? [act] : [together([act, { op: "create", face: otherFace(face), as: "u", data: draft.doc() }])]),
      ...logins,
      ...(isShort
        ? [together(mine.map((step) => ({ ...step, ...other })))]
        : [
            ...oneAfterAnother(mine, other),
            {
              parallel: [
                ...faces.map((shown): OperationStep[] => [
                  { op: "search", face: shown, filters },
                  { op: "search", face: shown, filters, ...other },
                ]),
                ...reads("$u").map((read) => [read]),
              ],
            },
          ]),
    ];
  });
}

/** Each read by one user and then by another, who asks behind the first in any case: the first asks for the next beside it. */
function oneAfterAnother(mine: readonly OperationStep[], other: Pick<OperationStep, "actor">): readonly Step[] {
  const byOther = (step: OperationStep): OperationStep => ({ ...step, ...other });
  const steps = mine.map((step, at): Step => {
    const former = mine[at - 1];
    return former ? together([byOther(former), step]) : step;
  });
  return [...steps, ...mine.slice(-1).map(byOther)];
}

/** Actions come while archives of their trace are made: where both wait for each other, neither face answers. */
function writtenWhileRead(context: SuiteContext) {
  return script(context, "written-while-read", "Actions are taken while archives of their trace are made", (draft) => {
    const act = (face: Face): OperationStep => ({ op: "act", face, trace: "$t", data: draft.doc() });
    return [
      { op: "create", face: "v2", as: "t", data: draft.doc(), files: ownFiles(draft, 4) },
      {
        parallel: [
          // One behind the other, so that some archive is being made at any time.
          ...faces.map((face) => archivesThrough(face)),
          [{ op: "state", face: "v2", trace: "$t" }, act("legacy")],
          [{ op: "state", face: "legacy", trace: "$t" }, act("v2")],
        ],
      },
    ];
  });
}

const archivesThrough = (face: Face): readonly OperationStep[] => {
  const archive = { op: "files", face, trace: "$t", digests: allFilesOf("t") } as const;
  return [archive, archive];
};

/** Where searches are more behind than this, what a refusal left would be waited for too long. */
const longestLagMs = 2_000;

/**
 * How many traces a workflow has, behind creations that are refused for their data: one more would be one that nobody created.
 * Behind a creation that is taken there is one more, and one look behind another shows whether others create some meanwhile.
 */
function countedAfterRefusals(context: SuiteContext) {
  const { depth, profile, target } = context;
  const [found] = requiredMember(target).filter(({ workflow }) => processOf(profile, target.workflows[workflow]));
  const isCounted = readingOf(profile, "search-keys")?.empty === "all";
  const lag = readingOf(profile, "search-lag");
  const lagMs = isSeenBehind(lag) ? (lag?.ms ?? 0) : 0;
  if (depth === "quick" || !isCounted || lagMs > longestLagMs) return [];
  const rest = lagMs > 0 ? { restMs: lagMs * 2 } : {};
  const { workflow = 0, action, member } = found ?? {};
  const place = { workflow, ...(action ? { action: action.key } : {}) };
  const title = "A creation that is refused for its data leaves no trace, by whatever it might be found";
  return [
    script(context, "counted-after-refusals", title, (draft) => {
      const look = (resting: { readonly restMs?: number }): readonly Step[] =>
        // Where no form has code of its own, one face tells.
        (found ? faces : faces.slice(0, 1)).map((face, at): OperationStep => ({
          ...{ op: "search", face, workflow, filters: {} },
          ...(at === 0 ? resting : {}),
        }));
      const refused = (face: Face): OperationStep => {
        const common = { op: "create", face, ...place } as const;
        const { data } = fitData(action, { data: draft.doc() });
        if (member === undefined) return { ...common, data, replace: { data: ["no object"] } };
        const { [member]: _, ...others } = data;
        return { ...common, data: others, traits: [unfitTraits.form] };
      };
      return [
        ...look(rest),
        ...(found ? [] : look({})),
        { op: "create", face: "v2", ...place, data: draft.doc() },
        ...look(rest),
        ...[...faces, ...faces].flatMap((face) => [refused(face), ...look(rest), ...(found ? look({}) : [])]),
        ...(found ? [] : look({})),
      ];
    }),
  ];
}

export const exclusive: ScriptArea = {
  id: area,
  title: "Nothing of the last call or login goes into the next, and nothing waits for ever for another",
  scripts: (context) => [
    sameFilters(context),
    ...(context.depth === "quick" ? [] : [writtenWhileRead(context)]),
    ...countedAfterRefusals(context),
    ...(context.depth !== "quick" && context.has.secondUser && context.has.separateOrganization
      ? someFaces(context, area).map((face, index) => afterAnother(context, face, index > 0))
      : []),
  ],
};
