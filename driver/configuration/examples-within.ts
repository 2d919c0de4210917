/** Examples beside a JSON Schema: they say what is sent, and the schema what may be varied, and how far. */
import { asTaken } from "../../spec/data-schemas/as-taken.ts";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { objectAt, resolvedSchema } from "../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { numberAt, valuesAt } from "../../spec/readings/path.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import { rangesOf, type NumberRange } from "./example-numbers.ts";
import { schemaOfExamples } from "./examples.ts";
import { resolvedProperties, withProperties } from "../../spec/data-schemas/properties.ts";

/** Objects inside objects are looked into this deep. */
const maxDepth = 3;

interface Leaf {
  readonly path: JsonPath;
  readonly schema: JsonObject;
}

/**
 * The schema with the members of the examples alone: texts are any that it takes, numbers lie between those of the examples,
 * and everything else stands as in one of them.
 * @throws Error where an example does not follow the schema: one of the two is wrong
 */
export function schemaWithin(schema: JsonObject, examples: readonly Json[]): JsonObject {
  const wrong = examples.findIndex((example) => !followsSchema(schema, example));
  if (wrong >= 0)
    throw new Error(`\`examples\` number ${String(wrong + 1)} does not follow \`data\` of the same action`);
  const given = examples.filter(isJsonObject);
  const leaves = leavesOf(schema, schema, []);
  const isGiven = ({ path }: Leaf): boolean => given.some((data) => valuesAt(data, path).length > 0);
  const numbers = leaves.filter((leaf) => isGiven(leaf) && isNumber(leaf.schema));
  const ranges = rangesOf(numbers.map(({ path }) => given.map((data) => numberAt(data, path))));
  const ranged = numbers.flatMap(({ path }, at) => (ranges[at] ? [{ path, range: ranges[at] }] : []));
  const isRanged = ({ path }: Leaf): boolean => ranged.some((one) => one.path === path);
  const kept = leaves.filter((leaf) => !isGiven(leaf) || !(isAnyText(leaf.schema) || isRanged(leaf)));
  const form = asTaken(
    ranged.reduce((before, { path, range }) => between(before, path, range, schema), resolvedSchema(schema, schema)),
    kept.map(({ path }) => path),
    given,
  );
  return form ?? schemaOfExamples(examples);
}

function leavesOf(part: JsonObject, root: JsonObject, path: JsonPath): readonly Leaf[] {
  return resolvedProperties(part, root).flatMap(([name, schema]) => {
    const here = [...path, name];
    const isLookedInto = isJsonObject(schema["properties"]) && here.length < maxDepth;
    return isLookedInto ? leavesOf(schema, root, here) : [{ path: here, schema }];
  });
}

const isNumber = ({ type, enum: values, const: only }: JsonObject): boolean =>
  (type === "number" || type === "integer") && values === undefined && only === undefined;

const isAnyText = ({ type, enum: values, const: only, pattern, format }: JsonObject): boolean =>
  type === "string" && [values, only, pattern, format].every((keyword) => keyword === undefined);

/** The schema with a number that is not beyond the range. */
function between(
  schema: JsonObject,
  [name = "", ...inner]: JsonPath,
  range: NumberRange,
  root: JsonObject,
): JsonObject {
  const before = resolvedSchema(objectAt(objectAt(schema, "properties"), name), root);
  const { exclusiveMinimum: _least, exclusiveMaximum: _most, ...number } = before;
  const next = inner.length > 0 ? between(before, inner, range, root) : { ...number, ...range };
  return withProperties(schema, { [name]: next });
}
