import type { ActionField } from "../../spec/vocabulary/script.ts";
import type { Face, OperationKind } from "../core/call.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import { badRequest } from "../core/refusal.ts";

/** What requests must contain. Open points `required-fields`, `details-error-member`, `legacy-details-input`. */
export interface InputPolicy {
  /** Which of `data`, `actionKey`, `workflowId`, `groupLabel` an operation insists on. */
  required(kind: OperationKind, face: Face): readonly ActionField[];
  /** Checks the request member `error` of v2 details. @param present whether the member was sent at all */
  checkErrorMember(value: Json | undefined, present: boolean): void;
  /** The page arguments of a legacy details request. @param body the whole request body */
  legacyDetails(body: JsonObject): JsonObject;
}

/** All fields on creation; on appending the trace already says its workflow. */
export const plainInput: InputPolicy = {
  required: (kind) =>
    kind === "create" ? ["data", "actionKey", "workflowId", "groupLabel"] : ["data", "actionKey", "groupLabel"],
  checkErrorMember(_value, present) {
    if (!present) throw badRequest("member-missing", "the request needs the member `error`", "body.error");
  },
  legacyDetails(body) {
    if (!Object.hasOwn(body, "input")) {
      throw badRequest("member-missing", "the request needs the member `input`", "body.input");
    }
    return objectOr(body["input"], "body.input");
  },
};

/** An object, or an empty one for what is absent or null. @throws Refusal for anything else */
export function objectOr(value: Json | undefined, where: string): JsonObject {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw badRequest("not-an-object", `wanted a JSON object at ${where}`, where);
  return value;
}
