/** Reads from the words of a refusal which members are required or unknown, and what it is about. */
import { inPattern } from "../../../../spec/in-pattern.ts";
import { markerMembers } from "../../../../generators/index.ts";
import { hasMember, type Json } from "../../../../spec/json.ts";
import { dataOf } from "../../../../spec/readings/actions.ts";
import { answerWords } from "../../../../spec/readings/answer-words.ts";
import type { Exchange } from "../../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../../spec/vocabulary/target.ts";
import { isOfValues, listsIn } from "./lists-told.ts";
import { placesIn } from "./places.ts";
import { kindTextsIn, textsIn } from "./refusal-texts.ts";

/** Only so many texts are looked through for codes. */
const maxTexts = 50;
/** At most so many words are tried as members. */
const maxWords = 12;

/** The lines of a refusal; empty for an HTML page, e.g. of a proxy. */
export function textOf(exchange: Exchange | undefined): string {
  const said = withoutAction(textsIn(answerWords(exchange?.response)), exchange).join("\n");
  return said.startsWith("<") ? "" : said.slice(0, 2_000);
}

/**
 * The lines without the key of the action before each path, where the data have no such member: some validators prefix
 * the variant.
 */
function withoutAction(lines: readonly string[], exchange: Exchange | undefined): readonly string[] {
  const intent = exchange?.intent;
  if (!intent || !("actionKey" in intent) || typeof intent.actionKey !== "string") return lines;
  const prefix = `data.${intent.actionKey}.`;
  const placed = lines.filter((line) => line.startsWith("data."));
  const isMember = hasMember(intent.data, intent.actionKey);
  if (isMember || placed.length === 0 || !placed.every((line) => line.startsWith(prefix))) return lines;
  return lines.map((line) => (line.startsWith(prefix) ? `data.${line.slice(prefix.length)}` : line));
}

/**
 * The kind of a refusal: equal for two with the same status and codes. A code is a single word that is no part of a
 * sentence.
 */
