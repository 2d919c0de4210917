/** Reads from refusals which values a member may have: a type, a list, bounds, a pattern. */
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

/** At most so many values are tried. */
const maxOffered = 6;
/** A longer list is not one of allowed values. */
const maxListed = 8;
/** At most so many numbers of a range are sent, from its lower end on, as they may be added up. */
const fewNumbers = 11;
/** Tried where a refusal says that a number is out of range, or a text too long or short, but not by how much. */
const [numbersOfAnyRange, lengthsOfAnyRange] = [
  [1, 100, 1_000, 0.5, 0],
  [10, 3, 40, 1],
];
/** A longer length is a limit and not a required length. */
const longestText = 200;

export const wholeNumber: Candidate = { value: 12, schema: { type: "integer", minimum: 1, maximum: 12 } };
/** A fraction that single-precision floats cannot hold exactly. */
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

/** A value of each type and the schema of similar ones, the likeliest first. */
export const kinds: readonly Candidate[] = [
  ...[plainText, wholeNumber, only(3), anyFlag],
  ...[aDate, aTime, anAddress, aList, anObject],
];

/** Matches a type after introducing words, or alone after a colon. */
const named = (types: string): RegExp =>
  new RegExp(
    `\\b(?:an?|be|is|as|type|expect(?:ed|s)?) (?:valid |JSON )?(?:${types})\\b|: (?:${types})(?=$|,| (?:of|with|from|between|in)\\b)`,
    "im",
  );

/** Words for a type, and values of it; the first match counts. */
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

/** True for values read from the refusal: then the text is no reference to the state. */
export const tellsTexts = ({ schema }: Candidate): boolean =>
  ["enum", "pattern", "minLength"].some((keyword) => Object.hasOwn(schema, keyword)) && schema !== plainText.schema;

/** What a refusal says about a missing member, in a line of its own. */
export function wantedIn(told: string, name: string): readonly Candidate[] {
  const own = told.split("\n").find((line) => [`data.${name}: `, `${name}: `].some((begin) => line.startsWith(begin)));
  return own === undefined ? [] : offeredIn(own, name, { value: null, before: own });
}

/** The lines of a refusal about a member, else those that name it; all lines where none does. */
function linesOn(told: string, name: string): string {
  const lines = told.split("\n");
  const others = lines.flatMap((line) => /^data\.([^\s:]+): /.exec(line)?.slice(1) ?? []).filter((one) => one !== name);
  // A line about several members, each of which has its own, is not about one.
  const isOfSeveral = (line: string): boolean =>
    !line.startsWith("data.") && others.some((other) => namesMember(line, other));
  const own = lines.filter((line) => namesMember(line, name) && !isOfSeveral(line));
  return own.length > 0 ? own.join("\n") : told;
}

/** The words of a refusal as values, as it may list those allowed. */
export function listedIn(told: string, name: string): readonly Candidate[] {
  return wordsIn(told)
    .filter((word) => word.name !== name)
    .map((word) => only(word.name));
}

/** Other values of a choice, first those that the refusal names: the allowed value may have changed. */
export function otherChoices(known: Candidate | undefined, told: string): readonly Candidate[] {
  const listed = known?.schema["enum"];
  if (!known || !Array.isArray(listed)) return [];
  const isTold = (value: Json): boolean => typeof value === "string" && memberWord(value).test(told);
  const others = (listed as readonly Json[]).filter((value) => value !== known.value);
  return [...others.filter(isTold), ...others.filter((value) => !isTold(value))]
    .slice(0, maxChoices)
    .map((value) => ({ value, schema: known.schema }));
}

/** At most so many other values of a choice. */
const maxChoices = 3;

/** A list with this single item. */
export const inList = (one: Candidate): Candidate => ({
  ...one,
  value: [one.value],
  schema: { type: "array", items: one.schema, minItems: 1, maxItems: 1 },
});

