/**
 * Finds values of the state that an action may have to name: made or computed by the service, or sent by earlier
 * actions.
 */
import { markerMembers } from "../../../generators/index.ts";
import type { Json } from "../../../spec/json.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import { genericPlaces } from "../../lib/generic-places.ts";
import type { Candidate } from "./told/candidate.ts";
import { inList, tellsTexts } from "./told/offered-values.ts";
import { memberWord, namesMember } from "./told/refusal-words.ts";

/** At most so many values are offered for a member at once. */
const maxOffered = 3;
/** A longer text is no reference; shorter digits alone may mean anything. */
const [longest, shortestNumber] = [80, 4];

/** Words that say that a text names something that does not exist. */
const saysMissingInEnglish =
  /\b(?:no such|none of|not one of|unknown|not (?:known|found|there|part|an? \w+ of)|(?:does ?n[o']t|must) (?:exist|name|refer)|is (?:no|not an?) (?!valid)\w+|the (?:id|number|key|code|name|reference) of|of (?:this|the same) \w+)\b/i;

/** The same in German, French, Spanish, Italian and Dutch. */
const saysMissingElsewhere =
  /unbekannt|nicht (?:gefunden|bekannt|vorhanden)|existiert nicht|gibt es nicht|inconnu|introuvable|n'existe pas|desconocid|no existe|no encontrad|sconosciut|non (?:esiste|trovat)|onbekend|niet gevonden|bestaat niet/i;

const saysMissing = (told: string): boolean => saysMissingInEnglish.test(told) || saysMissingElsewhere.test(told);

/** Words that say that a number must equal another, e.g. the amount due. */
const saysEqual = /\b(?:equals?|match(?:es)?|exact(?:ly)?|differs?|same as|expected)\b/i;
/** Smaller whole numbers may mean anything. */
const leastNumber = 100;

interface Place {
  readonly path: JsonPath;
  readonly value: string;
}

interface NumberPlace {
  readonly path: JsonPath;
  readonly value: number;
}

export class ShownReferences {
  readonly #read: () => Promise<Json | undefined>;
  #state: Promise<Json | undefined> | undefined;
  #places: readonly Place[] | undefined;

  /** @param read reads the state of the trace; called at most once */
  constructor(read: () => Promise<Json | undefined>) {
    this.#read = read;
  }

  /**
   * Texts for a member whose text was refused: first those that the refusal contains, then those whose place in the
   * state has a similar name.
   */
  async offeredFor(member: string, told: string): Promise<readonly Candidate[]> {
    if (this.#places && !mayBeReference(told, this.#places)) return [];
    this.#places ??= codesIn(await this.#shown());
    if (!mayBeReference(told, this.#places)) return [];
    const name = stemOf(member.match(/[A-Za-z_][\w-]*/g)?.at(-1) ?? "");
    const alike = alikeIn(this.#places, name);
    const isSaid = ({ value }: Place): boolean => memberWord(value).test(told);
    const all = [...alike.filter(isSaid), ...this.#places.filter(isSaid), ...alike];
    return all
      .filter(({ value }, at) => all.findIndex((one) => one.value === value) === at)
      .slice(0, maxOffered)
      .map(({ value, path }) => ({ value, schema: { const: value }, shownAt: path }));
  }

  /** Numbers for a member whose number was refused: those at places that the refusal names, or with a similar name. */
  async numbersFor(member: string, told: string): Promise<readonly Candidate[]> {
    const places = numbersIn(await this.#shown());
    const isNamed = ({ path }: NumberPlace): boolean => {
      const step = path.findLast((one) => !one.includes("*")) ?? "";
      return step !== member && memberWord(step).test(told);
    };
    const all = [
      ...places.filter(isNamed),
      ...alikeIn(places, stemOf(member)),
      ...(saysEqual.test(told) ? places : []),
    ];
    return all
      .filter(({ value }, at) => all.findIndex((one) => one.value === value) === at)
      .slice(0, maxOffered)
      .map(({ value, path }) => ({ value, schema: { const: value }, shownAt: path }));
  }

  async #shown(): Promise<Json> {
    this.#state ??= this.#read();
    return (await this.#state) ?? null;
  }
}

/** Telling numbers of the state, the last first, as the current entry is at the end of lists. */
const numbersIn = (state: Json): readonly NumberPlace[] =>
  genericPlaces(state)
    .flatMap(({ path, value }) =>
      typeof value === "number" && (value >= leastNumber || !Number.isInteger(value)) ? [{ path, value }] : [],
    )
    .toReversed();

const mayBeReference = (told: string, places: readonly Place[]): boolean =>
  places.length > 0 && (saysMissing(told) || places.some(({ value }) => memberWord(value).test(told)));

const ownMembers: ReadonlySet<string> = new Set(Object.values(markerMembers));

const isCode = (text: string): boolean =>
  text.length <= longest && isTelling(text) && !/\s|^\d{4}-\d\d-\d\d/.test(text);

/** With a digit, and with a letter unless it is long enough. */
const isTelling = (text: string): boolean => /\d/.test(text) && (/\p{L}/u.test(text) || text.length >= shortestNumber);

/** Texts with a digit and without spaces, except dates and markers of the run. */
function codesIn(state: Json): readonly Place[] {
  return genericPlaces(state).flatMap(({ path, value }) =>
    typeof value === "string" && isCode(value) && !ownMembers.has(path.at(-1) ?? "") ? [{ path, value }] : [],
  );
}

/** A name without endings such as `Id` or `number`. */
const stemOf = (name: string): string =>
  name.toLowerCase().replace(/[_-]?(?:ids?|no|nr|number|num(?:mer|ero|éro)|key|code|ref(?:eren[cz]e?)?)$/, "") ||
  name.toLowerCase();

/** Places with this name, or ids inside something with this name; else everything inside it. */
function alikeIn<One extends { readonly path: JsonPath }>(places: readonly One[], name: string): readonly One[] {
  const isCalled = (step = ""): boolean =>
    [stemOf(step), stemOf(step).replace(/s$/, ""), stemOf(step).replace(/ies$/, "y")].includes(name);
  const stepsOf = ({ path }: One) => path.filter((step) => !step.includes("*")).slice(-2);
  const own = places.filter((place) => isCalled(stepsOf(place).at(-1)));
  const within = places.filter((place) => isCalled(stepsOf(place)[0]));
  const ids = within.filter((place) => isId.test(stepsOf(place).at(-1) ?? ""));
  return own.length + ids.length > 0 ? [...own, ...ids] : within;
}

const isId = /^(?:ids?|no|nr|number|key|code|ref(?:erence)?)$/i;

/**
 * Values of the state to send in place of a refused text, number or single item of a list.
 * @param ofRefusal what the refusal itself offers
 */
export async function valuesShown(
  references: ShownReferences | undefined,
  name: string,
  value: Json,
  told: string,
  ofRefusal: readonly Candidate[],
): Promise<readonly Candidate[]> {
  if (typeof value === "number") return references && namesMember(told, name) ? references.numbersFor(name, told) : [];
  if (ofRefusal.some(tellsTexts)) return [];
  const isList = Array.isArray(value) && typeof value[0] === "string";
  if ((typeof value !== "string" && !isList) || !references || !namesMember(told, name)) return [];
  const offered = await references.offeredFor(name, told);
  return offered.filter((one) => one.value !== value).map((one) => (isList ? inList(one) : one));
}
