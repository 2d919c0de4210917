/** Data as one of the examples of an action has them, but for what must not come twice. */
import type { FittedData } from "../../../generators/index.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { getOwn, type Json, type JsonObject } from "../../../spec/json.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

type Input = Pick<FittedData, "data" | "markerAt">;

/**
 * The members of an example, with the texts of its own that these data have: the one that marks them, and codes of a shape.
 * Undefined where nothing of the example may be sent so.
 * @param number of the example, counted on from the last to the first
 */
export function asInExample(
  { examples = [], dataSchema }: ActionDescription,
  drawn: Input,
  number: number,
): Input | undefined {
  const example = examples[number % Math.max(1, examples.length)];
  if (!example || !dataSchema) return undefined;
  const [marked] = drawn.markerAt ?? [];
  if (marked !== undefined && !Object.hasOwn(example, marked)) return undefined;
  const properties = objectAt(dataSchema, "properties");
  const isOwn = (name: string): boolean => name === marked || isCode(objectAt(properties, name));
  const data = Object.fromEntries(
    Object.entries(example).map(([name, value]): [string, Json] => [
      name,
      (isOwn(name) ? getOwn(drawn.data, name) : undefined) ?? value,
    ]),
  );
  return followsSchema(dataSchema, data) ? { ...drawn, data } : undefined;
}

/** A text of a shape, such as a number of a receipt, an address of mail or an id. */
const isCode = ({ pattern, format }: JsonObject): boolean =>
  pattern !== undefined || format === "email" || format === "uuid";
