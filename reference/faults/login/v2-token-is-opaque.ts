import { randomUUID } from "node:crypto";
import type { Fault } from "../fault.ts";

export const v2TokenIsOpaque: Fault = {
  id: "login/v2-token-is-opaque",
  title: "The v2 credential login gives out a session number; it opens the endpoints, but is no JWT.",
  requirement: "LOGIN-04",
  install(hooks) {
    const sessions = new Map<string, string>();
    hooks.around("token", (inner) => async (call, user) => {
      const token = await inner(call, user);
      if (call.face !== "v2" || call.kind !== "login-credential") return token;
      const session = randomUUID();
      sessions.set(session, token);
      return session;
    });
    hooks.around("authenticate", (inner) => (call, authorization) => {
      const token = sessions.get(authorization?.replace(/^Bearer +/i, "") ?? "");
      return inner(call, token === undefined ? authorization : `Bearer ${token}`);
    });
  },
};
