/** What the words of a refusal tell of data: which members are wanted or not wanted, and which values. */
import { fitData, markerMembers } from "../../../generators/index.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { type Json, type JsonObject } from "../../../spec/json.ts";
import { answerWords } from "../../../spec/readings/answer-words.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { textsIn } from "./refusal-texts.ts";

/** However many texts a refusal has: the codes among so many tell its kind. */
const maxTexts = 50;
/** However many words a refusal has: so many are tried as members. */
const maxWords = 12;
/** However many values a refusal offers for a member: so many are tried. */
const maxOffered = 6;
/** A list of more is none of values that a member may have. */
const maxListed = 8;
/** So many numbers of a range are used, from its lower end on: such may be summed. */
const fewNumbers = 11;
/** Where a refusal says that a number is out of range, or a text too long or too short, and not by how much. */
const [numbersOfAnyRange, lengthsOfAnyRange] = [
  [1, 100, 1_000, 0.5, 0],
  [10, 3, 40, 1],
];
/** Texts longer than this are no wanted length, but a limit. */
const longestText = 200;

/** A value, and the schema of its like. */
export interface Candidate {
  readonly value: Json;
  readonly schema: JsonObject;
}

export const wholeNumber: Candidate = { value: 12, schema: { type: "integer", minimum: 1, maximum: 12 } };
export const plainText: Candidate = { value: "Text", schema: { type: "string", pattern: "^[A-Z][a-z]{3,11}$" } };

const only = (value: Json): Candidate => ({ value, schema: { const: value } });
const anyFlag: Candidate = { value: true, schema: { type: "boolean" } };
const [aDate, aTime, anAddress] = ["2026-03-14", "2026-03-14T09:26:53Z", "someone@example.com"].map(only) as [
  Candidate,
  Candidate,
  Candidate,
];
const [aList, anObject] = [only(["Text"]), only({})];

/** A value of each type, the likeliest first, and the schema of its like. */
export const kinds: readonly Candidate[] = [
  ...[plainText, wholeNumber, only(3), anyFlag],
  ...[aDate, aTime, anAddress, aList, anObject],
];

const named = (types: string): RegExp => new RegExp(`\\b(?:an?|be|is|as|type|expect(?:ed|s)?) (?:${types})\\b`, "i");

/** How a refusal says which type it wants, and values of it; the first that it says counts. */
const typeWords: readonly (readonly [RegExp, readonly Candidate[]])[] = [
  [/\bdate-? ?time\b|\btimestamp\b|\bRFC ?3339\b/i, [aTime]],
  [/\bISO ?8601\b/i, [aDate, aTime]],
  [/\bdate\b|YYYY/i, [aDate]],
  [/\bbool(?:ean)?\b|\btrue or false\b/i, [anyFlag, only(false)]],
  [/\binteger\b|\bwhole number\b/i, [wholeNumber]],
  [named("number|decimal"), [wholeNumber]],
  [named("array|list"), [aList]],
  [named("object"), [anObject]],
  [/\be-?mail\b/i, [anAddress]],
  [named("string|text"), [plainText]],
];

/** The values of a refusal: texts, without the names under which they stand. A page of a proxy names no members. */
export function textOf(exchange: Exchange | undefined): string {
  const said = textsIn(answerWords(exchange?.response)).join("\n");
  return said.startsWith("<") ? "" : said.slice(0, 2_000);
}

/**
 * Equal for two refusals of one kind: their status and the codes that they give, which are single words that stand in nothing
 * else that is said.
 */
export function kindOf(exchange: Exchange | undefined): string {
  const texts = textsIn(answerWords(exchange?.response)).slice(0, maxTexts);
  const said = new Set(texts.flatMap((text) => (/\s/.test(text) ? (text.match(aName) ?? []) : [])));
  // Ids of the request, and the time of day, are others each time.
  const isCode = (text: string): boolean =>
    /^[\w.:/-]{1,60}$/.test(text) && !/^\d+$/.test(text) && !/^(?=.*\d).{12,}$/.test(text);
  const codes = texts.filter((text) => isCode(text) && !said.has(text));
  return JSON.stringify([exchange?.response?.status, ...codes.toSorted()]);
}

