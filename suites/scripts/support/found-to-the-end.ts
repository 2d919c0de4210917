/** Searches through both faces for a trace whose form says what it can be found by, at its beginning and at its end. */
import { heldKeys } from "../../../checks/model/matching.ts";
import { fitData, isOpen, markerMembers, markerPlaceIn } from "../../../generators/index.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { beginnings, followers, type ProcessRules } from "../../../spec/readings/process.ts";
import { faces } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../context.ts";
import { defineScript } from "./define-script.ts";
import { alternating } from "./reads.ts";

/**
 * Where the form has no room for a text that one trace alone has, others may be found as well, and what the faces find of
 * this one is compared all the same.
 */
export function foundToTheEnd(
  context: SuiteContext,
  area: string,
  { index, workflow, rules }: { index: number; workflow: WorkflowDescription; rules: ProcessRules },
) {
  const done = beginnings(rules, workflow).find((one) => followers(rules, workflow, one).length === 0);
  const creating = workflow.actions.find(({ key }) => key === done?.[0]);
  if (!done || !creating?.dataSchema || isOpen(creating)) return [];
  return [
    defineScript(context, area, "found-to-the-end", "What finds a trace finds it once it has ended, too", (draft) => {
      const doc = draft.doc({});
      const { data, filters } = foundBy(context, creating, doc);
      if (Object.keys(filters).length === 0) return [];
      const searches = faces.map((face): OperationStep => ({
        op: "search",
        face,
        workflow: index,
        filters,
        until: { includes: ["$t"] },
      }));
      return done.flatMap((action, number): readonly OperationStep[] => {
        const common = { face: alternating(number), workflow: index, action };
        if (number === 0) return [{ op: "create", as: "t", ...common, data }, ...searches];
        const act: OperationStep = { op: "act", trace: "$t", ...common, data: draft.doc({ number }) };
        return number === done.length - 1 ? [act, ...searches] : [act];
      });
    }),
  ];
}

/** The data of a creation, and filters for them: its own text, or else all members that filters reach. */
function foundBy(
  { profile }: SuiteContext,
  creating: ActionDescription,
  doc: JsonObject,
): { readonly data: JsonObject; readonly filters: JsonObject } {
  const { [markerMembers.marker]: mark = "" } = doc;
  if (creating.dataSchema && markerPlaceIn(creating.dataSchema))
    return { data: doc, filters: { [markerMembers.marker]: mark } };
  const types: readonly string[] = heldKeys(profile)?.valueTypes ?? [];
  const { data } = fitData(creating, { data: doc });
  return {
    data,
    filters: Object.fromEntries(Object.entries(data).filter(([, value]) => types.includes(typeof value))),
  };
}
