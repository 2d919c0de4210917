/**
 * Finds values that an action may have to repeat from an earlier action of its trace: texts that match a pattern, and
 * values that refusals tell.
 */
import type { Brought } from "../../../../generators/index.ts";
import { broughtBy, notMoreThanBrought, type Source } from "../../../../spec/data-schemas/brought-by.ts";
import { objectAt } from "../../../../spec/data-schemas/resolve.ts";
import { inPattern } from "../../../../spec/in-pattern.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../spec/json.ts";
import { sameJson } from "../../../../spec/readings/equal.ts";
import type { Exchange } from "../../../../spec/vocabulary/history.ts";
import { partOn, rangeTold } from "./bounds-told.ts";
import type { JsonPath } from "../../../../spec/vocabulary/profile.ts";
import { isOwnMember } from "../../../fixture/fixture-data.ts";
import { genericPlaces } from "../../../lib/generic-places.ts";
import type { Candidate } from "./candidate.ts";
import { numbersIn, wholeNumber } from "./offered-values.ts";
import { isWithin } from "./places.ts";
import { isAbout, mayBeForm, memberWord, textOf, type Word } from "./refusal-words.ts";
import { withProperties } from "../../../../spec/data-schemas/properties.ts";

/** The offered values; first the text that the trace has under this name, if it matches the offered pattern. */
export function broughtFirst(brought: Brought, name: string, offered: readonly Candidate[]): readonly Candidate[] {
  const { schema = {} } = offered[0] ?? {};
  const { pattern } = schema;
  const texts = typeof pattern === "string" ? [...brought].map(([key, data]) => [key, data[name]] as const) : [];
  const value = texts.findLast(
    ([, text]) => typeof text === "string" && new RegExp(String(pattern), "u").test(text),
  )?.[1];
  if (value === undefined) return offered;
  const sources = texts.filter(([, text]) => text === value).map(([key]): Source => ({ key, path: [name] }));
  return [{ value, schema: { ...schema, [broughtBy]: sources } }, ...offered];
}

/**
 * The value that a refusal tells and that an earlier action sent, e.g. `must be the 472 units received` or `must be one
 * of those packed: LG-100`; or a number as an upper bound. Undefined where the refusal tells no such value.
 */
export function toldAndBrought(
  brought: Brought,
  { name, toldAs = name }: Pick<Word, "name" | "toldAs">,
  sent: Candidate,
  told: string,
): Candidate | undefined {
  // A nested member cannot be found again on another trace.
  if (isWithin(name)) return undefined;
  // The member may be called like a part of the refusal itself, e.g. `code`; then all lines are read for a text.
  const parts = told.split("\n").flatMap((line) => partOn(line, toldAs) ?? []);
  const all = parts.length === 0 || typeof sent.value === "string" ? [told] : [];
  for (const words of [...parts, ...all]) {
    const found = broughtIn(brought, name, sent, words);
    if (found) return found;
  }
  return undefined;
}

/** The same, for the words about the member. */
function broughtIn(
  brought: Brought,
  name: string,
  { value: sent, schema }: Candidate,
  words: string,
): Candidate | undefined {
  if (Array.isArray(sent)) return listBrought(brought, name, { value: sent, schema }, words);
  const { low, high } = rangeTold(words);
  if (typeof sent === "number" && (sent < low || sent > high)) {
    const from = low === -Infinity ? sourcesIn(brought, name, high) : [];
    return from.length > 0 ? { value: high, schema: noMore(schema, from) } : undefined;
  }
  const texts = (text: string) =>
    aDay.test(text)
      ? (words.match(aDay) ?? [])
      : [...codesIn(words), ...listIn(words, brought), ...textsIn(words, brought)];
  const offered = typeof sent === "number" ? numbersIn(words) : typeof sent === "string" ? texts(sent) : [];
  for (const value of offered.filter((one) => one !== sent)) {
    const from = sourcesIn(brought, name, value);
    if (from.length === 0) continue;
    if (typeof value === "string") return { value, schema: { const: value, [broughtBy]: from } };
    // A higher number may only be too high, unless the words say that it must be equal.
    const isTooMuch = Number(sent) > value && !saysSame.test(words);
    return { value, schema: isTooMuch ? noMore(schema, from) : { type: "number", [broughtBy]: from } };
  }
  return undefined;
}

/** The list that an earlier action sent under this name, if the refusal repeats all of it. */
function listBrought(
  brought: Brought,
  name: string,
  { value: sent, schema }: Candidate,
  words: string,
): Candidate | undefined {
  const lists = [...brought].flatMap(([key, data]) => {
    const own = data[name];
    return Array.isArray(own) && own.length > 0 && !sameJson(own, sent) ? [{ key, own: own as readonly Json[] }] : [];
  });
  const last = lists.findLast(({ own }) => own.every((one) => typeof one === "string" && memberWord(one).test(words)));
  return last && { value: last.own, schema: { ...schema, [broughtBy]: [{ key: last.key, path: [name] }] } };
}

/** Words that say that a number must be equal, and not just lower. */
const saysSame = /\b(?:equals?|same|exactly|match(?:es)?|must be (?:the )?(?=\d))/i;

/** The schema of a number that must not exceed an earlier one. */
const noMore = (schema: JsonObject, from: readonly Source[]): JsonObject => ({
  ...(schema["type"] === undefined ? wholeNumber.schema : schema),
  [broughtBy]: from,
  [notMoreThanBrought]: true,
});

