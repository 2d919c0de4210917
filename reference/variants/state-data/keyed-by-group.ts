import { keepBeside } from "./keep-beside.ts";
import { isJsonObject } from "../../core/json.ts";
import { shallowMerge } from "../../policy/state.ts";
import type { Variant } from "../variant.ts";

export const stateDataKeyedByGroup: Variant = {
  id: "state-data/keyed-by-group",
  title: "The state has one member per group label, with the data of its last action.",
  openPoint: "state-data",
  install(hooks) {
    keepBeside(hooks, (shown, link) =>
      shallowMerge(isJsonObject(shown) ? shown : {}, { [link.groupLabel]: link.data }),
    );
  },
};
