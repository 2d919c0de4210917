import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { jsonObject } from "../json/json-object.ts";
import { namesAt, objectAt } from "../../spec/data-schemas/resolve.ts";

/** Objects that follow `properties` and `required`; no members beyond those. Shrinks towards the required ones. */
export function schemaObject(
  schema: JsonObject,
  follow: (part: JsonObject) => fc.Arbitrary<Json>,
): fc.Arbitrary<JsonObject> {
  const properties = objectAt(schema, "properties");
  const required = new Set(namesAt(schema, "required"));
  const minProperties = typeof schema["minProperties"] === "number" ? schema["minProperties"] : 0;
  const names = [...new Set([...Object.keys(properties), ...required])].filter((name) => properties[name] !== false);
  const additional = isJsonObject(schema["additionalProperties"]) ? schema["additionalProperties"] : {};
  const valueOf = (name: string) => {
    const property = properties[name];
    return follow(isJsonObject(property) ? property : additional);
  };
  const members = names.map((name): fc.Arbitrary<readonly [string, Json] | null> => {
    const member = valueOf(name).map((value): readonly [string, Json] => [name, value]);
    return required.has(name) ? member : fc.option(member, { freq: 3 });
  });
  const open = schema["additionalProperties"] !== false;
  const fillers = Array.from({ length: open ? Math.max(0, minProperties - names.length) : 0 }, (_, index) =>
    follow(additional).map((value): readonly [string, Json] => [`extra${index}`, value]),
  );
  return fc
    .tuple(...members, ...fillers)
    .map((list) => jsonObject(list.filter((member) => member !== null)))
    .filter((object) => Object.keys(object).length >= minProperties);
}
