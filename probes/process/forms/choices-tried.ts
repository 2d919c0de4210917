/** The choices in the form of a creation that was found with one value of each: which others are refused, and what they want beside them. */
import { fitData } from "../../../generators/index.ts";
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { createdTraceOf } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { actionData } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { asksForMore, formOfValue, valuesOf } from "./form-of-value.ts";
import { aboutMoment, mayBeForm, namesMember, textOf } from "./refusal-words.ts";

type Asker = Pick<ProbeContext, "run" | "runId">;

/** However many values there are: so many creations try another one, each of which leaves a trace. */
const maxTried = 8;
/** What so many of them want beside them is looked for, with many requests each. */
const maxSought = 2;

/**
 * The form without the values of its choices that are refused; what one wants beside it goes with it. A value that was not tried
 * stays, and so does one that was refused for something else.
 * @param taken data of that form that were taken
 */
export async function withChoicesTried(
  context: Asker,
  workflow: number,
  action: ActionDescription,
  form: JsonObject,
  taken: JsonObject,
): Promise<JsonObject> {
  const others = Object.entries(objectAt(form, "properties")).flatMap(([member, property]) =>
    (isJsonObject(property) ? valuesOf(property) : []).flatMap((value) =>
      sameJson(value, taken[member] ?? null) ? [] : [{ member, value }],
    ),
  );
  let [changed, sought] = [form, 0];
  const wrong: (typeof others)[number][] = [];
  for (const [at, { member, value }] of others.slice(0, maxTried).entries()) {
    const described = { ...action, dataSchema: changed };
    const send = async (changes: JsonObject, number: number): Promise<Exchange | undefined> => {
      const data = { ...withFreshTexts(context, described, taken, number), ...changes };
      const [answer] = await context.run("another value of a choice", [
        { op: "create", face: "v2", workflow, action: action.key, data, candidateFor: "action-forms" },
      ]);
      return answer;
    };
    const exchange = await send({ [member]: value }, 2 * at);
    if (!exchange || createdTraceOf(exchange) !== undefined || !mayBeForm(exchange)) continue;
    // Where nothing says so, data without it tell whether it is the value that is refused.
    const control = isOfValue(exchange, member, value) ? undefined : await send({}, 2 * at + 1);
    if (control && createdTraceOf(control) === undefined) continue;
    const isSought = asksForMore(exchange) && sought < maxSought;
    const found = isSought && (await formOfValue(context, workflow, described, exchange, { member, value }));
    sought += isSought ? 1 : 0;
    if (found) changed = found.schema;
    else wrong.push({ member, value });
  }
  return wrong.reduce((left, { member, value }) => withoutValue(left, member, value), changed);
}

/** What was taken may come once: the same, but for texts that are free. */
function withFreshTexts({ runId }: Asker, action: ActionDescription, taken: JsonObject, at: number): JsonObject {
  const properties = objectAt(action.dataSchema ?? {}, "properties");
  const { data } = fitData(action, { data: actionData(runId, "choices", at) });
  const isFree = (name: string): boolean => {
    const property = objectAt(properties, name);
    return property["type"] === "string" && property["enum"] === undefined;
  };
  const fresh = Object.entries(data).filter(([name]) => isFree(name) || !Object.hasOwn(properties, name));
  return { ...taken, ...Object.fromEntries(fresh) };
}

/** True for a refusal that names the member, or the value. */
function isOfValue(exchange: Exchange, member: string, value: Json): boolean {
  const told = textOf(exchange);
  const isNamed = namesMember(told, member) || (typeof value === "string" && namesMember(told, value));
  return isNamed && !aboutMoment.test(told);
}

function withoutValue(form: JsonObject, member: string, value: Json): JsonObject {
  const properties = objectAt(form, "properties");
  const left = valuesOf(objectAt(properties, member)).filter((one) => !sameJson(one, value));
  const [only = null, ...others] = left;
  const property: JsonObject = others.length > 0 ? { enum: left } : { const: only };
  const ways = Array.isArray(form["anyOf"]) ? (form["anyOf"] as readonly Json[]) : [];
  const hasValue = (way: Json): boolean =>
    isJsonObject(way) && sameJson(objectAt(objectAt(way, "properties"), member)["const"] ?? null, value);
  return {
    ...form,
    properties: { ...properties, [member]: property },
    ...(ways.length > 0 ? { anyOf: ways.filter((way) => !hasValue(way)) } : {}),
  };
}
