/** Tokens: what they are, what they open, who must get none. */
import type { Json } from "../../../spec/json.ts";
import type { Face } from "../../../spec/operations.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account, LoginStep } from "../../../spec/vocabulary/script.ts";
import type { Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { jsonAnswer } from "../support/answers.ts";
import { answers, last, members, status, succeedsWith } from "../support/history-faults.ts";

function opens(requirement: RequirementId, method: LoginStep["method"], face: Face): Kill {
  return {
    requirement,
    title: `the token of the ${face} ${method} login opens nothing`,
    accept: (story) => {
      story.login(method, { face, adopt: true });
      story.workflows();
      story.workflows("acme", { face: "legacy" });
    },
    reject: last("workflows", status(403)),
  };
}

type Wrong = Pick<LoginStep, "replace" | "omit" | "body" | "actor"> & { readonly face?: Face };

function wrong(requirement: RequirementId, title: string, method: LoginStep["method"], how: Wrong): Kill {
  return {
    requirement,
    title,
    accept: (story: Story) => {
      story.login(method, how);
    },
    reject: last(method === "credential" ? "login-credential" : "login-private-key", (exchange) => ({
      ...succeedsWith({ token: "eyJhbGciOiJub25lIn0.e30." })(exchange),
    })),
  };
}

function noJwt(requirement: RequirementId, method: LoginStep["method"], token: string): Kill {
  return {
    requirement,
    title: `the token ${JSON.stringify(token)} is no JWT`,
    accept: (story) => {
      story.login(method);
    },
    reject: last(method === "credential" ? "login-credential" : "login-private-key", members({ token })),
  };
}

/** A token with claims that are times, told as numbers and then as `told`. */
function timeIs(requirement: RequirementId, method: LoginStep["method"], told: Readonly<Record<string, Json>>): Kill {
  const withClaims = (claims: object): string => {
    const [head, payload] = [{ alg: "none" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    return `${String(head)}.${String(payload)}.`;
  };
  const kind = method === "credential" ? "login-credential" : "login-private-key";
  return {
    requirement,
    title: `the token says ${JSON.stringify(told)}`,
    accept: (story) => {
      const token = withClaims({ exp: 1_900_000_000.5, nbf: 0, iat: -1, sub: "7", at: "1900000000" });
      story.login(method, { answer: jsonAnswer({ error: null, data: { token } }) });
    },
    reject: last(kind, members({ token: withClaims(told) })),
  };
}

/** As a refusal tells it, in the envelope or without. */
function refusedWith(requirement: RequirementId, wrapped: boolean): Kill {
  const token = "eyJhbGciOiJub25lIn0.e30.";
  const told: Json = wrapped ? { error: { code: 13 }, data: { token } } : { error: "wrong password", token };
  return {
    requirement,
    title: `a wrong password is refused, with a token ${wrapped ? "in data" : "beside the error"}`,
    accept: (story) => {
      story.login("credential", { face: wrapped ? "v2" : "legacy", replace: { password: "wrong" } });
    },
    reject: last("login-credential", (exchange) => answers(jsonAnswer(told, 401))(exchange)),
  };
}

/** An action that another user may do, in a session of the key and then in one of the password. */
const keyOfAnother: Kill = {
  requirement: "LOGIN-07",
  title: "the key of a user opens the session of another",
  accept: (story) => {
    const trace = story.create();
    const data = { note: "of another" };
    for (const method of ["private-key", "credential"] as const) {
      story.login(method, { actor: "user-0", adopt: true });
      story.act(trace, { data }, { by: "user-0" });
    }
  },
  reject: (history) => {
    const first = history.exchanges.find(({ intent }) => intent.kind === "act");
    const exchanges = history.exchanges.map((one) => (one === first ? status(403)(one) : one));
    return { ...history, exchanges };
  },
};

/** The token of a user, issued at a time: a claim that tells when, one that is counted, and one that tells who. */
const tokenOf = (sub: string, iat: number): string =>
  [{ alg: "HS256" }, { sub, iat, jti: iat + 1, roles: ["clerk"] }, "signature"]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");

/** Two users who log in by turns and then together. */
function byTurns(requirement: RequirementId, title: string, method: LoginStep["method"]): Kill {
  const answer = (sub: string, iat: number) => jsonAnswer({ error: null, data: { token: tokenOf(sub, iat) } });
  return {
    requirement,
    title,
    accept: (story) => {
      for (const iat of [1, 2]) {
        story.login(method, { answer: answer("ada", iat) });
        story.login(method, { actor: "second", answer: answer("bob", iat) });
      }
      story.together(() => {
        story.login(method, { answer: answer("ada", 3) });
        story.login(method, { actor: "second", answer: answer("bob", 3) });
      });
    },
    reject: last(
      method === "credential" ? "login-credential" : "login-private-key",
      members({ token: tokenOf("ada", 3) }),
    ),
  };
}

/** A login of the second user whose token names that user, or another one. */
function ofUser(requirement: RequirementId, title: string, method: LoginStep["method"]): Kill {
  const naming = (account: Account) => (exchange: Exchange) => ({
    ...exchange,
    ...(exchange.response ? { response: { ...exchange.response, tokenNames: [account] } } : {}),
  });
  const kind = method === "credential" ? "login-credential" : "login-private-key";
  return {
    requirement,
    title,
    accept: (story) => {
      story.login(method, { actor: "second" });
    },
    reject: last(kind, naming("first")),
  };
}

export const loginKills: readonly Kill[] = [
  ofUser("LOGIN-04", "the token of the second user names the first", "credential"),
  ofUser("LOGIN-05", "the token that the second user's key opens names the first", "private-key"),
  byTurns("LOGIN-04", "of two logins at the same time both get the token of the first", "credential"),
  byTurns("LOGIN-05", "of two keys at the same time both open the session of the first", "private-key"),
  noJwt("LOGIN-04", "credential", "opaque-token"),
  noJwt("LOGIN-04", "credential", "a.b.c"),
  noJwt("LOGIN-05", "private-key", "eyJhbGciOiJub25lIn0"),
  noJwt("LOGIN-05", "private-key", ""),
  timeIs("LOGIN-04", "credential", { exp: "1900000000" }),
  timeIs("LOGIN-04", "credential", { exp: 1_900_000_000, iat: "2026-01-01T00:00:00Z" }),
  timeIs("LOGIN-05", "private-key", { nbf: null }),
  opens("LOGIN-06", "credential", "v2"),
  opens("LOGIN-07", "private-key", "v2"),
  opens("LOGIN-08", "credential", "legacy"),
  keyOfAnother,
  wrong("LOGIN-11", "a wrong password gets a token", "credential", { replace: { password: "wrong" } }),
  wrong("LOGIN-11", "the password up to a NUL gets a token", "credential", {
    replace: { password: "$first.password~nul" },
  }),
  wrong("LOGIN-12", "a wrong password gets a token", "credential", { face: "legacy", replace: { password: "wrong" } }),
  refusedWith("LOGIN-11", true),
  refusedWith("LOGIN-12", false),
  wrong("LOGIN-13", "an email of nobody gets a token", "credential", { replace: { email: "nobody@example.test" } }),
  wrong("LOGIN-14", "a key of nobody gets a token", "private-key", { replace: { privateKey: "no such key" } }),
  wrong("LOGIN-15", "a login without password gets a token", "credential", { omit: ["password"] }),
  wrong("LOGIN-15", "a key of another type gets a token", "private-key", { replace: { privateKey: { $ne: null } } }),
  wrong("LOGIN-15", "a broken body gets a token", "credential", { body: { kind: "json-broken" } }),
  wrong("LOGIN-16", "another user's password gets a token", "credential", {
    replace: { password: "$second.password" },
  }),
  wrong("LOGIN-16", "the first user's password gets another user a token", "credential", {
    actor: "second",
    replace: { password: "$first.password" },
  }),
];
