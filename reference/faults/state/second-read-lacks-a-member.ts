import { counter } from "../support/counting.ts";
import { withoutLastMember } from "../support/json-changes.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const secondReadLacksAMember: Fault = {
  id: "state/second-read-lacks-a-member",
  title: "Every second read of a state lacks its last member.",
  requirement: ["STATE-04", "STATE-03"],
  install(hooks) {
    const count = counter();
    inState(
      hooks,
      (data, { traceId }) =>
        count(traceId) % 2 === 0 && Object.keys(data).length > 1 ? withoutLastMember(data) : data,
      { kind: "state" },
    );
  },
};
