/** Things done at the same time: nothing lost, nothing mixed, and every read explained by some order. */
import { alternating, otherFace } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import { processOf } from "../../../spec/readings/process.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth, someFaces } from "../support/choose.ts";
import { type Draft, scriptsOf } from "../support/define-script.ts";
import { freelyComputed } from "../support/processes/gated.ts";
import { racedStates } from "../support/processes/raced-states.ts";
import { ownFiles } from "../support/inputs.ts";
import { allFilesOf, archives, filesOf, reads, singles } from "../support/steps.ts";

const area = "concurrency";
const script = scriptsOf(area);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Refused beside actions that are taken: what undoes the one must leave the others. */
function refusedBeside(draft: Draft, count: number): readonly OperationStep[][] {
  const defects = [{ replace: { workflowId: "no-such-workflow-id" } }, { body: { kind: "json-broken" } }] as const;
  return defects
    .slice(0, count)
    .map((defect, index) => [
      { op: "act", face: alternating(index), trace: "$t", data: draft.doc({ refused: index }), ...defect },
    ]);
}

function appends(context: SuiteContext, name: string, width: number, readers: number, refused: number) {
  return script(context, name, "Actions appended at the same time each become a link", (draft) => [
    // A text that would fit into ISO 8859-1, in which nothing may be sent.
    { op: "create", face: "v2", as: "t", data: draft.doc({ total: 0, name: "Zoë Ångström" }) },
    {
      // Reads go out with the first actions, one beside one, also where two go at a time; details before states and after them.
      parallel: upTo(Math.max(readers, width)).flatMap((index): OperationStep[][] => {
        const broken = index === 1 ? refusedBeside(draft, refused) : [];
        const state: OperationStep = { op: "state", face: alternating(index), trace: "$t" };
        const details: OperationStep = { op: "details", face: alternating(index + 1), trace: "$t" };
        const act: OperationStep = {
          op: "act",
          face: alternating(index),
          trace: "$t",
          data: draft.doc({ [`own${index}`]: index, total: index }),
        };
        const reader = index % 2 === 0 ? [details, state] : [state, details];
        return [...(index < readers ? [reader] : []), ...(index < width ? [[act]] : []), ...broken];
      }),
    },
    ...reads("$t"),
    { op: "walk", face: "v2", trace: "$t", size: 5, direction: "forward" },
    { op: "act", face: "legacy", trace: "$t", data: draft.doc({ after: true }) },
    ...reads("$t"),
  ]);
}

function creates(context: SuiteContext, width: number) {
  const labels = upTo(width).map((index) => `t${index}`);
  return script(context, "creates", "Traces created at the same time are separate", (draft) => [
    {
      parallel: labels.map((as, index): OperationStep[] => [
        { op: "create", face: alternating(index), as, data: draft.doc({ number: index, [`only${index}`]: true }) },
        { op: "state", face: alternating(index), trace: `$${as}` },
      ]),
    },
    ...labels.flatMap((label, index): OperationStep[] => [
      { op: "details", face: alternating(index), trace: `$${label}` },
      { op: "state", face: alternating(index + 1), trace: `$${label}` },
    ]),
  ]);
}

function uploads(context: SuiteContext, width: number) {
  const labels = upTo(width).map((index) => `u${index}`);
  return script(context, "uploads", "Files uploaded at the same time keep their trace and bytes", (draft) => {
    // The same on each of the traces that are created at the same time.
    const shared = ownFiles(draft, 2).slice(1);
    return [
      { op: "create", face: "v2", as: "t", data: draft.doc() },
      {
        parallel: labels.map((as, index): OperationStep[] => [
          index % 3 === 2
            ? {
                op: "create",
                face: alternating(index),
                as,
                data: draft.doc(),
                files: [...ownFiles(draft, 1), ...shared],
              }
            : {
                op: "act",
                face: alternating(index),
                as,
                trace: "$t",
                // Of the same name as what a state may show of the files; the data have it.
                data: draft.doc({ files: "as said" }),
                files: ownFiles(draft, 2),
              },
        ]),
      },
      ...archives("$t", allFilesOf(...labels.filter((_, index) => index % 3 !== 2))),
      ...labels.flatMap((label, index) => {
        const trace = index % 3 === 2 ? `$${label}` : "$t";
        // Of what was refused because others were under way, nothing may be left.
        const first = index % 3 === 2 ? `$${label}.0` : ({ refused: `$${label}.0` } as const);
        return [...singles(trace, [first]), ...(index % 3 === 2 ? archives(trace, allFilesOf(label)) : [])];
      }),
      ...reads("$t"),
    ];
  });
}

function twoTraces(context: SuiteContext, width: number) {
  return script(context, "two-traces", "Actions on two traces at the same time stay apart", (draft) => [
    { op: "create", face: "v2", as: "a", data: draft.doc({ of: "a" }) },
    { op: "create", face: "legacy", as: "b", data: draft.doc({ of: "b" }) },
    {
      parallel: upTo(width).map((index): OperationStep[] => {
        const of = index % 2 === 0 ? "a" : "b";
        const act: OperationStep = {
          op: "act",
          face: alternating(Math.floor(index / 2)),
          trace: `$${of}`,
          data: draft.doc({ of, [`${of}${index}`]: index }),
        };
        return [act, { op: "state", face: alternating(index), trace: `$${of}` }];
      }),
    },
    ...reads("$a"),
    ...reads("$b"),
  ]);
}

