/** Reads lists of values from the words of a refusal. */

interface QuotedList {
  readonly texts: readonly string[];
  /** The words before it. */
  readonly before: string;
  /** What separates the first two texts. */
  readonly between: string;
  /** The position of its end. */
  readonly end: number;
}

/** True for a list of allowed values, and not of missing members. */
export function isOfValues({ before, between }: QuotedList, behind: string): boolean {
  if (/^\W*(?:is|are|must be) (?:missing|required)/.test(behind)) return false;
  const isBars = between === "|" && /\b(?:expected|options?|one of)\b[^"'`]*$/i.test(before);
  return isBars || /\b(?:must|should|has to|can only) be $/.test(before);
}

/** Words that introduce a list of values. */
const leadsToValues = /(?:\b(?:one of|be|expected|allowed|either)|:)[ :[({]{0,4}$/i;

/** Lists of quoted texts that only commas, bars, "or" and "and" separate. */
export function listsIn(told: string): readonly QuotedList[] {
  const lists: { texts: string[]; before: string; between: string; end: number }[] = [];
  let end = -1;
  for (const { 0: whole, 2: text = "", index } of told.matchAll(/(["'`])([^"'`\n]{1,64})\1/g)) {
    const between = end === -1 ? undefined : told.slice(end, index).trim();
    const list = between !== undefined && /^(?:[,|/]|(?:, ?)?(?:or|and))$/.test(between) ? lists.at(-1) : undefined;
    if (list?.texts.length === 1) list.between = between ?? "";
    end = index + whole.length;
    if (list) list.texts.push(text);
    if (list) list.end = end;
    else lists.push({ texts: [text], before: told.slice(0, index), between: "", end });
  }
  return lists.filter(({ texts }) => texts.length > 1);
}

/** The list of the first line that has one, as a refusal may repeat it. */
export function listOf(all: string): readonly string[] {
  // Examples after "e.g." are left out, unless they are the only list.
  const without = all.replaceAll(/[,;(]? ?\b(?:e\.g\.|for example)[^;\n]{0,100}/gi, "");
  const told = listIn(without).length > 1 ? without : all;
  const lines = told.split("\n");
  return lines.length > 1 ? (lines.map(listIn).find((list) => list.length > 1) ?? listIn(told)) : listIn(told);
}

/** Words such as `must be low, high or none`, up to the end of the list. */
const mustBe =
  /\b(?:must|should|has to|can only|may only) be (?:either |in |(?:one|any|either) of |among )?((?:[\w-]+(?:, (?:or )?| or |\|))+[\w-]+)(?=[.;]?$|[.;] | ?\(|,? (?:but|got|not|was|were|is|received|for|when)\b)/m;
/** Words that describe a kind of value and are no value. */
const anyValue =
  /^(?:an?|present|given|set|sent|required|valid|unique|known|numeric|positive|integer|number|string|boolean|text|null|non-\w+|not)$/i;

/** The listed words; undefined where they describe a kind of value. */
function wordsOf(told: string): string | undefined {
  const [, words] = mustBe.exec(told) ?? [];
  const parts = words?.split(/, (?:or )?| or |\|/) ?? [];
  return parts.every((word) => anyValue.test(word)) || parts.some((word) => bound.test(word)) ? undefined : words;
}

/** After a number such a word makes a bound, e.g. `must be 1000 or greater`. */
const bound = /^(?:greater|more|less|fewer|higher|lower|later|earlier|above|below|over|under|longer|shorter|equal)$/i;

/** Comparisons are no list, e.g. `less than or equal to 4, the number of quotes`. */
const comparing =
  /^ ?(?:(?:must be )?[<>]=?|less|greater|more|fewer|larger|smaller|higher|lower|equal|at (?:least|most)) (?:than|to|\d)/i;
const separators = /[,|]| \/ /;
const leadingToList = /^ ?(?:expected|allowed|either|(?:must|should|has to) be(?: (?:in|(?:one|any|either) of))?) /;

/** The parts of a list in brackets, or after the last colon or "one of"; none where there is a single part. */
function listIn(told: string): readonly string[] {
  const inBrackets = [...told.matchAll(/\[([^[\]]*)\]|\(([^()]*)\)|\{([^{}]*)\}/g)].map((found) =>
    found.slice(1).join(""),
  );
  // After a semicolon another member may follow.
  const [, afterOneOf = ""] = /\b(?:one|any|either) of:? ([^;]*)/s.exec(told) ?? [];
  const afterColon = told.includes(":") ? told.slice(told.lastIndexOf(":") + 1).replace(leadingToList, "") : "";
  // The shorter text begins nearer to the first value.
  const behind = [afterOneOf, afterColon].toSorted((one, other) => one.length - other.length);
  const isList = (part: string): boolean =>
    separators.test(part) &&
    !comparing.test(part) &&
    !part.split(separators).every((word) => anyValue.test(word.trim()));
  const quoted = listsIn(told).findLast(({ before }) => leadsToValues.test(before))?.texts;
  if (quoted && !inBrackets.some(isList)) return quoted;
  // Words that only bars separate are a list even without such an introduction.
  const [barred] = /(?<![\w|])[\w-]{1,60}(?:\|[\w-]{1,60})+(?![\w|])/.exec(afterColon) ?? [];
  const isBarred = barred !== undefined && isList(barred) && !/[,]| \/ /.test(afterColon);
  const list = inBrackets.find(isList) ?? wordsOf(told) ?? (isBarred ? barred : behind.find(isList));
  // Some refusals separate the parts by spaces only, after "one of".
  const [, spaced] = /\bone of:? [[({]([^\])}]*)[\])}]/.exec(told) ?? [];
  const parts = list === undefined ? (spaced ?? "").split(/\s+/) : list.split(/[,|]| \/ |\bor\b/);
  return parts.map((text) => text.trim().replaceAll(/^["'`]|["'`.]$/g, ""));
}
