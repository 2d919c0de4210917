/** Which actions a state is made of that shows each reader the first action and those of his own groups. */
import type { Account } from "../vocabulary/script.ts";
import type { Person } from "../vocabulary/target.ts";

/** Those that this reader is shown; undefined where nobody knows his groups. */
export function partOf<Action extends { readonly groupLabel: string }>(
  actions: readonly Action[],
  first: Action | undefined,
  reader: Account,
  people: readonly Person[] = [],
): readonly Action[] | undefined {
  const groups = people.find(({ account }) => account === reader)?.groups;
  return groups && actions.filter((action) => action === first || groups.includes(action.groupLabel));
}
