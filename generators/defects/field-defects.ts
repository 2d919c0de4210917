import type { Json, JsonObject } from "../../spec/json.ts";
import { type ActionField, type ActStep, type CreateStep } from "../../spec/vocabulary/script.ts";

/** What is wrong with the fields of a creation or an action. */
export interface FieldDefect {
  readonly name: string;
  readonly omit?: readonly ActionField[];
  readonly replace?: CreateStep["replace"] & ActStep["replace"];
  /**
   * True where every reading of the interface refuses it: a workflow that does not exist. Which fields are required,
   * and what an unknown action or group means, is left open.
   */
  readonly certain: boolean;
}

const fields = ["data", "actionKey", "workflowId", "groupLabel"] as const;
const wrongTypes: readonly Json[] = ["", null, 1, true, [], {}];

/**
 * The deepest is more than many parsers accept: usual bounds are 64, 512 and 1,000. It is no deeper, as a target that
 * accepts it answers with more around it, and answers are read to a bound, too.
 */
const depths = [100, 600, 1_001];

function nested(depth: number): Json {
  let value: Json = "leaf";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { in: value };
  return value;
}

/** Every field left out, of another type, unknown or very long. `marker` stands in data that are no object. */
export function fieldDefects(marker: string): readonly FieldDefect[] {
  const longData: JsonObject = { tcMark: marker };
  return [
    { name: "unknown-workflow", replace: { workflowId: "no-such-workflow-id" }, certain: true },
    { name: "unknown-workflow-number", replace: { workflowId: "987654321" }, certain: true },
    ...depths.map((depth) => ({
      name: `data-deep-${depth}`,
      replace: { data: { deep: nested(depth) } },
      certain: false,
    })),
    { name: "unknown-action", replace: { actionKey: "no-such-action" }, certain: false },
    { name: "unknown-group", replace: { groupLabel: "no-such-group" }, certain: false },
    ...fields.map((field) => ({ name: `no-${field}`, omit: [field], certain: false })),
    { name: "no-fields", omit: [...fields], certain: false },
    ...wrongTypes.flatMap((value, index) =>
      fields.map((field) => ({ name: `${field}-type-${index}`, replace: { [field]: value }, certain: false })),
    ),
    { name: "data-array", replace: { data: [longData] }, certain: false },
    { name: "data-text", replace: { data: marker }, certain: false },
    { name: "action-long", replace: { actionKey: "k".repeat(10_000) }, certain: false },
    { name: "workflow-sql", replace: { workflowId: "' OR '1'='1" }, certain: true },
    { name: "action-proto", replace: { actionKey: "__proto__" }, certain: false },
    { name: "workflow-nul", replace: { workflowId: "a\u0000b" }, certain: true },
  ];
}
