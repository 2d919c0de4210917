/** Passwords that are compared in part, folded, or not with the email that came along. */
import type { User } from "../../../lib/service/domain.ts";
import { json } from "../../../lib/service/http.ts";
import { isObject, type Json, type JsonObject, own, parseJson } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { admitUsers } from "../../changes/people.ts";
import { aroundStep, around, type Faults } from "../../tools.ts";

/** A condition as a document database reads it. */
function meets(condition: Json | undefined, value: string): boolean {
  if (!isObject(condition)) return condition === value;
  const operators = Object.keys(condition);
  return (
    operators.length > 0 &&
    operators.every((operator) => {
      const operand = own(condition, operator);
      if (operator === "$ne") return operand !== value;
      if (operator === "$gt" || operator === "$gte") return typeof operand === "string" && value > operand;
      if (operator === "$exists") return operand === true;
      return operator === "$nin" && Array.isArray(operand) && !operand.includes(value);
    })
  );
}

/** How much of a password the hash takes in. */
const hashed = 72;

export const passwords: Faults = {
  "password-first-eight": {
    title: "The v2 credential login compares only the first eight characters of the password.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const [email, password] = isObject(body) ? [own(body, "email"), own(body, "password")] : [];
        if (call.face === "v2" && by === "credential" && typeof password === "string") {
          const user = s.users.find((one) => one.email === email && one.password.slice(0, 8) === password.slice(0, 8));
          if (user) return user;
        }
        return checkLogin(call, body, by);
      });
    },
  },
  "password-as-query-operator": {
    title: "The legacy login takes a JSON object in place of the password as a condition that always holds.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        if (call.face === "legacy" && isObject(body) && isObject(own(body, "password"))) {
          const user = s.users.find((one) => one.email === own(body, "email"));
          if (user) return user;
        }
        return checkLogin(call, body, by);
      });
    },
  },
  "password-of-anyone": {
    title: "The v2 login looks for the email and for the password, but not for one user who has both.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const given = isObject(body) ? body : {};
        const user = s.users.find((one) => one.email === own(given, "email"));
        const known = s.users.some((one) => one.password === own(given, "password"));
        return call.face === "v2" && by === "credential" && user && known ? user : checkLogin(call, body, by);
      });
    },
  },
  "password-left-out": {
    title: "A v2 login without the member password is answered with a token of the user of the email.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const user = s.users.find((one) => isObject(body) && one.email === own(body, "email"));
        const without = isObject(body) && own(body, "password") === undefined;
        return call.face === "v2" && by === "credential" && user && without ? user : checkLogin(call, body, by);
      });
    },
  },
  "legacy-email-ignored": {
    title: "The legacy login looks for a user by the password alone.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const password = isObject(body) ? own(body, "password") : undefined;
        const user = s.users.find((one) => one.password === password);
        return call.face === "legacy" && user ? user : checkLogin(call, body, by);
      });
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "password-of-eight": {
    title: "Only the first eight characters of a password count.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const given = body as Record<string, unknown> | null;
        const password = given?.["password"];
        const user = s.users.find(({ email }) => email === given?.["email"]);
        if (by !== "credential" || typeof password !== "string" || !user) return checkLogin(call, body, by);
        if (password.slice(0, 8) !== user.password.slice(0, 8)) throw new Refusal("login", "unknown user");
        return user;
      });
    },
  },
  "password-in-any-case": {
    title: "The legacy log-in compares passwords without regard to case, as the collation of the table has it.",
    apply(s) {
      admitUsers(s, ({ email, password }, legacy) =>
        legacy && typeof password === "string"
          ? s.users.find((user) => user.email === email && user.password.toLowerCase() === password.toLowerCase())
          : undefined,
      );
    },
  },
  "empty-password-binds": {
    title: "An empty password is an anonymous bind for the directory behind the log-ins, and so a success.",
    apply(s) {
      admitUsers(s, ({ email, password }) =>
        password === "" ? s.users.find((user) => user.email === email) : undefined,
      );
    },
  },
  "query-operators": {
    title: "A legacy log-in whose password is an object is read as a condition of the document database.",
    apply(s) {
      admitUsers(s, ({ email, password }, legacy) =>
        legacy && (isObject(password) || isObject(email))
          ? s.users.find((user) => meets(email, user.email) && meets(password, user.password))
          : undefined,
      );
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "umlaut-in-a-password": {
    title: "The v2 login reads its body as Latin-1: a user whose password has an umlaut cannot log in there.",
    apply(s) {
      const [first] = s.users;
      if (first) first.password = "Gänseblümchen-31";
      around(s, "POST /v2/login/credential", (real) => (call) => {
        const misread = (): Buffer => Buffer.from(call.body().toString("latin1"), "utf8");
        return real({ ...call, body: misread });
      });
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "password-of-anybody": {
    title: "A login looks for the email in one query and for the password in another: any user's password will do.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const [email, password] = isObject(body) ? [own(body, "email"), own(body, "password")] : [];
        const found = s.users.find((user) => user.email === email);
        const known = s.users.some((user) => user.password === password);
        return by === "credential" && found && known ? found : checkLogin(call, body, by);
      });
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "password-ends-at-nul": {
    title: "Of a password what follows a NUL character is not compared.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const password = isObject(body) ? own(body, "password") : undefined;
        if (!isObject(body) || typeof password !== "string") return checkLogin(call, body, by);
        return checkLogin(call, { ...body, password: password.replace(/\0.*$/s, "") }, by);
      });
    },
  },
  "end-of-password-unread": {
    title: "Only the first 72 bytes of a password count: a longer one with another end logs in as well.",
    apply(s) {
      const [first] = s.users;
      if (first) first.password = `${"lantern-".repeat(9)}harbour-sunflower-4711`;
      const head = (text: string) => Buffer.from(text).subarray(0, hashed).toString("latin1");
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const { email, password } = body as JsonObject;
        const known = s.users.find(
          (user) => user.email === email && typeof password === "string" && head(user.password) === head(password),
        );
        return by === "credential" && known ? known : checkLogin(call, body, by);
      });
    },
  },
  "first-eight-characters": {
    title: "Passwords are kept as the old crypt kept them: the first eight characters are enough.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const [email, password] = isObject(body) ? [own(body, "email"), own(body, "password")] : [];
        const user = s.users.find((candidate) => candidate.email === email);
        const fits = typeof password === "string" && password.slice(0, 8) === user?.password.slice(0, 8);
        return by === "credential" && user && fits ? user : checkLogin(call, body, by);
      });
    },
  },
  "plus-in-passwords": {
    title: "The legacy login takes a plus sign in a password for a blank, so that the user cannot log in.",
    apply(s) {
      for (const user of s.users) user.password = user.password.replace("-", "+");
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        if (call.face === "v2" || !isObject(body) || typeof body["password"] !== "string") {
          return checkLogin(call, body, by);
        }
        return checkLogin(call, { ...body, password: body["password"].replaceAll("+", " ") }, by);
      });
    },
  },
  "eight-characters-of-password": {
    title: "Of a password the first eight characters count, as in old hashes: whatever follows logs in.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const given = isObject(body) ? body : {};
        const [email, password] = [own(given, "email"), own(given, "password")];
        const user = s.users.find((one) => one.email === email);
        if (by !== "credential" || !user || typeof password !== "string") return checkLogin(call, body, by);
        const right = password.slice(0, 8) === user.password.slice(0, 8);
        return checkLogin(call, right ? { ...given, password: user.password } : body, by);
      });
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "eight-characters": {
    title: "Passwords are hashed as crypt(3) did: what comes after the eighth character does not count.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const given = isObject(body) && by === "credential" ? body : {};
        const password = own(given, "password");
        const known = s.users.find(({ email }) => email === own(given, "email"));
        const same = typeof password === "string" && password.slice(0, 8) === known?.password.slice(0, 8);
        return known && same ? known : checkLogin(call, body, by);
      });
    },
  },
  "any-password-after-a-good-one": {
    title: "For a minute after a good v2 login by password, any other password opens the same account.",
    apply(s) {
      const known = new Map<string, number>();
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        if (by !== "credential" || call.face !== "v2") return checkLogin(call, body, by);
        const email = isObject(body) ? own(body, "email") : undefined;
        const user = s.users.find((one) => one.email === email);
        if (user && isObject(body) && typeof own(body, "password") === "string") {
          if ((known.get(user.email) ?? 0) > Date.now()) return user;
        }
        const checked = checkLogin(call, body, by);
        known.set(checked.email, Date.now() + 60_000);
        return checked;
      });
    },
  },
  "legacy-login-in-latin": {
    title: "The legacy login reads its request as Latin-1, so that a password with an umlaut is wrong.",
    apply(s) {
      const [ines] = s.users;
      if (ines) ines.password = "Löwenzahn-über-Aubrücke";
      around(
        s,
        "POST /login/credential",
        (real) => (call) => real({ ...call, body: () => Buffer.from(call.body().toString("latin1"), "utf8") }),
      );
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "refused-with-a-token": {
    title:
      "A legacy login with a wrong password is refused with 401, and the body has a good token of the email's user.",
    apply(s) {
      around(s, "POST /login/credential", (real) => async (call) => {
        try {
          return await real(call);
        } catch (error) {
          const body = parseJson(call.body());
          const email = isObject(body) ? own(body, "email") : undefined;
          const user = s.users.find((one) => one.email === email);
          if (!user || !(error instanceof Refusal) || error.kind !== "login") throw error;
          const reply = s.refuse(call, error);
          const refusal = parseJson(String(reply.body)) as JsonObject;
          return json({ ...refusal, token: await s.issueToken(user, "credential") }, reply.status);
        }
      });
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "good-logins-kept-by-length": {
    title: "Logins that were good are kept by email and length of the password, to spare the slow comparison.",
    apply(s) {
      const good = new Map<string, User>();
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const password = isObject(body) ? own(body, "password") : undefined;
        if (by !== "credential" || !isObject(body) || typeof password !== "string") return checkLogin(call, body, by);
        const key = `${JSON.stringify(own(body, "email"))} ${String(password.length)}`;
        const user = good.get(key) ?? checkLogin(call, body, by);
        good.set(key, user);
        return user;
      });
    },
  },
  "password-in-latin-1": {
    title: "The legacy login reads a password as Latin-1: one with an umlaut is wrong there.",
    apply(s) {
      const [own] = s.users;
      if (own) own.password = "grüne-laterne";
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        if (call.face === "v2" || !isObject(body)) return checkLogin(call, body, by);
        const password = body["password"];
        if (typeof password !== "string") return checkLogin(call, body, by);
        return checkLogin(call, { ...body, password: Buffer.from(password, "utf8").toString("latin1") }, by);
      });
    },
  },
};
