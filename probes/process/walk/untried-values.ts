/**
 * What may come after a value that was not sent yet: what was never taken, or listed, may be behind another decision than
 * the one that all walks brought.
 */
import { objectAt, resolvedSchema } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Way } from "../../../spec/readings/process.ts";
import { faces } from "../../../spec/operations.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { wayOf, type SeenTrace } from "./deciding.ts";
import type { Explorer } from "./explore.ts";

/** However many values were not sent: so many are, and of a list to choose from so many. */
const [maxValues, maxOfList] = [5, 3];
/** However many actions were never taken: so many are tried after each value. */
const maxNever = 4;

/** Sends each such value once, in the earliest place of its action, and what was never taken after it. */
export async function tryUntriedValues(
  explorer: Explorer,
  traces: readonly SeenTrace[],
  isListed: boolean,
): Promise<void> {
  const { actions } = explorer.workflow;
  const taken = new Set(traces.flatMap(({ steps }) => steps.map(({ key }) => key)));
  const never = [...new Set(actions.flatMap(({ key, appends }) => (appends && !taken.has(key) ? [key] : [])))];
  // Where all were taken, a list shows by itself whether another one may come after such a value.
  if (never.length === 0 && !isListed) return;
  explorer.stage = "again";
  for (const way of waysToUntried(traces, { actions }).slice(0, maxValues)) {
    const done = way.map(({ key }) => key);
    const { traceId, taken: reached } = await explorer.repeat(done, way);
    if (traceId === undefined || reached.length < way.length) continue;
    // What was never taken may want data that no refusal named so far.
    explorer.stage = "further";
    const mayCome = isListed ? await explorer.listedAfter(traceId, done, never) : never;
    for (const [turn, key] of mayCome.slice(0, maxNever).entries())
      if (await explorer.tryAfter(traceId, done, key, faces[turn % faces.length] ?? "v2")) break;
    explorer.stage = "again";
  }
  explorer.stage = "first";
}

/** The shortest way to each action, with a value at its end that it was not taken with. */
function waysToUntried(
  traces: readonly SeenTrace[],
  { actions }: Pick<WorkflowDescription, "actions">,
): readonly Way[] {
  return actions.flatMap(({ key, dataSchema }) => {
    const choices = choicesIn(dataSchema);
    const [shortest] = traces
      .map(({ steps }) => steps.slice(0, steps.findIndex((step) => step.key === key) + 1))
      .filter(({ length }) => length > 0)
      .toSorted((left, right) => left.length - right.length);
    if (!shortest) return [];
    const before = wayOf(
      { steps: shortest.slice(0, -1), after: [] },
      actions.flatMap((one) => choicesIn(one.dataSchema).map(({ member }) => ({ key: one.key, member }))),
    );
    return choices.flatMap(({ member, values }) => {
      const sent = traces.flatMap(({ steps }) =>
        steps.filter((step) => step.key === key).map(({ data }) => data[member]),
      );
      const others = values.filter((value) => !sent.some((one) => JSON.stringify(one) === JSON.stringify(value)));
      return others.slice(0, maxOfList).map((value): Way => [...before, { key, with: { [member]: value } }]);
    });
  });
}

/** The members that are a flag, or one of a list of values. */
function choicesIn(schema: JsonObject = {}): readonly { readonly member: string; readonly values: readonly Json[] }[] {
  return Object.entries(objectAt(resolvedSchema(schema, schema), "properties")).flatMap(([member, property]) => {
    const { type, enum: listed } = isJsonObject(property) ? resolvedSchema(property, schema) : {};
    if (type === "boolean" && !listed) return [{ member, values: [true, false] }];
    return Array.isArray(listed) ? [{ member, values: listed as readonly Json[] }] : [];
  });
}