/** The places where earlier actions sent this value: all members with this name, else the last place. */
function sourcesIn(brought: Brought, name: string, value: Json): readonly Source[] {
  const sources = [...brought].flatMap(([key, data]) => placesOf(data, value).map((path): Source => ({ key, path })));
  const nameOf = ({ path }: Source): string => path.findLast((step) => step !== "*") ?? "";
  const named = sources.filter((source) => nameOf(source) === name);
  // A small number occurs in many places by chance.
  const isByChance = typeof value === "number" && value < leastTelling;
  const others = sources.filter((source) => !isOwn(source) && (!isByChance || beginAlike(nameOf(source), name)));
  return named.length > 0 ? named : others.slice(-1);
}

/** From this number on, equal numbers are hardly chance. */
const leastTelling = 10;
const isOwn = ({ path: [member = ""] }: Source): boolean => isOwnMember(member);
/** So many first letters of two names must be equal. */
const stem = 4;
const beginAlike = (one: string, other: string): boolean =>
  one.length >= stem && one.slice(0, stem).toLowerCase() === other.slice(0, stem).toLowerCase();

/** Texts with a digit and a letter, except dates. */
const codesIn = (words: string): readonly string[] =>
  (words.match(/[\p{L}\p{N}][\p{L}\p{N}_./:-]*[\p{L}\p{N}]/gu) ?? []).filter(
    (text) => /\d/.test(text) && /\p{L}/u.test(text) && !/^\d{4}-\d\d-\d\d/.test(text),
  );

/** A date or time. A refusal may ask for a later or an earlier one, so the very same is wrong. */
const aDay = /\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/;

/** A short word occurs in many refusals by chance, and a date is often today's. */
const plainWord = /^(?:\p{Ll}{1,7}|\d{4}-\d\d-\d\d.*)$/su;
const leastText = 4;

/** Texts that the trace sent and that stand after words such as `must be`. */
function textsIn(words: string, brought: Brought): readonly string[] {
  const all = [...brought].flatMap(([, data]) => genericPlaces(data).map(({ value }) => value));
  const texts = all.filter((one) => typeof one === "string" && one.trim().length >= leastText && !plainWord.test(one));
  const [, behind = ""] = /\b(?:must be|should be|needs to be|expect(?:ed|s)|is not|wanted)\b(.*)/is.exec(words) ?? [];
  return (texts as readonly string[]).filter((text) => behind.includes(text.trim()));
}

/** The texts of a list that the trace sent, if the refusal lists exactly these; then even short ones are no chance. */
function listIn(words: string, brought: Brought): readonly string[] {
  const [, told = ""] = /\b(?:one of|among|any of|in the list)\b:? ?([^.\n\]]*)/i.exec(words) ?? [];
  const listed = told.split(/[,;|]| or | and /).map((text) => text.replaceAll(/["'`[]/g, "").trim());
  const lists = [...brought].flatMap(([, data]) => [
    ...Map.groupBy(
      genericPlaces(data).filter(({ path }) => path.includes("*")),
      ({ path }) => path.join("\n"),
    ).values(),
  ]);
  const found = lists.find((places) => sameJson(places.map(({ value }) => value).toSorted(), listed.toSorted()));
  return (found ?? []).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
}

/** The paths of a value in the data. A number in a list is left out: it is unknown which item is meant. */
const placesOf = (data: JsonObject, value: Json): readonly JsonPath[] => {
  const paths = genericPlaces(data).flatMap((place) => (place.value === value ? [place.path] : []));
  const told = typeof value === "number" ? paths.filter((path) => !path.includes("*")) : paths;
  return [...new Map(told.map((path) => [path.join("\n"), path])).values()];
};

/** A form, and the name of the member that repeats an earlier value. */
export interface WithBrought {
  readonly name: string;
  readonly schema: JsonObject;
}

/** True where the code of a refusal begins with the member, e.g. `panel.unknown` or `PANEL_NOT_THERE`. */
function isInCode(told: string, name: string): boolean {
  const code = new RegExp(String.raw`^${inPattern(name)}[._:-]\S+$`, "i");
  return told.split("\n").some((line) => code.test(line));
}

/** The form in which a member repeats an earlier value that the refusal tells; undefined where it tells none. */
export function withBrought(
  form: JsonObject,
  refused: Exchange,
  brought: Brought = new Map(),
): WithBrought | undefined {
  const { intent } = refused;
  if (intent.kind !== "act" || !isJsonObject(intent.data) || !mayBeForm(refused)) return undefined;
  const told = textOf(refused);
  const properties = objectAt(form, "properties");
  for (const [name, sent] of Object.entries(intent.data)) {
    const isTold = Object.hasOwn(properties, name) && (isAbout(told, name) || isInCode(told, name));
    const sentIn: Candidate = { value: sent, schema: objectAt(properties, name) };
    const found = isTold ? toldAndBrought(brought, { name }, sentIn, told) : undefined;
    if (!found) continue;
    // In whole examples this value takes the place of theirs.
    const { [broughtBy]: from = [], [notMoreThanBrought]: isUpTo } = found.schema;
    const besideExamples = { [broughtBy]: from, ...(isUpTo === true ? { [notMoreThanBrought]: true } : {}) };
    const property = Object.hasOwn(form, "enum") ? besideExamples : found.schema;
    return { name, schema: withProperties(form, { [name]: property }) };
  }
  return undefined;
}
