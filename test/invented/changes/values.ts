/** Changes of the values in data and states. */
import { isObject, type Json, type JsonObject, own, put } from "../../lib/service/json.ts";
import type { Service } from "../service.ts";
import { changeResult, onData, rewrite, rewriteObject } from "../tools.ts";

/** Changes every string in the data of an action. */
export const onStrings = (data: JsonObject, change: (text: string) => Json): JsonObject =>
  rewriteObject(data, (value) => (typeof value === "string" ? change(value) : value));

/** The value with what `change` makes of the names and values of inner objects. */
export const mapMembers = (value: Json, change: (name: string, value: Json) => string | undefined): Json => {
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const name = change(key, own(value, key) ?? null);
    if (name !== undefined) put(copy, name, own(value, key) ?? null);
  }
  return copy;
};

/** The data with what `change` makes of the values of its members; its own names stay. */
export const mapInside = (data: JsonObject, change: (value: Json) => Json): JsonObject => {
  const copy: JsonObject = {};
  for (const key of Object.keys(data)) put(copy, key, rewrite(own(data, key) ?? null, change));
  return copy;
};

/** Changes the state that is shown, and nothing else. */
export function onState(s: Service, change: (state: Json, face: string) => Json): void {
  changeResult(s, "stateOf", (state, _trace, call) => change(state, call.face));
}

export const onValues = (s: Service, change: (value: Json) => Json): void => {
  onData(s, (data) => rewriteObject(data, change));
};

/** Changes what the legacy face shows of the state, and nothing that is stored. */
export const onLegacyState = (s: Service, change: (state: JsonObject) => JsonObject): void => {
  changeResult(s, "stateOf", (state, _trace, call) =>
    call.face === "legacy" && isObject(state) ? change(state) : state,
  );
};
