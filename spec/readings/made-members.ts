/** Members that the target puts into the state by certain actions, such as the name of a document that it made. */
import type { OpenPointValues } from "../vocabulary/profile.ts";

/** The members that these actions may have brought beside what they sent. */
export function madeBy(
  { made = {} }: OpenPointValues["state-data"],
  actions: readonly { readonly actionKey: string }[],
): readonly string[] {
  return Object.keys(made).filter((name) => actions.some(({ actionKey }) => made[name]?.includes(actionKey)));
}
