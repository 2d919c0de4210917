import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { redacted, Secrets } from "../../driver/index.ts";
import { isJwt } from "../../spec/description/formats.ts";

const password = 'pass/w+rd "ü" & <canary>';
const privateKey =
  "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAEH2WPwTJ6QP6KH1tXz\nxpIDqNm7rGd6JCqR16vvOL/+\n-----END PRIVATE KEY-----\n";
const jwt = [
  Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url"),
  Buffer.from(JSON.stringify({ email: "canary@acme.example", exp: 2_000_000_000 })).toString("base64url"),
  "c2lnbmF0dXJlLWNhbmFyeQ",
].join(".");
const secrets = new Secrets(
  { email: "canary@acme.example", password, privateKey, token: jwt },
  { password: "second-canary" },
);

const encodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "URL-encoded": encodeURIComponent,
  "URL-encoded in lower case": (text) => encodeURIComponent(text).replace(/%../g, (octet) => octet.toLowerCase()),
  "form-encoded": (text) => new URLSearchParams({ a: text }).toString(),
  "JSON-escaped": (text) => JSON.stringify({ a: text }),
  "JSON in JSON": (text) => JSON.stringify({ a: JSON.stringify({ b: text }) }),
  "base64 at offset 0": (text) => Buffer.from(`${text}tail`).toString("base64"),
  "base64 at offset 1": (text) => Buffer.from(`x${text}`).toString("base64"),
  "base64 at offset 2": (text) => Buffer.from(`xy${text}t`).toString("base64"),
  "base64url at offset 2": (text) => Buffer.from(`xy${text}t`).toString("base64url"),
  "HTML-escaped": (text) =>
    text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;"),
};

describe("redaction", () => {
  for (const [name, encode] of Object.entries(encodings)) {
    test.each([
      ["password", password],
      ["private key", privateKey],
      ["email", "canary@acme.example"],
      ["second password", "second-canary"],
    ])(`hides a %s that is ${name}`, (_, secret) => {
      const text = secrets.redact(`before ${encode(secret)} after`);
      expect(text).toContain(redacted);
      expect(text).toMatch(/^before .* after$/s);
      // Decoded in every way, nothing of it is to be seen.
      for (const word of text.split(/[^A-Za-z0-9+/_=-]+/)) {
        expect(Buffer.from(word, "base64").toString()).not.toContain(secret.slice(2, -4));
      }
      expect(text).not.toContain(encode(secret));
    });
  }

  test("hides single lines of a key", () => {
    expect(secrets.redact("MC4CAQAwBQYDK2VwBCIEIAEH2WPwTJ6QP6KH1tXz")).toBe(redacted);
  });

  test("keeps the shape of a token, and nothing that it opens or says", () => {
    const text = secrets.redact(`{"token":"${jwt}"}`);
    const { token } = JSON.parse(text) as { token: string };
    const [header, payload, signature] = token.split(".");
    expect(JSON.parse(Buffer.from(header ?? "", "base64url").toString())).toEqual({ alg: "HS256", typ: "JWT" });
    const claims = JSON.parse(Buffer.from(payload ?? "", "base64url").toString()) as object;
    expect(claims).toEqual({ email: expect.stringMatching(/^redacted-[\da-f]{8}$/), exp: 2_000_000_000 });
    expect(signature).not.toBe("c2lnbmF0dXJlLWNhbmFyeQ");
    expect(secrets.redact(`{"token":"${jwt}"}`)).toBe(text);
  });

  test.each(["", ".c2VjcmV0LWtleQ"])("keeps the shape of an encrypted token alone (key %j)", (key) => {
    const header = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString("base64url");
    const token = `${header}.${key.slice(1)}.aXZpdml2aXY.c2VjcmV0LXRleHQ.c2VjcmV0LXRhZw`;
    const shown = secrets.redact(`{"token":"${token}"}`);
    const { token: left } = JSON.parse(shown) as { token: string };
    expect(isJwt(left)).toBe(true);
    expect(left.split(".")[0]).toBe(header);
    for (const hidden of token.split(".").slice(1).filter(Boolean)) expect(shown).not.toContain(hidden);
  });

  test("hides a token that is no JWT, once it is known", () => {
    const own = new Secrets();
    expect(own.redact("opaque-token-0815")).toBe("opaque-token-0815");
    own.addToken("opaque-token-0815");
    expect(own.redact("x opaque-token-0815 y")).toBe(`x ${redacted} y`);
    expect(own.redact(Buffer.from("a:opaque-token-0815").toString("base64"))).toContain(redacted);
  });

  test("leaves other texts alone", () => {
    const text = JSON.stringify({ a: "nothing of note", b: ["canary", 12] });
    expect(secrets.redact(text)).toBe(text);
  });
});