/** The same creation several times at once: each is a trace of its own. */
function twins(context: SuiteContext) {
  const labels = upTo(4).map((index) => `t${index}`);
  return script(context, "twins", "The same creation sent twice makes two traces", (draft) => {
    // What is kept once for all of them changes with one of them.
    const data = draft.doc({ note: "the very same", nested: { x: 1, inner: { y: 1 } } });
    const also = draft.doc({ note: "the very same on other traces", nested: { inner: { z: 1 } } });
    const own = draft.doc({ own: 1, nested: { own: 2, inner: { own: 3 } } });
    const [again = "v2"] = someFaces(context, "twins", { upTo: "standard" });
    return [
      {
        parallel: labels.map((as, index): OperationStep[] => [
          { op: "create", face: alternating(index >> 1), as, data },
        ]),
      },
      { op: "create", face: "v2", as: "again", data },
      {
        op: "search",
        face: "v2",
        filters: { tcMark: data["tcMark"] ?? "" },
        until: { includes: [...labels, "again"].map((label) => `$${label}`) },
      },
      // An action is no repetition of the same one on another trace, at the same time through the other face, and soon after
      // through the same.
      {
        parallel: labels
          .slice(0, 2)
          .map((label, index): OperationStep[] => [
            { op: "act", face: alternating(index), trace: `$${label}`, data: also },
          ]),
      },
      { op: "act", face: again, trace: "$t2", data: also },
      { op: "act", face: otherFace(again), trace: "$t3", data: own },
      ...[...labels, "again"].flatMap((label, index): OperationStep[] => [
        { op: "details", face: alternating(index), trace: `$${label}` },
        { op: "state", face: alternating(index + 1), trace: `$${label}` },
      ]),
    ];
  });
}

/** So many workflows but the first, and so many actions at the same time on a trace of each. */
const [mostOthers, widthElsewhere] = [2, 4];

/** The same in other workflows where any action may come at any time: each may have code of its own. */
function appendsElsewhere(context: SuiteContext) {
  const { profile, target } = context;
  const others = target.workflows.flatMap((workflow, index) => {
    const isFree = index > 0 && processOf(profile, workflow) === undefined;
    return isFree && workflow.actions.some(({ appends }) => appends) ? [index] : [];
  });
  const title = "Actions appended at the same time in another workflow each become a link";
  return others.slice(0, mostOthers).map((workflow) =>
    script(context, `appends-other-${String(workflow)}`, title, (draft) => [
      { op: "create", face: "v2", as: "t", workflow, data: draft.doc({ total: 0 }) },
      {
        parallel: upTo(widthElsewhere).map((index): OperationStep[] => [
          { op: "act", face: alternating(index), trace: "$t", workflow, data: draft.doc({ [`own${index}`]: index }) },
        ]),
      },
      { op: "details", face: "v2", trace: "$t" },
      { op: "state", face: "legacy", trace: "$t" },
    ]),
  );
}

/** Reads at the same time as each other, with no write: all alike. */
function readers(context: SuiteContext) {
  return script(context, "readers", "Reads at the same time are all alike", (draft) => [
    { op: "create", face: "v2", as: "t", data: draft.doc({ a: 1 }), files: ownFiles(draft, 4) },
    { op: "act", face: "legacy", trace: "$t", data: draft.doc({ b: 2 }) },
    {
      parallel: upTo(4).map((index): OperationStep[] => [
        { op: "state", face: alternating(index), trace: "$t" },
        { op: "details", face: alternating(index), trace: "$t" },
        { op: "files", face: alternating(index), trace: "$t", digests: ["$t.0"] },
      ]),
    },
    { parallel: [...filesOf("t", 4), ...filesOf("t", 2)].map((digest) => singles("$t", [digest])) },
    {
      parallel: upTo(4).map((index): OperationStep[] => [
        { op: "files", face: "v2", trace: "$t", digests: [`$t.${index}`] },
      ]),
    },
  ]);
}

export const concurrency: ScriptArea = {
  id: area,
  title: "What is done at the same time is done whole",
  scripts: (context) => {
    const rounds = byDepth(context, { quick: 0, standard: 2, deep: 12 });
    const width = byDepth(context, { quick: 4, standard: 8, deep: 16 });
    return [
      ...upTo(rounds).map((round) =>
        appends(context, `appends-${round}`, round === 0 ? 10 : width, 2, round === 0 ? 0 : 2),
      ),
      ...(context.depth === "quick" ? [] : [creates(context, byDepth(context, { quick: 4, standard: 5, deep: 16 }))]),
      ...(context.depth === "quick" ? [] : [uploads(context, width)]),
      ...(context.depth === "quick" ? [] : [twoTraces(context, width), twins(context)]),
      ...(context.depth === "quick" ? [] : [readers(context), ...appendsElsewhere(context)]),
      ...racedStates(context, script, freelyComputed(context)),
    ];
  },
};
