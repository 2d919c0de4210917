import { createPrivateKey, randomUUID } from "node:crypto";
import type { OperationId } from "../../spec/operations.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { Json } from "../core/json.ts";
import { unauthorized } from "../core/refusal.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Scope } from "../hooks/rewrite.ts";
import { members, rewritePayload } from "../hooks/rewrite.ts";
import type { FaultEntries, FaultEntry } from "./fault.ts";
import { fault, faultMaker } from "./fault.ts";
import { inToken } from "./support/doors.ts";
import { forgivePassword, loginAnyway, passwordOf, rightPasswords, userOf } from "./support/logins.ts";
import { someUser } from "./support/users.ts";

/** The answers of a login. */
const answer = (scope: Scope) =>
  faultMaker((hooks, change: (token: Json) => unknown) =>
    rewritePayload(hooks, scope, (payload) => change(members(payload)["token"] ?? null)),
  );
const v2Answer = answer({ face: "v2", kind: "login-credential" });
const legacyAnswer = answer({ face: "legacy", kind: "login-credential" });
const privateKeyAnswer = answer({ kind: "login-private-key" });

const v2Password = faultMaker(forgivePassword, { face: "v2" });
const legacyPassword = faultMaker(forgivePassword, { face: "legacy" });

/** A login that wants what it is there to give. */
const wantsToken = (title: string, requirement: RequirementId, operation: OperationId): FaultEntry =>
  fault(title, requirement, (hooks) =>
    hooks.around("onRequest", (inner) => async (call) => {
      await inner(call);
      if (call.operation.id === operation && call.headers.authorization === undefined)
        throw unauthorized("wanted a bearer token");
    }),
  );

/** Gives out another text in place of each token, and takes it for the token. */
function replaceTokens(hooks: Hooks, scope: Scope, replacement: (token: string) => string): void {
  const tokens = new Map<string, string>();
  const replace = (token: string): string => {
    const given = replacement(token);
    tokens.set(given, token);
    return given;
  };
  inToken(hooks, replace, scope);
  hooks.around("authenticate", (inner) => (call, authorization) => {
    const token = tokens.get(authorization?.replace(/^Bearer +/i, "") ?? "");
    return inner(call, token === undefined ? authorization : `Bearer ${token}`);
  });
}

