import { withoutLastMember } from "../support/json-changes.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const lastMemberIsDropped: Fault = {
  id: "state/last-member-is-dropped",
  title: "A state of three members or more is shown without the last one.",
  requirement: ["STATE-03", "DATA-05"],
  install(hooks) {
    inState(hooks, (data) => (Object.keys(data).length < 3 ? data : withoutLastMember(data)));
  },
};
