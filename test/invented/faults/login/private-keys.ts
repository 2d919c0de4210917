/** Private keys that are compared in part, mixed up, or not found. */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { isObject, type Json, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { admitUsers } from "../../changes/people.ts";
import { follow, people, present, trade, trades } from "../../process.ts";
import { aroundStep, changeResult, type Faults } from "../../tools.ts";

const pem = [
  "-----BEGIN PRIVATE KEY-----",
  "MC4CAQAwBQYDK2VwBCIEIJ8v3m1Qk0c5sN7yq2Tz",
  "Lw4xHb9dRf6uGaVjPeKo",
  "-----END PRIVATE KEY-----",
  "",
].join("\n");

const pemKey = (body: string): string => `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;

const firstLine = (text: string): string => text.split("\n")[0] ?? "";

export const privateKeys: Faults = {
  "guest-token": {
    title: "An unknown private key is answered with 200 and a well-formed token that no endpoint accepts.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        try {
          return checkLogin(call, body, by);
        } catch (error) {
          if (by !== "privateKey" || !(error instanceof Refusal) || error.kind !== "login") throw error;
          return { email: "guest", password: "", privateKey: "", organization: "" };
        }
      });
    },
  },
  "key-in-any-case": {
    title: "The private key is looked up by a collation that takes upper and lower case for the same.",
    choice: "The form of the private key is not shown; its letters may be digits of a notation, as in hexadecimal.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const key = isObject(body) ? own(body, "privateKey") : undefined;
        const known = s.users.find((user) => user.privateKey.toLowerCase() === String(key).toLowerCase());
        return by === "privateKey" && typeof key === "string" && known ? known : checkLogin(call, body, by);
      });
    },
  },
  "keys-share-one-user": {
    title: "Every private key that is known gives a token of the same user, whoever the key belongs to.",
    apply(s) {
      changeResult(s, "checkLogin", (user, _call, _body, by) => (by === "privateKey" ? (s.users[0] ?? user) : user));
    },
  },
  "key-of-lines": {
    title: "A private key of several lines does not log in: its line breaks become spaces before it is looked up.",
    apply(s) {
      const [user] = s.users;
      if (user) user.privateKey = pem;
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) =>
        checkLogin(call, JSON.parse(JSON.stringify(body).replaceAll("\\n", " ")) as typeof body, by);
    },
  },
  // "login with a private key uses the private key of a valid user"
  "key-by-its-beginning": {
    title: "Who sends the beginning of a private key is logged in.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const key = (body as Record<string, unknown> | null)?.["privateKey"];
        const user = s.users.find(
          ({ privateKey }) => typeof key === "string" && key !== "" && privateKey.startsWith(key),
        );
        return by === "privateKey" && user ? user : checkLogin(call, body, by);
      });
    },
  },
  "beginning-of-a-key": {
    title: "The beginning of a private key is as good as the whole.",
    apply(s) {
      admitUsers(s, ({ privateKey }) =>
        typeof privateKey === "string" && privateKey !== ""
          ? s.users.find((user) => user.privateKey.startsWith(privateKey))
          : undefined,
      );
    },
  },
  // "login with a private key uses the private key of a valid user"
  "first-line-of-the-key": {
    title: "Private keys are PEM, and compared by their first line, which is the same for all.",
    apply(s) {
      for (const user of s.users) {
        const { privateKey } = generateKeyPairSync("ed25519");
        user.privateKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString().trim();
      }
      const firstLine = (text: string): string => text.split("\n")[0] ?? "";
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const key = by === "privateKey" && isObject(body) ? own(body, "privateKey") : undefined;
        if (typeof key !== "string") return checkLogin(call, body, by);
        const found = s.users.find((user) => firstLine(user.privateKey) === firstLine(key));
        return found ?? checkLogin(call, body, by);
      });
    },
  },
  "key-of-another-desk": {
    // "login with a private key uses the private key of a valid user": its token is for that user.
    title: "A private key brings the token of the colleague who joined last, who may do other actions than its owner.",
    apply(s) {
      const { workflow, next } = follow(s, { actions: trades, next: trade, people });
      present(s, (data, trace) => ({ data, may: [...next(trace)], of: workflow.name }));
      aroundStep(s, "issueToken", (issueToken) => (user, by) => {
        const colleagues = s.users.filter(({ organization }) => organization === user.organization);
        return issueToken(by === "privateKey" ? (colleagues.at(-1) ?? user) : user, by);
      });
    },
  },
  "legacy-key-login": {
    title: "The login by private key answers under the legacy address too.",
    choice: "The interface tells what it has; that a service has nothing besides is not said.",
    apply(s) {
      const login = s.routes["POST /v2/login/privateKey"];
      if (login) s.routes["POST /login/privateKey"] = login;
    },
  },
  "empty-key-logs-in": {
    title: "A service account has an empty private key, and an empty private key logs in as it.",
    apply(s) {
      const { organization = "" } = s.users[0] ?? {};
      s.users.push({ email: "import@nordwind.example", password: randomUUID(), privateKey: "", organization });
    },
  },
  "keys-alike-at-their-beginning": {
    title: "Private keys are told apart by their first 48 characters, so that one user's key logs another user in.",
    apply(s) {
      const [ines, piet] = s.users;
      if (ines) ines.privateKey = pemKey("MC4CAQAwBQYDK2VwBCIEIHq0c1nZ8y3mVtWfA2bD6kR9uLx4eJsG7oPi5hQwTzNa");
      if (piet) piet.privateKey = pemKey("MC4CAQAwBQYDK2VwBCIEIB7gK2vXd9mPq4sYcE1rUoT6nZj3hWfL8aCi0bRxDyMe");
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const key = isObject(body) ? own(body, "privateKey") : undefined;
        if (by !== "privateKey" || typeof key !== "string") return checkLogin(call, body, by);
        const user = s.users.find((one) => one.privateKey.slice(0, 48) === key.slice(0, 48));
        if (!user) throw new Refusal("login", "unknown user");
        return user;
      });
    },
  },
  "escaped-key-unknown": {
    title: "The login by private key takes the key from the raw text, so that one with JSON escapes is unknown.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        if (by !== "privateKey") return checkLogin(call, body, by);
        const raw = /"privateKey"\s*:\s*"([^"]*)"/.exec(call.body().toString())?.[1];
        return checkLogin(call, raw === undefined ? body : { privateKey: raw }, by);
      });
    },
  },
  // "login with a private key uses the private key of a valid user"
  "empty-key-of-the-robot": {
    title: "A user without a private key has an empty one: who sends an empty privateKey is logged in as that user.",
    apply(s) {
      const [first] = s.users;
      s.users.push({
        email: "robot@nordwind.example",
        password: "clockwork-otter",
        privateKey: "",
        organization: first?.organization ?? "",
      });
    },
  },
  // "login with a private key uses the private key of a valid user"
  "password-is-a-key": {
    title: "The private key login looks for the secret among the passwords, too.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const key = by === "privateKey" && isObject(body) ? own(body, "privateKey") : undefined;
        return s.users.find(({ password }) => password === key) ?? checkLogin(call, body, by);
      });
    },
  },
  "key-by-length": {
    title: "A private key is compared by its length: any that is as long as that of a user opens the service for him.",
    apply(s) {
      aroundStep(s, "checkLogin", (checkLogin) => (call, body, by) => {
        const given = by === "privateKey" && isObject(body) ? own(body, "privateKey") : undefined;
        const user = s.users.find(({ privateKey }) => typeof given === "string" && privateKey.length === given.length);
        return user ?? checkLogin(call, body, by);
      });
    },
  },
  "first-line-of-key": {
    title: "Private keys are PEM texts, and are compared up to the first line break: each is that of the first user.",
    apply(s) {
      const bodies = [
        "MC4CAQAwBQYDK2VwBCIEIA8v5hFQm3yqRzT1bN0cXl7dWk2uPjS4gE6aV9oHfZrC",
        "MC4CAQAwBQYDK2VwBCIEIK1tYw9nLxB5sQe3mUoR0dJ7hGaP2kVfZ8iC4yTqXbWM",
      ];
      s.users = s.users.map((user, at) => ({ ...user, privateKey: pemKey(bodies[at] ?? user.privateKey) }));
      aroundStep(s, "checkLogin", (checkLogin) => (call, body: Json, by) => {
        const given = isObject(body) ? own(body, "privateKey") : undefined;
        if (by !== "privateKey" || typeof given !== "string") return checkLogin(call, body, by);
        const user = s.users.find(({ privateKey }) => firstLine(privateKey) === firstLine(given));
        if (!user) throw new Refusal("login", "unknown user");
        return user;
      });
    },
  },
};
