/** The text parts of a creation or an action, on each face (interface, "v2 endpoints" and "Legacy endpoints"). */
import type { Face } from "../../spec/operations.ts";
import type { Json } from "../../spec/json.ts";
import type { BodyDefect, JsonSpelling } from "../../spec/vocabulary/script.ts";
import { damagedJson } from "./body-defects.ts";
import { jsonText } from "./json-text.ts";
import type { TextPart } from "./multipart.ts";

/** An absent field is left out of the request. */
export interface ActionFields {
  readonly data?: Json;
  readonly actionKey?: Json;
  readonly workflowId?: Json;
  readonly groupLabel?: Json;
}

export function actionParts(
  face: Face,
  fields: ActionFields,
  defect?: BodyDefect,
  spelling?: JsonSpelling,
): TextPart[] {
  if (face === "legacy") return [{ name: "body", text: damagedJson(jsonText(fields, spelling), defect) }];
  const { data, ...others } = fields;
  const parts: TextPart[] = [];
  if (data !== undefined) parts.push({ name: "traceInput", text: damagedJson(jsonText(data, spelling), defect) });
  for (const [name, value] of Object.entries(others) as [string, Json | undefined][]) {
    if (value !== undefined) parts.push({ name, text: typeof value === "string" ? value : JSON.stringify(value) });
  }
  return parts;
}
