import { loginAnyway, passwordOf, rightPasswords } from "../support/logins.ts";
import type { Fault } from "../fault.ts";

export const legacyIgnoresTheDomainOfTheEmail: Fault = {
  id: "login/legacy-ignores-the-domain-of-the-email",
  title: "The legacy login compares an e-mail up to its `@` only.",
  requirement: "LOGIN-13",
  install(hooks) {
    loginAnyway(hooks, { face: "legacy" }, (body) => {
      const { email } = body;
      const [known, password] =
        [...rightPasswords].find(([right]) => right.split("@")[0] === String(email).split("@")[0]) ?? [];
      return known !== undefined && password === passwordOf(body) ? hooks.directory.byId(known) : undefined;
    });
  },
};
