import { getOwn } from "../../core/json.ts";
import { mapObject } from "../../hooks/walk.ts";
import { shallowMerge } from "../../policy/state.ts";
import { foldOtherwise } from "../support/folding.ts";
import type { Fault } from "../fault.ts";

export const v2ActionsKeepWhatFalsyValuesWouldReplace: Fault = {
  id: "equivalence/v2-actions-keep-what-falsy-values-would-replace",
  title: "A v2 action does not replace a value by false, zero, an empty text or null; a legacy link does.",
  requirement: ["EQUIV-07", "STATE-03"],
  install(hooks) {
    foldOtherwise(hooks, (before, { data }, call) => {
      if (call.face === "legacy") return undefined;
      return shallowMerge(
        before,
        mapObject(data, (value, key) => value || (getOwn(before, key) ?? value)),
      );
    });
  },
};