/** True for a word that a refusal of this kind gives as its code. */
export const isCode = (kind: string, word: string): boolean => (JSON.parse(kind) as readonly Json[]).includes(word);

/** Words by which a refusal says that it is about what was done before, or about who does it now. */
export const aboutMoment =
  /\b(?:at this (?:point|time|stage|moment)|not (?:yet|now)|(?:cannot|can ?not|may not|not) (?:be )?\w+ (?:yet|now)|not (?:open|due|available)|not (?:allowed|permitted|possible) (?:now|yet|here|in|at|while|before|after)|out of (?:order|sequence|turn)|current (?:state|status|stage|phase|step)|(?:another|other|someone else|somebody else|different) (?:than|from|user|person|member|officer))\b/i;

/** Words by which a refusal says that files are wanted. */
export const aboutFiles = /\bfiles?\b|\battach|\bupload|\benclos/i;

/** Words by which a refusal says that the data are what it refuses, or a name in quotes. */
export const aboutData =
  /\b(?:data|input|fields?|members?|propert(?:y|ies)|keys?|schema|forms?|values?|attributes?|payload|required|mandatory|missing|validation|out of range|needs?|must|should|has to)\b|["'`][A-Za-z_][A-Za-z0-9_-]{0,63}["'`]/i;

/** True for a refusal that says of members that they are wanted, or that those which the run adds to all data are not. */
export const asksForMembers = (told: string): boolean =>
  namesOwn(told) ||
  (/\b(?:required|missing|mandatory|lacks|must (?:have|contain|include|be (?:an?|one|between|at|of|in|from)))\b/i.test(
    told,
  ) &&
    wordsIn(told).some(({ likely }) => likely));

const aName = /[A-Za-z_][A-Za-z0-9_-]{0,63}/g;

export interface Word {
  readonly name: string;
  /** True where it stands in quotes, or before "is required" and its like. */
  readonly likely: boolean;
}

/** Words that may name a member, the likely ones first. */
export function wordsIn(told: string): readonly Word[] {
  // What something must be names nothing.
  const values = listsIn(told).filter((list) => isOfValues(list, told.slice(list.end)));
  const quoted = [...told.matchAll(/["'`/]([A-Za-z_][A-Za-z0-9_-]{0,63})/g)].filter(
    ({ index }) => !values.some(({ before, end }) => index >= before.length && index < end),
  );
  const wanted = [
    ...told.matchAll(/([A-Za-z_][A-Za-z0-9_-]{0,63})["'`]?:? (?:is|must|has|should|cannot|missing|required|needed)/g),
    ...told.matchAll(/\b(?:missing|lacks|requires|needs) ([A-Za-z_][A-Za-z0-9_-]{0,63})/g),
  ];
  // Behind the name of the whole, as in `data.object`, or in quotes behind "property", even a usual word names a member.
  const within = [
    ...told.matchAll(/(?:(?:\bdata|\btraceInput|\$)[./]|\bproperty ["'`])([A-Za-z_][A-Za-z0-9_-]{0,63})/g),
  ];
  const called = [
    ...told.matchAll(/["'`]([A-Za-z_][\w-]{0,63})["'`] (?:is|must|has|should|cannot|needs)\b/g),
    ...told.matchAll(/\bmissing (?:required )?(?:member|field|property|attribute|key):? ["'`]?([A-Za-z_][\w-]{0,63})/g),
    ...told.matchAll(/\b(?:member|field|property|attribute) ([A-Za-z_][\w-]{0,63}) (?:is|must|has|should|cannot)\b/g),
  ];
  const leading = [
    ...told.matchAll(/^([A-Za-z_][\w-]{0,63}): /gm),
    ...told.matchAll(/(?<=: )([A-Za-z_][\w-]{0,63}): (?=(?:invalid|required|expected|must|should|missing)\b)/gi),
  ].filter(([, name = ""]) => !common.has(name));
  const placed = new Set([
    ...leading.map(([, name = ""]) => name),
    ...within.map(([, name = ""]) => name),
    ...called.map(([, name = ""]) => name).filter((name) => !notNames.has(name)),
  ]);
  // What stands in quotes may be a value as well.
  const likely = new Set([...placed, ...[...wanted, ...quoted].map(([, name = ""]) => name)]);
  return [...new Set([...likely, ...(told.match(aName) ?? [])])]
    .filter((word) => placed.has(word) || !common.has(word.toLowerCase()))
    .slice(0, maxWords)
    .map((name) => ({ name, likely: likely.has(name) }));
}

/** Words of any refusal. */
const common = new Set(
  "a an and any are as at be been body by cannot code data error errors field for form has have in input invalid is it json key member message missing must no not null object of or property request required should status string the this to type undefined valid validation value was with".split(
    " ",
  ),
);

/** What stands between "field" and "is", and names no member. */
const notNames: ReadonlySet<string> = new Set(["it", "name", "that", "there", "this", "value", "which"]);

/** True for a refusal that names members which the run adds to all data, and no form can want. */
export const namesOwn = (told: string): boolean => Object.values(markerMembers).some((name) => namesMember(told, name));

/** True for a refusal of members that no form knows, whichever they are. */
export const saysUnknown = (told: string): boolean =>
  /\b(?:unknown|unexpected|unrecogni[sz]ed|undeclared|unsupported|additional|extra|superfluous|not (?:known|allowed|expected|permitted|have)|no (?:such )?(?:member|field|property|attribute|key))\b/i.test(
    told,
  );

/** What a refusal says a member must be, in an entry of its own, while it is missing. */
export function wantedIn(told: string, name: string): readonly Candidate[] {
  const own = told.split("\n").find((line) => [`data.${name}: `, `${name}: `].some((begin) => line.startsWith(begin)));
  return own === undefined ? [] : offeredIn(own, name, { value: null, before: own });
}

/** The lines of a refusal that are about a member; all of it where it has none of its own. */
function linesOn(told: string, name: string): string {
  const own = told.split("\n").filter((line) => namesMember(line, name));
  return own.length > 0 ? own.join("\n") : told;
}

const memberWord = (name: string): RegExp => new RegExp(`(?<![\\w-])${name}(?![\\w-])`);

export function namesMember(told: string, name: string): boolean {
  return (told.match(aName) ?? ([] as readonly string[])).includes(name);
}

/** The words of a refusal as values: it may list those that a member may have. */
export function listedIn(told: string, name: string): readonly Candidate[] {
  return wordsIn(told)
    .filter((word) => word.name !== name)
    .map((word) => only(word.name));
}

/** What was tried for a member, and what had been refused before. */
interface Refused {
  readonly value: Json;
  readonly before: string;
}

/**
 * Values that the refusal of another value offers for a member: of the type that it names, those that it lists, a number or
 * a length that it names, a later or an earlier date, or what its pattern matches.
 */
export function offeredIn(all: string, name: string, { value, before }: Refused): readonly Candidate[] {
  const told = linesOn(all, name);
  const [from, to] = [told.indexOf("^"), told.lastIndexOf("$")];
  if (from !== -1 && from < to) return matching(told.slice(from, to + 1));
  const moved = movedDates(told, value);
  if (moved.length > 0) return moved;
  const words = withoutName(told, name);
  const typed = typeWords.find(([pattern]) => pattern.test(words))?.[1] ?? [];
  const listed = listOf(told).filter((text) => text !== "" && text.length < 60 && text !== name);
  const untried = [...typed.filter((one) => !sameJson(one.value, value)), ...rangeIn(words, typed)];
  if (listed.length > 0 || untried.length > 0) return [...untried, ...oneOf(listed)].slice(0, maxOffered);
  // Numbers that stood there before are codes, unless they stood beside the member.
  const known = namesMember(before, name) ? [] : numbersIn(before);
  const bounds = numbersIn(told).filter((number) => !known.includes(number));
  const offered = bounds.flatMap((number): readonly Candidate[] => {
    if (!aboutLength.test(words)) return [only(number), only(number + 1), only(number - 1)];
    if (number <= 0 || number > longestText) return [];
    const isTooLong = typeof value === "string" && value.length > number;
    return [isTooLong ? upTo(value, number) : ofLength(number)];
  });
  return offered.slice(0, maxOffered);
}

/** How a refusal names the two ends of a range. */
const ranges: readonly RegExp[] = [
  /\b(?:from|between) (-?\d+(?:\.\d+)?(?:e\+?\d+)?) (?:to|and) (-?\d+(?:\.\d+)?(?:e\+?\d+)?)/i,
  /\bmin(?:imum)?\W{1,3}(-?\d+(?:\.\d+)?)\D{1,20}max(?:imum)?\W{1,3}(-?\d+(?:\.\d+)?)/i,
];

/** A whole number from the lower end of a range that is named, such as `from 1000 to 5000`. */
function rangeIn(told: string, typed: readonly Candidate[]): readonly Candidate[] {
  const [, low, high] = ranges.flatMap((range) => range.exec(told) ?? []);
  const [minimum, most] = [Math.ceil(Number(low)), Math.floor(Number(high))];
  if (!typed.includes(wholeNumber) || !(minimum <= most)) return [];
  return [{ value: minimum, schema: { type: "integer", minimum, maximum: Math.min(most, minimum + fewNumbers) } }];
}

/** A single word: what else stands in a list may have come from beside it, as in `expected one`. */
const plainWord = /^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u;

/** Each of the texts that a refusal lists, where the first is taken any of them: what each leads to may differ. */
function oneOf(listed: readonly string[]): readonly Candidate[] {
  const plain = [...new Set(listed)].filter((text) => plainWord.test(text));
  const isList = plain.length > 1 && plain.length <= maxListed;
  const schema = { enum: plain };
  return listed.map((value) => (isList && value === plain[0] ? { value, schema } : only(value)));
}

const aboutLength = /\b(?:characters?|length|long(?:er)?|short(?:er)?|letters)\b/i;
const aboutRange =
  /\b(?:range|bounds|minimum|maximum|too (?:low|high|small|large|big|great)|greater|less|least|most)\b/i;

/** Values for a member of which a refusal says that it is beyond its bounds, and not what these are. */
export function withinAnyBounds(told: string, name: string): readonly Candidate[] {
  const words = withoutName(linesOn(told, name), name);
  if (aboutLength.test(words)) return lengthsOfAnyRange.map(ofLength);
  return aboutRange.test(words) ? numbersOfAnyRange.map(only) : [];
}

/** Without the member where it is named first: one may be called as what it holds, as in `date is not a date`. */
const withoutName = (told: string, name: string): string => told.replace(memberWord(name), "");

/** Dates after the one that was refused for being too early, or before it. */
function movedDates(told: string, value: Json): readonly Candidate[] {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d(T.*)?$/.test(value)) return [];
  const years = /\b(?:after|later|future)\b/i.test(told)
    ? [1, 50]
    : /\b(?:before|earlier|past)\b/i.test(told)
      ? [-1, -50]
      : [];
  return years.map((count) => only(`${String(Number(value.slice(0, 4)) + count)}${value.slice(4)}`));
}

/** The numbers of a refusal, in their order, without codes such as `003` and the numbers of standards. */
export const numbersIn = (told: string): readonly number[] =>
  (told.replaceAll(/\b(?:RFC|ISO)[ -]?\d+/gi, "").match(/(?<![\w.-])-?(?:0|[1-9]\d*)(?:\.\d+)?(?![\w-])/g) ?? []).map(
    Number,
  );

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
function isOfValues({ before, between }: QuotedList, behind: string): boolean {
  if (/^\W*(?:is|are|must be) (?:missing|required)/.test(behind)) return false;
  const isBars = between === "|" && /\b(?:expected|options?|one of)\b[^"'`]*$/i.test(before);
  return isBars || /\b(?:must|should|has to|can only) be $/.test(before);
}

/** How a list of values is led up to. */
const leadsToValues = /(?:\b(?:one of|be|expected|allowed|either)|:)[ :[({]{0,4}$/i;

/** Texts in quotes with nothing between them but commas, bars, "or" and "and". */
function listsIn(told: string): readonly QuotedList[] {
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
function listOf(told: string): readonly string[] {
  const lines = told.split("\n");
  return lines.length > 1 ? (lines.map(listIn).find((list) => list.length > 1) ?? listIn(told)) : listIn(told);
}

/** Words that something must be, as in `must be low, high or none`, and where they end. */
const mustBe =
  /\b(?:must|should|has to|can only|may only) be (?:either )?((?:[\w-]+(?:, (?:or )?| or |\|))+[\w-]+)(?=[.;]?$|[.;] | ?\(|,? (?:but|got|not|was|were|is|received|for|when)\b)/m;
/** What any value of a member may have to be. */
const anyValue =
  /^(?:an?|present|given|set|sent|required|valid|unique|known|numeric|positive|integer|number|string|boolean|text|null|non-\w+|not)$/i;

/** The words that something must be; none where they tell what kind of value it must be. */
function wordsOf(told: string): string | undefined {
  const [, words] = mustBe.exec(told) ?? [];
  return words?.split(/, (?:or )?| or |\|/).some((word) => anyValue.test(word)) ? undefined : words;
}

/** The parts of what stands in brackets, or behind the last colon or "one of"; none where there is one part alone. */
function listIn(told: string): readonly string[] {
  const inBrackets = [...told.matchAll(/\[([^[\]]*)\]|\(([^()]*)\)|\{([^{}]*)\}/g)].map((found) =>
    found.slice(1).join(""),
  );
  // What is said of another member stands behind it.
  const [, afterOneOf = ""] = /\bone of:? ([^;]*)/s.exec(told) ?? [];
  const afterColon = told.slice(told.lastIndexOf(":") + 1).replace(/^ ?(?:expected|allowed|either) /, "");
  // The shorter of two begins nearer to the first value.
  const isSentence = !told.includes(":") || /^ ?(?:must|should|has to|may only|can only) /.test(afterColon);
  const behind = [afterOneOf, isSentence ? "" : afterColon].toSorted((one, other) => one.length - other.length);
  const isList = (part: string): boolean => /[,|]/.test(part);
  const quoted = listsIn(told).findLast(({ before }) => leadsToValues.test(before))?.texts;
  if (quoted && !inBrackets.some(isList)) return quoted;
  const list = inBrackets.find(isList) ?? wordsOf(told) ?? behind.find(isList);
  // Where nothing stands between the parts but spaces, a refusal says that it is one of them.
  const [, spaced] = /\bone of:? [[({]([^\])}]*)[\])}]/.exec(told) ?? [];
  const parts = list === undefined ? (spaced ?? "").split(/\s+/) : list.split(/[,|]|\bor\b/);
  return parts.map((text) => text.trim().replaceAll(/^["'`]|["'`.]$/g, ""));
}

const ofLength = (length: number): Candidate => ({
  value: "Text".repeat(length).slice(0, length),
  schema: { type: "string", minLength: length, maxLength: length },
});

/** A text of the run in so many characters at most. */
const upTo = (text: string, maxLength: number): Candidate => ({
  value: text.slice(0, maxLength),
  schema: { type: "string", minLength: Math.min(20, maxLength), maxLength },
});

/** A text that the pattern matches, where one can be made. */
function matching(pattern: string): readonly Candidate[] {
  const schema = { type: "string", pattern };
  try {
    new RegExp(pattern, "u");
    const dataSchema = {
      type: "object",
      required: ["text"],
      properties: { text: schema },
      additionalProperties: false,
    };
    const { text } = fitData({ key: "", groupLabel: "", creates: false, appends: true, dataSchema }, { data: {} }).data;
    return typeof text === "string" && new RegExp(pattern, "u").test(text) ? [{ value: text, schema }] : [];
  } catch {
    return [];
  }
}
