import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../spec/vocabulary/json.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { joined, jsonObject } from "../json/json-object.ts";
import { objectAt, resolvedSchema } from "../../spec/data-schemas/resolve.ts";
import { schemaValue } from "./schema-value.ts";

/** True where any members may stand beside those that the action's schema names. */
export function isOpen(action: ActionDescription): boolean {
  const { dataSchema } = action;
  if (!dataSchema) return true;
  const schema = resolvedSchema(dataSchema, dataSchema);
  const closing = ["patternProperties", "propertyNames", "maxProperties", "oneOf", "anyOf", "not", "if"];
  const additional = schema["additionalProperties"] ?? true;
  return (
    additional === true && schema["unevaluatedProperties"] !== false && !closing.some((keyword) => keyword in schema)
  );
}

/** The action of a workflow that suits a step best: one that takes any data, or else the first that fits. */
export function fittingAction(
  workflow: WorkflowDescription | undefined,
  purpose: "create" | "act",
): ActionDescription | undefined {
  const fitting = (workflow?.actions ?? []).filter((action) =>
    purpose === "create" ? action.creates : action.appends,
  );
  return fitting.find((action) => !action.dataSchema) ?? fitting.find(isOpen) ?? fitting[0];
}

/**
 * Data for an action: `wanted` as it is where the action has no schema; else data that follows the schema, with the
 * members of `wanted` beside it where the schema leaves room.
 */
export function actionInput(action: ActionDescription | undefined, wanted: JsonObject): fc.Arbitrary<JsonObject> {
  if (!action?.dataSchema) return fc.constant(wanted);
  const schema = action.dataSchema;
  const named = objectAt(resolvedSchema(schema, schema), "properties");
  const kept = isOpen(action) ? jsonObject(Object.entries(wanted).filter(([name]) => !Object.hasOwn(named, name))) : {};
  return schemaValue(schema).map((value: Json) => (isJsonObject(value) ? joined(kept, value) : kept));
}
