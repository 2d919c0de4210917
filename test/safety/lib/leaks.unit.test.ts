/** The finder of leaks finds what it is there to find: without this, tests that find nothing would say nothing. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { leaksInText } from "./leaks.ts";

const secret = 'Köder "one" & <two>/+100%';
const token = [
  Buffer.from('{"alg":"none"}').toString("base64url"),
  Buffer.from(JSON.stringify({ iss: "x", deep: { seen: secret } })).toString("base64url"),
  "",
].join(".");

const hidings: Readonly<Record<string, string>> = {
  plain: secret,
  "JSON-escaped": JSON.stringify({ text: secret }),
  "JSON in JSON": JSON.stringify(JSON.stringify({ text: secret })),
  "JSON in ASCII": JSON.stringify(secret).replace(/[^\x20-\x7e]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`),
  "URL-encoded": encodeURIComponent(secret),
  "URL-encoded in a form": new URLSearchParams({ text: secret }).toString(),
  "HTML-escaped": secret.replace(/[&<>"]/g, (sign) => `&#${String(sign.charCodeAt(0))};`),
  "base64 at offset 0": Buffer.from(secret).toString("base64"),
  "base64 at offset 1": Buffer.from(`a${secret}`).toString("base64"),
  "base64 at offset 2": Buffer.from(`ab${secret}`).toString("base64"),
  "base64 with slashes escaped": Buffer.from(`ab${secret}`).toString("base64").replaceAll("/", "\\/"),
  base64url: Buffer.from(`ab${secret}`).toString("base64url"),
  hex: Buffer.from(secret).toString("hex"),
  "in upper-case hex": Buffer.from(secret).toString("hex").toUpperCase(),
  "in a token": `Bearer ${token}`,
  "in a token in base64": Buffer.from(`x:${token}`).toString("base64"),
};

test.each(Object.entries(hidings))("a secret is found: %s", (_, hidden) => {
  const bytes = Buffer.from(`before ${hidden} after`).toString("latin1");
  expect(leaksInText(bytes, { secret }, "here").map(({ canary }) => canary)).toContain("secret");
});

test("nothing is found where nothing is", () => {
  const text = `${JSON.stringify({ a: "Köder one & two" })} ${gzipSync("x").toString("hex")}`;
  expect(leaksInText(Buffer.from(text).toString("latin1"), { secret }, "here")).toEqual([]);
});
