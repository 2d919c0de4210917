/** A waiver that names no requirement waives nothing, and would stay unseen for ever. */
import { covers, isScoped } from "../../reports/results/waived.ts";
import { operations } from "../../spec/operations.ts";
import { ofLostRequests } from "../../spec/requirements/lost-requests.ts";
import type { Waiver } from "../../spec/vocabulary/waiver.ts";
import type { Environment } from "../../driver/index.ts";
import type { Requirement } from "../../spec/requirements/index.ts";
import { didYouMean } from "../did-you-mean.ts";
import { UsageError } from "../usage-error.ts";

/**
 * @param mayBe whether a requirement that is not in the register may be one all the same
 * @throws UsageError for waivers of requirements that there are not, and for two that cover the same failures
 */
export function refuseUnknownWaivers(
  { name, waivers }: Pick<Environment, "name" | "waivers">,
  register: readonly Requirement[],
  mayBe: (id: string) => boolean = () => false,
): void {
  const known = register.map(({ id }) => id as string);
  const problems = waivers.flatMap((waiver, at) => {
    const { requirement } = waiver;
    const key = `environments.${name}.waivers[${at}].requirement`;
    if (!known.includes(requirement) && !mayBe(requirement))
      return [`${key}: there is no requirement "${requirement}".${didYouMean(requirement, known)}`];
    const earlier = waivers.slice(0, at).findIndex((other) => overlap(other, waiver));
    if (earlier >= 0)
      return [
        `${key}: ${requirement} is waived already, by waivers[${earlier}]; keep one of them, or part them by operation or face`,
      ];
    if (requirement === ofLostRequests && isScoped(waiver))
      return [`${key}: ${requirement} is about all operations together; leave out operation and face`];
    if (waiver.operation !== undefined && !covers(waiver, waiver.operation))
      return [
        `environments.${name}.waivers[${at}].face: ${waiver.operation} is not of the endpoint set ${waiver.face ?? ""}; leave it out`,
      ];
    return [];
  });
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
}

/** True where both hold for failures of the same requirement and operation. */
function overlap(one: Waiver, other: Waiver): boolean {
  return one.requirement === other.requirement && operations.some(({ id }) => covers(one, id) && covers(other, id));
}
