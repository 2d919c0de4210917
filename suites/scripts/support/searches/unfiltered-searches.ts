/** Searches without any filter, in workflows that are processes: what the service began there by itself is found, too. */
import { processOf } from "../../../../spec/readings/process.ts";
import { alternating, faces } from "../../../../spec/operations.ts";
import { readingOf } from "../../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import type { MakeScript } from "../define-script.ts";
import { rested } from "../steps.ts";
import { searchRestMs } from "../../../../spec/vocabulary/search-rest.ts";

/** So many workflows that are processes. */
const mostWorkflows = 2;

/**
 * Three times through both faces, with a trace created before the third, so that its answer is longer than the one before: that
 * one left nothing out then.
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
      // What is found is a trace: also where no filter finds those of the script alone.
      const read = faces.flatMap((face, turn) =>
        [0, 1].map((place): OperationStep => ({
          ...{ op: "state", face: alternating(turn + place), trace: `$all-${face}.${String(place)}` },
        })),
      );
      return [...searches, ...again, create(at), ...named, ...read];
    }),
  );
}
