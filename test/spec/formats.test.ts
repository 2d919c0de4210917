/** UUID and JWT as the interface means them. */
import { describe, expect, it } from "vitest";
import { isJwt, isUuid } from "../../spec/description/formats.ts";

const base64url = (text: string): string => Buffer.from(text).toString("base64url");
const header = base64url('{"alg":"HS256"}');

describe("isUuid", () => {
  it.each([
    "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "6BA7B810-9DAD-11D1-80B4-00C04FD430C8",
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ])("accepts %s", (text) => expect(isUuid(text)).toBe(true));

  it.each([
    "",
    "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}",
    "6ba7b8109dad11d180b400c04fd430c8",
    "6ba7b810-9dad-11d1-80b4-00c04fd430c",
    "6ba7b810-9dad-11d1-80b4-00c04fd430cg",
    "6ba7b810-9dad-11d1-80b4-00c04fd430c8\n",
    " 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  ])("refuses %j", (text) => expect(isUuid(text)).toBe(false));
});

describe("isJwt", () => {
  it.each([
    ["signed", `${header}.${base64url("{}")}.c2ln`],
    ["without signature", `${header}.${base64url("{}")}.`],
    ["encrypted", `${header}.a2V5.aXY.Y2lwaGVy.dGFn`],
    ["encrypted directly", `${header}..aXY.Y2lwaGVy.dGFn`],
  ])("accepts a %s token", (_kind, text) => expect(isJwt(text)).toBe(true));

  it.each([
    ["an empty text", ""],
    ["an opaque token", "f3b1c2d4"],
    ["two segments", `${header}.e30`],
    ["four segments", `${header}.a.b.c`],
    ["a header that is no JSON", "a.b.c"],
    ["a header that is no object", `${base64url("[]")}.e30.c2ln`],
    ["padding", `${header}=.e30.c2ln`],
    ["the scheme before it", `Bearer ${header}.e30.c2ln`],
  ])("refuses %s", (_kind, text) => expect(isJwt(text)).toBe(false));
});
