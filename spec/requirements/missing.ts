/** What of the needs of a requirement is missing, and what a person can supply of it. */
import type { AtHand, Inapplicable, NeedKind } from "./at-hand.ts";
import { needKinds, type Need } from "./needs.ts";

/** The first thing that is missing: what makes it skipped before what leaves it open. Undefined where nothing is. */
export function firstMissing(
  { id, needs = [] }: { readonly id: string; readonly needs?: readonly Need[] },
  atHand: AtHand,
): Inapplicable | undefined {
  const kinds: Readonly<Record<string, NeedKind | undefined>> = needKinds;
  const missing = needs.flatMap((need) => kinds[need]?.missing(atHand, id) ?? []);
  return missing.find(({ status }) => status === "skipped") ?? missing[0];
}

/** What a person can supply of the needs, in a few words each. */
export function remediesFor(needs: readonly Need[]): readonly string[] {
  const kinds: Readonly<Record<string, NeedKind | undefined>> = needKinds;
  return needs.flatMap((need) => kinds[need]?.remedy ?? []);
}
