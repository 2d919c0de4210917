import fc from "fast-check";

/** Any Unicode text without NUL, all planes, up to 40 code points; lone surrogates never. Shrinks towards `""`. */
export function oddText(): fc.Arbitrary<string> {
  return fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.replaceAll("\u0000", "0"));
}
