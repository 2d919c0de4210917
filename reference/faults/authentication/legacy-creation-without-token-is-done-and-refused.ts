import type { Call } from "../../core/call.ts";
import { someUser } from "../support/users.ts";
import type { Fault } from "../fault.ts";

export const legacyCreationWithoutTokenIsDoneAndRefused: Fault = {
  id: "authentication/legacy-creation-without-token-is-done-and-refused",
  title: "A legacy creation without a token is carried out, and then answered with 401.",
  requirement: "AUTH-32",
  install(hooks) {
    const refused = new WeakMap<Call, unknown>();
    hooks.around("authenticate", (inner) => async (call, authorization) => {
      try {
        return await inner(call, authorization);
      } catch (refusal) {
        if (call.operation.id !== "legacyCreateTrace" || authorization !== undefined) throw refusal;
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
