import { keepBeside } from "./keep-beside.ts";
import { isJsonObject } from "../../core/json.ts";
import { shallowMerge } from "../../policy/state.ts";
import type { Variant } from "../variant.ts";

export const stateDataKeyedByAction: Variant = {
  id: "state-data/keyed-by-action",
  title: "The state has one member per action key, with the data of its last action.",
  openPoint: "state-data",
  install(hooks) {
    keepBeside(hooks, (shown, link) => shallowMerge(isJsonObject(shown) ? shown : {}, { [link.actionKey]: link.data }));
  },
};
