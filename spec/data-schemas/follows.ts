/** Whether data are as the configured JSON Schema of their action says. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json, JsonObject } from "../json.ts";
import type { WorkflowDescription } from "../vocabulary/target.ts";

const validators = new WeakMap<JsonObject, ValidateFunction | null>();

const newAjv = (): Ajv2020 => {
  // 11.2 is a multiple of 0.1, though not quite for who divides floating-point numbers.
  const ajv = new Ajv2020({ strict: false, logger: false, addUsedSchema: false, multipleOfPrecision: 9 });
  addFormats.default(ajv, { keywords: true });
  return ajv;
};

/** What an instance makes of the metaschema takes far longer than a schema: all share one, but for those with names. */
let shared: Ajv2020 | undefined;

/** Two schemas of a configuration may well carry the same `$id`, at any depth, so each of these has its own instance. */
const hasNames = (schema: JsonObject): boolean => JSON.stringify(schema).includes('"$id"');

function compiled(schema: JsonObject): ValidateFunction | null {
  try {
    if (hasNames(schema)) return newAjv().compile(schema);
    shared ??= newAjv();
    return shared.compile(schema);
  } catch {
    return null;
  } finally {
    shared?.removeSchema(schema);
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
