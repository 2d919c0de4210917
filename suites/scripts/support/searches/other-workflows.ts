/** Searches where there are several workflows: each finds traces of its own workflow alone. */
import { heldKeys } from "../../../../checks/model/searches/matching.ts";
import { fitData, fittingAction, markerMembers } from "../../../../generators/index.ts";
import { alternating, faces } from "../../../../spec/operations.ts";
import { mayBringSeveral } from "../../../../spec/readings/file-policy.ts";
import { processOf } from "../../../../spec/readings/process.ts";
import { readingOf } from "../../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import type { MakeScript } from "../define-script.ts";
import { ownFiles } from "../inputs.ts";
import { searchStep } from "../steps.ts";
import { searchRestMs } from "../../../../spec/vocabulary/search-rest.ts";

/** What names another workflow than that of its trace may be refused; the trace stays where it is. */
export function otherWorkflow(context: SuiteContext, script: MakeScript) {
  const workflowId = context.target.workflows[1]?.id ?? "";
  const [here, there] = [0, 1].map((index) =>
    mayBringSeveral(fittingAction(context.target.workflows[index], "create")?.files),
  );
  // Creations that bring several files are taken nowhere else.
  const isRoomier = there === true && here === false;
  const isBlind = heldKeys(context.profile, context.target.workflows[1]) === undefined;
  return script(context, "other-workflow", "A search finds traces of its own workflow alone", (draft) => {
    const group = draft.marker().marker;
    const later = draft.marker().marker;
    // By one filter the text that only one of them has is looked for, by two what both have.
    const both = { group, side: "either" };
    const elsewhere = draft.doc(both);
    // The text that stands in it wherever its form has room for one.
    const { tcMark = "" } = elsewhere;
    const own = { tcMark };
    const mayAppend = context.target.workflows[1]?.actions.some(({ appends }) => appends) === true;
    return [
      // A member that no trace of the workflow has may be refused as a filter, so this one has it too.
      { op: "create", face: "v2", as: "t", data: draft.doc({ ...both, later: "never" }) },
      {
        op: "create",
        face: "legacy",
        as: "u",
        workflow: 1,
        data: elsewhere,
        ...(isRoomier ? { files: ownFiles(draft, 2) } : {}),
      },
      { op: "act", face: "v2", trace: "$t", data: draft.doc({ group }), replace: { workflowId } },
      // Once it is found in its own workflow, an index that lags knows it.
      { ...searchStep("v2", own, { includes: ["$u"] }), workflow: 1 },
      ...faces.map((face) => searchStep(face, own, { excludes: ["$u"] })),
      ...(context.depth === "quick" ? [] : faces).map((face, turn): OperationStep => ({
        ...{ op: "search", face, filters: {} },
        // Nothing tells when an index knows it where nothing that was sent is found.
        ...(turn === 0 && isBlind ? { restMs: searchRestMs(context.target) } : {}),
      })),
      ...faces.flatMap((face): OperationStep[] => [
        searchStep(face, both, { includes: ["$t"], excludes: ["$u"] }),
        { ...searchStep(face, both, { includes: ["$u"], excludes: ["$t"] }), workflow: 1 },
      ]),
      // What is kept up to date for one workflow alone shows by what an action brings to another.
      ...(mayAppend
        ? ([
            { op: "act", face: "v2", trace: "$u", workflow: 1, data: draft.doc({ later }) },
            { op: "state", face: "legacy", trace: "$u" },
            { ...searchStep("legacy", { later }, { includes: ["$u"] }), workflow: 1 },
          ] satisfies readonly OperationStep[])
        : []),
    ];
  });
}

/** Values by which traces are searched for where nothing is known of it. */
const usualTypes = ["string", "number", "boolean"];

/** So many members, and values of each, are searched for in every workflow. */
const [mostMembers, mostOfEach] = [6, 2];

/**
 * Values of the forms, in each of two workflows: what the service began there by itself, as when one process opens another,
 * is found in one of them.
 */
export function inEachWorkflow(context: SuiteContext, script: MakeScript) {
  const { target, profile } = context;
  // Where filters were seen to reach only what the target computes, what was sent may be a part of that all the same.
  const { valueTypes = [] } = readingOf(profile, "search-keys") ?? {};
  const types: readonly string[] = valueTypes.length > 0 ? valueTypes : usualTypes;
  const begun = target.workflows.flatMap((workflow, index) => {
    const action = workflow.actions.find(({ creates }) => creates);
    return action ? [{ workflow, index, action }] : [];
  });
  const isProcess = begun.some(({ workflow }) => processOf(profile, workflow) !== undefined);
  if (context.depth === "quick" || begun.length < 2 || !isProcess) return [];
  return [
    script(context, "in-each-workflow", "What is found in one workflow is found in no other", (draft) => {
      const known = begun.flatMap(({ action }) => [
        ...(action.examples ?? []),
        ...[0, 1].map((number) => fitData(action, { data: draft.doc({ number }) }).data),
      ]);
      const values = known.flatMap((data) => Object.entries(data)).filter(([, value]) => types.includes(typeof value));
      const byName = [...Map.groupBy(values, ([name]) => name)].filter(([name]) => name !== markerMembers.run);
      // A member of few values is the likeliest to have one of them in what the service begins, too.
      const few = byName.map(([name, all]) => ({ name, values: [...new Set(all.map(([, value]) => value))] }));
      // What is found by no filter in two of them is found where it does not belong.
      const bare = begun.slice(0, 2).map(({ index }, turn): OperationStep => ({
        ...{ op: "search", face: alternating(turn), workflow: index, filters: {} },
      }));
      const byValue = few
        .toSorted((left, right) => left.values.length - right.values.length)
        .slice(0, mostMembers)
        .flatMap(({ name, values }, turn) =>
          values.slice(0, mostOfEach).flatMap((value) =>
            begun.slice(0, 2).map(({ index }): OperationStep => ({
              ...searchStep(alternating(turn), { [name]: value }, undefined, ["filters.of-any-form"]),
              workflow: index,
            })),
          ),
        );
      return [...bare, ...byValue];
    }),
  ];
}
