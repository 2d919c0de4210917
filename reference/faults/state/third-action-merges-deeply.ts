import { isJsonObject, getOwn } from "../../core/json.ts";
import type { Json } from "../../core/json.ts";
import { foldOtherwise } from "../support/folding.ts";
import { objectFrom } from "../support/json-changes.ts";
import type { Fault } from "../fault.ts";

const deeply = (under: Json | undefined, over: Json): Json => {
  if (!isJsonObject(under) || !isJsonObject(over)) return over;
  const merged = Object.entries(over).map(([key, value]) => [key, deeply(getOwn(under, key), value)] as const);
  return objectFrom([...Object.entries(under), ...merged]);
};

export const thirdActionMergesDeeply: Fault = {
  id: "state/third-action-merges-deeply",
  title: "From the third action on objects are merged member by member; before, they were replaced.",
  requirement: "STATE-03",
  install(hooks) {
    foldOtherwise(hooks, (before, link) => {
      const merged = deeply(before, link.data);
      return link.position >= 3 && isJsonObject(merged) ? merged : undefined;
    });
  },
};
