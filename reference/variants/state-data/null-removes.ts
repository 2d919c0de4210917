import { shallowMerge } from "../../policy/state.ts";
import { mapObject } from "../../hooks/walk.ts";
import type { Variant } from "../variant.ts";

export const stateDataNullRemoves: Variant = {
  id: "state-data/null-removes",
  title: "The members of an action replace those of the same name, and null takes a member away.",
  openPoint: "state-data",
  install(hooks) {
    hooks.policy.state.fold = (before, link) =>
      mapObject(shallowMerge(before ?? {}, link.data), (member) => (member === null ? undefined : member));
  },
};
