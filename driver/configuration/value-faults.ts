/** Values that are well formed and cannot be meant: a variable that nobody filled in, `Bearer ` ahead of a token. */
import type { Fault, KeyPath } from "./source.ts";

/** A password may begin with a dollar; hardly one is nothing but the name of a variable. */
const wholeVariable = /^\$(?:\{[A-Za-z_]\w*(?::-[^}]*)?\}|[A-Z_][A-Z0-9_]*)$/;
const anyVariable = /\$(?:\{[A-Za-z_]\w*|[A-Z_][A-Z0-9_]*)/;
/** No text at these keys has a dollar of its own. */
const plainKeys = new Set(["baseUrl", "createAction", "appendAction"]);
/** Below these keys stand schemas and words of our own. */
const notLookedAt = new Set(["data", "openPoints", "waivers"]);

/**
 * All such values in the settings of an environment, or in the flags that describe one. They are described, not shown.
 * @param howFilled how a variable is filled in where the settings stand
 */
export function valueFaults(settings: unknown, howFilled: string, path: KeyPath = []): readonly Fault[] {
  if (typeof settings === "string") return faultsIn(settings, howFilled, path);
  if (typeof settings !== "object" || settings === null || notLookedAt.has(String(path.at(-1)))) return [];
  return Object.entries(settings).flatMap(([key, value]: [string, unknown]) =>
    valueFaults(value, howFilled, [...path, Array.isArray(settings) ? Number(key) : key]),
  );
}

function faultsIn(text: string, howFilled: string, path: KeyPath): readonly Fault[] {
  const key = String(path.at(-1));
  if ((plainKeys.has(key) ? anyVariable : wholeVariable).test(text)) {
    return [{ path, wanted: "a value", got: "a text with a variable that was not filled in", remedy: howFilled }];
  }
  if (key === "token" && /^bearer\s/i.test(text)) {
    const remedy = 'Leave out "Bearer ": it is put in front of the token when that is sent.';
    return [{ path, wanted: "the token alone", got: 'a text that begins with "Bearer "', remedy }];
  }
  if (key === "baseUrl" && /\/v2\/?$/i.test(text)) {
    const remedy = "Leave out /v2: the paths of the endpoints begin with it.";
    return [{ path, wanted: "the address before the paths of the endpoints", got: "one that ends in /v2", remedy }];
  }
  return [];
}
