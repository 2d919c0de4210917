/**
 * Texts and numbers of the examples of a configuration, or of forms, that stand for what the service makes anew on each trace,
 * such as a reference number or an amount that is due, and shows in its state: later actions name them.
 */
import { getOwn, isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { WorkflowDescription } from "../vocabulary/target.ts";
import { everyPlace } from "./path.ts";
import { withLeaves } from "../json-walks.ts";
import { readingOf, type JsonPath, type Profile } from "../vocabulary/profile.ts";

/** By such a text: where in the state of a trace stands what takes its place. */
export function shownValuesOf(profile: Profile, workflowId: string): Readonly<Record<string, JsonPath>> {
  const { shown = {} } = readingOf(profile, "action-gating") ?? {};
  return getOwn(shown, workflowId) ?? {};
}

/** The workflow whose actions keep these texts where their examples have them: nothing else is sent there. */
export function keepingShown(workflow: WorkflowDescription, texts: readonly string[]): WorkflowDescription {
  if (texts.length === 0) return workflow;
  const actions = workflow.actions.map((action) => {
    const { examples = [], dataSchema } = action;
    const kept = examples.flatMap((example) => placesOf(example, texts));
    if (!dataSchema || kept.length === 0) return action;
    return { ...action, dataSchema: kept.reduce((schema, { path, value }) => keptAt(schema, path, value), dataSchema) };
  });
  return { ...workflow, actions, shownTexts: texts };
}

const placesOf = (example: Json, texts: readonly string[]) =>
  [...everyPlace(example)].flatMap(({ path, value }) =>
    typeof value === "string" && texts.includes(value) ? [{ path, value }] : [],
  );

/** The schema in which this text alone stands at the place, as far as it says what stands on the way there. */
function keptAt(schema: JsonObject, [step, ...rest]: readonly string[], value: string): JsonObject {
  if (step === undefined) return { const: value };
  for (const [member, name] of [
    ["properties", step],
    ["items", undefined],
  ] as const) {
    const inner = schema[member];
    if (!isJsonObject(inner)) continue;
    if (name === undefined) return { ...schema, [member]: keptAt(inner, rest, value) };
    const own = getOwn(inner, name);
    if (isJsonObject(own)) return { ...schema, [member]: { ...inner, [name]: keptAt(own, rest, value) } };
  }
  return schema;
}

/** The data with others in the place of these texts, and of the numbers that they write, wherever they stand. */
export function withTexts<Value extends Json>(data: Value, texts: Readonly<Record<string, string>>): Value {
  if (Object.keys(texts).length === 0) return data;
  const inPlace = (leaf: Json): Json => {
    if (typeof leaf === "string") return getOwn(texts, leaf) ?? leaf;
    const other = typeof leaf === "number" ? Number(getOwn(texts, String(leaf)) ?? NaN) : NaN;
    return Number.isNaN(other) ? leaf : other;
  };
  return withLeaves(data, inPlace) as Value;
}
