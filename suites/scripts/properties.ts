/** Generated scripts: what a property suite runs, how many, and from which seed. */
import { combinedScripts, type GeneratorContext, sampled, scriptArbitrary, seedFrom } from "../../generators/index.ts";
import { faces } from "../../spec/operations.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { SuiteContext } from "./context.ts";
import { finished } from "./finish/finish.ts";
import { byDepth } from "./support/choose.ts";

/**
 * What the generators may use on this target. The second user only reads, and only where the configuration says that
 * the two share an organization.
 */
function generatorContext(context: SuiteContext): GeneratorContext {
  return {
    runId: context.runId,
    workflows: context.target.workflows,
    refused: context.refused,
    secondUser: context.has.secondUser && !context.has.separateOrganization,
    faces,
    depth: context.depth,
  };
}

/** How many random scripts a run of this depth takes. */
function propertyRuns(context: SuiteContext): number {
  return byDepth(context, { quick: 2, standard: 15, deep: 250 });
}

/**
 * The random scripts of a run, `properties/flow/0` and on, as the target can take them; the same seed gives the same.
 */
export function propertyScripts(context: SuiteContext): readonly Script[] {
  const own = generatorContext(context);
  const random = sampled(scriptArbitrary(own), { seed: seedFrom(context.seed, "flow"), count: propertyRuns(context) });
  return finished(context, [
    // In shorter runs the scripts of files and data carry all traits.
    ...(context.depth === "deep" ? combinedScripts(own) : []),
    ...random.map((script, index) => ({ ...script, id: `properties/flow/${index}` })),
  ]);
}
