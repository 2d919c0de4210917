import { randomBytes } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { unauthorized } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const tokenEncrypted: Variant = {
  id: "token/encrypted",
  title: "Tokens are encrypted JWTs, whose claims cannot be read.",
  openPoint: "token",
  install(hooks) {
    const secret = randomBytes(32);
    hooks.around(
      "token",
      () => (_call, user) =>
        new EncryptJWT({})
          .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
          .setSubject(user.userId)
          .setExpirationTime("1h")
          .encrypt(secret),
    );
    hooks.around("authenticate", () => async (_call, authorization) => {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
      const { payload } = await jwtDecrypt(token, secret).catch(() => {
        throw unauthorized("wanted a valid bearer token");
      });
      const user = hooks.directory.byId(payload.sub ?? "");
      if (user === undefined) throw unauthorized("the user no longer exists");
      return user;
    });
  },
};
