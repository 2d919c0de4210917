/** Makes data like an example of an action, except for texts that must be unique. */
import type { FittedData } from "../../../generators/index.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { getOwn, type Json, type JsonObject } from "../../../spec/json.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

type Input = Pick<FittedData, "data" | "markerAt">;

/**
 * The example, with the marker and the codes of random data in place of its own; undefined where the form does not
 * allow that.
 * @param drawn random data of the form
 * @param number of the example; after the last the first comes again
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

/** A text with a format, such as a receipt number, an email address or an id. */
const isCode = ({ pattern, format }: JsonObject): boolean =>
  pattern !== undefined || format === "email" || format === "uuid";
