/** JSON values as they travel; object members are own properties, `__proto__` included. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a JSON object: neither null, array, nor primitive. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An entry by a name that anybody may have chosen, such as `constructor`: never one that is inherited. */
export function getOwn<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string | undefined,
): Value | undefined {
  return record !== undefined && name !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** True for an object with a member of this name. */
export function hasMember(value: Json | undefined, name: string): boolean {
  return isJsonObject(value) && Object.hasOwn(value, name);
}

/** The member of an object; undefined in anything else. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? getOwn(value, name) : undefined;
}

/** The names of the members of an object; none of anything else. */
export function ownNames(value: Json | undefined): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}
