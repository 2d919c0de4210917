import { mapSteps, pruneScript } from "../../../generators/index.ts";
import { faces } from "../../../spec/operations.ts";
import { askable, mostAskable } from "../../../spec/readings/page-size.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import { placedSteps } from "../../../spec/vocabulary/placed-steps.ts";
import type { OperationStep, PageArguments, Script, WalkStep } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/**
 * Pages and walks that the target can answer: where the legacy face takes no page arguments, its walks go through v2,
 * unless that has such a walk already; a size beyond one that is refused becomes the largest that is not.
 */
export function fitPages(context: SuiteContext, script: Script): Script {
  const ignored = readingOf(context.profile, "legacy-details-input")?.form === "ignored";
  const fitting = ignored ? withoutLegacyWalks(script) : script;
  const size = readingOf(context.profile, "page-size");
  if (faces.every((face) => mostAskable(size, face) === Infinity)) return fitting;
  return withoutRepeatedWalks(mapSteps(fitting, (step) => withinBound(context, step)));
}

function withoutLegacyWalks(script: Script): Script {
  const walked = new Set<string>();
  mapSteps(script, (step) => {
    if (step.op === "walk" && step.face === "v2") walked.add(wayOf(step));
    return step;
  });
  const twice = (step: OperationStep): boolean =>
    step.op === "walk" && step.face === "legacy" && walked.has(wayOf(step));
  return mapSteps(
    pruneScript(script, (step) => !twice(step)),
    (step) => (step.op === "walk" ? { ...step, face: "v2" } : step),
  );
}

const wayOf = ({ trace, direction }: WalkStep): string => `${direction} ${trace}`;

/** Unusual sizes are left as they are: of these a refusal is an answer too. */
function withinBound({ profile }: SuiteContext, step: OperationStep): OperationStep {
  if (step.op === "walk") return { ...step, size: askable(profile, step.face, step.size) };
  if (step.op !== "details" || !step.page || (step.traits ?? []).length > 0) return step;
  return { ...step, page: shortened(step.page, (links) => askable(profile, step.face, links)) };
}

function shortened(page: PageArguments, within: (links: number) => number): PageArguments {
  const { first, last } = page;
  return {
    ...page,
    ...(typeof first === "number" ? { first: within(first) } : {}),
    ...(typeof last === "number" ? { last: within(last) } : {}),
  };
}

/** Walks that a bound has made the same, on traces that nothing is appended to between them. */
function withoutRepeatedWalks(script: Script): Script {
  const done = new Set<string>();
  const repeated = new Set<string>();
  for (const { step, place } of placedSteps(script)) {
    if (step.op === "act" || step.op === "create" || (step.op === "walk" && step.actAfterFirstPage)) done.clear();
    if (step.op !== "walk" || step.actAfterFirstPage) continue;
    const walk = JSON.stringify(step);
    if (done.has(walk)) repeated.add(place);
    done.add(walk);
  }
  return repeated.size === 0 ? script : pruneScript(script, (_, place) => !repeated.has(place));
}
