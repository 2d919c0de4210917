/** Reads members of a refusal's entry that tell what a value must be: allowed values, a pattern, bounds. */
import { isJsonObject, type Json, type JsonObject } from "../../../../spec/json.ts";

/** Members that hold such details. */
const particulars = /^(?:params|context|meta|constraints|args|arguments|info|details)$/i;
const ofValues =
  /^(?:(?:allowed|accepted|expected|valid|permitted|possible|known|enum)_?(?:values|options|choices)?|values|options|choices|one_?of)$/i;
const ofPattern = /^(?:pattern|reg(?:ular)?_?exp?(?:ression)?)$/i;
const ofLeast = /^(?:min(?:imum)?|gte?|ge|from|least)$/i;
const ofMost = /^(?:max(?:imum)?|lte?|le|to|most)$/i;
/** A longer list is not one of allowed values. */
const mostValues = 20;

/** The details as words, e.g. `one of: low, high`, unless the message says them already; empty where there are none. */
export function detailsOf(entry: JsonObject, message: string): string {
  const inner = Object.entries(entry).flatMap(([key, value]) =>
    particulars.test(key) && isJsonObject(value) ? Object.entries(value) : [],
  );
  const all = [...Object.entries(entry), ...inner];
  const find = (key: RegExp): Json | undefined => all.find(([name]) => key.test(name))?.[1];
  const values = find(ofValues);
  const [pattern, least, most] = [ofPattern, ofLeast, ofMost].map(find);
  const listed = Array.isArray(values) ? (values as readonly Json[]).filter(isScalar).map(String) : [];
  const isNew = listed.length > 0 && listed.length <= mostValues && !listed.every((one) => message.includes(one));
  return [
    isNew ? `one of: ${listed.join(", ")}` : "",
    typeof pattern === "string" && !message.includes(pattern) ? `must match pattern ${marked(pattern)}` : "",
    typeof least === "number" && typeof most === "number" ? `from ${String(least)} to ${String(most)}` : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

const isScalar = (value: Json): boolean => typeof value === "string" || typeof value === "number";

/** A pattern with `^` and `$`. */
const marked = (pattern: string): string => {
  const bare = pattern.replaceAll(/^\/?\^?|\$?\/?$/g, "");
  return `^${bare}$`;
};