/** Faults in logins and in the tokens they give out. */
export const login: FaultEntries<"login"> = {
  "login/any-text-is-a-private-key": fault("Any text in `privateKey` gets a token.", "LOGIN-14", (hooks) =>
    loginAnyway(hooks, { kind: "login-private-key" }, ({ privateKey }) =>
      typeof privateKey === "string" && privateKey !== "" ? someUser(hooks) : undefined,
    ),
  ),
  "login/any-users-password-opens-every-user": fault(
    "The password of one user opens the account of any other.",
    "LOGIN-16",
    (hooks) =>
      loginAnyway(hooks, { kind: "login-credential" }, (body) =>
        [...rightPasswords.values()].some((password) => password === passwordOf(body))
          ? userOf(hooks, body)
          : undefined,
      ),
  ),
  "login/everybody-gets-the-same-users-token": fault(
    "Every login gives out a token of one and the same user, whoever logged in.",
    ["ISO-01", "ISO-02", "ISO-03", "ISO-04", "ISO-05"],
    (hooks) => hooks.around("token", (inner) => (call) => inner(call, someUser(hooks))),
  ),
  "login/legacy-calls-it-access-token": legacyAnswer(
    "The legacy login names the token `access_token`.",
    "LOGIN-03",
    (token) => ({ access_token: token }),
  ),
  "login/legacy-ignores-case-in-passwords": legacyPassword(
    "The legacy login takes the password in any case.",
    "LOGIN-12",
    (sent, right) => sent.toLowerCase() === right.toLowerCase(),
  ),
  "login/legacy-ignores-the-domain-of-the-email": fault(
    "The legacy login compares an e-mail up to its `@` only.",
    "LOGIN-13",
    (hooks) =>
      loginAnyway(hooks, { face: "legacy" }, (body) => {
        const { email } = body;
        const [known, password] =
          [...rightPasswords].find(([right]) => right.split("@")[0] === String(email).split("@")[0]) ?? [];
        return known !== undefined && password === passwordOf(body) ? hooks.directory.byId(known) : undefined;
      }),
  ),
  "login/legacy-ignores-what-follows-the-password": legacyPassword(
    "The legacy login takes a password with anything behind it.",
    "LOGIN-12",
    (sent, right) => sent.startsWith(right),
  ),
  "login/legacy-takes-a-password-of-another-type": fault(
    "The legacy login lets in who sends a number, a boolean or null as the password.",
    "LOGIN-15",
    (hooks) =>
      loginAnyway(hooks, { face: "legacy" }, (body) =>
        Object.hasOwn(body, "password") && typeof body["password"] !== "string" ? userOf(hooks, body) : undefined,
      ),
  ),
  "login/legacy-takes-any-password": fault("The legacy login gives a token for any password.", "LOGIN-12", (hooks) =>
    loginAnyway(hooks, { face: "legacy" }, (body) =>
      passwordOf(body) === undefined ? undefined : userOf(hooks, body),
    ),
  ),
  "login/legacy-takes-the-beginning-of-a-password": legacyPassword(
    "The legacy login takes any beginning of the password.",
    ["LOGIN-12", "LOGIN-15"],
    (sent, right) => right.startsWith(sent),
  ),
  "login/legacy-takes-a-wrong-password-the-second-time": fault(
    "The legacy login keeps whom it looked up for a password, and gives a token when the same wrong one comes again.",
    "LOGIN-12",
    (hooks) => {
      const tried = new Set<string>();
      loginAnyway(hooks, { face: "legacy" }, (body) => {
        const key = JSON.stringify([body["email"], passwordOf(body)]);
        return passwordOf(body) !== undefined && tried.size === tried.add(key).size ? userOf(hooks, body) : undefined;
      });
    },
  ),
  "login/legacy-token-opens-nothing": fault(
    "The token of the legacy login names a user who does not exist.",
    "LOGIN-08",
    (hooks) => inToken(hooks, (_token, { userId }) => hooks.tokens.issue(`user:${userId}`), { face: "legacy" }),
  ),
  "login/private-key-login-wants-a-token": wantsToken(
    "The private key login wants the `Authorization` header.",
    "LOGIN-10",
    "v2LoginPrivateKey",
  ),
  "login/private-key-may-be-missing": fault(
    "The private key login gives a token for an empty object.",
    "LOGIN-15",
    (hooks) =>
      loginAnyway(hooks, { kind: "login-private-key" }, (body) =>
        Object.hasOwn(body, "privateKey") ? undefined : someUser(hooks),
      ),
  ),
  "login/private-key-of-nobody-gets-a-token": fault("Any well-formed private key gets a token.", "LOGIN-14", (hooks) =>
    loginAnyway(hooks, { kind: "login-private-key" }, ({ privateKey }) => {
      try {
        createPrivateKey(String(privateKey).replaceAll("\\n", "\n"));
        return someUser(hooks);
      } catch {
        return undefined;
      }
    }),
  ),
  "login/private-key-token-has-expired": fault(
    "The token of the private key login has already expired when it is given out.",
    "LOGIN-07",
    (hooks) =>
      inToken(hooks, (_token, { userId }) => hooks.tokens.issue(userId, {}, -60), { kind: "login-private-key" }),
  ),
  "login/private-key-token-has-two-parts": fault(
    "The token of the private key login comes without its signature and is accepted so.",
    "LOGIN-05",
    (hooks) => replaceTokens(hooks, { kind: "login-private-key" }, (token) => token.slice(0, token.lastIndexOf("."))),
  ),
  "login/private-key-token-includes-the-scheme": fault(
    "The token of the private key login begins with the word `Bearer`.",
    ["LOGIN-05", "LOGIN-07"],
    (hooks) => inToken(hooks, (token) => `Bearer ${token}`, { kind: "login-private-key" }),
  ),
  "login/private-key-token-is-a-list": privateKeyAnswer(
    "The member `token` of the private key login is a list of one text.",
    "LOGIN-02",
    (token) => ({ token: [token] }),
  ),
  "login/v2-compares-eight-characters": v2Password(
    "The v2 login compares the first eight characters of the password.",
    "LOGIN-11",
    (sent, right) => sent.slice(0, 8) === right.slice(0, 8),
  ),
  "login/v2-credential-login-wants-a-token": wantsToken(
    "The v2 credential login wants the `Authorization` header.",
    "LOGIN-09",
    "v2LoginCredential",
  ),
  "login/v2-lets-in-unknown-emails": fault(
    "The v2 login gives a token for an e-mail that nobody has.",
    "LOGIN-13",
    (hooks) =>
      loginAnyway(hooks, { face: "v2", kind: "login-credential" }, (body) =>
        passwordOf(body) !== undefined && typeof body["email"] === "string" && userOf(hooks, body) === undefined
          ? someUser(hooks)
          : undefined,
      ),
  ),
  "login/v2-needs-no-password": fault(
    "The v2 login gives a token when the member `password` is missing.",
    "LOGIN-15",
    (hooks) =>
      loginAnyway(hooks, { face: "v2", kind: "login-credential" }, (body) =>
        Object.hasOwn(body, "password") ? undefined : userOf(hooks, body),
      ),
  ),
  "login/v2-takes-any-password": fault("The v2 login gives a token for any password.", "LOGIN-11", (hooks) =>
    loginAnyway(hooks, { face: "v2", kind: "login-credential" }, (body) =>
      passwordOf(body) === undefined ? undefined : userOf(hooks, body),
    ),
  ),
  "login/v2-token-is-an-object": v2Answer(
    "The member `token` of the v2 credential login is an object.",
    "LOGIN-01",
    (token) => ({ token: { value: token } }),
  ),
  "login/v2-token-expires-by-a-text": fault(
    "The token of the v2 credential login says by a text of digits when it expires; it opens the endpoints.",
    "LOGIN-04",
    (hooks) =>
      replaceTokens(hooks, { face: "v2", kind: "login-credential" }, (token) => {
        const [head = "", payload = "", signature = ""] = token.split(".");
        const claims = Buffer.from(payload, "base64url").toString();
        const changed = claims.replace(/"exp":(\d+)/, '"exp":"$1"');
        return [head, Buffer.from(changed).toString("base64url"), signature].join(".");
      }),
  ),
  "login/v2-token-is-opaque": fault(
    "The v2 credential login gives out a session number; it opens the endpoints, but is no JWT.",
    "LOGIN-04",
    (hooks) => replaceTokens(hooks, { face: "v2", kind: "login-credential" }, () => randomUUID()),
  ),
  "login/v2-token-opens-nothing": fault(
    "The token of the v2 credential login is accepted nowhere.",
    "LOGIN-06",
    (hooks) =>
      inToken(hooks, (token) => `${token.slice(0, -12)}AAAAAAAAAAAA`, { face: "v2", kind: "login-credential" }),
  ),
};
