import type { Principal } from "../../core/call.ts";
import { members, rewriteReply } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { embeddedTarget } from "../../embedded-target.ts";
import { succeed } from "./refused.ts";

/** Gives a token to some of those whom a login refuses. @param whom the user they get in as; undefined for nobody */
export function loginAnyway(hooks: Hooks, scope: Scope, whom: (body: JsonObject) => Principal | undefined): void {
  rewriteReply(hooks, { kind: ["login-credential", "login-private-key"], ...scope }, async (reply, call) => {
    if (reply.status !== 400 && reply.status !== 401) return reply;
    const user = whom(members(call.body));
    return user === undefined ? reply : succeed(call, { token: await hooks.tokens.issue(user.userId) });
  });
}

/** The user of an e-mail. */
export function userOf(hooks: Hooks, body: JsonObject): Principal | undefined {
  const { email } = body;
  return typeof email === "string" ? hooks.directory.byId(email) : undefined;
}

/** The password of a request, if it is a text. */
export const passwordOf = ({ password }: JsonObject): string | undefined =>
  typeof password === "string" ? password : undefined;

/** The right passwords of the built-in users, which a fault needs to tell what is nearly right. */
export const rightPasswords: ReadonlyMap<string, string> = new Map(
  [embeddedTarget.credentials, embeddedTarget.secondUser].map(({ email, password }) => [email, password]),
);

/** Lets in whose password is nearly right. */
export function forgivePassword(
  hooks: Hooks,
  nearly: (sent: string, right: string) => boolean,
  scope: Scope = {},
): void {
  loginAnyway(hooks, { kind: "login-credential", ...scope }, (body) => {
    const user = userOf(hooks, body);
    const sent = passwordOf(body);
    const right = rightPasswords.get(user?.email ?? "");
    return sent !== undefined && right !== undefined && nearly(sent, right) ? user : undefined;
  });
}
