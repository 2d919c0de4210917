/** Members of action data that searches are tried with. */
import { objectAt } from "../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { everyPlace } from "../../spec/readings/path.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder, type KnownTrace } from "../seen/known-traces.ts";
import { seenStates } from "../seen/states.ts";

export interface Member<Value extends Json = Json> {
  readonly name: string;
  readonly value: Value;
}

/**
 * The member with the longest text: the likeliest to be unique.
 * @param schema of the data, where it is known: a text that it lists is one that other traces have
 */
export function textMember(data: Json, schema: JsonObject = {}): Member<string> | undefined {
  const isListed = (name: string): boolean => {
    const member = objectAt(schema, "properties")[name];
    return isJsonObject(member) && ("const" in member || "enum" in member);
  };
  const texts = members(data).flatMap(({ name, value }) =>
    typeof value === "string" && value !== "" ? [{ name, value }] : [],
  );
  return texts.toSorted(
    (left, right) =>
      Number(isListed(left.name)) - Number(isListed(right.name)) || right.value.length - left.value.length,
  )[0];
}

/**
 * The text of the creation of a trace by which it is searched for: one that its state shows, where that was read and shows others
 * alone.
 */
export function textOfCreation(
  { target, histories }: Pick<ProbeContext, "target" | "histories">,
  trace: KnownTrace | undefined,
) {
  const [created] = trace?.actions ?? [];
  const actions = target.workflows[trace?.workflow ?? 0]?.actions ?? [];
  const schema = actions.find(({ key }) => key === created?.actionKey)?.dataSchema;
  const data = created?.data ?? null;
  const text = textMember(data, schema);
  const seen = seenStates(inOrder(histories())).findLast(({ traceId }) => traceId === trace?.traceId);
  const places = seen ? [...everyPlace(seen.state)] : [];
  const isShown = ({ name, value }: Member): boolean =>
    places.some((place) => place.path.at(-1) === name && sameJson(place.value, value));
  if (!seen || !text || isShown(text)) return text;
  const shown = members(data).filter(isShown);
  return textMember(Object.fromEntries(shown.map(({ name, value }) => [name, value])), schema) ?? text;
}

/** The number of the creation by which a trace is searched for where its data hold no text: the one with most digits. */
export function numberOfCreation(trace: KnownTrace | undefined): Member<number> | undefined {
  const numbers = members(trace?.actions[0]?.data ?? null).flatMap(({ name, value }) =>
    typeof value === "number" ? [{ name, value }] : [],
  );
  return numbers.toSorted((left, right) => String(right.value).length - String(left.value).length)[0];
}

/** The first member whose value passes. */
export function memberWith<Value extends Json>(
  data: Json,
  passes: (value: Json) => value is Value,
): Member<Value> | undefined {
  return members(data).flatMap(({ name, value }) => (passes(value) ? [{ name, value }] : []))[0];
}

function members(data: Json): readonly Member[] {
  return isJsonObject(data) ? Object.entries(data).map(([name, value]) => ({ name, value })) : [];
}
