/**
 * Turns the JSON of a refusal into lines of text. A line about one member begins with its path, e.g. `data.lot: is
 * required`.
 */
import { markerMembers } from "../../../../generators/index.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../spec/json.ts";
import { detailsOf } from "./entry-details.ts";
import { inEnglish } from "./in-english.ts";
import { inBrackets } from "./places.ts";
import { ofProgramInWords, placeOfProgram } from "./program-errors.ts";

/** Keys whose value names the member that an entry is about. */
const naming =
  /^(?:(?:field|member|property|param|parameter|attribute|feld|champ)s?(?:[_-]?(?:names?|paths?))?|properties|(?:data|json)?[_-]?pointer|loc|instancePath|dataPath)$/i;
/** The same for entries of a list; elsewhere these may name the kind of an error, or the address of the request. */
const namingInList = /^(?:path|name|location|key|target|source|element)s?$/i;
/** Keys of a map from members to errors, or of a list of entries. */
const mapping =
  /^(?:errors?|fields?|members?|details|violations|problems|issues|invalid(?:Params|Fields)?|errori|campi|dettagli|violazioni|fehler|felder|verst(?:ö|oe)sse|erreurs|champs|errores|campos|detalles|fouten|velden)$/i;
/** Keys of an inner list of all errors. */
const ofWhole = /^(?:errors?|messages?)$/i;
/** Keys around such a map, which are no member. */
const aroundMap = /^(?:json|body|data|traceInput|form|payload|input)$/i;
/** Keys of the rule that an entry is about; they tell nothing of the kind of refusal. */
const ofRule = /^(?:rule|type|keyword|tag|constraint|validator|validation|error_?type|kind)$/i;
/** Keys that any refusal may have, which are no member. */
const ofAny = /^(?:code|description|details?|error|hint|info|kind|message|msg|number|reason|status|text|title|type)$/i;
/** Names of parts of the request, which are no member of the data. */
const ofRequest =
  /^(?:actionKey|workflowId|groupLabel|traceId|traceInput|body|data|files?|attachments?|documents?|authorization)$/i;
