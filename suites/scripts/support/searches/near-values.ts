/**
 * Values that a search may confuse, spread over traces: one search for the first value checks all others at once, so
 * that each costs a member of a trace and not a request.
 */
import type { Json, JsonObject } from "../../../../spec/json.ts";
import { readingOf } from "../../../../spec/vocabulary/profile.ts";
import type { SuiteContext } from "../../context.ts";

/** The values of one member on several traces. */
export interface NearValues {
  readonly name: string;
  readonly wanted: Json;
  /** Each of these is in another trace, and must not be found by the wanted value. */
  readonly near: readonly Json[];
  readonly traits: readonly string[];
}

/** For each member, alternatives: if the target refuses the traits of one, the next is used. */
const columns: readonly (readonly NearValues[])[] = [
  [
    of("word", "Amber", [
      ...["Amberx", "xAmber", "xAmberx", "Ambe", "mber", "mbe", "A", "Ambeq", "Amver", "AmberAmber", "rebmA", "ember"],
    ]),
  ],
  // Equal if read as numbers.
  [
    of("numeral", "100", [
      ...["1e2", "0100", "100.0", "+100", "1,00", "0x64", "1_00", "10", "1000", "00100", "1E2", "0b1100100"],
    ]),
  ],
  [of("nought", "0e12", ["0e34", "0", "00", "0.0", "-0", "0x0", "0e0", "-0e12"])],
  [of("day", "2024-03-05", ["2024-05-03", "2024-03-06", "2024-03", "2024", "1709596800", "2024-03-05 or 06"])],
  // Equal if rounded, cut, without a sign, or in one or two bytes.
  [of("count", 7, [-7, 8, 70, 17, 7.25, 7.75, 6.75, 0.7, 77, 263, 65_543, 7.000_001])],
  // Equal in single precision.
  [of("single", 16_777_217, [16_777_216, 16_777_218, -16_777_217, 1_677_721, 16_777_217.5, 1], "data.int-24")],
  // Equal if cut to four bytes, or limited to their maximum.
  [
    of(
      "wide",
      123_456_789_012_345,
      [
        ...[123_456_789_012_346, 123_456_789_012_344, 123_456_789_012_300, 123_456_789_012_345 + 2 ** 32],
        ...[-2_045_911_175, 2_249_056_121, 2_147_483_647, 4_294_967_295, 2_147_483_648, -123_456_789_012_345],
        ...[12_345_678_901_234, 123_456_789_012, 123_456_789_012.345],
      ],
      "data.int-15",
    ),
    of("wide", 2_147_483_649, [2_147_483_647, 2_147_483_648, -2_147_483_647, 4_294_967_295], "data.int-31"),
  ],
  // Equal in single precision, in cents, or without the fraction.
  [
    of(
      "price",
      12.345_678_5,
      [12.345_678_6, 12.345_678_4, 12.345_679, 12.3457, 12.35, 12.34, 12.3, 12, 13, -12.345_678_5, 1234.567_85],
      "data.float-late",
    ),
    of("price", 12.34, [12.3, 12.35, 12, 1234, -12.34]),
  ],
  // With a combining accent: if only one side is normalised, a text does not find itself.
  [
    of(
      "script",
      "漢字e\u0301",
      [...["仮名e\u0301", "ключe\u0301", "한국e\u0301", "??e?", "漢e\u0301", "字漢e\u0301", "漢字"]],
      ...["data.cjk", "data.cyrillic", "data.nfd"],
    ),
    of("script", "漢字", ["仮名", "ключ", "한국", "??", "漢", "字漢"], "data.cjk", "data.cyrillic"),
  ],
  [
    of(
      "signs",
      `a+b (c) [d] {e} ^f$ |g\\h 'i' "j" %k _l *m ?n`,
      [
        `aab c d e f gh i j k l m n`,
        `a+b (c) [d] {e} ^f$ |g\\h 'i' "j" xxk xl *m ?n`,
        `a+b (c) [d] {e} ^f$ |g\\h 'i' "j" %k _l xxm xn`,
        `a+b (c) [d] {e} ^f$ |gh 'i' "j" %k _l *m ?n`,
        `a+b (c) [d] {e} ^f$ |g\\h i j %k _l *m ?n`,
        `aaab c d e f`,
      ],
      ...["data.quotes", "data.backslash", "data.percent"],
    ),
  ],
];

