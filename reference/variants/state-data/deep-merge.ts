import { getOwn, isJsonObject, setOwn } from "../../core/json.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Variant } from "../variant.ts";

export const stateDataDeepMerge: Variant = {
  id: "state-data/deep-merge",
  title: "Objects are merged member by member at every depth.",
  openPoint: "state-data",
  install(hooks) {
    hooks.policy.state.fold = (before, link) => deepMerge(before ?? {}, link.data);
  },
};

function deepMerge(under: JsonObject, over: JsonObject): JsonObject {
  const merged: JsonObject = { ...under };
  for (const [key, value] of Object.entries(over)) setOwn(merged, key, mergeMember(getOwn(under, key), value));
  return merged;
}

function mergeMember(under: Json | undefined, over: Json): Json {
  return isJsonObject(under) && isJsonObject(over) ? deepMerge(under, over) : over;
}
