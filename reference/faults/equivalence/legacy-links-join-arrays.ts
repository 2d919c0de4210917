import { getOwn } from "../../core/json.ts";
import { mapObject } from "../../hooks/walk.ts";
import { shallowMerge } from "../../policy/state.ts";
import { foldOtherwise } from "../support/folding.ts";
import type { Fault } from "../fault.ts";

export const legacyLinksJoinArrays: Fault = {
  id: "equivalence/legacy-links-join-arrays",
  title: "A legacy link adds the elements of an array to those that are there; a v2 action replaces them.",
  requirement: ["EQUIV-07", "STATE-03"],
  install(hooks) {
    foldOtherwise(hooks, (before, { data }, call) => {
      if (call.face === "v2") return undefined;
      const joined = mapObject(data, (value, key) => {
        const there = getOwn(before, key);
        return Array.isArray(value) && Array.isArray(there) ? [...there, ...value] : value;
      });
      return shallowMerge(before, joined);
    });
  },
};
