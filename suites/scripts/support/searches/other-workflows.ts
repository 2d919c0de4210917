/** Searches where there are several workflows: each finds only traces of its own workflow. */
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

/** An action that names another workflow may be refused; if not, the trace must stay in its workflow. */
export function otherWorkflow(context: SuiteContext, script: MakeScript) {
  const workflowId = context.target.workflows[1]?.id ?? "";
  const [here, there] = [0, 1].map((index) =>
    mayBringSeveral(fittingAction(context.target.workflows[index], "create")?.files),
  );
  // If only creations of the other workflow take several files, they are sent there.
  const isRoomier = there === true && here === false;
  const isBlind = heldKeys(context.profile, context.target.workflows[1]) === undefined;
  return script(context, "other-workflow", "A search finds traces of its own workflow alone", (draft) => {
    const group = draft.marker().marker;
    const later = draft.marker().marker;
    // One filter searches for a unique text, two for what both traces have.
    const both = { group, side: "either" };
    const elsewhere = draft.doc(both);
    // The unique text, which stands wherever the form has room for one.
    const { tcMark = "" } = elsewhere;
    const own = { tcMark };
    const mayAppend = context.target.workflows[1]?.actions.some(({ appends }) => appends) === true;
    return [
      // A filter by a member that no trace of the workflow has may be refused, so this trace has it too.
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
      // Once it is found in its own workflow, a lagging index knows it.
      { ...searchStep("v2", own, { includes: ["$u"] }), workflow: 1 },
      ...faces.map((face) => searchStep(face, own, { excludes: ["$u"] })),
      ...(context.depth === "quick" ? [] : faces).map((face, turn): OperationStep => ({
        ...{ op: "search", face, filters: {} },
        // Where searches find nothing that was sent, nothing tells when the index is up to date.
        ...(turn === 0 && isBlind ? { restMs: searchRestMs(context.target) } : {}),
      })),
      ...faces.flatMap((face): OperationStep[] => [
        searchStep(face, both, { includes: ["$t"], excludes: ["$u"] }),
        { ...searchStep(face, both, { includes: ["$u"], excludes: ["$t"] }), workflow: 1 },
      ]),
      // Shows an index that is updated for one workflow only.
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

/** Types of values to search by where nothing is known about it. */
const usualTypes = ["string", "number", "boolean"];

/** At most so many members, and so many values of each. */
const [mostMembers, mostOfEach] = [6, 2];

/**
 * Values of the forms, searched for in two workflows: a trace that the service itself began, e.g. as one process opens
 * another, must be found in one of them only.
 */
export function inEachWorkflow(context: SuiteContext, script: MakeScript) {
  const { target, profile } = context;
  // Even where searches only reach computed members, these may contain what was sent.
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
      // A member with few values likely has one of them in such a trace too.
      const few = byName.map(([name, all]) => ({ name, values: [...new Set(all.map(([, value]) => value))] }));
      // A trace that an unfiltered search finds in both workflows is in the wrong one.
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