/** For targets whose searches take objects and lists: each of the others differs from the wanted one. */
const documents: readonly NearValues[] = [
  of("place", { city: "Lyon", floor: 4 }, [
    ...[
      { city: "Lyon", floor: 5 },
      { city: "Nice", floor: 4 },
      { city: "Nice", floor: 5 },
    ],
    ...[{ city: "Nice" }, { floor: "Lyon", city: 4 }, "Lyon"],
  ]),
  of("tags", ["amber", "blue"], [["amber", "green"], ["red", "green"], ["green"], ["amberblue"], "amber, blue"]),
];

/**
 * Values of one type that a search may take for those of another, each in a trace of its own. 1 and "1", or 1 and true,
 * are left out, as the interface does not say whether they match.
 */
export const otherTypes: readonly NearValues[] = [
  of("nothing", 0, ["apples", "", null]),
  of("five", 5, ["5 apples", "5;6", null]),
  of("yes", true, ["yes", 2, "false"]),
  of("no", false, ["no", "", null]),
  of("letters", "abc", [0, true, null]),
  of("nil", "null", [0, null]),
  of("gone", "undefined", [0, ""]),
];

/** The traits of trace number `index` for these: a member with another type elsewhere, or none. */
export const traitsOfOtherTypes: readonly (readonly string[])[] = [
  [],
  ["data.type-of-another"],
  ["data.type-of-another", "data.text-empty", "data.null"],
  ["data.type-of-another", "data.null"],
];

/**
 * Members named like options of a request. One trace has the first value of each; each other trace has the second value
 * of one of them, so that a search that takes a filter for an option finds that trace too.
 */
const options: readonly (readonly [string, Json, Json])[] = [
  ["limit", 0, 6],
  ["offset", 1, 2],
  ["page", 2, 3],
  ["skip", 1, 0],
  ["sort", "id", "name"],
  ["order", "up", "down"],
  ["query", "amber", "blue"],
  ["fields", "id", "all"],
  ["size", 5, 6],
  ["q", "amber", "blue"],
];

/** The traits of members named like options. */
export const traitsOfOptions: readonly string[] = ["data.top-options"];

/** The options of trace number `index`; none where the target refuses them. */
export function optionsAt({ refused }: Pick<Known, "refused">, index: number): JsonObject {
  if (traitsOfOptions.some((trait) => refused.includes(trait))) return {};
  const other = index === 0 ? undefined : options[(index - 1) % options.length];
  return Object.fromEntries(options.map(([name, wanted, near]) => [name, name === other?.[0] ? near : wanted]));
}

/** Data that contain the first word elsewhere, where a loose search would find it. */
const strays: readonly { readonly data: JsonObject; readonly trait?: string }[] = [
  { data: { words: "Amber" } },
  { data: { wor: "dAmber" } },
  { data: { inner: { word: "Amber" } } },
  { data: { note: '{"word":"Amber"}', list: ["word", "Amber"] } },
  { data: { Word: "Amber" }, trait: "data.top-case" },
];

type Known = Pick<SuiteContext, "refused" | "profile">;

/** The values that the target takes. */
export function nearValues({ refused, profile }: Known): readonly NearValues[] {
  const types = readingOf(profile, "search-keys")?.valueTypes ?? [];
  const scalars = columns.flatMap(
    (choices) => choices.find(({ traits }) => !traits.some((trait) => refused.includes(trait))) ?? [],
  );
  return [...scalars, ...documents.filter(({ wanted }) => types.includes(Array.isArray(wanted) ? "array" : "object"))];
}

/** The members of trace number `index`; the first has the wanted values. */
export function nearMembers(context: Known, index: number): JsonObject {
  const stray = strays[index - 1];
  const own = stray && !(stray.trait && context.refused.includes(stray.trait)) ? stray.data : {};
  return { ...membersAt(nearValues(context), index), ...optionsAt(context, index), ...own };
}

/** The members of trace number `index`: the wanted values, or near ones. */
export function membersAt(columns: readonly NearValues[], index: number): JsonObject {
  const values = columns.flatMap(({ name, wanted, near }): readonly (readonly [string, Json])[] => {
    const value = index === 0 ? wanted : near[index - 1];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

/** The traits of trace number `index`. */
export function nearTraits(context: Known, index: number): readonly string[] {
  const { trait } = strays[index - 1] ?? {};
  const own = trait === undefined || context.refused.includes(trait) ? [] : [trait];
  const others = nearValues(context).flatMap(({ near, traits }) => (index <= near.length ? traits : []));
  const ofOptions = Object.keys(optionsAt(context, index)).length > 0 ? traitsOfOptions : [];
  return [...new Set([...others, ...ofOptions, ...own])];
}

function of(name: string, wanted: Json, near: readonly Json[], ...traits: readonly string[]): NearValues {
  return { name, wanted, near, traits };
}
