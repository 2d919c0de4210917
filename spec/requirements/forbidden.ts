/** What nobody may do on a target, as its configuration says. */
import { dutyOf, operationById, type Duty, type OperationId } from "../operations.ts";
import { type Need } from "./needs.ts";
import { skipped, type ConfiguredTarget, type Inapplicable } from "./at-hand.ts";

/** What nobody may do on this target, of what the requirement needs; undefined where somebody may. */
export function forbidden(
  { operations, needs = [] }: { readonly operations: readonly OperationId[]; readonly needs?: readonly Need[] },
  { name, people }: ConfiguredTarget,
): Inapplicable | undefined {
  const wanted = operations.map((id) => dutyOf(operationById(id)));
  const needed: readonly Duty[] = needs.flatMap((need): readonly Duty[] =>
    need === "write-access" ? ["write"] : need === "reading:search-keys" ? ["search"] : [],
  );
  const may = (duty: Duty): boolean => people?.some((person) => person.may.includes(duty)) ?? true;
  const lacking = wanted.every((duty) => duty !== undefined && !may(duty))
    ? wanted[0]
    : needed.find((duty) => !may(duty));
  if (people === undefined || lacking === undefined) return undefined;
  return skipped(`no user of the configuration may ${lacking}`, `see environments.${name}.users[].may`);
}
