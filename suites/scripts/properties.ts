/** Generated scripts: what a property suite runs, how many, and from which seed. */
import {
  combinedScripts,
  countExchanges,
  type GeneratorContext,
  sampled,
  scriptArbitrary,
  seedFrom,
} from "../../generators/index.ts";
import { faces } from "../../spec/operations.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { SuiteContext } from "./context.ts";
import { finished } from "./finish/finish.ts";

/**
 * What the generators may use on this target. The second user only reads, and only where the configuration says that
 * the two share an organization.
 */
function generatorContext(context: SuiteContext): GeneratorContext {
  return {
    runId: context.runId,
    workflows: context.target.workflows,
    refused: context.refused,
    apart: context.apart,
    secondUser: context.has.secondUser && !context.has.separateOrganization,
    faces,
    depth: context.depth,
  };
}

interface Share {
  readonly scripts: number;
  readonly requests: number;
  readonly traces: number;
}

/** What the random scripts of a run may be at most, whatever its seed brings. */
const shares: Readonly<Record<SuiteContext["depth"], Share>> = {
  quick: { scripts: 2, requests: 5, traces: 2 },
  standard: { scripts: 15, requests: 210, traces: 22 },
  deep: { scripts: 250, requests: Infinity, traces: Infinity },
};

/** The scripts of a list that fit into a share together; one that is too long for what is left is passed over. */
function within(scripts: readonly Script[], share: Share): readonly Script[] {
  const left = { requests: share.requests, traces: share.traces };
  return scripts.filter((script) => {
    const { exchanges, traces } = countExchanges(script);
    if (exchanges > left.requests || traces > left.traces) return false;
    left.requests -= exchanges;
    left.traces -= traces;
    return true;
  });
}

/**
 * The random scripts of a run, `properties/flow/0` and on, as the target can take them; the same seed gives the same.
 */
export function propertyScripts(context: SuiteContext): readonly Script[] {
  const own = generatorContext(context);
  const share = shares[context.depth];
  const random = sampled(scriptArbitrary(own), { seed: seedFrom(context.seed, "flow"), count: share.scripts });
  const named = random.map((script, index) => ({ ...script, id: `properties/flow/${index}` }));
  // In shorter runs the scripts of files and data carry all traits.
  const combined = context.depth === "deep" ? combinedScripts(own) : [];
  return [...finished(context, combined), ...within(finished(context, named), share)];
}
