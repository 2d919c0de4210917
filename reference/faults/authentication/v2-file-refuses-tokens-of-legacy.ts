import { unauthorized } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const v2FileRefusesTokensOfLegacy: Fault = {
  id: "authentication/v2-file-refuses-tokens-of-legacy",
  title: "The download of one file refuses tokens that the legacy login gave out.",
  requirement: ["AUTH-31", "LOGIN-08"],
  install(hooks) {
    const issued = new Set<string>();
    hooks.around("token", (inner) => async (call, user) => {
      const token = await inner(call, user);
      if (call.face === "legacy") issued.add(`Bearer ${token}`);
      return token;
    });
    hooks.around("authenticate", (inner) => (call, authorization) => {
      if (call.kind === "file" && issued.has(authorization ?? "")) throw unauthorized("the token is too old");
      return inner(call, authorization);
    });
  },
};
