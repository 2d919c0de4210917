import { Refusal } from "./refusal.ts";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export interface JsonRules {
  maxDepth?: number;
  refuseNul?: boolean;
  exactIntegers?: boolean;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

export function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal("invalid", "the text is not UTF-8");
  }
}

/** Parses JSON; refuses what could not be given back as it came (too deep, infinite numbers). */
export function parseJson(source: Buffer | string, rules: JsonRules = {}): Json {
  const text = typeof source === "string" ? source : decodeText(source);
  if (depthOf(text) > (rules.maxDepth ?? 200)) throw new Refusal("invalid", "the JSON is nested too deeply");
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw new Refusal("invalid", "the text is not JSON");
  }
  const stack: Json[] = [value];
  while (stack.length > 0) {
    const item = stack.pop();
    if (typeof item === "number") {
      if (!Number.isFinite(item)) throw new Refusal("invalid", "a number is out of range");
      if (rules.exactIntegers && Number.isInteger(item) && !Number.isSafeInteger(item)) {
        throw new Refusal("invalid", "a whole number is too large to be kept exactly");
      }
    } else if (typeof item === "string") {
      if (rules.refuseNul && item.includes("\0")) throw new Refusal("invalid", "NUL is not allowed in text");
    } else if (Array.isArray(item)) {
      for (const child of item) stack.push(child);
    } else if (item !== null && typeof item === "object") {
      for (const key of Object.keys(item)) stack.push(key, item[key] ?? null);
    }
  }
  return value;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (quoted) {
      if (char === 0x5c) index += 1;
      else if (char === 0x22) quoted = false;
    } else if (char === 0x22) quoted = true;
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, (depth += 1));
    else if (char === 0x7d || char === 0x5d) depth -= 1;
  }
  return deepest;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new Refusal("invalid", `${what} must be a JSON object`);
  return value;
}

/** The object's own member, also for names such as "__proto__" and "constructor". */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own member, also for names such as "__proto__". */
export function put(object: JsonObject, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** Whether `whole` holds everything `part` names; objects by containment, all else by equality. */
export function contains(whole: Json | undefined, part: Json): boolean {
  if (!isObject(part)) return sameJson(whole, part);
  return isObject(whole) && Object.keys(part).every((key) => contains(own(whole, key), own(part, key) ?? null));
}

export function deepMerge(base: Json | undefined, over: Json): Json {
  if (!isObject(base) || !isObject(over)) return over;
  const merged: JsonObject = { ...base };
  for (const key of Object.keys(over)) put(merged, key, deepMerge(own(base, key), own(over, key) ?? null));
  return merged;
}

/** RFC 7396. */
export function mergePatch(base: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged: JsonObject = isObject(base) ? { ...base } : {};
  for (const key of Object.keys(patch)) {
    const value = own(patch, key) ?? null;
    if (value === null) delete merged[key];
    else put(merged, key, mergePatch(own(merged, key), value));
  }
  return merged;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
