import { createPrivateKey } from "node:crypto";
import type { Principal } from "../core/call.ts";
import { Refusal } from "../core/refusal.ts";
import type { JsonObject } from "../core/json.ts";
import type { Call } from "../core/call.ts";
import { members } from "../hooks/rewrite.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { FaultEntries, FaultEntry } from "./fault.ts";
import { fault } from "./fault.ts";
import { loginAnyway } from "./support/logins.ts";
import { someUser } from "./support/users.ts";

/** The requirements of all operations: who needs no bearer header for one needs it for none. */
const everyAuth = Array.from(
  { length: 15 },
  (_, index) => `AUTH-${String(index + 1).padStart(2, "0")}`,
) as unknown as Exclude<FaultEntry["requirement"], string>;

/** A token that is taken from another place than the bearer header. */
const alsoFrom = (title: string, find: (call: Call, authorization: string | undefined) => string | undefined) =>
  fault(title, everyAuth, (hooks) =>
    hooks.around("authenticate", (inner) => async (call, authorization) => {
      try {
        return await inner(call, authorization);
      } catch (error) {
        const token = find(call, authorization);
        if (!(error instanceof Refusal) || token === undefined) throw error;
        return await inner(call, `Bearer ${token}`);
      }
    }),
  );

const queried = (call: Call, name: string): string | undefined =>
  new URLSearchParams(call.queryString).get(name) ?? undefined;

const inCookies = (call: Call, name: string): string | undefined =>
  new RegExp(`(?:^|; *)${name}=([^;]+)`).exec(call.headers.cookie ?? "")?.[1];

const header = (call: Call, name: string): string | undefined => {
  const value = call.headers[name];
  return typeof value === "string" ? value : undefined;
};

const keyOf = ({ privateKey }: JsonObject): string => (typeof privateKey === "string" ? privateKey : "");

/** Lets in with keys that open nothing. */
const keyLogin = (title: string, opens: (key: string) => boolean): FaultEntry =>
  fault(title, "LOGIN-14", (hooks) =>
    loginAnyway(hooks, { kind: "login-private-key" }, (body) => (opens(keyOf(body)) ? someUser(hooks) : undefined)),
  );

/** A private key login that opens another user's session. */
const otherSession = (title: string, requirement: FaultEntry["requirement"], whose: (user: Principal) => string) =>
  fault(title, requirement, (hooks) => swapSessions(hooks, whose));

function swapSessions(hooks: Hooks, whose: (user: Principal) => string): void {
  hooks.around("token", (inner) => (call, user) => {
    const other = call.kind === "login-private-key" ? hooks.directory.byId(whose(user)) : undefined;
    return inner(call, other ?? user);
  });
}

/** Who asks is known before the body is read, so what it holds is looked at when the search begins. */
function tokenInTheBody(hooks: Hooks): void {
  const refusals = new WeakMap<Call, unknown>();
  hooks.around("authenticate", (inner) => async (call, authorization) => {
    try {
      return await inner(call, authorization);
    } catch (error) {
      if (call.kind !== "search") throw error;
      refusals.set(call, error);
      return someUser(hooks);
    }
  });
  hooks.around("readFilters", (inner) => (call, filters) => {
    const { token } = members(call.body);
    if (refusals.has(call) && typeof token !== "string") throw refusals.get(call);
    return inner(call, filters);
  });
}

/** Faults by which doors open that should not. */
export const doors: FaultEntries<"doors"> = {
  "doors/another-scheme-will-do": alsoFrom(
    "A token is taken under any scheme.",
    (_call, authorization) => /^\S+ +(\S+)$/.exec(authorization ?? "")?.[1],
  ),
  "doors/any-scheme-but-bearer-opens-everything": fault(
    "Whatever comes under another scheme than Bearer is let in.",
    everyAuth,
    (hooks) =>
      hooks.around(
        "authenticate",
        (inner) => async (call, authorization) =>
          /^(?!Bearer)\S+ +\S/i.test(authorization ?? "") ? someUser(hooks) : await inner(call, authorization),
      ),
  ),
  "doors/token-in-a-cookie": alsoFrom("A token is taken from a cookie.", (call) => inCookies(call, "access_token")),
  "doors/token-in-the-body": fault("A search takes a token from its body.", everyAuth, tokenInTheBody),
  "doors/token-in-a-header-of-its-own": alsoFrom("A token is taken from a header of its own.", (call) =>
    header(call, "x-access-token"),
  ),
  "doors/token-in-the-query": alsoFrom("A token is taken from the query.", (call) => queried(call, "access_token")),
  "doors/a-public-key-opens": keyLogin("A public key opens the session of the private one.", (key) =>
    key.includes("PUBLIC KEY"),
  ),
  "doors/any-well-formed-key-opens": keyLogin("Any well-formed private key opens a session.", (key) => {
    try {
      return createPrivateKey(key).type === "private";
    } catch {
      return false;
    }
  }),
  "doors/a-key-of-another-kind-opens": keyLogin("A private key of another kind opens a session.", (key) => {
    try {
      return createPrivateKey(key).asymmetricKeyType === "ec";
    } catch {
      return false;
    }
  }),
  "doors/second-key-opens-the-first-session": otherSession(
    "The private key of one user opens the session of another.",
    ["ISO-01", "ISO-02"],
    () => "ada@acme.example",
  ),
  "doors/first-key-opens-the-second-session": otherSession(
    "The private key of the first user opens the session of a stranger.",
    ["REFUSE-03", "CREATE-03", "LOGIN-07"],
    () => "grace@globex.example",
  ),
};
