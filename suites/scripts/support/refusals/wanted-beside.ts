/**
 * Finds members that a form requires, or may require, beside some value of another member: no example has such a value
 * without them, or the schema forbids it.
 */
import { fitData, type FittedData, withoutMember } from "../../../../generators/index.ts";
import { followsSchema } from "../../../../spec/data-schemas/follows.ts";
import type { Json, JsonObject } from "../../../../spec/json.ts";
import type { ActionDescription } from "../../../../spec/vocabulary/target.ts";

/** Data that fit the form, and the member that another one's value may require. */
export interface WantedBeside extends FittedData {
  readonly member: string;
}

/** So many variants of the data are looked at. */
const makes = 6;

/** One for each such member. */
export function wantedBeside(action: ActionDescription, doc: JsonObject): readonly WantedBeside[] {
  const found = new Map<string, WantedBeside>();
  for (let variant = 1; variant <= makes; variant += 1) {
    const fitted = fitData(action, { data: doc, variant });
    for (const member of Object.keys(fitted.data))
      if (!found.has(member) && mayBeWanted(action, fitted.data, member)) found.set(member, { ...fitted, member });
  }
  return [...found.values()];
}

function mayBeWanted({ dataSchema, examples = [] }: ActionDescription, data: JsonObject, member: string): boolean {
  if (examples.length > 0) {
    const lacking = examples.filter((example) => !Object.hasOwn(example, member));
    return lacking.length > 0 && lacking.every((example) => isOtherwise(example, data, examples));
  }
  const { required } = dataSchema ?? {};
  const always: readonly Json[] = Array.isArray(required) ? (required as readonly Json[]) : [];
  if (dataSchema === undefined || always.includes(member) || !followsSchema(dataSchema, data)) return false;
  return !followsSchema(dataSchema, withoutMember(data, [member]));
}

/** True where the example makes another choice than the data. */
function isOtherwise(example: JsonObject, data: JsonObject, all: readonly JsonObject[]): boolean {
  return Object.entries(example).some(([name, value]) => {
    const own = data[name];
    const isTaken = all.some((one) => one[name] === own);
    return isChoice(value) && own !== undefined && own !== value && isTaken;
  });
}

/** A flag or a word. */
const isChoice = (value: Json): boolean =>
  typeof value === "boolean" || (typeof value === "string" && /^[\p{L}_-]+$/u.test(value));
