/** What the state of a trace shows and an action has to name: what the service made on it, or computed, or earlier actions brought. */
import { markerMembers } from "../../../generators/index.ts";
import type { Json } from "../../../spec/json.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import { genericPlaces } from "../../lib/generic-places.ts";
import type { Candidate } from "./told/candidate.ts";
import { inList, tellsTexts } from "./told/offered-values.ts";
import { memberWord, namesMember } from "./told/refusal-words.ts";

/** So many texts are offered for a member at once. */
const maxOffered = 3;
/** A longer text names nothing, and a shorter number may be any. */
const [longest, shortestNumber] = [80, 4];

/** Words by which a refusal says that a text names something that is not there. */
const saysMissingInEnglish =
  /\b(?:no such|none of|not one of|unknown|not (?:known|found|there|part|an? \w+ of)|(?:does ?n[o']t|must) (?:exist|name|refer)|is (?:no|not an?) (?!valid)\w+|the (?:id|number|key|code|name|reference) of|of (?:this|the same) \w+)\b/i;

/** The same in German, French, Spanish, Italian and Dutch. */
const saysMissingElsewhere =
  /unbekannt|nicht (?:gefunden|bekannt|vorhanden)|existiert nicht|gibt es nicht|inconnu|introuvable|n'existe pas|desconocid|no existe|no encontrad|sconosciut|non (?:esiste|trovat)|onbekend|niet gevonden|bestaat niet/i;

const saysMissing = (told: string): boolean => saysMissingInEnglish.test(told) || saysMissingElsewhere.test(told);

/** Words by which a refusal says that a number must be another one, as the amount that is due. */
const saysEqual = /\b(?:equals?|match(?:es)?|exact(?:ly)?|differs?|same as|expected)\b/i;
/** Smaller whole numbers stand for much else as well. */
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

  /** @param read the state of the trace; it is read once, if at all */
  constructor(read: () => Promise<Json | undefined>) {
    this.#read = read;
  }

  /** For a member whose text was refused: those that the refusal tells come first, then those of a place that is called like it. */
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

  /** For a member whose number was refused: those of places that the refusal names, or that are called like the member. */
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

/** Numbers that tell something; the last ones that the state shows first, as what is asked for now stands last in lists. */
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

/** With a digit, and a letter if it is short. */
const isTelling = (text: string): boolean => /\d/.test(text) && (/\p{L}/u.test(text) || text.length >= shortestNumber);

/** Texts with a digit in them and without spaces, which are no days, and no marks of the run. */
function codesIn(state: Json): readonly Place[] {
  return genericPlaces(state).flatMap(({ path, value }) =>
    typeof value === "string" && isCode(value) && !ownMembers.has(path.at(-1) ?? "") ? [{ path, value }] : [],
  );
}

/** A name without what says that it stands for one of several, or for its number. */
const stemOf = (name: string): string =>
  name.toLowerCase().replace(/[_-]?(?:ids?|no|nr|number|num(?:mer|ero|éro)|key|code|ref(?:eren[cz]e?)?)$/, "") ||
  name.toLowerCase();

/** Places that are called so themselves, or the ids in what is called so; else whatever stands in it. */
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

/** What the state shows and a text or a number, or the one of a list, may have to be that was refused. @param ofRefusal what the refusal offers */
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
