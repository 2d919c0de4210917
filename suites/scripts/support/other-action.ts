import { writersFor } from "../../../spec/readings/people.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../context.ts";

/** A second action of the first workflow that the first user may append with any data; preferably of another group. */
export function otherAction({ target }: SuiteContext): ActionDescription | undefined {
  const { workflows, people = [] } = target;
  const [used, ...others] = workflows[0]?.actions.filter(({ appends, dataSchema }) => appends && !dataSchema) ?? [];
  const own = others.filter(({ groupLabel }) => (writersFor(people, groupLabel)[0]?.account ?? "first") === "first");
  return own.find(({ groupLabel }) => groupLabel !== used?.groupLabel) ?? own[0];
}
