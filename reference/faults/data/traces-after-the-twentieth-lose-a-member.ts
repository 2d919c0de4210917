import { counter } from "../support/counting.ts";
import { withoutLastMember } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const tracesAfterTheTwentiethLoseAMember: Fault = {
  id: "data/traces-after-the-twentieth-lose-a-member",
  title: "Every trace after the twentieth loses the last member of its first data.",
  requirement: ["DATA-05", "STATE-03", "DETAILS-07"],
  install(hooks) {
    const count = counter();
    inInput(hooks, (data) => (count() > 20 && Object.keys(data).length > 1 ? withoutLastMember(data) : data), {
      kind: "create",
    });
  },
};