/** A list with so many equal items. */
const inListOf = ({ least, most }: ListLength, item: Json): Candidate => ({
  value: Array<Json>(least).fill(item),
  schema: {
    type: "array",
    items: typeof item === "string" ? plainText.schema : { const: item },
    minItems: least,
    maxItems: most,
  },
});

/** The value that was tried, and the words of the refusal before it. */
interface Refused {
  readonly value: Json;
  readonly before: string;
  /** The schema of similar values. */
  readonly schema?: JsonObject;
}

/**
 * Values that a refusal offers for a member: of the type, the list, the number or length that it names, a later or
 * earlier date, or a text of its pattern.
 */
export function offeredIn(all: string, name: string, refused: Refused): readonly Candidate[] {
  const { value } = refused;
  const [item, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [];
  const length = Array.isArray(value) ? listLengthIn(linesOn(all, name), value.length) : undefined;
  if (length) return [inListOf(length, item ?? plainText.value)];
  if (typeof item !== "string" || others.length > 0) return offeredFor(all, name, refused);
  // What is said of a list with one text may be about the text.
  const items = offeredFor(all, name, { ...refused, value: item, schema: objectAt(refused.schema ?? {}, "items") });
  return items.flatMap((one) => (typeof one.value === "string" && isChoice(one) ? [inList(one), one] : [one]));
}

const isChoice = ({ schema }: Candidate): boolean => ["enum", "const"].some((word) => Object.hasOwn(schema, word));

function offeredFor(all: string, name: string, { value, before, schema = {} }: Refused): readonly Candidate[] {
  const own = linesOn(all, name);
  // The size of a text is its length.
  const told = typeof value === "string" ? own.replaceAll(/\bsize\b/gi, "length") : own;
  const lengths = lengthsIn(told);
  // A pattern may have been told earlier, and now the length.
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
  // A bound may be told together with a type, e.g. `expected number to be >=20`.
  const { low, high } = typeof value === "number" ? rangeTold(words) : anyNumber;
  const mayBe = ({ value: one }: Candidate): boolean =>
    typeof one !== "number" || (ofRange.length === 0 && one >= low && one <= high);
  const ofType = typed.filter(mayBe);
  const untried = [...ofRange, ...ofType].filter((one) => !sameJson(one.value, value));
  const mayBePhrases = listed.length > 2 && saysList.test(told);
  const samples = samplesIn(told).filter((one) => !sameJson(one.value, value));
  const isText = typeof value === "string";
  // An everyday word may be the name of a format by chance, e.g. where a text is only too long.
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
  // Numbers of the refusal before are codes, unless they were about this member.
  const known = namesMember(before, name) ? [] : numbersIn(before);
  const bounds = numbersIn(told).filter((number) => !known.includes(number));
  const offered = bounds.flatMap((number): readonly Candidate[] => {
    if (typeof value === "number" && value < low && number === low) return [fromOn(low, high)];
    if (!aboutLength.test(words)) return [only(number), only(number + 1), only(number - 1)];
    if (number <= 0 || number > longestText) return [];
    const isTooLong = typeof value === "string" && value.length > number;
    return [isTooLong ? upTo(value, number) : ofLength(number)];
  });
  // If nothing else is offered, the name of the member may tell the format.
  const byName = isText ? formatsIn(wordsOfName(name)).filter((one) => !sameJson(one.value, value)) : [];
  const isOfFormat = /\b(?:match(?:es)?|pattern|format|valid|invalid|looks?|malformed)\b/i.test(words);
  const least = typeof value === "number" && value > 1 && atMostSome(words) ? [little] : [];
  return [...(isOfFormat ? byName : []), ...least, ...offered, ...(isOfFormat ? [] : byName)].slice(0, maxOffered);
}

/** Numbers from a lower bound on; whole ones if the bound is whole. */
const fromOn = (low: number, high: number): Candidate => ({
  value: low,
  schema: {
    type: Number.isInteger(low) ? "integer" : "number",
    minimum: low,
    maximum: Math.min(low + fewNumbers, high),
  },
});

/** Texts that the words describe, known formats first; none where they describe none. */
function asDescribed(words: string): readonly Candidate[] {
  const pattern = patternOfWords(words);
  if (pattern === undefined) return [];
  const shape = new RegExp(pattern);
  return [...formatsIn(words).filter(({ value }) => shape.test(String(value))), ...textMatching(pattern)];
}

/** One: an upper bound may be what is left at the moment. */
export const little: Candidate = { value: 1, schema: { type: "number", minimum: 1, maximum: 1 } };

/** True where a refusal says that a number is too high, and that one above 1 is allowed. */
function atMostSome(words: string): boolean {
  const [, most] =
    /\b(?:at most|no more than|(?:not|cannot|may not) (?:be )?(?:exceed|(?:more|greater|higher|larger) than)|exceeds?|max(?:imum)?(?: is)?|up to|less than or equal to) \D{0,30}?(\d{1,9}(?:\.\d{1,4})?)/i.exec(
      words,
    ) ?? [];
  return Number(most) > 1;
}

/** Words that give an example of a value. */
const behindSample =
  /\b(?:(?:looks?|match(?:es)?|be|written|something) like|such as|as in|e\.g\.,?|for example,?|example:?) ["'`]?([\w./:#-]{2,40}?)["'`]?(?=\.?(?:[\s),;]|$))/im;

/** Codes in a refusal, e.g. `R1 to R13 or D1 to D15`, and how many of them are tried. */
const [aCode, mostCodes] = [/(?<![\w.(\[-])(?!UTF-|ISO-?|RFC-?|HTTP)[A-Z]{1,3}-?\d{1,5}(?![\w.-]*\w|[)\]]?:)/g, 4];

/** A single code may be that of the refusal, or the name of a standard. */
function codesIn(told: string): readonly Candidate[] {
  const codes = [...new Set(told.match(aCode) ?? [])];
  return codes.length > 1 ? codes.slice(0, mostCodes).map(only) : [];
}

/** An example of several words, each with a digit or a capital at its start, e.g. `such as 16 06 01*`. */
const behindLongSample =
  /\b(?:(?:looks?|match(?:es)?|be|written|something) like|such as|as in|e\.g\.,?|for example,?|example:?) ["'`]?([\dA-Z][\w./:#*+-]{0,20}(?: [\dA-Z][\w./:#*+-]{0,20}){1,5}?|[\dA-Z][\w./:#+-]{1,30}\*)["'`]?(?=\.?(?:$|[),;]))/m;

function samplesIn(told: string): readonly Candidate[] {
  const [, long] = behindLongSample.exec(told) ?? [];
  const [all = "", sample = ""] = behindSample.exec(told) ?? [];
  const isTold = /[\dA-Z]/.test(sample) || /["'`]/.test(all);
  return [...(long === undefined ? [] : [only(long)]), ...(sample !== "" && isTold ? [only(sample)] : [])];
}

/** A keyword in schemas: the maximum that was told, where only the first numbers of the range are sent. */
export const toldMost = "toldMost";

/** Words for a range. */
const ranges: readonly RegExp[] = [
  /\b(?:from|between) (-?\d+(?:\.\d+)?(?:e\+?\d+)?) (?:to|and) (-?\d+(?:\.\d+)?(?:e\+?\d+)?)/i,
  /(?<![\d.-])(-?\d{1,15}(?:\.\d{1,9})?) ?(?:\.{2,3}|…|–) ?(-?\d{1,15}(?:\.\d{1,9})?)/,
  /\bmin(?:imum)?\W{1,3}(-?\d+(?:\.\d+)?)\D{1,20}max(?:imum)?\W{1,3}(-?\d+(?:\.\d+)?)/i,
];

/** Numbers of a range from its lower end, e.g. `from 1000 to 5000`; fractions first, where allowed. */
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

/** A single word: other parts of a list may come from the words around it. */
const plainWord = /^[\p{L}\p{N}][\p{L}\p{N}_.@-]*$/u;
/** A few words, allowed in a list that is introduced as one. */
const aPhrase = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,30}(?: [\p{L}\p{N}_.-]{1,30}){0,3}$/u;
const saysList = /\b(?:one of|in the list|any of|either of)\b/i;

/** True for a member that tells the variant of its object: other values require other members. */
const tellsForm = (told: string, name: string): boolean =>
  /\bexpected tags?\b/i.test(told) || /[.\]](?:kind|type|tag|variant)$/i.test(name);

/**
 * The texts that a refusal lists. If the first is accepted, any of them is sent later, as each may lead elsewhere.
 * Numbers come first.
 */
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

/** Values to try where a refusal says that a value is out of bounds, but not which. */
export function withinAnyBounds(told: string, name: string, value: Json): readonly Candidate[] {
  const words = withoutName(linesOn(told, name), name);
  const isOfText = typeof value === "string" && aboutRange.test(words);
  if (isOfText || aboutLength.test(words)) return lengthsOfAnyRange.map(ofLength);
  return aboutRange.test(words) ? numbersOfAnyRange.map(only) : [];
}

/** The text without the first mention of the member, whose name may be a type, e.g. `date is not a date`. */
const withoutName = (told: string, name: string): string => told.replace(memberWord(name), "");

/** Words that say that somebody is too young or too old. */
const ofAge =
  /\b\d{1,3} years? (?:old|of age)\b|\bages?\b|\ban? (?:adult|minor)\b(?! \w)|\bof age\b|\btoo (?:young|old)\b/i;
const [later, earlier] = [
  /\b(?:after|later|future|too early)\b/i,
  /\b(?:before|earlier|past|ago|expired|too late)\b/i,
] as const;
/** Such words reverse the direction. */
const denied =
  /\b(?:not|cannot|can't|may not|never|no) (?:\w+ ){0,2}(?:in the )?(?:after|later|future|before|earlier|past|expired)\b|\b(?:is|are|lies|has|have) (?:already )?(?:in the (?:past|future)|past|expired)\b/i;
const agedYears = ["1985", "2005", "1955"];

/** Dates after the refused one where it was too early, or before it where it was too late. */
function movedDates(told: string, value: Json): readonly Candidate[] {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d(T.*)?$/.test(value)) return [];
  if (ofAge.test(told)) return agedYears.map((year) => only(`${year}${value.slice(4)}`));
  const [isLater, isEarlier] = [later, earlier].map((words) => words.test(told));
  if (!isLater && !isEarlier) return [];
  // If both directions are told, e.g. `is in the past, it must be after today`, the last one is required.
  const isDenied = isLater !== isEarlier && denied.test(told);
  const isUp = isLater !== isDenied;
  const years = isUp ? [1, 50] : [-1, -50];
  return years.map((count) => only(`${String(Number(value.slice(0, 4)) + count)}${value.slice(4)}`));
}

/** The numbers of a refusal in order, without codes such as `003`, numbers of standards, and list indexes. */
export const numbersIn = (told: string): readonly number[] =>
  (
    told
      .replaceAll(/\b(?:RFC|ISO)[ -]?\d+|\b\[\d{1,3}\]/gi, "")
      .match(/(?<![\w.-])-?(?:0|[1-9]\d*)(?:\.\d+)?(?![\w-])/g) ?? []
  ).map(Number);

/** The text cut or filled to the length that is told; none where its length is fine. */
function withinLengths(text: string, { minLength = 0, maxLength = longestText }: Lengths): readonly Candidate[] {
  if (maxLength === 0 || minLength > Math.min(maxLength, longestText)) return [];
  if (text.length > maxLength) return [upTo(text, maxLength)];
  return text.length < minLength ? [roomyText(text, Math.max(minLength, Math.min(32, maxLength)), minLength)] : [];
}

const ofLength = (length: number): Candidate => ({
  value: "Text".repeat(length).slice(0, length),
  schema: { type: "string", minLength: length, maxLength: length },
});

/** The beginning of a text of the run. */
const upTo = (text: string, maxLength: number): Candidate => ({
  value: text.slice(0, maxLength),
  schema: { type: "string", minLength: Math.min(20, maxLength), maxLength },
});
