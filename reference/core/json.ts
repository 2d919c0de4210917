import { getOwn, isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";

export { getOwn, isJsonObject, type Json, type JsonObject };

/** Sets an own property. Plain assignment to `__proto__` would set the prototype and lose the value. */
export function setOwn(target: JsonObject, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** JSON text with the members of every object in one order, so that equal values give equal texts. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join()}}`;
}
