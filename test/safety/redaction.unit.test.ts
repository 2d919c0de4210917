/** What of a secret is hidden where it was cut, overlaps another, or was told long ago; and what is left alone. */
import { describe, expect, test } from "vitest";
import { cleanValues, redacted, Secrets } from "../../driver/index.ts";

const password = "correct-horse-battery";

describe("a text", () => {
  test("that cuts a secret in two shows less than half of it", () => {
    const secrets = new Secrets({ password });
    for (let kept = Math.ceil(password.length / 2); kept <= password.length; kept++)
      expect(secrets.redact(`you sent ${password.slice(0, kept)}…`)).toBe(`you sent ${redacted}…`);
    expect(secrets.redact("you sent correct words")).toBe("you sent correct words");
  });

  test("with secrets that overlap shows nothing of either", () => {
    const secrets = new Secrets({ password: "abcdefghij", privateKey: "ghijklmnop" });
    expect(secrets.redact("<abcdefghijklmnop>")).toBe(`<${redacted}>`);
  });

  test("with a token cut in its claims does not show them", () => {
    const claims = Buffer.from(JSON.stringify({ sub: "someone@acme.example", org: "acme" })).toString("base64url");
    const token = `${Buffer.from('{"alg":"EdDSA"}').toString("base64url")}.${claims}.c2lnbmF0dXJl`;
    const secrets = new Secrets();
    secrets.addToken(token);
    for (const end of [token.length, token.length - 14, token.length - 20]) {
      const cut = token.slice(0, end);
      for (const text of [cut, Buffer.from(cut).toString("base64"), Buffer.from(cut).toString("hex")])
        expect(secrets.redact(`Bearer ${text}`)).not.toContain(text.slice(-30));
    }
  });

  test("with a token that was given is redacted however many came since", () => {
    const secrets = new Secrets({ token: "given-opaque-token" });
    for (let count = 0; count < 3_000; count++) secrets.addToken(`token-of-a-login-${String(count)}`);
    expect(secrets.redact("<given-opaque-token>")).toBe(`<${redacted}>`);
    expect(secrets.redact("<token-of-a-login-2999>")).toBe(`<${redacted}>`);
  });
});

describe("results", () => {
  const results = {
    verdict: "non-conformant",
    requirements: [
      {
        id: "STATE-01",
        status: "passed",
        reason: "a pass",
        failures: [{ message: "got pass", face: "v2", actual: { pass: ["pass"], passing: 1 } }],
      },
    ],
    summary: { requirements: { passed: 3 } },
  };
  const clean = cleanValues(results, (text) => new Secrets({ password: "pass" }).redact(text));

  test("keep their form whatever the password is", () => {
    expect(clean.verdict).toBe("non-conformant");
    expect(clean.requirements[0]).toMatchObject({ id: "STATE-01", status: "passed", failures: [{ face: "v2" }] });
    expect(clean.summary).toEqual(results.summary);
  });

  test("show it nowhere else, not as the name of a member either", () => {
    expect(clean.requirements[0]?.reason).toBe(`a ${redacted}`);
    expect(clean.requirements[0]?.failures[0]).toEqual({
      message: `got ${redacted}`,
      face: "v2",
      actual: { [redacted]: [redacted], [`${redacted}ing`]: 1 },
    });
  });
});

test("bytes are searched as bytes, not as their base64", () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const token = `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: "ada" })}.${"c".repeat(43)}`;
  const base64 = Buffer.from(`12 ${token} 34`).toString("base64");
  const clean = cleanValues({ actual: { $bytes: 99, offset: 0, base64 } }, (text) => new Secrets().redact(text));
  const shown = Buffer.from(clean.actual.base64, "base64").toString("latin1");
  expect(shown).toMatch(/^12 eyJ\S+ 34$/);
  expect(shown).not.toContain("cccc");
});

test("a token that is a word of ours does not make results unreadable", () => {
  const secrets = new Secrets();
  secrets.addToken("conformant");
  const suite = { name: "trace-conformance", version: "1.0.0", specDigest: "a" };
  const clean = cleanValues({ suite, told: "conformant" }, (text) => secrets.redact(text));
  expect(clean.suite).toEqual(suite);
  expect(clean.told).not.toContain("conformant");
});
