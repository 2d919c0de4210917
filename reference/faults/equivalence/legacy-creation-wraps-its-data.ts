import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const legacyCreationWrapsItsData: Fault = {
  id: "equivalence/legacy-creation-wraps-its-data",
  title: "The legacy creation keeps its data in one more object.",
  requirement: ["EQUIV-06", "STATE-03", "DETAILS-07"],
  install(hooks) {
    inInput(hooks, (data) => ({ data }), { face: "legacy", kind: "create" });
  },
};
