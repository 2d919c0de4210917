import { randomBytes } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { unauthorized } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const tokenHs256: Variant = {
  id: "token/hs256",
  title: "Tokens are signed with a shared secret (HS256) and say no end.",
  openPoint: "token",
  install(hooks) {
    const secret = randomBytes(32);
    hooks.around(
      "token",
      () => (_call, user) =>
        new SignJWT({}).setProtectedHeader({ alg: "HS256" }).setSubject(user.userId).setIssuedAt().sign(secret),
    );
    hooks.around("authenticate", () => async (_call, authorization) => {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
      const { payload } = await jwtVerify(token, secret, { algorithms: ["HS256"] }).catch(() => {
        throw unauthorized("wanted a valid bearer token");
      });
      const user = hooks.directory.byId(payload.sub ?? "");
      if (user === undefined) throw unauthorized("the user no longer exists");
      return user;
    });
  },
};
