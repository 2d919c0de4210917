/** Searches for a trace by members of its form, through both faces, at its beginning and at its end. */
import { heldKeys } from "../../../../checks/model/searches/matching.ts";
import { fitData, isOpen, markerMembers } from "../../../../generators/index.ts";
import type { JsonObject } from "../../../../spec/json.ts";
import { beginnings, followers, type ProcessRules } from "../../../../spec/readings/process.ts";
import { alternating, faces } from "../../../../spec/operations.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../../spec/vocabulary/target.ts";
import { searchRestMs } from "../../../../spec/vocabulary/search-rest.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { rested, states } from "../steps.ts";

/**
 * If the form has no room for a unique text, other traces may be found as well; the results of both faces are compared
 * all the same.
 */
export function foundToTheEnd(
  context: SuiteContext,
  script: MakeScript,
  { index, workflow, rules }: { index: number; workflow: WorkflowDescription; rules: ProcessRules },
) {
  const ways = beginnings(rules, workflow).filter((one) => followers(rules, workflow, one).length === 0);
  const restMs = searchRestMs(context.target);
  return endings(ways)
    .slice(0, byDepth(context, { quick: 1, standard: mostEndings, deep: 6 }))
    .flatMap((done, at) => {
      const [creating, ending] = [done[0], done.at(-1)].map((key) => workflow.actions.find((one) => one.key === key));
      const name = at === 0 ? "found-to-the-end" : `found-to-the-end-${String(at)}`;
      return script(context, name, "What finds a trace finds it once it has ended, too", (draft) => {
        const first = creating && isClosed(creating) ? foundBy(context, workflow, creating, draft.doc({})) : undefined;
        const last =
          ending && done.length > 1
            ? foundBy(context, workflow, ending, draft.doc({ number: done.length }))
            : undefined;
        const forFirst = searches(index, first?.filters);
        const forLast = searches(index, last?.filters);
        if (forFirst.length + forLast.length === 0) return [];
        return done.flatMap((action, number): readonly OperationStep[] => {
          const common = { face: alternating(number + at), workflow: index, action };
          const own = number === 0 ? first : number === done.length - 1 ? last : undefined;
          const data = own?.data ?? draft.doc({ number });
          // Values that the target computes are unknown, but what the state shows must find the trace.
          const shown = states("$t");
          if (number === 0)
            return [{ op: "create", as: "t", ...common, data }, ...(forFirst.length > 0 ? shown : []), ...forFirst];
          const act: OperationStep = { op: "act", trace: "$t", ...common, data };
          // A search that lags would still find the trace as it was before.
          return number === done.length - 1 ? [act, ...shown, ...rested(forFirst, restMs), ...forLast] : [act];
        });
      });
    });
}

/** At most so many actions that end a trace. */
const mostEndings = 3;

/** For each action that may be the last, the shortest way to it. */
export function endings(ways: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...Map.groupBy(ways, (way) => way.at(-1)).values()].flatMap((own) => own.slice(0, 1));
}

function searches(workflow: number, filters: JsonObject = {}): readonly OperationStep[] {
  if (Object.keys(filters).length === 0) return [];
  return faces.map((face): OperationStep => ({ op: "search", face, workflow, filters, until: { includes: ["$t"] } }));
}

const isClosed = (action: ActionDescription): boolean => action.dataSchema !== undefined && !isOpen(action);

/** The data of an action, and filters for them: its marker, or else all members that can be searched by. */
function foundBy(
  { profile }: SuiteContext,
  workflow: WorkflowDescription,
  action: ActionDescription,
  doc: JsonObject,
): { readonly data: JsonObject; readonly filters: JsonObject } {
  const { [markerMembers.marker]: mark = "" } = doc;
  const { data } = fitData(action, { data: doc });
  if (typeof mark === "string" && mark !== "" && JSON.stringify(data).includes(mark))
    return { data: doc, filters: { [markerMembers.marker]: mark } };
  const types: readonly string[] = heldKeys(profile, workflow)?.valueTypes ?? [];
  return {
    data,
    filters: Object.fromEntries(Object.entries(data).filter(([, value]) => types.includes(typeof value))),
  };
}
