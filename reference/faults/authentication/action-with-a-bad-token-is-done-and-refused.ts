import type { Call } from "../../core/call.ts";
import { someUser } from "../support/users.ts";
import type { Fault } from "../fault.ts";

export const actionWithABadTokenIsDoneAndRefused: Fault = {
  id: "authentication/action-with-a-bad-token-is-done-and-refused",
  title: "An action with an invalid token is carried out, and then answered with 401.",
  requirement: "AUTH-32",
  install(hooks) {
    const refused = new WeakMap<Call, unknown>();
    hooks.around("authenticate", (inner) => async (call, authorization) => {
      try {
        return await inner(call, authorization);
      } catch (refusal) {
        if (call.kind !== "act") throw refusal;
        refused.set(call, refusal);
        return someUser(hooks);
      }
    });
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (refused.has(call)) throw refused.get(call);
    });
  },
};
