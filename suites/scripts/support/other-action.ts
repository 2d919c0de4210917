import { writersFor } from "../../../spec/readings/people.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../context.ts";

/**
 * An action of the first workflow that the first user may append with any data, other than the one that scripts use; of
 * another group, where there is such a one.
 */
export function otherAction({ target }: SuiteContext): ActionDescription | undefined {
  const { workflows, people = [] } = target;
  const [used, ...others] = workflows[0]?.actions.filter(({ appends, dataSchema }) => appends && !dataSchema) ?? [];
  const own = others.filter(({ groupLabel }) => (writersFor(people, groupLabel)[0]?.account ?? "first") === "first");
  return own.find(({ groupLabel }) => groupLabel !== used?.groupLabel) ?? own[0];
}
