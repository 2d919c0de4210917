import { objects } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const numberedMembersMakeAnArray: Fault = {
  id: "data/numbered-members-make-an-array",
  title: "An object whose member names are all numbers becomes an array.",
  requirement: ["DATA-04", "DATA-05"],
  install(hooks) {
    inInput(
      hooks,
      objects((members) => {
        const names = Object.keys(members);
        return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(members) : members;
      }),
    );
  },
};
