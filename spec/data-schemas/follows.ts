/** Whether data are as the configured JSON Schema of their action says. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json, JsonObject } from "../json.ts";
import type { WorkflowDescription } from "../vocabulary/target.ts";

const validators = new WeakMap<JsonObject, ValidateFunction | null>();

/** One instance for each schema: two schemas of a configuration may well carry the same `$id`. */
function compiled(schema: JsonObject): ValidateFunction | null {
  try {
    const ajv = new Ajv2020({ strict: false, logger: false });
    addFormats.default(ajv, { keywords: true });
    return ajv.compile(schema);
  } catch {
    return null;
  }
}

/**
 * True where the value follows the schema, and where the schema cannot be compiled, so that it forbids nothing. False where
 * Ajv cannot tell: it compares objects by their `valueOf` and `toString`, which data may carry as members.
 */
export function followsSchema(schema: JsonObject, value: Json): boolean {
  let validate = validators.get(schema);
  if (validate === undefined) validators.set(schema, (validate = compiled(schema)));
  try {
    return validate === null || validate(value);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** What of a step or an intent says under which action its data are sent. */
interface UnderAction {
  readonly workflow?: number;
  /** Key of the action; absent: the first that fits. */
  readonly action?: string;
  readonly purpose: "create" | "act";
}

/** True where the configured schema of the action takes these data, and where none is configured. */
export function takesData(workflows: readonly WorkflowDescription[], under: UnderAction, data: Json): boolean {
  const actions = workflows[under.workflow ?? 0]?.actions ?? [];
  const action = actions.find(({ key, creates, appends }) =>
    under.action === undefined ? (under.purpose === "create" ? creates : appends) : key === under.action,
  );
  return !action?.dataSchema || followsSchema(action.dataSchema, data);
}
