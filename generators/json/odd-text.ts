import fc from "fast-check";

const surrogates = 0x800;
const lowestSurrogate = 0xd800;

/** Any Unicode text without NUL, all planes, up to 40 code points; lone surrogates never. Shrinks towards `""`. */
export function oddText(): fc.Arbitrary<string> {
  // `fc.string({ unit: "binary" })` says the same, but takes a second to make a table of all code points first.
  const character = fc
    .integer({ min: 1, max: 0x10ffff - surrogates })
    .map((number) => String.fromCodePoint(number < lowestSurrogate ? number : number + surrogates));
  return fc.array(character, { maxLength: 40 }).map((characters) => characters.join(""));
}
