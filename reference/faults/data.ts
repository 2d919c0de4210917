import type { Json, JsonObject } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import { changeResult } from "../hooks/rewrite.ts";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { counter } from "./support/counting.ts";
import { actions, creations, input, legacyInput, legacyReads, legacyState, links, state } from "./data-makers.ts";
import { objectFrom, objects, texts, withoutLastMember } from "./support/json-changes.ts";
import { inInput } from "./support/places.ts";

const thirtyMembers = (data: JsonObject): JsonObject => objectFrom(Object.entries(data).slice(0, 30));

/** Faults in keeping and showing the business data, but for its texts. */
export const data: FaultEntries<"data"> = {
  "data/arrays-are-cut-at-100": input.arrays("Arrays keep a hundred elements.", "DATA-04", (items) =>
    items.slice(0, 100),
  ),
  "data/arrays-are-deduplicated": input.arrays("Arrays keep equal elements once.", "DATA-04", (items) => [
    ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
  ]),
  "data/arrays-are-sorted": input.arrays("Arrays of texts or numbers are kept in order of size.", "DATA-04", (items) =>
    items.every((item) => typeof item === "string" || typeof item === "number") ? items.toSorted() : items,
  ),
  "data/arrays-beyond-eight-levels-are-lost-in-the-state": state.arrays(
    "The state shows null for arrays nested deeper than eight levels.",
    ["DATA-09", "STATE-03"],
    (items, depth) => (depth > 8 ? null : items),
  ),
  "data/arrays-come-reversed-in-the-legacy-state": legacyState.arrays(
    "The legacy state shows arrays in reverse.",
    ["DATA-04", "EQUIV-01"],
    (items) => items.toReversed(),
  ),
  "data/arrays-of-one-are-unwrapped": input.arrays(
    "An array of one element becomes that element.",
    "DATA-04",
    (items) => (items.length === 1 && items[0] !== undefined ? items[0] : items),
  ),
  "data/booleans-become-numbers-in-links": links.leaves(
    "Links show booleans as 0 and 1.",
    ["DATA-03", "DETAILS-07"],
    (leaf) => (typeof leaf === "boolean" ? Number(leaf) : leaf),
  ),
  "data/booleans-become-text-in-actions": actions.leaves(
    "Booleans become texts when an action is appended.",
    "DATA-03",
    (leaf) => (typeof leaf === "boolean" ? String(leaf) : leaf),
  ),
  "data/dollar-keys-are-dropped": input.keys(
    "Members whose name begins with a dollar sign are dropped.",
    "DATA-05",
    (key) => (key.startsWith("$") ? undefined : key),
  ),
  "data/dots-in-keys-make-objects": input.data(
    "A member name with a dot in it becomes an object in an object.",
    "DATA-05",
    (data) =>
      objectFrom(
        Object.entries(data).map(([key, value]): [string, Json] => {
          const [outer = key, ...inner] = key.split(".");
          return inner.length === 0 ? [key, value] : [outer, { [inner.join(".")]: value }];
        }),
      ),
  ),
  "data/empty-arrays-are-dropped": input.members(
    "Members with an empty array are dropped.",
    ["DATA-06", "DATA-05"],
    (value) => !Array.isArray(value) || value.length > 0,
  ),
  "data/empty-arrays-become-objects-on-legacy": legacyReads.arrays(
    "The legacy state shows empty arrays as empty objects.",
    ["DATA-06", "EQUIV-01"],
    (items) => (items.length === 0 ? {} : items),
  ),
  "data/empty-key-is-dropped": input.keys("A member whose name is empty is dropped.", "DATA-05", (key) =>
    key === "" ? undefined : key,
  ),
  "data/empty-objects-become-null": input.objects("Empty objects become null.", "DATA-06", (members) =>
    Object.keys(members).length === 0 ? null : members,
  ),
  "data/empty-texts-are-dropped": input.members(
    "Members with an empty text are dropped.",
    ["DATA-06", "DATA-05"],
    (value) => value !== "",
  ),
  "data/false-is-dropped": input.members(
    "Members that are false are dropped.",
    ["DATA-03", "DATA-05"],
    (value) => value !== false,
  ),
  "data/floats-are-rounded-to-two-places": input.numbers("Numbers keep two decimal places.", "DATA-02", (value) =>
    Number.isInteger(value) ? value : Number(value.toFixed(2)),
  ),
  "data/floats-have-single-precision-in-links": links.numbers(
    "Links show numbers in single precision.",
    ["DATA-02", "DETAILS-07"],
    (value) => (Number.isInteger(value) ? value : Math.fround(value)),
  ),
  "data/fractions-are-cut-through-legacy": legacyInput.numbers(
    "Numbers that come through the legacy face lose their fraction.",
    ["DATA-02", "EQUIV-06", "EQUIV-07"],
    (value) => Math.trunc(value),
  ),
  "data/inherited-names-are-dropped": input.keys(
    "Members named as every object has them, such as `constructor` and `toString`, are dropped.",
    "DATA-05",
    (key) => (key in {} ? undefined : key),
  ),
  "data/integers-wrap-at-32-bits": input.numbers("Whole numbers beyond 32 bits wrap around.", "DATA-02", (value) =>
    Number.isInteger(value) ? value | 0 : value,
  ),
  "data/keys-are-cut-at-63": input.keys("Member names are cut after 63 characters.", ["DATA-05", "DATA-08"], (key) =>
    key.slice(0, 63),
  ),
  "data/keys-are-lower-cased": input.keys("Member names are kept in lower case.", "DATA-05", (key) =>
    key.toLowerCase(),
  ),
  "data/keys-are-trimmed-in-the-state": state.keys(
    "The state shows member names without the spaces at their ends.",
    ["DATA-05", "STATE-03"],
    (key) => key.trim(),
  ),
  "data/keys-beyond-ascii-are-dropped": input.keys(
    "Members whose name has letters beyond ASCII are dropped.",
    ["DATA-05", "DATA-07"],
    (key) => (/^[\x20-\x7e]*$/.test(key) ? key : undefined),
  ),
  "data/large-integers-become-text-in-the-state": state.numbers(
    "The state shows whole numbers beyond 2^31 as texts.",
    ["DATA-02", "STATE-03"],
    (value) => (Number.isInteger(value) && Math.abs(value) > 2 ** 31 ? String(value) : value),
  ),
  "data/large-numbers-are-capped": input.numbers("Numbers beyond 2^53 become 2^53.", "DATA-02", (value) =>
    Math.max(-(2 ** 53), Math.min(2 ** 53, value)),
  ),
  "data/levels-beyond-twenty-are-text-in-links": links.objects(
    "Links show what is nested deeper than twenty levels as the text `[Object]`.",
    ["DATA-09", "DETAILS-07"],
    (members, depth) => (depth > 20 ? "[Object]" : members),
  ),
  "data/lists-of-numbers-are-sets": input.arrays("Lists of numbers keep each number once.", "DATA-04", (items) =>
    items.every((item) => typeof item === "number") ? [...new Set(items)] : items,
  ),
  "data/lists-of-objects-are-keyed-by-id-in-links": links.arrays(
    "Of objects in a list that have the same `id`, links show the last one.",
    ["DATA-04", "DETAILS-07"],
    (items) =>
      items.every((item) => isJsonObject(item) && "id" in item)
        ? [...new Map(items.map((item) => [isJsonObject(item) ? item["id"] : item, item])).values()]
        : items,
  ),
  "data/lists-of-texts-are-sets": input.arrays("Lists of texts keep each text once.", "DATA-04", (items) =>
    items.every((item) => typeof item === "string") ? [...new Set(items)] : items,
  ),
  "data/members-beyond-thirty-are-lost": input.data("An object keeps thirty members.", "DATA-05", (data) =>
    thirtyMembers(objects(thirtyMembers)(data)),
  ),
  "data/nested-arrays-are-flattened": input.arrays(
    "Arrays in arrays are laid out in one.",
    "DATA-04",
    (items) => items.flat() as Json[],
  ),
  "data/nulls-are-dropped-from-links": links.members(
    "Links leave out members that are null.",
    ["DATA-03", "DETAILS-07"],
    (value) => value !== null,
  ),
  "data/nulls-become-text-at-creation": creations.leaves(
    "Null becomes the text `null` when a trace is created.",
    "DATA-03",
    (leaf) => (leaf === null ? "null" : leaf),
  ),
  "data/nulls-in-arrays-are-dropped": input.arrays(
    "Arrays lose their elements that are null.",
    ["DATA-03", "DATA-04"],
    (items) => items.filter((item) => item !== null),
  ),
  "data/numbered-members-make-an-array": input.objects(
    "An object whose member names are all numbers becomes an array.",
    ["DATA-04", "DATA-05"],
    (members) => {
      const names = Object.keys(members);
      return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(members) : members;
    },
  ),
  "data/objects-beyond-ten-levels-become-empty": input.objects(
    "Objects nested deeper than ten levels become empty.",
    "DATA-09",
    (members, depth) => (depth > 10 ? {} : members),
  ),
  "data/objects-in-arrays-become-text": input.arrays(
    "Objects in arrays become texts that hold JSON.",
    ["DATA-04", "DATA-05"],
    // Each level escapes the one within it: only what holds no such text is written as one, or deep data would fill the memory.
    (items) => items.map((item) => (isJsonObject(item) && !holdsArray(item) ? JSON.stringify(item) : item)),
  ),
  "data/proto-key-is-dropped": input.keys("A member named `__proto__` is dropped.", "DATA-05", (key) =>
    key === "__proto__" ? undefined : key,
  ),
  "data/spaces-in-keys-become-underscores-in-links": links.keys(
    "Links show member names with underscores for spaces.",
    ["DATA-05", "DETAILS-07"],
    (key) => key.replaceAll(" ", "_"),
  ),
  "data/third-action-trims-texts": fault(
    "From the third action of a trace on, texts lose the spaces at their ends.",
    "DATA-01",
    (hooks) => {
      const trimmed = texts((text) => text.trim());
      changeResult(hooks, "write", (write) => {
        const { link, trace } = write;
        if (link.position < 3) return write;
        return {
          ...write,
          link: { ...link, data: trimmed(link.data) },
          trace: { ...trace, data: trimmed(trace.data) },
        };
      });
    },
  ),
  "data/tiny-numbers-become-zero": input.numbers(
    "Numbers nearer to zero than a millionth become zero.",
    "DATA-02",
    (value) => (Math.abs(value) < 1e-6 ? 0 : value),
  ),
  "data/traces-after-the-twentieth-lose-a-member": fault(
    "Every trace after the twentieth loses the last member of its first data.",
    ["DATA-05", "STATE-03", "DETAILS-07"],
    (hooks) => {
      const count = counter();
      inInput(hooks, (data) => (count() > 20 && Object.keys(data).length > 1 ? withoutLastMember(data) : data), {
        kind: "create",
      });
    },
  ),
  "data/zero-becomes-null": input.numbers("Zero becomes null.", "DATA-02", (value) => (value === 0 ? null : value)),
};

const holdsArray = (object: JsonObject): boolean =>
  Object.values(object).some((value) => Array.isArray(value) || (isJsonObject(value) && holdsArray(value)));
