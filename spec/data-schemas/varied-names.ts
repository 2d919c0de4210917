/** A form whose names of things, such as addresses of mail and numbers of files, may be other ones than those of the examples. */
import type { Json, JsonObject } from "../json.ts";
import { objectAt, schemasAt } from "./resolve.ts";
import { nameShapeOf, onlyTexts } from "./text-shapes.ts";
import { propertiesOf, withProperties } from "./properties.ts";

/**
 * The form with the shape of such texts in place of a list of them, and with nothing said of them where members stand together;
 * undefined where it lists none.
 */
export function withNamesVaried(form: JsonObject): JsonObject | undefined {
  const shapes = propertiesOf(form).flatMap(([name, { enum: values }]): [string, JsonObject][] => {
    const texts = Array.isArray(values) ? onlyTexts(values as readonly Json[]) : undefined;
    const shape = texts && texts.length > 1 ? nameShapeOf(texts) : undefined;
    return shape ? [[name, shape]] : [];
  });
  if (shapes.length === 0) return undefined;
  const varied = new Set(shapes.map(([name]) => name));
  const ways = schemasAt(form, "anyOf").map((way): JsonObject => ({ ...way, properties: besides(way, varied) }));
  return { ...withProperties(form, Object.fromEntries(shapes)), ...(ways.length > 0 ? { anyOf: ways } : {}) };
}

/** The members of one way but for the values of those that are varied; that one is left out stays said. */
function besides(way: JsonObject, varied: ReadonlySet<string>): JsonObject {
  const kept = Object.entries(objectAt(way, "properties")).filter(
    ([name, member]) => !varied.has(name) || member === false,
  );
  return Object.fromEntries(kept);
}
