/** However a target writes a secret that it repeats, it is found; and what is no secret is left alone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redacted, Secrets } from "../../driver/index.ts";
import { secretForms } from "./lib/secret-forms.ts";

const forms = [...secretForms.keys()];
const formOf = (name: string, secret: string): string => secretForms.get(name)?.(secret) ?? "";
const key =
  "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAEH2WPwTJ6QP6KH1tXzxpIDqNm7\nrGd6JCqR16vvOL/+jBqXyTq0PNe\n-----END PRIVATE KEY-----\n";
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = `${part({ alg: "HS256" })}.${part({ sub: "ada", jti: "4f0c8e" })}.n0Q1cC9yZlJ4TWs5b0h3c2VjcmV0c2lnbmF0dXJl`;

/** As passwords are: of some length, with letters or digits enough to be told from chance. */
const password = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(..."abcdefghkmnpqrstuvwxyzABCDEFGHKLMNPQRSTUVWXYZ23456789") },
      fc.constantFrom(..."!#$%&/()=?+*-_.:;<>'\"\\ @äö"),
    ),
    { minLength: 12, maxLength: 40 },
  )
  .map((signs) => signs.join("").trim())
  .filter((text) => (text.match(/[A-Za-z0-9]/g) ?? []).length >= 11 && text.length >= 12);
const surroundings = fc.constantFrom(
  ["", ""],
  ["you sent ", " to me"],
  ['{"a":"', '"}'],
  ["<p>", "</p>"],
  ["\n", "\n"],
);

test("there are more than sixty forms", () => {
  expect(forms.length).toBeGreaterThan(60);
});

describe("a secret is found in every form:", () => {
  const secrets = new Secrets({ password: "Tr1cky/horse+battery", privateKey: key, token });
  test.each(forms)("%s", (name) => {
    for (const secret of ["Tr1cky/horse+battery", key.split("\n")[1] ?? "", key, token]) {
      const text = `before ${formOf(name, secret)} after`;
      expect(secrets.holds(Buffer.from(text)), `${secret.slice(0, 12)}… as ${text.slice(0, 300)}`).toBe(true);
      expect(secrets.holds(Buffer.from(secrets.redact(text)))).toBe(false);
    }
  });
});

test("whatever the password, its form, and what stands around it", () => {
  fc.assert(
    fc.property(password, fc.constantFrom(...forms), surroundings, (secret, name, [before = "", after = ""]) => {
      const secrets = new Secrets({ password: secret });
      const text = before + formOf(name, secret) + after;
      expect(secrets.holds(Buffer.from(text))).toBe(true);
      const shown = secrets.redact(text);
      expect(shown).not.toBe(text);
      // What is left after forms were replaced in their places holds nothing any more.
      expect(secrets.holds(Buffer.from(shown))).toBe(false);
    }),
    { numRuns: 300, seed: 1 },
  );
});

test("nothing is found where nothing is", () => {
  const secrets = new Secrets({ password: "Tr1cky/horse+battery", privateKey: key, token });
  const benign = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc.base64String({ maxLength: 400 }),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => JSON.stringify([...bytes])),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("hex")),
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.constantFrom("a horse and a battery", "BATTERY+HORSE", "PRIVATE KEY", "eyJhbGciOiJIUzI1NiJ9"),
  );
  fc.assert(
    fc.property(benign, (text) => {
      expect(secrets.holds(Buffer.from(text))).toBe(false);
      expect(secrets.redact(text)).toBe(text);
    }),
    { numRuns: 400, seed: 1 },
  );
});

test("names that every object has are no characters", () => {
  const secrets = new Secrets({ password: "Tr1cky/horse+battery" });
  const names = "&constructor; &__proto__; &toString; \\N{constructor} %constructor =constructor ";
  expect(secrets.holds(Buffer.from(names))).toBe(false);
  expect(secrets.redact(names)).toBe(names);
  expect(secrets.holds(Buffer.from(`${names}Tr1cky&#47;horse&plus;battery`))).toBe(true);
});

test("a usual form is replaced in its place, another takes the whole text with it", () => {
  const secrets = new Secrets({ password: "Tr1cky/horse+battery" });
  expect(secrets.redact("you sent Tr1cky/horse+battery to me")).toBe(`you sent ${redacted} to me`);
  expect(secrets.redact(`you sent ${[..."Tr1cky/horse+battery"].reverse().join("")} to me`)).toMatch(
    /^«withheld: it holds a secret; 35 bytes, sha256 [0-9a-f]{64}»$/,
  );
});
