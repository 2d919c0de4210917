import { mapSteps, pruneScript } from "../../../generators/index.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/** Trait of a page size that the target is known not to serve. */
const beyondCap = "page.beyond-cap";

/**
 * Pages and walks that the target can answer: no walk through a legacy face that takes no page arguments, and a size
 * beyond a cap that is refused is marked as unusual.
 */
export function fitPages(context: SuiteContext, script: Script): Script {
  const legacy = readingOf(context.profile, "legacy-details-input");
  const reachable = pruneScript(
    script,
    (step) => !(legacy?.form === "ignored" && step.face === "legacy" && step.op === "walk"),
  );
  return mapSteps(reachable, (step) => (isBeyondCap(context, step) ? withTrait(step) : step));
}

function isBeyondCap({ profile }: SuiteContext, step: OperationStep): boolean {
  const size = readingOf(profile, "page-size");
  if (!size || size.cap === null || size.beyondCap !== "refused" || step.op !== "details") return false;
  const { cap } = size;
  return [step.page?.first, step.page?.last].some((asked) => typeof asked === "number" && asked > cap);
}

function withTrait(step: OperationStep): OperationStep {
  return { ...step, traits: [...(step.traits ?? []), beyondCap] };
}
