/** The choices in the form of a creation that was found with one value of each: which others are taken, and what they want beside them. */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { createdTraceOf } from "../../../spec/readings/outcome.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { actionData } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { asksForMore, formOfValue, valuesOf } from "./form-of-value.ts";
import { mayBeForm } from "./refusal-words.ts";

/** However many values there are: so many creations try another one, each of which leaves a trace. */
const maxTried = 8;

/**
 * The form in which each choice has values that were taken alone.
 * @param taken data of that form that were taken
 */
export async function withChoicesTried(
  context: Pick<ProbeContext, "run" | "runId">,
  workflow: number,
  action: ActionDescription,
  form: JsonObject,
  taken: JsonObject,
): Promise<JsonObject> {
  const choices = Object.entries(objectAt(form, "properties")).flatMap(([member, property]) => {
    const values = isJsonObject(property) ? valuesOf(property) : [];
    return values.length > 1 ? [{ member, values: values.filter((one) => !sameJson(one, taken[member] ?? null)) }] : [];
  });
  let [changed, left] = [form, maxTried];
  for (const { member, values } of choices) {
    const right: Json[] = [taken[member] ?? null];
    for (const value of values) {
      if (left === 0) break;
      left -= 1;
      const dataSchema = changed;
      const own = dataSchema["additionalProperties"] === false ? {} : actionData(context.runId, "choices", left);
      const data = { ...own, ...taken, [member]: value };
      const [exchange] = await context.run("another value of a choice", [
        { op: "create", face: "v2", workflow, action: action.key, data, candidateFor: "action-forms" },
      ]);
      if (exchange && createdTraceOf(exchange) !== undefined) right.push(value);
      if (!exchange || !mayBeForm(exchange) || !asksForMore(exchange)) continue;
      const of = { member, value };
      const found = await formOfValue(context, workflow, { ...action, dataSchema }, exchange, of);
      if (found) [changed] = [found.schema, right.push(value)];
    }
    changed = withValuesAlone(changed, member, right);
  }
  return changed;
}

/** The form with no other values of the member. */
function withValuesAlone(form: JsonObject, member: string, right: readonly Json[]): JsonObject {
  const properties = objectAt(form, "properties");
  const all = valuesOf(objectAt(properties, member));
  const isWhole = all.every((value) => right.some((one) => sameJson(one, value)));
  if (isWhole) return form;
  const [only = null, ...others] = right;
  const property: JsonObject = others.length > 0 ? { enum: right } : { const: only };
  const changed = { ...form, properties: { ...properties, [member]: property } };
  const ways = form["anyOf"];
  if (!Array.isArray(ways)) return changed;
  const isPossible = (way: Json): boolean => {
    const own = isJsonObject(way) ? objectAt(objectAt(way, "properties"), member)["const"] : undefined;
    return own === undefined || right.some((one) => sameJson(one, own));
  };
  return { ...changed, anyOf: (ways as readonly Json[]).filter(isPossible) };
}
