/**
 * Texts of the examples of a configuration that stand for what the service makes anew on each trace, such as a reference
 * number, and shows in its state: later actions name them.
 */
import { isJsonObject, type Json } from "../json.ts";
import { readingOf, type JsonPath, type Profile } from "../vocabulary/profile.ts";

/** By such a text: where in the state of a trace stands what takes its place. */
export function shownValuesOf(profile: Profile, workflowId: string): Readonly<Record<string, JsonPath>> {
  const { shown = {} } = readingOf(profile, "action-gating") ?? {};
  return Object.hasOwn(shown, workflowId) ? (shown[workflowId] ?? {}) : {};
}

/** The data with other texts in the place of these, wherever they stand. */
export function withTexts<Value extends Json>(data: Value, texts: Readonly<Record<string, string>>): Value {
  const changed = (value: Json): Json => {
    if (typeof value === "string") return Object.hasOwn(texts, value) ? (texts[value] ?? value) : value;
    if (Array.isArray(value)) return (value as readonly Json[]).map(changed);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, changed(own)]));
  };
  return changed(data) as Value;
}

/** The texts that stand somewhere in the data. */
export function textsIn(data: Json): ReadonlySet<string> {
  if (typeof data === "string") return new Set([data]);
  if (typeof data !== "object" || data === null) return new Set();
  return new Set((Object.values(data) as readonly Json[]).flatMap((own) => [...textsIn(own)]));
}
