/** Values that refusals offer for a member: of a type, of a list, within bounds, of a pattern. */
import { sameJson } from "../../../../spec/readings/equal.ts";
import type { Json, JsonObject } from "../../../../spec/json.ts";
import { objectAt } from "../../../../spec/data-schemas/resolve.ts";
import { roomyText, type Candidate } from "./candidate.ts";
import { lengthsIn, patternIn, textMatching, type Lengths } from "./patterns-told.ts";
import { listLengthIn, type ListLength } from "./list-lengths.ts";
import { listOf } from "./lists-told.ts";
import { patternOfWords } from "./described-texts.ts";
import { ofCharacters } from "./characters-told.ts";
import { formatsIn, wordsOfName } from "./known-formats.ts";
import { rangeTold, type Range } from "./bounds-told.ts";
import { memberWord, namesMember, wordsIn } from "./refusal-words.ts";

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

export const wholeNumber: Candidate = { value: 12, schema: { type: "integer", minimum: 1, maximum: 12 } };
/** What a number has behind its point: floats of single precision keep it less exactly. */
const part = 0.87;
export const aDecimal: Candidate = { value: 9 + part, schema: { type: "number", minimum: 1, maximum: 12 } };
export const plainText: Candidate = { value: "Text", schema: { type: "string", pattern: "^[A-Z][a-z]{3,11}$" } };

const anyNumber: Range = { low: -Infinity, high: Infinity };

const only = (value: Json): Candidate => ({ value, schema: { const: value } });
const anyFlag: Candidate = { value: true, schema: { type: "boolean" } };
const [aDate, aTime, anAddress] = ["2026-03-14", "2026-03-14T09:26:53Z", "someone@example.com"].map(only) as [
  Candidate,
  Candidate,
  Candidate,
];
const [aList, anObject, anEmptyList] = [only(["Text"]), only({}), only([])] as const;

/** A value of each type, the likeliest first, and the schema of its like. */
export const kinds: readonly Candidate[] = [
  ...[plainText, wholeNumber, only(3), anyFlag],
  ...[aDate, aTime, anAddress, aList, anObject],
];

/** Behind what leads up to it, or alone behind a colon. */
const named = (types: string): RegExp =>
  new RegExp(
    `\\b(?:an?|be|is|as|type|expect(?:ed|s)?) (?:valid |JSON )?(?:${types})\\b|: (?:${types})(?=$|,| (?:of|with|from|between|in)\\b)`,
    "im",
  );

