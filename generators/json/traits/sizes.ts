/** Long texts, deep nesting, many members: just past sizes at which storages and parsers commonly switch behaviour. */
import type { Json, JsonObject } from "../../../spec/json.ts";
import { traits } from "../data-trait.ts";

/** Of three digits from the beginning: counted from 0 a text would hold what people take for a password. */
const firstIndex = 36 ** 2;

/** `length` letters, no two stretches alike, so that a cut or a doubled block shows. */
export function longText(length: number): string {
  let text = "";
  for (let index = firstIndex; text.length < length; index += 1) text += `${index.toString(36)}-`;
  return text.slice(0, length);
}

/**
 * Characters of two, three, four and one bytes in turn, no two stretches alike: in 48 KiB a boundary of every common size
 * of a buffer, in bytes or in UTF-16 units, falls inside of one.
 */
export function wideText(bytes: number): string {
  const fourOf = (index: number): string =>
    String.fromCodePoint(0xe0 + (index % 16), 0x4e00 + index, 0x1f400 + (index % 128), 0x61 + (index % 26));
  return Array.from({ length: Math.ceil(bytes / 10) }, (_, index) => fourOf(index)).join("");
}

function nestedObjects(depth: number): JsonObject {
  let value: JsonObject = { leaf: `depth ${depth}` };
  for (let level = 1; level < depth; level += 1) value = { in: value };
  return value;
}

function nestedArrays(depth: number): Json {
  let value: Json = ["leaf"];
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
}

/** Arrays and objects in turn, `depth` levels of each. */
function nestedInTurn(depth: number): Json {
  let value: Json = "leaf";
  for (let level = 0; level < depth; level += 1) value = [{ in: value }];
  return value;
}

const many = Array.from({ length: 200 }, (_, index) => index);

export const sizeTraits = traits({
  "long-255": longText(255),
  "long-256": longText(256),
  "long-1025": longText(1_025),
  "long-4097": longText(4_097),
  "long-16385": longText(16_385),
  "long-65537": longText(65_537),
  "long-unicode": wideText(49_152),
  "deep-8": nestedObjects(8),
  "deep-arrays-8": nestedArrays(8),
  "deep-60": nestedObjects(60),
  "deep-arrays-40": nestedArrays(40),
  "deep-in-turn-20": nestedInTurn(20),
  "array-200": many.map((index) => 199 - index),
  "object-200": Object.fromEntries(many.map((index) => [`k${index}`, index])),
});
