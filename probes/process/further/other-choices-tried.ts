/**
 * Tries other values where an action has a single example, which does not tell what else is allowed: the opposite of a
 * flag, and other words, from the list in a refusal where it gives one. The next action may depend on them. Also tries
 * half and double of each number, to meet rules that only bound numbers.
 */
import type { Json } from "../../../spec/json.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { memberByMember } from "../forms/as-they-stand.ts";
import { offeredIn } from "../forms/told/offered-values.ts";
import { oppositeWords } from "../forms/told/opposite-words.ts";
import { mayBeForm, namesMember, textOf } from "../forms/told/refusal-words.ts";
import type { SeenTrace } from "./deciding.ts";
import { type PlaceExplorer, type Sends, senderOf, takesAnyOf } from "./in-earliest-place.ts";
import { propertiesOf } from "../../../spec/data-schemas/properties.ts";
import { isTaken } from "../../../spec/readings/actions.ts";

/**
 * At most so many actions with one example; for each choice so many values of a list that a refusal gives, or so many
 * usual words.
 */
const [maxActions, maxOfList, maxUsual] = [8, 3, 5];
/** At most so many numbers of one action. */
const maxNumbers = 3;

/** Sends other values at the earliest place of each action; what is accepted is sent from now on as well. */
export async function tryOtherChoices(explorer: PlaceExplorer, traces: readonly SeenTrace[]): Promise<void> {
  const { workflow } = explorer.known;
  const keys = [...new Set(workflow.actions.filter(hasOneExample).map(({ key }) => key))];
  explorer.stage = "again";
  for (const key of keys.filter((one) => choicesOf(explorer.known.actions(one)[0]).length > 0).slice(0, maxActions)) {
    const sends = senderOf(explorer, traces, key);
    for (const { member, value } of choicesOf(explorer.known.actions(key)[0])) {
      const taken: Json[] = [];
      for (const other of typeof value === "boolean" ? [!value] : await listedFor(sends, member, String(value)))
        if (isTaken(await sends({ [member]: other }))) taken.push(other);
      if (taken.length > 0) takesAnyOf(explorer, key, member, [value, ...taken]);
    }
  }
  for (const key of keys.slice(0, maxActions)) {
    const sends = senderOf(explorer, traces, key);
    const numbers = numbersOf(explorer.known.actions(key)[0]).slice(0, maxNumbers);
    for (const { member, value } of numbers) await tryOtherNumbers(sends, member, value);
  }
  explorer.stage = "first";
}

interface Choice {
  readonly member: string;
  readonly value: string | boolean;
}

const hasOneExample = ({ examples = [] }: ActionDescription): boolean => examples.length === 1;

/** A word in lower or upper case, not a code. */
const aWord = /^\p{L}[\p{L}_-]{0,19}$/u;

/** The flags and words that the form fixes to those of the only example. */
function choicesOf(action: ActionDescription | undefined): readonly Choice[] {
  if (!action?.dataSchema || !hasOneExample(action)) return [];
  return propertiesOf(memberByMember(action.dataSchema)).flatMap(([member, { const: value }]): readonly Choice[] =>
    typeof value === "boolean" || (typeof value === "string" && aWord.test(value)) ? [{ member, value }] : [],
  );
}

/**
 * Sends a value that is on no list, and returns those that the refusal lists, without the one of the example; usual
 * opposites where it lists none.
 */
async function listedFor(sends: Sends, member: string, value: string): Promise<readonly Json[]> {
  const none = `${value}x`;
  const refused = await sends({ [member]: none });
  if (!refused || isTaken(refused) || !mayBeForm(refused)) return [];
  const told = textOf(refused);
  const offered = namesMember(told, member) ? offeredIn(told, member, { value: none, before: "" }) : [];
  const listed = offered.flatMap(({ schema }) => (Array.isArray(schema["enum"]) ? (schema["enum"] as Json[]) : []));
  // Without a list, the usual opposite of the word is the best guess.
  if (listed.length === 0) return oppositeWords(value).slice(0, maxUsual);
  return listed.includes(value) ? listed.filter((one) => one !== value).slice(0, maxOfList) : [];
}

interface NumberKept {
  readonly member: string;
  readonly value: number;
}

/** The numbers that the form fixes to those of the only example. */
function numbersOf(action: ActionDescription | undefined): readonly NumberKept[] {
  if (!action?.dataSchema || !hasOneExample(action)) return [];
  return propertiesOf(memberByMember(action.dataSchema)).flatMap(([member, { const: value }]): readonly NumberKept[] =>
    typeof value === "number" && value > 0 ? [{ member, value }] : [],
  );
}

/**
 * Sends half and double of the number; where that is refused, the bound that the refusal tells. A bound that is refused
 * as well shows a rule beyond the form. Scripts still send the number of the example.
 */
async function tryOtherNumbers(sends: Sends, member: string, value: number): Promise<void> {
  for (const other of [value / 2, value * 2].map((one) => (Number.isInteger(value) ? Math.ceil(one) : one))) {
    const answer = await sends({ [member]: other });
    if (!answer || isTaken(answer) || !mayBeForm(answer) || !namesMember(textOf(answer), member)) continue;
    const told = offeredIn(textOf(answer), member, { value: other, before: "" })
      .flatMap((one) => (typeof one.value === "number" ? [one.value] : []))
      .filter((bound) => bound !== value && new RegExp(`\\b${String(bound)}\\b`).test(textOf(answer)));
    const bound = told.toSorted((one, two) => (other > value ? two - one : one - two))[0];
    if (bound !== undefined) await sends({ [member]: bound });
  }
}
