/** Reads patterns that a refusal describes in words, e.g. `14 digits` or `two capital letters followed by 6 digits`. */

const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const count = String.raw`(\d{1,2}|${numbers.join("|")})(?:(?: to | or |-|–)(\d{1,2}|${numbers.join("|")}))?`;
const kind = "(?:(capital|upper-?case|lower-?case|small|decimal|latin) )?(digits?|numbers?|numerals?|letters?)";
const aSign = String.raw`an? (dash|hyphen|slash|dot|full stop|period|space|underscore)`;
const aText = String.raw`["'\`]?([A-Z]{1,5}[-/.]?)["'\`]?(?=,? (?:followed by|then|plus|and)\b)`;
const part = String.raw`(?:\b${count}[ -]${kind}\b|\b${aSign}\b|(?<![\w-])${aText})`;
const joined = String.raw`(?:,? (?:followed by|and then|then|and|plus|with) |, |-(?=\d))`;
const whole = new RegExp(String.raw`${part}(?:${joined}${part})*`, "gi");
const each = new RegExp(part, "gi");

const signs: ReadonlyMap<string, string> = new Map([
  ...["dash", "hyphen"].map((name) => [name, "-"] as const),
  ...["dot", "full stop", "period"].map((name) => [name, "[.]"] as const),
  ["slash", "/"],
  ["space", " "],
  ["underscore", "_"],
]);

/** Words that make a number a bound of a length only. */
const ofBound =
  /\b(?:at (?:least|most)|up to|more than|less than|fewer than|between|minimum|maximum|min|max|to|or)\W*$/i;

/** The pattern that the words describe first; undefined where they describe none. */
export function patternOfWords(told: string): string | undefined {
  for (const { 0: words, index } of told.matchAll(whole)) {
    if (ofBound.test(told.slice(0, index))) continue;
    const parts = [...words.matchAll(each)];
    // A sign or a literal alone describes nothing.
    if (!parts.some(([, many]) => many !== undefined)) continue;
    return `^${parts.map(patternOf).join("")}$`;
  }
  return undefined;
}

function patternOf([, many, most, manner, what, sign, literal]: RegExpMatchArray): string {
  if (sign !== undefined) return signs.get(sign.toLowerCase()) ?? "";
  if (literal !== undefined) return literal.replaceAll(".", "[.]");
  const lengths = [many, most].flatMap((one) => (one === undefined ? [] : numberOf(one)));
  const isSmall = /^(?:lower|small)/i.test(manner ?? "");
  const set = /^(?:digit|number|numeral)/i.test(what ?? "") ? "[0-9]" : isSmall ? "[a-z]" : "[A-Z]";
  return `${set}{${lengths.join(",")}}`;
}

const numberOf = (word: string): number => (/^\d/.test(word) ? Number(word) : numbers.indexOf(word.toLowerCase()) + 1);
