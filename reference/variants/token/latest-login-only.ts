import { unauthorized } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const tokenLatestLoginOnly: Variant = {
  id: "token/latest-login-only",
  title: "A login ends the tokens that its user had before.",
  openPoint: "token",
  install(hooks) {
    const latest = new Map<string, string>();
    hooks.around("token", (issue) => async (call, user) => {
      const token = await issue(call, user);
      latest.set(user.userId, token);
      return token;
    });
    hooks.around("authenticate", (verify) => async (call, authorization) => {
      const user = await verify(call, authorization);
      if (!authorization?.endsWith(` ${latest.get(user.userId) ?? ""}`))
        throw unauthorized("another login ended the token");
      return user;
    });
  },
};
