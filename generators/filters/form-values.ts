/**
 * Numbers and flags that the form of an action lets through, dealt over documents: those that a search may take for no
 * filter at all, and those that an index may hold otherwise.
 */
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";

type Value = number | boolean;

export interface FormValues {
  /** The plain data first; others have a fraction, or nought, where the form takes it, and the flag the other way round. */
  readonly documents: readonly JsonObject[];
  /** For each member the values of the documents, and that which looks like none, whether a document has it or not. */
  readonly members: readonly { readonly name: string; readonly values: readonly Value[] }[];
}

/**
 * @param mostMembers so many members, those first of which a document has a fraction, or what looks like none
 * @param isWanted false for the name of a member that stays as it is
 */
export function formValues(
  action: ActionDescription,
  data: JsonObject,
  mostMembers: number,
  isWanted: (name: string) => boolean = () => true,
): FormValues {
  const { dataSchema = {}, examples = [] } = action;
  const names = [...new Set([data, ...examples].flatMap((one) => Object.keys(one)))].filter(
    (name) => isTelling(data[name]) && isWanted(name),
  );
  const fraction = changed(action, data, names, (value, shown) =>
    typeof value === "boolean" ? [!value] : [...shown.filter(isFraction), value + 0.5, value - 0.5, value + 0.25],
  );
  const nought = changed(action, data, names, (value) => (typeof value === "boolean" ? [false] : [0]));
  const other = changed(action, data, names, (value, shown) =>
    typeof value === "boolean" ? [!value] : [...shown, value + 1, value - 1, value + 2],
  );
  const whole = examples.filter((example) => followsSchema(dataSchema, example));
  const documents = [data, fraction, nought, ...whole, other].filter(
    (one, at, all) => !all.slice(0, at).some((before) => names.every((name) => one[name] === before[name])),
  );
  const chosen = documents.slice(0, mostDocuments);
  const members = names.map((name) => {
    const own = chosen.map((one) => one[name]).filter(isTelling);
    return { name, values: [...new Set([...own, ...(typeof data[name] === "boolean" ? [true, false] : [0])])] };
  });
  const telling = members.toSorted((one, another) => weight(another.values) - weight(one.values));
  return { documents: chosen, members: telling.slice(0, mostMembers) };
}

/** With the plain one: a fraction, nought, or another value where the form takes one of these alone. */
const mostDocuments = 3;

const isTelling = (value: Json | undefined): value is Value => typeof value === "number" || typeof value === "boolean";

const isFraction = (value: number): boolean => !Number.isInteger(value);

const weight = (values: readonly Value[]): number =>
  (values.some((value) => typeof value === "number" && isFraction(value)) ? 2 : 0) + (values.length > 2 ? 1 : 0);

/** The data with the first of the candidates for each member that the form takes; else with what it has. */
function changed(
  { dataSchema = {}, examples = [] }: ActionDescription,
  data: JsonObject,
  names: readonly string[],
  candidates: (value: Value, examples: readonly number[]) => readonly Value[],
): JsonObject {
  return names.reduce((before, name) => {
    const value = data[name];
    if (!isTelling(value)) return before;
    const shown = examples.map((example) => example[name]).filter((one) => typeof one === "number");
    const taken = candidates(value, shown).find(
      (one) => one !== value && followsSchema(dataSchema, { ...before, [name]: one }),
    );
    return taken === undefined ? before : { ...before, [name]: taken };
  }, data);
}