describe("what is withheld", () => {
  const own = new Secrets({ email: "ada@acme.example", password });
  own.addEmail("ADA@ACME.EXAMPLE");
  own.addEmail("nobody-ada@acme.example");
  own.addToken("not.a.token.of.example");
  const holds = (text: string): boolean => own.holds(Buffer.from(text));

  test("is no text that shares a word with a wrong email or a token, nor the real email", () => {
    for (const text of ["Some.One+tag@Example.TEST", "https://example.test/a%2Fb", '"createdBy":"ada@acme.example"'])
      expect(holds(text), text).toBe(false);
    expect(holds("not.a.token.of.example")).toBe(true);
    expect(own.redact("to nobody-ada@acme.example")).toBe(`to ${redacted}`);
  });

  test("is no name of the configuration with which a password begins, and is the password", () => {
    const named = new Secrets({ password: "Case-Worker-12" }, {}, [], [], ["case-worker", "case", "judge"]);
    const unnamed = new Secrets({ password: "Case-Worker-12" });
    for (const text of ["groupLabel: case-worker", '{"groupLabel":"case-worker"}', "CASEWORKER"]) {
      expect(named.redact(text), text).toBe(text);
      expect(named.holds(Buffer.from(text)), text).toBe(false);
      expect(unnamed.holds(Buffer.from(text)), text).toBe(true);
    }
    for (const text of ["Case-Worker-12", "x case-worker-12", "Case-Worker-1", "caseworker12", "21-rekroW-esaC"]) {
      expect(named.redact(text), text).not.toContain(text);
      expect(named.holds(Buffer.from(text)), text).toBe(true);
    }
  });

  test("is no short beginning of a key that a wrong login sent, and a long one is", () => {
    const claims = Buffer.from('{"sub":"cora@cobalt.example"}').toString("base64url");
    const answer = Buffer.from(JSON.stringify({ token: `e30.${claims}.c2lnbmF0dXJl` }));
    const short = new Secrets({ privateKey: "cobalt-key-cora" });
    short.addWrong("privateKey", "cobalt-");
    expect(short.holds(answer, true)).toBe(false);
    expect(short.echoIn(answer, undefined)).toBeUndefined();
    const long = new Secrets({ privateKey: "cobalt-key-of-cora-the-first" });
    long.addWrong("privateKey", "cobalt-key-of-");
    expect(long.echoIn(Buffer.from('{"error":"no user has cobalt-key-of-"}'), undefined)).toBe("privateKey");
    const cut = new Secrets({ password: "Xk7#pQ9z!4" });
    cut.addWrong("password", "Xk7#pQ9z!");
    expect(cut.echoIn(Buffer.from('{"error":"no user has the password Xk7#pQ9z!"}'), undefined)).toBe("password");
  });

  test("is no wrong key of which one sign alone is left again and again, as in a third", () => {
    const secrets = new Secrets({ privateKey: "MIIEcleo" });
    secrets.addWrong("privateKey", "33333333");
    expect(secrets.echoIn(Buffer.from('{"share":0.3333333333333333}'), undefined)).toBeUndefined();
    secrets.addWrong("privateKey", "333-33");
    expect(secrets.echoIn(Buffer.from('{"text":"332-333-334-"}'), undefined)).toBeUndefined();
  });

  test("is a password that is a name of the configuration", () => {
    const same = new Secrets({ password: "case-worker" }, {}, [], [], ["case-worker"]);
    expect(same.redact("groupLabel: case-worker")).not.toContain("case-worker");
  });

  test("is each part of a token that says something", () => {
    const claims = jwt.split(".")[1] ?? "";
    own.addToken(jwt);
    expect(holds(`x ${claims} y`)).toBe(true);
  });

  test("is no long answer in which signs of several escapes stand side by side", () => {
    const dense = `"a\\u0041b%41c&amp;d=3De",`.repeat(4_000);
    expect(holds(dense)).toBe(false);
    const hidden = Buffer.from(password).toString("base64").replaceAll("/", "%2F");
    expect(holds(`${dense}"${hidden}"`)).toBe(true);
  });
});

test("secrets are never serialised", () => {
  const holder = { secrets };
  for (const text of [JSON.stringify(holder), inspect(holder, { depth: 9, showHidden: true }), String(secrets)]) {
    expect(text).not.toContain("canary");
    expect(text).not.toContain("pass/w");
  }
});

test("an echo is found and named", () => {
  expect(secrets.echoIn(Buffer.from(JSON.stringify({ you: password })), undefined)).toBe("password");
  expect(secrets.echoIn(Buffer.from(encodeURIComponent(privateKey)), undefined)).toBe("privateKey");
  expect(secrets.echoIn(Buffer.from(`Bearer ${jwt}`), jwt)).toBe("token");
  expect(secrets.echoIn(Buffer.from(`Bearer ${jwt}`), undefined)).toBeUndefined();
});
