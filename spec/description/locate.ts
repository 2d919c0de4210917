import type { Operation } from "../operations.ts";
import { isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";

/** One step of a JSON pointer (RFC 6901), as it stands in the fragment of a `$ref`. */
function encodeStep(step: string): string {
  return encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function decodeStep(step: string): string {
  return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
}

interface Place {
  readonly pointer: string;
  readonly value: Json;
}

/** Follows internal references until a value stands there itself. */
function settle(document: JsonObject, place: Place): Place | undefined {
  let current: Place | undefined = place;
  for (let hops = 0; current && isJsonObject(current.value); hops++) {
    const ref: Json | undefined = current.value["$ref"];
    if (typeof ref !== "string" || !ref.startsWith("#/")) return current;
    if (hops > 20) return undefined;
    let value: Json | undefined = document;
    for (const step of ref.slice(2).split("/").map(decodeStep)) value = member(value, step);
    current = value === undefined ? undefined : { pointer: ref.slice(1), value };
  }
  return current;
}

function member(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(name)];
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function descend(document: JsonObject, from: Place, ...names: readonly string[]): Place | undefined {
  let place = settle(document, from);
  for (const name of names) {
    const value = member(place?.value, name);
    if (!place || value === undefined) return undefined;
    place = settle(document, { pointer: `${place.pointer}/${encodeStep(name)}`, value });
  }
  return place;
}

/** Path templates agree when they differ in nothing but the names of their parameters. */
function sameTemplate(left: string, right: string): boolean {
  const blank = (template: string): string => template.replaceAll(/\{[^}]*\}/g, "{}");
  return blank(left) === blank(right);
}

/**
 * JSON pointers of the schemas that a description gives an operation, found by method and path, so that a description
 * with other operation ids or parameter names works too. A pointer is absent where there is no JSON schema.
 */
export function locateSchemas(document: JsonObject, operation: Operation): { response?: string; request?: string } {
  const paths = member(document, "paths");
  const template = Object.keys(isJsonObject(paths) ? paths : {}).find((path) => sameTemplate(path, operation.path));
  if (template === undefined) return {};
  const root: Place = { pointer: "", value: document };
  const at = descend(document, root, "paths", template, operation.method.toLowerCase());
  if (!at) return {};
  const response = descend(document, at, "responses", "200", "content", "application/json", "schema");
  const request = descend(document, at, "requestBody", "content", "application/json", "schema");
  return {
    ...(response && { response: response.pointer }),
    ...(request && { request: request.pointer }),
  };
}
