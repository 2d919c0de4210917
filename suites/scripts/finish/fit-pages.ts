import { mapSteps, pruneScript } from "../../../generators/index.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep, Script, WalkStep } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/** Trait of a page size that the target is known not to serve. */
const beyondCap = "page.beyond-cap";

/**
 * Pages and walks that the target can answer: where the legacy face takes no page arguments, its walks go through v2,
 * unless that has such a walk already, and a size beyond a cap that is refused is marked as unusual.
 */
export function fitPages(context: SuiteContext, script: Script): Script {
  const ignored = readingOf(context.profile, "legacy-details-input")?.form === "ignored";
  const fitting = ignored ? withoutLegacyWalks(script) : script;
  return mapSteps(fitting, (step) => (isBeyondCap(context, step) ? withTrait(step) : step));
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

function isBeyondCap({ profile }: SuiteContext, step: OperationStep): boolean {
  const size = readingOf(profile, "page-size");
  if (!size || size.cap === null || size.beyondCap !== "refused" || step.op !== "details") return false;
  const { cap } = size;
  return [step.page?.first, step.page?.last].some((asked) => typeof asked === "number" && asked > cap);
}

function withTrait(step: OperationStep): OperationStep {
  return { ...step, traits: [...(step.traits ?? []), beyondCap] };
}