export function kindOf(exchange: Exchange | undefined): string {
  const words = answerWords(exchange?.response);
  const texts = kindTextsIn(words).slice(0, maxTexts);
  const sentences = textsIn(words).filter((text) => /\s/.test(text));
  const said = new Set(sentences.flatMap((text) => text.match(aName) ?? []));
  const isSaid = (text: string): boolean =>
    said.has(text) || (/[.[/]/.test(text) && sentences.some((one) => one.includes(text)));
  // Ids of requests and times differ each time; but a code may have three digits, e.g. `006`.
  const isCode = (text: string): boolean =>
    /^[\w.:/-]{1,60}$/.test(text) && !/^(?!\d{3}$)\d+$/.test(text) && !/^(?=.*\d).{12,}$/.test(text);
  const codes = texts.filter((text) => isCode(text) && !isSaid(text));
  return JSON.stringify([exchange?.response?.status, ...codes.toSorted()]);
}

/** True for a word that is a code of this kind of refusal. */
export const isCode = (kind: string, word: string): boolean => (JSON.parse(kind) as readonly Json[]).includes(word);

/** True for a refusal that may be about the data: its status does not speak of the user or the address. */
export const mayBeForm = ({ response }: Exchange): boolean => [400, 409, 412, 422].includes(response?.status ?? 0);

/** Words that say that a refusal is about what was done before, or about who sends it now. */
export const aboutMoment =
  /\b(?:at this (?:point|time|stage|moment)|not (?:yet|now)|(?:cannot|can ?not|may not|not) (?:be )?\w+ (?:yet|now)|not (?:open|due|available)|not (?:allowed|permitted|possible) (?:now|yet|here|in|at|while|before|after)|out of (?:order|sequence|turn)|current (?:state|status|stage|phase|step)|(?:another|other|someone else|somebody else|different) (?:than|from|user|person|member|officer))\b/i;

/** Words that say that a file is required. */
export const aboutFiles = /\bfiles?\b|\battach|\bupload|\benclos/i;

/** Words that say that the data are refused; also a name in quotes. */
const aboutData =
  /\b(?:data|input|fields?|members?|propert(?:y|ies)|keys?|schema|forms?|values?|attributes?|payload|required|mandatory|missing|validation|out of range|needs?|must|should|has to)\b|["'`][A-Za-z_][A-Za-z0-9_-]{0,63}["'`]/i;

/**
 * True for a refusal that says that members are required, or that those which the run adds to all data are not allowed.
 */
export const asksForMembers = (told: string): boolean =>
  namesOwn(told) ||
  (/\b(?:required|missing|mandatory|lacks|must (?:have|contain|include|be (?:an?|one|between|at|of|in|from|given|set|present|provided|specified|supplied))|(?:must not|may not|cannot|can't) be (?:null|blank|empty))\b/i.test(
    told,
  ) &&
    wordsIn(told).some(({ likely }) => likely));

/** Words that say what a value must be. */
export const saysWhat = /\b(?:one of|must|allowed|expected|between|at least|at most|minimum|maximum)\b/i;

/** Words that say that some member is required, but not which. */
export const wantsMore =
  /\b(?:fewer|less) than \d+ (?:propert|member|field)|\bat least (?:\d+|one|two) (?:propert|member|field|of\b|other|change)|\bnothing (?:to|is|was|has)\b.{0,20}\bchang|\bno changes?\b/i;

/** An address, e.g. of a page about the error; its parts are no members. */
const anAddress = /\b[a-z][a-z+.-]*:\/\/[^\s"'`]+|\burn:[^\s"'`]+/gi;

const aName = /[A-Za-z_][A-Za-z0-9_-]{0,63}/g;

export interface Word {
  readonly name: string;
  /** True where it is in quotes, or before "is required" and the like. */
  readonly likely: boolean;
  /** How the refusal spells it, if differently. */
  readonly toldAs?: string;
}

/** A required file, e.g. `a file is required`, is no member. */
const ofFiles = /^(?:files?|attachments?|documents?|uploads?)$/i;
const article = /(?:^|\s)(?:an?|one|some|\d+)\s+$/i;

/** Words that may name a member or a path, the likely ones first. @param outer names of members that hold others */
export function wordsIn(all: string, outer: readonly string[] = []): readonly Word[] {
  const { places, doubtful, others: told } = placesIn(all.replaceAll(anAddress, ""), outer);
  // Listed values are no names.
  const values = listsIn(told).filter((list) => isOfValues(list, told.slice(list.end)));
  const quoted = [...told.matchAll(/["'`/]([A-Za-z_][A-Za-z0-9_-]{0,63})/g)].filter(
    ({ index }) => !values.some(({ before, end }) => index >= before.length && index < end),
  );
  const wanted = [
    ...told.matchAll(/([A-Za-z_][A-Za-z0-9_-]{0,63})["'`]?:? (?:is|must|has|should|cannot|missing|required|needed)/g),
    ...told.matchAll(/\b(?:missing|lacks|requires|needs) ([A-Za-z_][A-Za-z0-9_-]{0,63})/g),
  ].filter(({ index, 1: name = "" }) => !(ofFiles.test(name) && article.test(told.slice(0, index))));
  // After `data.` or in quotes after "property", even an everyday word is a member.
  const within = [
    ...told.matchAll(/(?:(?:\bdata|\btraceInput|\$)[./]|\bproperty ["'`])([A-Za-z_][A-Za-z0-9_-]{0,63})/g),
  ];
  const called = [
    ...told.matchAll(/["'`]([A-Za-z_][\w-]{0,63})["'`] (?:is|must|has|should|cannot|needs)\b/g),
    ...told.matchAll(/\bmissing (?:required )?(?:member|field|property|attribute|key):? ["'`]?([A-Za-z_][\w-]{0,63})/g),
    ...told.matchAll(/\b(?:member|field|property|attribute) ([A-Za-z_][\w-]{0,63}) (?:is|must|has|should|cannot)\b/g),
  ];
  // Of several members, at least one is required.
  const ofSeveral = [...told.matchAll(someOf)].flatMap(([, names = ""]) => [...names.matchAll(aName)]);
  // A small word at the beginning of a sentence about something missing, e.g. `at is missing`.
  const little = [
    ...told.matchAll(
      /^["'`]?(as|at|by|for|from|in|of|on|to|with)["'`]? (?:is (?:missing|required|mandatory|wrong|invalid|no |not an? )|must|has to|should|cannot)/gm,
    ),
  ];
  // An everyday word at the beginning of such a part of a sentence, e.g. `the data are not valid: code is required`.
  const beginning = [
    ...told.matchAll(
      /(?:^|[:;,] )["'`]?(as|at|by|code|field|for|form|from|in|input|key|member|message|object|of|on|property|request|status|to|type|valid|validation|value|with)["'`]? (?:is (?:missing|required|mandatory)\b|must be one of\b)/gm,
    ),
  ];
  const leading = [
    ...told.matchAll(/^([A-Za-z_][\w-]{0,63}): /gm),
    ...told.matchAll(/(?<=: )([A-Za-z_][\w-]{0,63}): (?=(?:invalid|required|expected|must|should|missing)\b)/gi),
  ].filter(([, name = ""]) => !common.has(name));
  const placed = new Set([
    ...[...little, ...beginning].map(([, name = ""]) => name),
    ...leading.map(([, name = ""]) => name),
    ...within.map(([, name = ""]) => name),
    ...ofSeveral.map(([name]) => name).filter((name) => !/^(?:and|or)$/.test(name)),
    ...called.map(([, name = ""]) => name).filter((name) => !notNames.has(name)),
  ]);
  // A quoted text may be a value as well.
  const likely = new Set([...places, ...placed, ...[...wanted, ...quoted].map(([, name = ""]) => name), ...doubtful]);
  return [...new Set([...likely, ...(told.match(aName) ?? [])])]
    .filter(
      (word) => places.includes(word) || doubtful.includes(word) || placed.has(word) || !common.has(word.toLowerCase()),
    )
    .slice(0, maxWords)
    .map((name) => ({ name, likely: likely.has(name) }));
}

/** Everyday words of refusals. */
const common = new Set(
  "a an and any are as at be been body by cannot code data error errors field for form has have in input invalid is it json key member message missing must no not null object of or property request required should status string the this to type undefined valid validation value was with".split(
    " ",
  ),
);

/** Words before members of which at least one is required, e.g. `must contain at least one of [size, colour]`. */
const someOf =
  /\b(?:contain|include|have|has|provide|give|given|send|set|specify|change|requires?|needs?) (?:at least one|one or more|any|some) of(?: the (?:following|members|fields|properties))?:? ?[[({]?((?:["'`]?[A-Za-z_][\w-]{0,63}["'`]?(?:, (?:or |and )?| or | and )?){2,12})/gi;

/** Words in such places that are no member. */
const notNames: ReadonlySet<string> = new Set(["data", "it", "name", "that", "there", "this", "value", "which"]);

/** True for a refusal that names members which the run adds to all data. */
export const namesOwn = (told: string): boolean => Object.values(markerMembers).some((name) => namesMember(told, name));

/** True for a refusal that names a member beyond the only example. */
export function namesBeside(refused: Exchange, { examples = [] }: ActionDescription): boolean {
  const told = textOf(refused);
  if (namesOwn(told)) return true;
  const beside = Object.keys(dataOf(refused)).filter((name) => !Object.hasOwn(examples[0] ?? {}, name));
  return saysUnknown(told) && beside.some((name) => namesMember(told, name));
}

/** True for words about data, or about the members that the run adds. */
export const isAboutData = (told: string): boolean => aboutData.test(told) || namesOwn(told);

/** True for a refusal of unknown members. */
export const saysUnknown = (told: string): boolean =>
  /\b(?:unknown|unexpected|unrecogni[sz]ed|undeclared|unsupported|additional|extra|superfluous|not (?:known|allowed|expected|permitted|have)|no (?:such )?(?:member|field|property|attribute|key))\b/i.test(
    told,
  );

/**
 * Matches the name of a member or a nested path, but not a part of a longer path. At the beginning of a line about it,
 * and in quotes, it may be capitalised, as in class names.
 */
export function memberWord(name: string): RegExp {
  const own = String.raw`(?<![\w-]|\]\.)${inPattern(name)}(?![\w-]|\[\d|\.(?!length\b|size\b)[A-Za-z_])`;
  if (!/^[a-z]/.test(name)) return new RegExp(own);
  const capital = inPattern(name.charAt(0).toUpperCase() + name.slice(1));
  return new RegExp(String.raw`${own}|(?<=^data\.)${capital}(?=[:.[])|(?<=["'\`])${capital}(?=["'\`])`, "m");
}

/** Adds lower-case variants before words that refusals capitalise, as in class names. */
export const inCamelCase = (words: readonly Word[]): readonly Word[] =>
  words.flatMap((word) =>
    word.likely && /^[A-Z][a-z]/.test(word.name)
      ? [{ ...word, name: word.name.charAt(0).toLowerCase() + word.name.slice(1), toldAs: word.name }, word]
      : [word],
  );

export const namesMember = (told: string, name: string): boolean => memberWord(name).test(told);

/** True for the key of the action, unless the refusal speaks of a member with this name. */
export const isActionIn = (told: string, name: string, key: string): boolean =>
  name === key && !told.includes(`data.${name}: `) && !asMember(name).test(told);

/** Matches words that speak of this name as a member, or as required. */
const asMember = (name: string): RegExp =>
  new RegExp(
    String.raw`\b(?:propert(?:y|ies)|fields?|members?|attributes?):? ["'\`]?${inPattern(name)}\b|(?<![\w-])${inPattern(name)}["'\`]?:? (?:field )?(?:is )?(?:required|missing|mandatory)\b`,
    "i",
  );

/**
 * True where the member itself is refused, and not only named in a condition, e.g. `data.reason: required where accept
 * is no` is not about `accept`.
 */
export function isAbout(told: string, name: string): boolean {
  const lines = told.split("\n").filter((line) => /^data\.[^\s:]+: /.test(line));
  const own = new RegExp(String.raw`^data\.${inPattern(name)}:`, "i");
  if (lines.length > 0) return lines.some((line) => own.test(line));
  const sentences = told.split("\n").filter((line) => /\S\s\S/.test(line) && !/^[{[]/.test(line));
  if (sentences.length === 0) return namesMember(told, name);
  return sentences.some((line) => namesMember(line.replaceAll(condition, ""), name));
}

/** Matches the condition of a sentence. */
const condition = /\b(?:unless|when|whenever|if|where|while)\b[^,;]*?(?:[,;]|\.(?=\s)|$)/gi;

/** True where something is said of the member; where lines begin with paths, in one of these. */
export function isToldOf(told: string, name: string): boolean {
  const lines = told.split("\n").filter((line) => line.startsWith("data."));
  return lines.length === 0 ? namesMember(told, name) : lines.some((line) => namesMember(line, name));
}
