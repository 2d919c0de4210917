/** The arguments of details exchanges: which links were asked for. */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";

export type PageArgumentValues = { readonly [argument in "first" | "last" | "after" | "before"]?: Json };

/** The arguments of a details exchange that were given at all. */
export function pageArgumentsOf(exchange: Exchange): PageArgumentValues {
  const given = exchange.intent.kind === "details" ? exchange.intent.page : {};
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
}

/** `none`, `first`, `first-after`, …: the combination's name in the profile. */
export function combinationOf(page: PageArgumentValues): string {
  const given = (["first", "last", "after", "before"] as const).filter((argument) => page[argument] !== undefined);
  return given.length === 0 ? "none" : given.join("-");
}
