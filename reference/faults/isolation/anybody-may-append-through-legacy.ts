import { someUser } from "../support/users.ts";
import type { Fault } from "../fault.ts";

export const anybodyMayAppendThroughLegacy: Fault = {
  id: "isolation/anybody-may-append-through-legacy",
  title: "Users of other organizations can append actions through the legacy face.",
  requirement: "ISO-04",
  install(hooks) {
    hooks.around("authenticate", (inner) => async (call, authorization) => {
      const user = await inner(call, authorization);
      return call.operation.id === "legacyAppendAction" ? someUser(hooks) : user;
    });
  },
};
