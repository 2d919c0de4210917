/** Reads patterns and lengths of texts from a refusal, and makes texts that match. */
import { fitData } from "../../../../generators/index.ts";
import type { JsonObject } from "../../../../spec/json.ts";
import type { Candidate } from "./candidate.ts";

/** Words before a pattern without `^` and `$`. */
const behindPattern = /\b(?:pattern|regexp?|expression|format|match(?:es|ing)?):? ["'`/]?(?=(\S{2,200}))/gi;
/** The same for a quoted pattern, which may contain spaces. */
const quotedPattern = /\b(?:pattern|regexp?|expression|format|match(?:es|ing)?):? (["'`])(.{2,200}?)\1/gi;
const isPattern = /\[\^?[^\]-]{0,9}[^\]\\-]-[^\]-]|\\[dsw]|\{\d/;

/** The pattern that texts must match; undefined where none is told. */
export function patternIn(told: string): string | undefined {
  // Line by line, as a refusal may repeat itself.
  for (const line of told.split("\n")) {
    const [from, to] = [line.indexOf("^"), line.lastIndexOf("$")];
    if (from !== -1 && from < to) return line.slice(from, to + 1);
  }
  const [, , quoted] = [...told.matchAll(quotedPattern)].findLast(([, , text = ""]) => isPattern.test(text)) ?? [];
  if (quoted !== undefined) return `^${quoted}$`;
  const [, bare = ""] = [...told.matchAll(behindPattern)].findLast(([, text = ""]) => isPattern.test(text)) ?? [];
  if (bare === "") return undefined;
  const text = bare.slice(0, bare.search(/["'`/.,;]{0,5}$/));
  // A closing bracket too many was opened before the pattern.
  const count = (sign: string): number => text.split(sign).length;
  return `^${count(")") > count("(") ? text.replace(/\)[^)]*$/, "") : text}$`;
}

const characters = "(?:characters?|letters|digits|signs)";
const [between, exactly, least, most] = [
  String.raw`(?:\blength (?:of |from |between )?|\b)(\d{1,4}) ?(?:\.{2,3}|-|–|to|and) ?(\d{1,4})(?= ${characters}|$|[\s,;.)])`,
  String.raw`\b(?:length (?:of )?(\d{1,4})|(\d{1,4}) ${characters})\b`,
  String.raw`\b(?:at least|minimum|min\.?|no (?:less|fewer) than|longer than) (?:length )?(?:of |is )?(\d{1,4})\b`,
  String.raw`\b(?:at most|maximum|max\.?|no more than|not exceed|shorter than) (?:length )?(?:of |is )?(\d{1,4})\b`,
].map((words) => new RegExp(words, "i")) as [RegExp, RegExp, RegExp, RegExp];

export interface Lengths {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** "Not more than" means "at most". */
const denied: readonly (readonly [RegExp, string])[] = [
  [/\b(?:not|cannot|can't|never|no) (?:be |have |contain |exceed )?(?:more|longer|greater) than\b/gi, "at most"],
  [/\b(?:not|cannot|can't|never|no) (?:be |have |contain )?(?:less|fewer|shorter) than\b/gi, "at least"],
];

/** "Longer than" and "shorter than" may say why a text was refused, not what is required. */
const [tooLong, tooShort] = [/\blonger than\b/i, /\bshorter than\b/i];

/** The required length of texts, as far as told. @param sent the length of the refused text */
export function lengthsIn(words: string, sent?: number): Lengths {
  const told = lengthsOf(words);
  const { minLength, maxLength } = told;
  if (sent === undefined || (minLength !== undefined && maxLength !== undefined)) return told;
  if (minLength !== undefined && sent > minLength && tooLong.test(words)) return { maxLength: minLength };
  return maxLength !== undefined && sent < maxLength && tooShort.test(words) ? { minLength: maxLength } : told;
}

function lengthsOf(words: string): Lengths {
  if (!/\b(?:characters?|length|letters|long(?:er)?|short(?:er)?)\b/i.test(words)) return {};
  const told = denied.reduce((text, [from, to]) => text.replace(from, to), words);
  const [, from, to] = between.exec(told) ?? [];
  if (from !== undefined && to !== undefined) return { minLength: Number(from), maxLength: Number(to) };
  const [low, high] = [least, most].map((words) => words.exec(told)?.[1]);
  if (low !== undefined || high !== undefined)
    return {
      ...(low === undefined ? {} : { minLength: Number(low) }),
      ...(high === undefined ? {} : { maxLength: Number(high) }),
    };
  const [, behind, before] = exactly.exec(told) ?? [];
  const length = Number(behind ?? before);
  return Number.isNaN(length) ? {} : { minLength: length, maxLength: length };
}

/** A text of this length that matches the pattern, if one can be made. @param draw another value gives another text */
export function textMatching(pattern: string, lengths: Lengths = {}, draw?: string): readonly Candidate[] {
  const schema: JsonObject = { type: "string", pattern, ...lengths };
  try {
    new RegExp(pattern, "u");
    const dataSchema = {
      type: "object",
      required: ["text"],
      properties: { text: schema },
      additionalProperties: false,
    };
    const { text } = fitData(
      { key: "", groupLabel: "", creates: false, appends: true, dataSchema },
      { data: draw === undefined ? {} : { of: draw } },
    ).data;
    return typeof text === "string" && new RegExp(pattern, "u").test(text) ? [{ value: text, schema }] : [];
  } catch {
    return [];
  }
}
