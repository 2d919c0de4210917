/** A waiver that names no requirement waives nothing, and would stay unseen for ever. */
import type { Environment } from "../../driver/index.ts";
import type { Requirement } from "../../spec/requirements/index.ts";
import { didYouMean } from "../did-you-mean.ts";
import { UsageError } from "../usage-error.ts";

/** @throws UsageError for waivers of requirements that there are not, and for two of the same requirement. */
export function refuseUnknownWaivers(
  { name, waivers }: Pick<Environment, "name" | "waivers">,
  register: readonly Requirement[],
): void {
  const known = register.map(({ id }) => id as string);
  const problems = waivers.flatMap(({ requirement }, at) => {
    const key = `environments.${name}.waivers[${at}].requirement`;
    if (!known.includes(requirement))
      return [`${key}: there is no requirement "${requirement}".${didYouMean(requirement, known)}`];
    const earlier = waivers.findIndex((other) => other.requirement === requirement);
    return earlier < at ? [`${key}: ${requirement} is waived already, by waivers[${earlier}]; keep one of them`] : [];
  });
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
}
