/** Lists of values in the words of a refusal. */

interface QuotedList {
  readonly texts: readonly string[];
  /** What is said before it. */
  readonly before: string;
  /** What stands between the first two. */
  readonly between: string;
  /** Where it ends. */
  readonly end: number;
}

/** True where a list is of what something must be, and not of what is missing. */
export function isOfValues({ before, between }: QuotedList, behind: string): boolean {
  if (/^\W*(?:is|are|must be) (?:missing|required)/.test(behind)) return false;
  const isBars = between === "|" && /\b(?:expected|options?|one of)\b[^"'`]*$/i.test(before);
  return isBars || /\b(?:must|should|has to|can only) be $/.test(before);
}

/** How a list of values is led up to. */
const leadsToValues = /(?:\b(?:one of|be|expected|allowed|either)|:)[ :[({]{0,4}$/i;

/** Texts in quotes with nothing between them but commas, bars, "or" and "and". */
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

/** The list of the first line that has one: a refusal may say the same as a whole, and of the member. */
export function listOf(all: string): readonly string[] {
  // An example of what is listed is no more of it; what is told as examples alone is the list.
  const without = all.replaceAll(/[,;(]? ?\b(?:e\.g\.|for example)[^;\n]{0,100}/gi, "");
  const told = listIn(without).length > 1 ? without : all;
  const lines = told.split("\n");
  return lines.length > 1 ? (lines.map(listIn).find((list) => list.length > 1) ?? listIn(told)) : listIn(told);
}

/** Words that something must be, as in `must be low, high or none`, and where they end. */
const mustBe =
  /\b(?:must|should|has to|can only|may only) be (?:either |in |(?:one|any|either) of |among )?((?:[\w-]+(?:, (?:or )?| or |\|))+[\w-]+)(?=[.;]?$|[.;] | ?\(|,? (?:but|got|not|was|were|is|received|for|when)\b)/m;
/** What any value of a member may have to be. */
const anyValue =
  /^(?:an?|present|given|set|sent|required|valid|unique|known|numeric|positive|integer|number|string|boolean|text|null|non-\w+|not)$/i;

/** The words that something must be; none where they tell what kind of value it must be. */
function wordsOf(told: string): string | undefined {
  const [, words] = mustBe.exec(told) ?? [];
  const parts = words?.split(/, (?:or )?| or |\|/) ?? [];
  return parts.every((word) => anyValue.test(word)) || parts.some((word) => bound.test(word)) ? undefined : words;
}

/** Behind a number such a word makes a bound of it, as in `must be 1000 or greater`. */
const bound = /^(?:greater|more|less|fewer|higher|lower|later|earlier|above|below|over|under|longer|shorter|equal)$/i;

/** What compares numbers lists none, as in `less than or equal to 4, the number of quotes`. */
const comparing =
  /^ ?(?:(?:must be )?[<>]=?|less|greater|more|fewer|larger|smaller|higher|lower|equal|at (?:least|most)) (?:than|to|\d)/i;
const separators = /[,|]| \/ /;
const leadingToList = /^ ?(?:expected|allowed|either|(?:must|should|has to) be(?: (?:in|(?:one|any|either) of))?) /;

/** The parts of what stands in brackets, or behind the last colon or "one of"; none where there is one part alone. */
function listIn(told: string): readonly string[] {
  const inBrackets = [...told.matchAll(/\[([^[\]]*)\]|\(([^()]*)\)|\{([^{}]*)\}/g)].map((found) =>
    found.slice(1).join(""),
  );
  // What is said of another member stands behind it.
  const [, afterOneOf = ""] = /\b(?:one|any|either) of:? ([^;]*)/s.exec(told) ?? [];
  const afterColon = told.includes(":") ? told.slice(told.lastIndexOf(":") + 1).replace(leadingToList, "") : "";
  // The shorter of two begins nearer to the first value.
  const behind = [afterOneOf, afterColon].toSorted((one, other) => one.length - other.length);
  const isList = (part: string): boolean =>
    separators.test(part) &&
    !comparing.test(part) &&
    !part.split(separators).every((word) => anyValue.test(word.trim()));
  const quoted = listsIn(told).findLast(({ before }) => leadsToValues.test(before))?.texts;
  if (quoted && !inBrackets.some(isList)) return quoted;
  // With nothing but bars between them they are a list behind another word as well.
  const [barred] = /(?<![\w|])[\w-]{1,60}(?:\|[\w-]{1,60})+(?![\w|])/.exec(afterColon) ?? [];
  const isBarred = barred !== undefined && isList(barred) && !/[,]| \/ /.test(afterColon);
  const list = inBrackets.find(isList) ?? wordsOf(told) ?? (isBarred ? barred : behind.find(isList));
  // Where nothing stands between the parts but spaces, a refusal says that it is one of them.
  const [, spaced] = /\bone of:? [[({]([^\])}]*)[\])}]/.exec(told) ?? [];
  const parts = list === undefined ? (spaced ?? "").split(/\s+/) : list.split(/[,|]| \/ |\bor\b/);
  return parts.map((text) => text.trim().replaceAll(/^["'`]|["'`.]$/g, ""));
}
