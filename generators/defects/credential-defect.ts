import type { LoginStep } from "../../spec/vocabulary/script.ts";
import { credentialReference } from "../../spec/readings/credential-reference.ts";

/** What is wrong with a login. */
export interface CredentialDefect {
  readonly name: string;
  readonly method: LoginStep["method"];
  readonly replace?: LoginStep["replace"];
  readonly omit?: LoginStep["omit"];
}

const wrongPasswords: NonNullable<LoginStep["replace"]>[] = [
  { password: "wrong password" },
  { password: credentialReference("first", "password", "cut") },
  { password: credentialReference("first", "password", "swap-case") },
  { password: credentialReference("first", "password", "suffix") },
  { password: credentialReference("first", "password", "nul") },
  { password: credentialReference("first", "email") },
  { password: "' OR '1'='1" },
];

const otherTypes = ["", null, true, 1, {}, [], { $ne: null }, ["x"]] as const;

const [plainlyWrong, ...otherWrong] = wrongPasswords.map((replace, index): CredentialDefect => ({
  name: `wrong-password-${index}`,
  method: "credential",
  replace,
}));

/** The most telling first: one of every kind. */
const credential: readonly CredentialDefect[] = [
  ...(plainlyWrong ? [plainlyWrong] : []),
  { name: "unknown-email", method: "credential", replace: { email: "nobody.at.all@example.test" } },
  { name: "no-password", method: "credential", omit: ["password"] },
  { name: "other-domain", method: "credential", replace: { email: credentialReference("first", "email", "domain") } },
  ...otherWrong,
  { name: "sql-email", method: "credential", replace: { email: "' OR '1'='1' --" } },
  ...otherTypes.flatMap((value, index): CredentialDefect[] => {
    const password = { name: `password-type-${index}`, method: "credential", replace: { password: value } } as const;
    const email = { name: `email-type-${index}`, method: "credential", replace: { email: value } } as const;
    // By turns, so that who takes every second one has some of both.
    return index % 2 === 0 ? [password, email] : [email, password];
  }),
  { name: "no-email", method: "credential", omit: ["email"] },
  { name: "nothing", method: "credential", omit: ["email", "password"] },
];

/** A private key that is well-formed and that no user ever had: PKCS #8, Ed25519 (RFC 8410), of bytes that count up. */
const keyOfNobody = pem(
  "PRIVATE KEY",
  Buffer.concat([
    bytesOf("302e020100300506032b657004220420"),
    Buffer.from(Array.from({ length: 32 }, (_, index) => index + 1)),
  ]),
);

/** The same bytes as a key of another kind: PKCS #8, P-256, without its public half (RFC 5915). */
const keyOfOtherKind = pem(
  "PRIVATE KEY",
  Buffer.concat([
    bytesOf("3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420"),
    Buffer.from(Array.from({ length: 32 }, (_, index) => index + 1)),
  ]),
);

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex, "hex");
}

function pem(what: string, der: Buffer): string {
  return `-----BEGIN ${what}-----\n${der.toString("base64")}\n-----END ${what}-----\n`;
}

const privateKey: readonly CredentialDefect[] = [
  { name: "unknown-key", method: "private-key", replace: { privateKey: "no such key" } },
  {
    name: "key-public",
    method: "private-key",
    replace: { privateKey: credentialReference("first", "privateKey", "public") },
  },
  { name: "key-of-nobody", method: "private-key", replace: { privateKey: keyOfNobody } },
  { name: "key-of-other-kind", method: "private-key", replace: { privateKey: keyOfOtherKind } },
  {
    name: "key-is-password",
    method: "private-key",
    replace: { privateKey: credentialReference("first", "password") },
  },
  { name: "no-key", method: "private-key", omit: ["privateKey"] },
  // A key may be written in many ways (white space, case of hex digits, text around it), so only changes that make
  // another key of it in every way are wrong for certain; \`other-case\` is one where the case must matter.
  ...(["altered", "altered-end", "half", "other-case"] as const).map((change): CredentialDefect => ({
    name: `key-${change}`,
    method: "private-key",
    replace: { privateKey: credentialReference("first", "privateKey", change) },
  })),
  ...otherTypes.map((value, index): CredentialDefect => ({
    name: `key-type-${index}`,
    method: "private-key",
    replace: { privateKey: value },
  })),
];

/** Every way in which a login is wrong without the help of a second user. */
export const credentialDefects: readonly CredentialDefect[] = [...credential, ...privateKey];
