/**
 * Flags and single words of an only example, which say nothing of what else may stand there: whether the action takes the other
 * value of a flag, and others of a list that its refusal of none of them tells. What may come next may follow from these.
 */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { memberByMember } from "../forms/as-they-stand.ts";
import { offeredIn } from "../forms/told/offered-values.ts";
import { oppositeWords } from "../forms/told/opposite-words.ts";
import { mayBeForm, namesMember, textOf } from "../forms/told/refusal-words.ts";
import type { SeenTrace } from "./deciding.ts";
import { isTaken } from "../walk/doers.ts";
import { type PlaceExplorer, type Sends, senderOf, takesAnyOf } from "./in-earliest-place.ts";

/** However many actions have one example each: so many are tried, and so many values of a list, or usual ones, for each. */
const [maxActions, maxOfList, maxUsual] = [8, 3, 5];

/** Sends them in the earliest place of each action; what is taken is sent as well from now on. */
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
  explorer.stage = "first";
}

interface Choice {
  readonly member: string;
  readonly value: string | boolean;
}

const hasOneExample = ({ examples = [] }: ActionDescription): boolean => examples.length === 1;

/** A word in lower or upper case, and no code. */
const aWord = /^\p{L}[\p{L}_-]{0,19}$/u;

/** The flags and words that its form keeps as its only example has them. */
function choicesOf(action: ActionDescription | undefined): readonly Choice[] {
  if (!action?.dataSchema || !hasOneExample(action)) return [];
  return Object.entries(objectAt(memberByMember(action.dataSchema), "properties")).flatMap(
    ([member, property]): readonly Choice[] => {
      const value = (property as JsonObject)["const"];
      const isChoice = typeof value === "boolean" || (typeof value === "string" && aWord.test(value));
      return isChoice ? [{ member, value }] : [];
    },
  );
}

/** The values that a refusal of none of them tells, without the one of the example; usual ones where it tells none. */
async function listedFor(sends: Sends, member: string, value: string): Promise<readonly Json[]> {
  const none = `${value}x`;
  const refused = await sends({ [member]: none });
  if (!refused || isTaken(refused) || !mayBeForm(refused)) return [];
  const told = textOf(refused);
  const offered = namesMember(told, member) ? offeredIn(told, member, { value: none, before: "" }) : [];
  const listed = offered.flatMap(({ schema }) => (Array.isArray(schema["enum"]) ? (schema["enum"] as Json[]) : []));
  // Where no list is told, what usually stands beside it is as good as any.
  if (listed.length === 0) return oppositeWords(value).slice(0, maxUsual);
  return listed.includes(value) ? listed.filter((one) => one !== value).slice(0, maxOfList) : [];
}
