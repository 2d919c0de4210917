/** What an entry of a refusal tells in members of its own of what a value must be: those that are allowed, a pattern, bounds. */
import { isJsonObject, type Json, type JsonObject } from "../../../../spec/json.ts";

/** What holds the particulars of an entry. */
const particulars = /^(?:params|context|meta|constraints|args|arguments|info|details)$/i;
const ofValues =
  /^(?:(?:allowed|accepted|expected|valid|permitted|possible|known|enum)_?(?:values|options|choices)?|values|options|choices|one_?of)$/i;
const ofPattern = /^(?:pattern|reg(?:ular)?_?exp?(?:ression)?)$/i;
const ofLeast = /^(?:min(?:imum)?|gte?|ge|from|least)$/i;
const ofMost = /^(?:max(?:imum)?|lte?|le|to|most)$/i;
/** A list of more is none of values that a member may have. */
const mostValues = 20;

/** In words, such as `one of: low, high`, as far as the message does not say so; empty where there is nothing. */
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

/** A pattern with marks at its ends. */
const marked = (pattern: string): string => {
  const bare = pattern.replaceAll(/^\/?\^?|\$?\/?$/g, "");
  return `^${bare}$`;
};
