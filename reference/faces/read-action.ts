import type { Call } from "../core/call.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { getOwn } from "../core/json.ts";
import { badRequest } from "../core/refusal.ts";
import type { ActionInput } from "../core/records.ts";
import type { Context } from "../hooks/hooks.ts";
import type { ActionField } from "../../spec/vocabulary/script.ts";
import { checkText, parseJsonObject } from "./read-json.ts";
import type { MultipartForm } from "./read-multipart.ts";

/** The input of creation and appending, from the form of either face. */
export function readAction({ policy, hooks }: Context, call: Call, form: MultipartForm): ActionInput {
  const { limits } = policy;
  const required = new Set<ActionField>(policy.input.required(call.kind, call.face));
  // v2 has a text part per field, legacy one part `body` that holds them all.
  const [dataName, prefix] = call.face === "v2" ? ["traceInput", ""] : ["data", "body."];
  const legacy = call.face === "legacy" ? legacyBody(form, limits.jsonDepth) : undefined;
  const text = (field: "actionKey" | "workflowId" | "groupLabel"): string | undefined => {
    const value: Json | undefined = legacy === undefined ? form.fields.get(field) : getOwn(legacy, field);
    if (value === undefined || value === null || value === "") {
      if (required.has(field)) throw badRequest("field-missing", `wanted \`${field}\``, `${prefix}${field}`);
      return undefined;
    }
    if (typeof value !== "string") throw badRequest("not-a-text", `wanted a text in \`${field}\``, `${prefix}${field}`);
    checkText(value, `${prefix}${field}`);
    return value;
  };
  const data = (): JsonObject => {
    const where = `${prefix}${dataName}`;
    const value = legacy === undefined ? form.fields.get(dataName) : getOwn(legacy, "data");
    if (value === undefined) {
      if (required.has("data")) throw badRequest("field-missing", `wanted \`${dataName}\`, a JSON object`, where);
      return {};
    }
    const json = typeof value === "string" && legacy === undefined ? value : JSON.stringify(value);
    if (Buffer.byteLength(json) > limits.dataBytes) {
      throw badRequest("data-too-large", `the data may have at most ${String(limits.dataBytes)} bytes`, where);
    }
    return parseJsonObject(json, where, limits.jsonDepth);
  };
  return hooks.readAction(call, {
    data: data(),
    actionKey: text("actionKey") ?? "",
    workflowId: text("workflowId"),
    groupLabel: text("groupLabel") ?? "",
    files: form.files,
  });
}

function legacyBody(form: MultipartForm, maxDepth: number): JsonObject {
  const body = form.fields.get("body");
  if (body === undefined) throw badRequest("part-missing", "wanted the text part `body`, a JSON object", "body");
  return parseJsonObject(body, "body", maxDepth + 1);
}
