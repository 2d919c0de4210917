import { unauthorized } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const legacyRefusesTokensOfV2: Fault = {
  id: "authentication/legacy-refuses-tokens-of-v2",
  title: "The legacy endpoints refuse tokens that a v2 login gave out.",
  requirement: ["AUTH-31", "LOGIN-06", "LOGIN-07"],
  install(hooks) {
    const issued = new Set<string>();
    hooks.around("token", (inner) => async (call, user) => {
      const token = await inner(call, user);
      if (call.face === "v2") issued.add(`Bearer ${token}`);
      return token;
    });
    hooks.around("authenticate", (inner) => (call, authorization) => {
      if (call.face === "legacy" && issued.has(authorization ?? "")) throw unauthorized("the token is for v2");
      return inner(call, authorization);
    });
  },
};
