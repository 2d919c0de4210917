/** What the words of a refusal tell of data: which members are wanted or not wanted, and which values. */
import { fitData, markerMembers } from "../../../generators/index.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

/** However many words a refusal has: so many are tried as members. */
const maxWords = 12;
/** However many values a refusal offers for a member: so many are tried. */
const maxOffered = 6;
/** Texts longer than this are no wanted length, but a limit. */
const longestText = 200;

/** A value, and the schema of its like. */
export interface Candidate {
  readonly value: Json;
  readonly schema: JsonObject;
}

/** The values of a refusal: texts and numbers, without the names under which they stand. */
export function textOf(exchange: Exchange | undefined): string {
  const words = (value: Json): string => {
    if (Array.isArray(value)) return (value as readonly Json[]).map(words).join(" ");
    if (isJsonObject(value)) return Object.values(value).map(words).join(" ");
    return typeof value === "string" ? value : "";
  };
  return words(exchange?.response?.json?.value ?? "").slice(0, 2_000);
}

/** Words by which a refusal says that the data are what it refuses, or a name in quotes. */
export const aboutData =
  /\b(?:data|input|fields?|members?|propert(?:y|ies)|keys?|schema|forms?|values?|attributes?|payload|required|mandatory|missing|validation|out of range|needs?|must|should|has to)\b|["'`][A-Za-z_][A-Za-z0-9_-]{0,63}["'`]/i;

const aName = /[A-Za-z_][A-Za-z0-9_-]{0,63}/g;

export interface Word {
  readonly name: string;
  /** True where it stands in quotes, or before "is required" and its like. */
  readonly likely: boolean;
}

/** Words that may name a member, the likely ones first. */
export function wordsIn(told: string): readonly Word[] {
  const quoted = [...told.matchAll(/["'`/]([A-Za-z_][A-Za-z0-9_-]{0,63})/g)];
  const wanted = [...told.matchAll(/([A-Za-z_][A-Za-z0-9_-]{0,63})["'`]? (?:is|must|has|should|cannot)/g)];
  // Behind the name of the whole, as in `data.object`, or in quotes behind "property", even a usual word names a member.
  const within = [
    ...told.matchAll(/(?:(?:\bdata|\btraceInput|\$)[./]|\bproperty ["'`])([A-Za-z_][A-Za-z0-9_-]{0,63})/g),
  ];
  const placed = new Set(within.map(([, name = ""]) => name));
  const likely = new Set([...placed, ...[...quoted, ...wanted].map(([, name = ""]) => name)]);
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

/** True for a refusal that names members which the run adds to all data, and no form can want. */
export const namesOwn = (told: string): boolean => Object.values(markerMembers).some((name) => namesMember(told, name));

export function namesMember(told: string, name: string): boolean {
  return (told.match(aName) ?? ([] as readonly string[])).includes(name);
}

/** The words of a refusal as values: it may list those that a member may have. */
export function listedIn(told: string, name: string): readonly Candidate[] {
  return wordsIn(told)
    .filter((word) => word.name !== name)
    .map((word) => only(word.name));
}

/**
 * Values that the refusal of another value offers for a member: those that it lists, a number or a length that it names,
 * or what its pattern matches.
 */
export function offeredIn(told: string, name: string): readonly Candidate[] {
  const [from, to] = [told.indexOf("^"), told.lastIndexOf("$")];
  if (from !== -1 && from < to) return matching(told.slice(from, to + 1));
  const list = listOf(told);
  const listed = list
    .split(/[,|]|\bor\b/)
    .map((text) => text.trim().replaceAll(/^["'`]|["'`.]$/g, ""))
    .filter((text) => text !== "" && text.length < 60 && text !== name);
  const isLength = /\b(?:characters?|length|longer|shorter|letters)\b/i.test(told);
  const bounds = numbersIn(told).flatMap((number): readonly Candidate[] => {
    if (!isLength) return [only(number), only(number + 1), only(number - 1)];
    return number > 0 && number <= longestText ? [ofLength(number)] : [];
  });
  return [...listed.map(only), ...(listed.length > 0 ? [] : bounds)].slice(0, maxOffered);
}

/** The numbers of a refusal, in their order. */
export const numbersIn = (told: string): readonly number[] =>
  (told.match(/(?<![\w.-])-?\d+(?:\.\d+)?(?![\w-])/g) ?? []).map(Number);

/** What stands in brackets, or behind the last colon, where it has more than one part; empty where nothing does. */
function listOf(told: string): string {
  const inBrackets = [...told.matchAll(/\[([^[\]]*)\]|\(([^()]*)\)|\{([^{}]*)\}/g)].map((found) =>
    found.slice(1).join(""),
  );
  return [...inBrackets, told.slice(told.lastIndexOf(":") + 1)].find((part) => /[,|]/.test(part)) ?? "";
}

const only = (value: Json): Candidate => ({ value, schema: { const: value } });

const ofLength = (length: number): Candidate => ({
  value: "Text".repeat(length).slice(0, length),
  schema: { type: "string", minLength: length, maxLength: length },
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
