/**
 * Searches without filters in workflows that are processes, which must also find traces that the service itself began.
 */
import { processOf } from "../../../../spec/readings/process.ts";
import { alternating, faces } from "../../../../spec/operations.ts";
import { readingOf } from "../../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import type { MakeScript } from "../define-script.ts";
import { rested } from "../steps.ts";
import { searchRestMs } from "../../../../spec/vocabulary/search-rest.ts";

/** At most so many workflows. */
const mostWorkflows = 2;

/**
 * Searches three times through both faces: at once, after a pause, and after a trace was created. If the third answer is
 * longer than the second, the second was not cut off.
 */
export function unfilteredSearches(context: SuiteContext, script: MakeScript) {
  const { target, profile, depth } = context;
  const { empty } = readingOf(profile, "search-keys") ?? {};
  if (depth === "quick" || empty === "none" || empty === "refused") return [];
  const begun = target.workflows.flatMap((workflow, index) => {
    const creates = workflow.actions.some((action) => action.creates);
    return creates && processOf(profile, workflow) ? [index] : [];
  });
  const restMs = searchRestMs(target);
  const title = "Both faces find the same traces of a workflow, whoever began them";
  return begun.slice(0, mostWorkflows).map((workflow, at) =>
    script(context, at === 0 ? "unfiltered" : `unfiltered-${String(at)}`, title, (draft) => {
      const create = (number: number): OperationStep => ({
        ...{ op: "create", face: alternating(number), workflow, data: draft.doc({ number }) },
      });
      const searches = faces.map((face): OperationStep => ({ op: "search", face, workflow, filters: {} }));
      const again = rested(searches, restMs);
      const named = again.map((step): OperationStep => ({ ...step, as: `all-${step.face}` }));
      // Everything found must be a trace, even if no filter finds the traces of the script.
      const read = faces.flatMap((face, turn) =>
        [0, 1].map((place): OperationStep => ({
          ...{ op: "state", face: alternating(turn + place), trace: `$all-${face}.${String(place)}` },
        })),
      );
      return [...searches, ...again, create(at), ...named, ...read];
    }),
  );
}