/** What may stand before the path of a member. */
const around =
  /^(?:[$#]?[./]+)?(?:\w+\.arg\d+[./])?(?:(?:data[./]attributes|data|body|traceInput|input|payload|\$)(?:[./]|$))*/;

/** The lines of a refusal, without the keys of its JSON. */
export function textsIn(value: Json, under = "", isName?: IsName): readonly string[] {
  if (Array.isArray(value)) {
    const entries = value as readonly Json[];
    const isNameIn = isNameInList(entries);
    return entries.flatMap((one) => textsIn(one, under, isNameIn));
  }
  if (!isJsonObject(value)) return typeof value === "string" ? textsOf(value) : [];
  const entries = Object.entries(value);
  const entry = entryIn(value, isName);
  if (entry) {
    // Codes come last, as a message may be a single word too.
    const told = entry.others.toSorted(([one], [other]) => +isOfCode(one) - +isOfCode(other));
    const said = told.flatMap(([key, one]) => textsIn(one, key));
    const [message = ""] = said.filter(isMessage).concat(said);
    const whole = [message, detailsOf(value, message)].filter((part) => part !== "").join("; ");
    if (whole !== "") return [lineOn(entry.place, whole), ...said.filter((one) => one !== message)];
  }
  const mayBeMap = mapping.test(under) || (under !== "" && entries.every(([, told]) => isListOfSentences(told)));
  const isMap = mayBeMap && !isAroundMap(entries) && isMapOfMembers(entries);
  const inner = (key: string): string => (mapping.test(under) && aroundMap.test(key) ? under : key);
  return isMap ? linesOfMap(entries) : entries.flatMap(([key, told]) => textsIn(told, inner(key)));
}

/** True for an object around such a map: a list of all errors, or the map itself with only codes beside it. */
function isAroundMap(entries: Entries): boolean {
  if (entries.every(([key]) => ofWhole.test(key))) return true;
  const maps = entries.filter(([key]) => mapping.test(key));
  const others = entries.filter(([key]) => !mapping.test(key));
  const isCode = (told: Json): boolean => typeof told === "number" || (typeof told === "string" && !ofData.test(told));
  const isMany = (told: Json): boolean => isJsonObject(told) || (Array.isArray(told) && told.some(isJsonObject));
  return maps.length === 1 && maps.every(([, told]) => isMany(told)) && others.every(([, told]) => isCode(told));
}

/** True for a list of sentences, which maps of members have whatever their key. */
const isListOfSentences = (told: Json): boolean =>
  Array.isArray(told) && told.length > 0 && told.every((one) => typeof one === "string" && /\S\s\S/.test(one));

/** The lines of a map from members to errors, also nested. */
function linesOfMap(entries: Entries, outer: readonly string[] = []): readonly string[] {
  return entries.flatMap(([key, told]) => {
    const place = outer.length === 0 && aroundMap.test(key) && isJsonObject(told) ? [] : [...outer, key];
    return isJsonObject(told)
      ? linesOfMap(Object.entries(told), place)
      : textsIn(told).map((one) => lineOn(place.join("."), one));
  });
}

/** The texts that may tell the kind of a refusal; entries about single members do not. */
export function kindTextsIn(value: Json, isName?: IsName): readonly string[] {
  if (Array.isArray(value)) {
    const entries = value as readonly Json[];
    const isNameIn = isNameInList(entries);
    return entries.flatMap((one) => kindTextsIn(one, isNameIn));
  }
  if (!isJsonObject(value)) return textsIn(value);
  const entry = entryIn(value, isName);
  // Where it is unsure that an entry names a member, it may be about the whole.
  if (entry && isName && (naming.test(entry.name) || ownMembers.has(entry.place))) return [];
  const told = entry ? entry.others.filter(([key]) => !ofRule.test(key)) : Object.entries(value);
  return told.flatMap(([, one]) => kindTextsIn(one));
}

/** The path of the member that an object is about, and its other entries; undefined where it is about none. */
function entryIn(value: JsonObject, isName?: IsName) {
  const entries = Object.entries(value);
  const name = nameIn(entries, isName);
  const place = name === undefined ? undefined : placeIn(value[name]);
  if (name === undefined || place === undefined) return undefined;
  return { name, place, others: entries.filter(([key]) => key !== name) };
}

const betweenMembers = /(?<=[.;!]) (?=(?:the )?(?:field|member|property|attribute|parameter) ["'`])/i;

/** Only so much of a text is read. */
const mostRead = 4_000;

function textsOf(whole: string): readonly string[] {
  const text = whole.slice(0, mostRead).replaceAll(/[„“”«]\s?|\s?»/g, '"');
  const place = placeOfProgram(text);
  if (place !== undefined && text.includes("\nKey: ")) return text.split("\n").flatMap(textsOf);
  if (place !== undefined) return [lineOn(place, ofProgramInWords(text))];
  // Each sentence about another member is a line.
  const [said = "", ...further] = inEnglish(text).split(betweenMembers);
  if (further.length > 0) return [said, ...further];
  return said.split(betweenPointers).flatMap((part) => ofSeveral(part) ?? [ofLabel(part) ?? ofPointer(part)]);
}

const betweenPointers = /[,;] (?=(?:data|body|traceInput)\/)/;

/** A text that begins with a JSON pointer, e.g. `data/lines/0 must be object`, as a line about that member. */
function ofPointer(text: string): string {
  const [, place, said] =
    /^(?:data|body|traceInput)?\/((?!v2\/|traces?\/|login\/)[A-Za-z_][\w-]{0,63}(?:\/[\w-]{1,64}){0,8}) ((?:is|must|has|should|may|cannot|required|missing|not)\b.*)$/s.exec(
      text,
    ) ?? [];
  return place === undefined || said === undefined ? withIndexes(text) : lineOn(place, said);
}

/**
 * A text that begins with the label of a member, e.g. `Sitting on can't be blank`, as a line about it; undefined for
 * others.
 */
function ofLabel(text: string): string | undefined {
  const [, label = "", said = ""] =
    /^([A-Z][a-z]{1,30}(?: [a-z]{1,30}){0,3}) ((?:can't be|is (?:not|too)|must be|has already|doesn't) ?.{0,200})$/.exec(
      text,
    ) ?? [];
  const isOfMember = ofMember.test(said) && !ofNoMember.test(`${label} `);
  return isOfMember ? lineOn(label.toLowerCase().replaceAll(" ", "_"), said) : undefined;
}

const ofMember =
  /^(?:can't be (?:blank|empty|null)|is (?:not (?:included in the list|an? (?:valid )?(?:number|date|integer|e-?mail|time))|too (?:short|long) \()|must be (?:an? (?:valid )?(?:number|integer|date|time|e-?mail|boolean|string)|in the list|one of .{1,100},|greater|less|equal|odd|even|other|\d)|has already been taken|doesn't match)/;
/** Words that begin a sentence about something else than a member. */
const ofNoMember =
  /^(?:The|This|That|An?|It|Your?|Request|Trace|Action|Session|Token|State|Status|Workflow|Step|Transition|Group|User|Body|Data|Files?|Documents?|Attachments?) /;

const behindPlace = String.raw`(?=["'\`]? (?:field |value )?(?:is|must|has|should|may|cannot|required|missing)\b|: )`;
const aName = String.raw`[A-Za-z_][\w-]{0,63}`;
// Words of a path, unlike versions and hosts, are followed by such words.
const dotted = new RegExp(
  String.raw`(?<![\w/.-])(?:[a-z_][A-Za-z_-]{0,63}\.){1,8}\d{1,3}(?:\.${aName}){0,4}${behindPlace}`,
  "g",
);
const pointer = new RegExp(
  String.raw`(?<![\w/.:-])(?:data|body|traceInput)?/(${aName}(?:/(?:${aName}|\d{1,3})){1,8})${behindPlace}`,
  "g",
);

/** The text with paths in the usual form, e.g. `lines.0.weight must be a number` and `/lines/0/weight is missing`. */
const withIndexes = (text: string): string =>
  text.replaceAll(dotted, inBrackets).replaceAll(pointer, (_, place: string) => inBrackets(place));

/** Words that say something about data. */
const ofData =
  /\b(?:required|missing|must|should|invalid|expected|unknown|extra|too (?:long|short|small|large|big|high|low)|not (?:an?|permitted|allowed|known|valid))\b/i;

/** The lines of a text about several members, e.g. `lot: Field required; day: Not a date`; undefined for others. */
function ofSeveral(text: string): readonly string[] | undefined {
  const [first = "", ...others] = text.split(/[;,] (?=[A-Za-z_][\w.-]{0,63}: )/);
  if (others.length === 0) return undefined;
  // A general message may stand before the first member.
  const words = first.split(": ");
  const at = words.findIndex((word) => /^[A-Za-z_][\w.-]{0,63}$/.test(word) && !/error|exception|invalid/i.test(word));
  if (at === -1) return undefined;
  const parts = [words.slice(at).join(": "), ...others];
  const lines = parts.flatMap((part) => {
    const end = part.indexOf(": ");
    const name = part.slice(0, Math.max(0, end));
    const told = part.slice(end + 2);
    return name === "" || ofAny.test(name) || !ofData.test(told) ? [] : [lineOn(name, told)];
  });
  return lines.length === parts.length ? lines : undefined;
}

const wantsWithin = /\brequired property:? ["'`]([A-Za-z_][\w-]{0,63})["'`]/i;

const isOfCode = (key: string): boolean => /^(?:\w*code|id|\w+Id|status|number)$/i.test(key);

type Entries = readonly (readonly [string, Json])[];

/** True for a key whose value names the member that an entry of a list is about. */
type IsName = (key: string) => boolean;

const nameIn = (entries: Entries, isName: IsName = () => false): string | undefined =>
  entries.find(([key]) => naming.test(key) || isName(key))?.[0];

const ownMembers: ReadonlySet<string> = new Set(Object.values(markerMembers));

/** The keys that name the member in entries of this list. */
function isNameInList(entries: readonly Json[]): IsName {
  const called = namedAsOwn(entries);
  return (key) => key === called || namingInList.test(key);
}

/** The key that names a member in the entries: one of them is about a member that the run adds to all data. */
const namedAsOwn = (entries: readonly Json[]): string | undefined =>
  entries.flatMap((one) => (isJsonObject(one) ? Object.entries(one) : [])).find(isAboutOwn)?.[0];

const isAboutOwn = ([, value]: Entries[number]): boolean => ownMembers.has((placeIn(value) ?? "").replace(around, ""));

/** The path of a member, given as a text, a list of names, or an object with a pointer; undefined for anything else. */
function placeIn(value: Json | undefined): string | undefined {
  const told = isJsonObject(value) ? value["pointer"] : value;
  const text = Array.isArray(told) ? withoutBranch(told as readonly Json[]).join(".") : told;
  return typeof text === "string" && /^[\w$#./[\]-]{1,120}$/.test(text) ? text : undefined;
}

/** Some libraries append the tried type to the path, e.g. `["data", "days", "int"]`. */
const withoutBranch = (place: readonly Json[]): readonly Json[] =>
  place.length > 2 && aBranch.test(String(place.at(-1))) ? place.slice(0, -1) : place;

const aBranch = /^(?:int|float|str|bool|date|datetime|decimal|none|list\[.*\]|dict\[.*\]|constrained-\w+)$/;

/** The beginning of a message whose member is named elsewhere. */
const isPart = /^(?:is|are|must|should|can(?:'t|not)|may not|has|needs|required|invalid|too|not)\b/i;

/** Words around a member in quotes. */
const saysOfMember =
  /\b(?:field|member|property|attribute|parameter) ["'`]([A-Za-z_][\w-]{0,63})["'`]|["'`]([A-Za-z_][\w-]{0,63})["'`] is (?:required|missing|mandatory|unknown|needed)\b/i;

/** What is said of a member that stands before it, and of nothing else. */
const saysOfItself =
  /^(?:(?:(?:length|value|size) )?(?:is|are|must|should|may not|cannot|can't|has) |missing data for required field|this field|field required|required\b|not a valid |invalid (?:value|input|type)|input should )/i;
const ofMessage = /^(?:messages?|msg|details?|errors?|description)$/i;

/** True where each has texts alone; a text under a name that any refusal has may be the message itself. */
function isMapOfMembers(entries: Entries): boolean {
  const isTexts = (told: Json): boolean =>
    Array.isArray(told) && (told as readonly Json[]).every((one) => typeof one === "string");
  // A single text that says of another member what it must be is the message, whatever it is called.
  const [[only, message = ""] = []] = entries;
  const [, before, behind] = (typeof message === "string" && saysOfMember.exec(inEnglish(message))) || [];
  if (entries.length === 1 && (before ?? behind ?? only) !== only) return false;
  const isOfMembers = entries.some(([key]) => !ofAny.test(key));
  const isOfData = (told: Json): boolean => typeof told === "string" && (isPart.test(told) || ofData.test(told));
  const areParts = isOfMembers && entries.every(([, told]) => isOfData(told));
  const isWithin = (told: Json): boolean => isJsonObject(told) && isMapOfMembers(Object.entries(told));
  const areOfThemselves = entries.every(
    ([key, told]) => typeof told === "string" && saysOfItself.test(told) && !ofMessage.test(key),
  );
  return (
    areParts ||
    areOfThemselves ||
    entries.every(([key, told]) => isTexts(told) || isWithin(told) || (typeof told === "string" && !ofAny.test(key)))
  );
}

/** The member that tells the variant of an object, if it is missing or has an unknown value. */
const tellsApart =
  /\bdiscriminator ['"`](\w{1,64})['"`]|\btag ['"`][^'"`]{0,400}['"`] found using ['"`](\w{1,64})['"`]/i;

/** Keys of frameworks for errors about the data as a whole; `base` may be a member as well. */
const wholes = /^(?:_schema|non_?field_?errors|__all__|__root__)$/i;
const ofMoreThanData = /\b(?:files?|attachments?|documents?|actions?|steps?|trace)\b/i;

function lineOn(place: string, message: string): string {
  const within = inBrackets(place.replace(around, ""));
  // An error about an object that lacks a member, whose name is in the message.
  const [, wanted, tag = wanted] = wantsWithin.exec(message) ?? tellsApart.exec(message) ?? [];
  const isTold = tag === undefined || within.split(".").at(-1) === tag;
  const name = isTold ? within : [within, tag].filter((part) => part !== "").join(".");
  const isOfWhole = wholes.test(name) || (name === "base" && ofMoreThanData.test(message));
  return name === "" || ofRequest.test(name) || isOfWhole ? message : `data.${name}: ${message}`;
}

const isMessage = (told: string): boolean => /\S\s+\S/.test(told);
