import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { isOpenSchema } from "../../spec/data-schemas/holds.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { joined, jsonObject } from "../json/json-object.ts";
import { objectAt, resolvedSchema } from "../../spec/data-schemas/resolve.ts";
import { markerMembers } from "../json/marker.ts";
import { baseData, withValue } from "./base-data.ts";
import { markerWithin } from "./marker-place.ts";
import { placesIn } from "./schema-places.ts";

/** True where any members may stand beside those that the action's schema names. */
export function isOpen({ dataSchema }: ActionDescription): boolean {
  return !dataSchema || isOpenSchema(dataSchema);
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

/** Data that follow the open schema of an action, and beside its own members those that are wanted. */
export function openInput(action: ActionDescription, wanted: JsonObject, seed: number, variant = 0): JsonObject {
  const schema = action.dataSchema ?? {};
  const named = objectAt(resolvedSchema(schema, schema), "properties");
  const kept = jsonObject(Object.entries(wanted).filter(([name]) => !Object.hasOwn(named, name)));
  return joined(kept, withOwnTexts(schema, baseData(schema, [], seed, variant), wanted));
}

/** The data with the marker of the document in each text that has room for it: a reference may have to be a new one. */
function withOwnTexts(schema: JsonObject, data: JsonObject, wanted: JsonObject): JsonObject {
  const { [markerMembers.run]: run, [markerMembers.marker]: marker } = wanted;
  if (typeof run !== "string" || typeof marker !== "string") return data;
  const texts = placesIn(schema).leaves.filter(({ type, path }) => type === "string" && path.length === 1);
  return texts.reduce((own, { path, schema: { maxLength } }) => {
    const [name = ""] = path;
    const text = markerWithin({ run, marker }, typeof maxLength === "number" ? maxLength : Infinity);
    if (!Object.hasOwn(own, name) || text === undefined) return own;
    const marked = withValue(own, path, text);
    return followsSchema(schema, marked) ? marked : own;
  }, data);
}