/** How a refusal says which type it wants, and values of it; the first that it says counts. */
const typeWords: readonly (readonly [RegExp, readonly Candidate[]])[] = [
  [/(?<!\b(?:in|of) (?:the|a) )\b(?:array|list) of objects\b/i, [only([{}])]],
  [/(?<!\b(?:in|of) (?:the|a) )\b(?:array|list) of (?!allowed|accepted|valid|values|options)\w/i, [aList, anEmptyList]],
  [/\bdates? or date-? ?times?\b/i, [aDate, aTime]],
  [/(?:\b|Local|Zoned|Offset)date-? ?time(?:Offset)?\b|\btimestamp\b|\bRFC ?3339\b|\b2006-01-02T15/i, [aTime]],
  [/\bISO ?8601\b/i, [aDate, aTime]],
  [/(?:\b|Local)date(?:Only)?\b|YYYY|\bY-m-d\b|\b2006-01-02\b/i, [aDate]],
  [/\bbool(?:ean)?\b|\btrue or false\b/i, [anyFlag, only(false)]],
  [/\b(?:integer|whole number|u?int(?:8|16|32|64)?)\b|[`'"]long[`'"]/i, [wholeNumber]],
  [/\b(?:double|float(?:32|64)?)\b/i, [aDecimal, wholeNumber]],
  [named("number|decimal"), [aDecimal, wholeNumber]],
  [named("array|list"), [aList, anEmptyList]],
  [named("object|dictionary|dict|map|mapping"), [anObject]],
  [/\be-?mail\b/i, [anAddress]],
  [named("string|text"), [plainText]],
];

/** True for what a refusal tells of the texts themselves: then none of them names what the state shows. */
export const tellsTexts = ({ schema }: Candidate): boolean =>
  ["enum", "pattern", "minLength"].some((keyword) => Object.hasOwn(schema, keyword)) && schema !== plainText.schema;

/** What a refusal says a member must be, in an entry of its own, while it is missing. */
export function wantedIn(told: string, name: string): readonly Candidate[] {
  const own = told.split("\n").find((line) => [`data.${name}: `, `${name}: `].some((begin) => line.startsWith(begin)));
  return own === undefined ? [] : offeredIn(own, name, { value: null, before: own });
}

/** The lines of a refusal that are about a member, or else those that name it; all of it where there are none. */
function linesOn(told: string, name: string): string {
  const lines = told.split("\n");
  const others = lines.flatMap((line) => /^data\.([^\s:]+): /.exec(line)?.slice(1) ?? []).filter((one) => one !== name);
  // What tells of several members together, each of which has a line, is no line of one.
  const isOfSeveral = (line: string): boolean =>
    !line.startsWith("data.") && others.some((other) => namesMember(line, other));
  const own = lines.filter((line) => namesMember(line, name) && !isOfSeveral(line));
  return own.length > 0 ? own.join("\n") : told;
}

/** The words of a refusal as values: it may list those that a member may have. */
export function listedIn(told: string, name: string): readonly Candidate[] {
  return wordsIn(told)
    .filter((word) => word.name !== name)
    .map((word) => only(word.name));
}

/** Of the values that a member may have another one, first such as the refusal tells: it may be the only one now. */
export function otherChoices(known: Candidate | undefined, told: string): readonly Candidate[] {
  const listed = known?.schema["enum"];
  if (!known || !Array.isArray(listed)) return [];
  const isTold = (value: Json): boolean => typeof value === "string" && memberWord(value).test(told);
  const others = (listed as readonly Json[]).filter((value) => value !== known.value);
  return [...others.filter(isTold), ...others.filter((value) => !isTold(value))]
    .slice(0, maxChoices)
    .map((value) => ({ value, schema: known.schema }));
}

/** So many other values of a list are tried where one was right and is none any more. */
const maxChoices = 3;

/** A list with this value alone. */
export const inList = (one: Candidate): Candidate => ({
  ...one,
  value: [one.value],
  schema: { type: "array", items: one.schema, minItems: 1, maxItems: 1 },
});

/** A list with so many of this item, of which nothing but its number is known. */
const inListOf = ({ least, most }: ListLength, item: Json): Candidate => ({
  value: Array<Json>(least).fill(item),
  schema: {
    type: "array",
    items: typeof item === "string" ? plainText.schema : { const: item },
    minItems: least,
    maxItems: most,
  },
});

/** What was tried for a member, and what had been refused before. */
interface Refused {
  readonly value: Json;
  readonly before: string;
  /** What values of its like follow. */
  readonly schema?: JsonObject;
}

/**
 * Values that the refusal of another value offers for a member: of the type that it names, those that it lists, a number or
 * a length that it names, a later or an earlier date, or what its pattern matches.
 */
export function offeredIn(all: string, name: string, refused: Refused): readonly Candidate[] {
  const { value } = refused;
  const [item, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [];
  const length = Array.isArray(value) ? listLengthIn(linesOn(all, name), value.length) : undefined;
  if (length) return [inListOf(length, item ?? plainText.value)];
  if (typeof item !== "string" || others.length > 0) return offeredFor(all, name, refused);
  // What is told of a list with one text may be what the text must be.
  const items = offeredFor(all, name, { ...refused, value: item, schema: objectAt(refused.schema ?? {}, "items") });
  return items.flatMap((one) => (typeof one.value === "string" && isChoice(one) ? [inList(one), one] : [one]));
}

const isChoice = ({ schema }: Candidate): boolean => ["enum", "const"].some((word) => Object.hasOwn(schema, word));

function offeredFor(all: string, name: string, { value, before, schema = {} }: Refused): readonly Candidate[] {
  const own = linesOn(all, name);
  // Of a text the size is its length.
  const told = typeof value === "string" ? own.replaceAll(/\bsize\b/gi, "length") : own;
  const lengths = lengthsIn(told);
  // A pattern may have been told before, and now how long its texts may be.
  const toldBefore = schema === plainText.schema || Object.keys(lengths).length === 0 ? undefined : schema["pattern"];
  const pattern = patternIn(told) ?? toldBefore;
  const ofPattern = typeof pattern === "string" ? textMatching(pattern, lengths) : [];
  if (ofPattern.length > 0) return [...ofPattern, ...samplesIn(told)];
  const described = typeof value === "string" ? asDescribed(withoutName(told, name)) : [];
  if (described.length > 0) return [...described, ...samplesIn(told)];
  const moved = movedDates(told, value);
  if (moved.length > 0) return moved;
  const words = withoutName(told, name);
  const typed = typeWords.find(([pattern]) => pattern.test(words))?.[1] ?? [];
  const listed = listOf(told).filter((text) => text !== "" && text.length < 60 && text !== name);
  const ofRange = rangeIn(words, typed);
  // That a number is beyond a bound may be told with its type, as in `expected number to be >=20`.
  const { low, high } = typeof value === "number" ? rangeTold(words) : anyNumber;
  const mayBe = ({ value: one }: Candidate): boolean =>
    typeof one !== "number" || (ofRange.length === 0 && one >= low && one <= high);
  const ofType = typed.filter(mayBe);
  const untried = [...ofRange, ...ofType].filter((one) => !sameJson(one.value, value));
  const mayBePhrases = listed.length > 2 && saysList.test(told);
  const samples = samplesIn(told).filter((one) => !sameJson(one.value, value));
  const isText = typeof value === "string";
  // What is too long or too short may be named by an everyday word that is none of a format.
  const mayBeFormat = isText && (lengths.minLength === lengths.maxLength || withinLengths(value, lengths).length === 0);
  const formats = mayBeFormat ? formatsIn(words).filter((one) => !sameJson(one.value, value)) : [];
  const isList = saysList.test(told) || listed.filter((text) => plainWord.test(text)).length > 1;
  const offeredFirst = [
    ...untried,
    ...(isText ? ofCharacters(words, schema) : []),
    ...(isList ? [] : [...formats, ...(isText ? codesIn(told) : [])]),
    ...oneOf(listed, mayBePhrases).map((one) => (tellsForm(told, name) ? only(one.value) : one)),
    ...samples,
    ...(isList ? formats : []),
  ];
  const isFirst = (one: Candidate, at: number): boolean =>
    offeredFirst.findIndex((other) => sameJson(other.value, one.value)) === at;
  if (offeredFirst.length > 0) return offeredFirst.filter(isFirst).slice(0, maxOffered);
  const ofLengths = typeof value === "string" ? withinLengths(value, lengths) : [];
  if (ofLengths.length > 0) return ofLengths;
  // Numbers that stood there before are codes, unless they stood beside the member.
  const known = namesMember(before, name) ? [] : numbersIn(before);
  const bounds = numbersIn(told).filter((number) => !known.includes(number));
  const offered = bounds.flatMap((number): readonly Candidate[] => {
    if (typeof value === "number" && value < low && number === low) return [fromOn(low, high)];
    if (!aboutLength.test(words)) return [only(number), only(number + 1), only(number - 1)];
    if (number <= 0 || number > longestText) return [];
    const isTooLong = typeof value === "string" && value.length > number;
    return [isTooLong ? upTo(value, number) : ofLength(number)];
  });
  // What is told fits no value so far: the name may say what is wanted.
  const byName = isText ? formatsIn(wordsOfName(name)).filter((one) => !sameJson(one.value, value)) : [];
  const isOfFormat = /\b(?:match(?:es)?|pattern|format|valid|invalid|looks?|malformed)\b/i.test(words);
  const least = typeof value === "number" && value > 1 && atMostSome(words) ? [little] : [];
  return [...(isOfFormat ? byName : []), ...least, ...offered, ...(isOfFormat ? [] : byName)].slice(0, maxOffered);
}

/** Numbers from a lower bound on, whole ones where it is one. */
const fromOn = (low: number, high: number): Candidate => ({
  value: low,
  schema: {
    type: Number.isInteger(low) ? "integer" : "number",
    minimum: low,
    maximum: Math.min(low + fewNumbers, high),
  },
});

/** Texts as they are described in words, first those of formats that are known; none where nothing is described. */
function asDescribed(words: string): readonly Candidate[] {
  const pattern = patternOfWords(words);
  if (pattern === undefined) return [];
  const shape = new RegExp(pattern);
  return [...formatsIn(words).filter(({ value }) => shape.test(String(value))), ...textMatching(pattern)];
}

/** A bound from above may be what is left just then, of which one is little. */
export const little: Candidate = { value: 1, schema: { type: "number", minimum: 1, maximum: 1 } };

/** True where a refusal tells that a number is too high, and how high one may be that is more than one. */
function atMostSome(words: string): boolean {
  const [, most] =
    /\b(?:at most|no more than|(?:not|cannot|may not) (?:be )?(?:exceed|(?:more|greater|higher|larger) than)|exceeds?|max(?:imum)?(?: is)?|up to|less than or equal to) \D{0,30}?(\d{1,9}(?:\.\d{1,4})?)/i.exec(
      words,
    ) ?? [];
  return Number(most) > 1;
}

/** How a refusal gives an example of a value. */
const behindSample =
  /\b(?:(?:looks?|match(?:es)?|be|written|something) like|such as|as in|e\.g\.,?|for example,?|example:?) ["'`]?([\w./:#-]{2,40}?)["'`]?(?=\.?(?:[\s),;]|$))/im;

/** Codes that a refusal names, as in `R1 to R13 or D1 to D15`: so many at most are tried. */
const [aCode, mostCodes] = [/(?<![\w.(\[-])(?!UTF-|ISO-?|RFC-?|HTTP)[A-Z]{1,3}-?\d{1,5}(?![\w.-]*\w|[)\]]?:)/g, 4];

/** One alone may be the code of the refusal, or the name of a standard. */
function codesIn(told: string): readonly Candidate[] {
  const codes = [...new Set(told.match(aCode) ?? [])];
  return codes.length > 1 ? codes.slice(0, mostCodes).map(only) : [];
}

/** A sample of several words, each with a digit or a capital in front, as in `such as 16 06 01*`. */
const behindLongSample =
  /\b(?:(?:looks?|match(?:es)?|be|written|something) like|such as|as in|e\.g\.,?|for example,?|example:?) ["'`]?([\dA-Z][\w./:#*+-]{0,20}(?: [\dA-Z][\w./:#*+-]{0,20}){1,5}?|[\dA-Z][\w./:#+-]{1,30}\*)["'`]?(?=\.?(?:$|[),;]))/m;

function samplesIn(told: string): readonly Candidate[] {
  const [, long] = behindLongSample.exec(told) ?? [];
  const [all = "", sample = ""] = behindSample.exec(told) ?? [];
  const isTold = /[\dA-Z]/.test(sample) || /["'`]/.test(all);
  return [...(long === undefined ? [] : [only(long)]), ...(sample !== "" && isTold ? [only(sample)] : [])];
}

/** The keyword of a schema for the number up to which others are taken, as was told, where only the first of them are used. */
export const toldMost = "toldMost";

/** How a refusal names the two ends of a range. */
const ranges: readonly RegExp[] = [
  /\b(?:from|between) (-?\d+(?:\.\d+)?(?:e\+?\d+)?) (?:to|and) (-?\d+(?:\.\d+)?(?:e\+?\d+)?)/i,
  /(?<![\d.-])(-?\d{1,15}(?:\.\d{1,9})?) ?(?:\.{2,3}|…|–) ?(-?\d{1,15}(?:\.\d{1,9})?)/,
  /\bmin(?:imum)?\W{1,3}(-?\d+(?:\.\d+)?)\D{1,20}max(?:imum)?\W{1,3}(-?\d+(?:\.\d+)?)/i,
];

/** Numbers from the lower end of a range that is named, such as `from 1000 to 5000`; with decimals first, where these may be. */
function rangeIn(told: string, typed: readonly Candidate[]): readonly Candidate[] {
  const [, low, high] = ranges.flatMap((range) => range.exec(told) ?? []);
  const [minimum, most] = [Math.ceil(Number(low)), Math.floor(Number(high))];
  if (!typed.includes(wholeNumber) || !(minimum <= most)) return [];
  const maximum = Math.min(most, minimum + fewNumbers);
  const schema: JsonObject = { type: "integer", minimum, maximum };
  const whole: Candidate = { value: minimum, schema: most > maximum ? { ...schema, [toldMost]: most } : schema };
  const mayHaveDecimals = typed.includes(aDecimal) && minimum < most;
  return mayHaveDecimals ? [{ value: minimum + part, schema: { ...whole.schema, type: "number" } }, whole] : [whole];
}

/** A single word: what else stands in a list may have come from beside it, as in `expected one`. */
const plainWord = /^[\p{L}\p{N}][\p{L}\p{N}_.@-]*$/u;
/** A few words, in a list that is said to be one. */
const aPhrase = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,30}(?: [\p{L}\p{N}_.-]{1,30}){0,3}$/u;
const saysList = /\b(?:one of|in the list|any of|either of)\b/i;

/** True for a member that tells of which form the object is in which it stands: another value wants other members beside it. */
const tellsForm = (told: string, name: string): boolean =>
  /\bexpected tags?\b/i.test(told) || /[.\]](?:kind|type|tag|variant)$/i.test(name);

/** Each of the texts that a refusal lists, where the first is taken any of them: what each leads to may differ. Numbers come first. */
function oneOf(listed: readonly string[], mayBePhrases: boolean): readonly Candidate[] {
  const plain = [...new Set(listed)].filter((text) => (mayBePhrases ? aPhrase : plainWord).test(text));
  const isList = plain.length > 1 && plain.length <= maxListed;
  const schema = { enum: plain };
  const texts = listed.map((value) => (isList && value === plain[0] ? { value, schema } : only(value)));
  const numbers = plain.map(Number);
  const areNumbers = isList && plain.every((text) => /^-?\d{1,9}(?:\.\d{1,4})?$/.test(text));
  return areNumbers ? [{ value: numbers[0] ?? null, schema: { enum: numbers } }, ...texts] : texts;
}

const aboutLength = /\b(?:characters?|length|long(?:er)?|short(?:er)?|letters)\b/i;
const aboutRange =
  /\b(?:range|bounds|minimum|maximum|too (?:low|high|small|large|big|great)|greater|less|least|most)\b/i;

/** Values for a member of which a refusal says that it is beyond its bounds, and not what these are. */
export function withinAnyBounds(told: string, name: string, value: Json): readonly Candidate[] {
  const words = withoutName(linesOn(told, name), name);
  const isOfText = typeof value === "string" && aboutRange.test(words);
  if (isOfText || aboutLength.test(words)) return lengthsOfAnyRange.map(ofLength);
  return aboutRange.test(words) ? numbersOfAnyRange.map(only) : [];
}

/** Without the member where it is named first: one may be called as what it holds, as in `date is not a date`. */
const withoutName = (told: string, name: string): string => told.replace(memberWord(name), "");

/** How a refusal says that somebody is too young, or too old. */
const ofAge =
  /\b\d{1,3} years? (?:old|of age)\b|\bages?\b|\ban? (?:adult|minor)\b(?! \w)|\bof age\b|\btoo (?:young|old)\b/i;
const [later, earlier] = [
  /\b(?:after|later|future|too early)\b/i,
  /\b(?:before|earlier|past|ago|expired|too late)\b/i,
] as const;
/** Before such words it is the other way round. */
const denied =
  /\b(?:not|cannot|can't|may not|never|no) (?:\w+ ){0,2}(?:in the )?(?:after|later|future|before|earlier|past|expired)\b|\b(?:is|are|lies|has|have) (?:already )?(?:in the (?:past|future)|past|expired)\b/i;
const agedYears = ["1985", "2005", "1955"];

/** Dates after the one that was refused for being too early, or before it. */
function movedDates(told: string, value: Json): readonly Candidate[] {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d(T.*)?$/.test(value)) return [];
  if (ofAge.test(told)) return agedYears.map((year) => only(`${year}${value.slice(4)}`));
  const [isLater, isEarlier] = [later, earlier].map((words) => words.test(told));
  if (!isLater && !isEarlier) return [];
  // Where both are told, as in `is in the past, it must be after today`, what must be comes behind what is wrong.
  const isDenied = isLater !== isEarlier && denied.test(told);
  const isUp = isLater !== isDenied;
  const years = isUp ? [1, 50] : [-1, -50];
  return years.map((count) => only(`${String(Number(value.slice(0, 4)) + count)}${value.slice(4)}`));
}

/** The numbers of a refusal, in their order, without codes such as `003`, the numbers of standards, and the indexes of lists. */
export const numbersIn = (told: string): readonly number[] =>
  (
    told
      .replaceAll(/\b(?:RFC|ISO)[ -]?\d+|\b\[\d{1,3}\]/gi, "")
      .match(/(?<![\w.-])-?(?:0|[1-9]\d*)(?:\.\d+)?(?![\w-])/g) ?? []
  ).map(Number);

/** As much of the text as may be, or made as long as it must be; none where it is no longer and no shorter than is told. */
function withinLengths(text: string, { minLength = 0, maxLength = longestText }: Lengths): readonly Candidate[] {
  if (maxLength === 0 || minLength > Math.min(maxLength, longestText)) return [];
  if (text.length > maxLength) return [upTo(text, maxLength)];
  return text.length < minLength ? [roomyText(text, Math.max(minLength, Math.min(32, maxLength)), minLength)] : [];
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
