import { getOwn, isJsonObject, setOwn } from "../../core/json.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Variant } from "../variant.ts";

export const stateDataMergePatch: Variant = {
  id: "state-data/merge-patch",
  title: "Actions are merge patches (RFC 7396): null takes a member away.",
  openPoint: "state-data",
  install(hooks) {
    hooks.policy.state.fold = (before, link) => patch(before ?? {}, link.data);
  },
};

function patch(under: JsonObject, over: JsonObject): JsonObject {
  const patched: JsonObject = { ...under };
  for (const [key, value] of Object.entries(over)) {
    if (value === null) delete patched[key];
    else setOwn(patched, key, patchMember(getOwn(under, key), value));
  }
  return patched;
}

function patchMember(under: Json | undefined, over: Json): Json {
  if (!isJsonObject(over)) return over;
  return patch(isJsonObject(under) ? under : {}, over);
}
