import { isOpenSchema } from "../../spec/data-schemas/holds.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { joined, jsonObject } from "../json/json-object.ts";
import { objectAt, resolvedSchema } from "../../spec/data-schemas/resolve.ts";
import { baseData } from "./base-data.ts";

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
export function openInput(action: ActionDescription, wanted: JsonObject, seed: number): JsonObject {
  const schema = action.dataSchema ?? {};
  const named = objectAt(resolvedSchema(schema, schema), "properties");
  const kept = jsonObject(Object.entries(wanted).filter(([name]) => !Object.hasOwn(named, name)));
  return joined(kept, baseData(schema, [], seed));
}
