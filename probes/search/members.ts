/** Members of action data that searches are tried with. */
import { isJsonObject, type Json } from "../../spec/json.ts";

export interface Member<Value extends Json = Json> {
  readonly name: string;
  readonly value: Value;
}

/** The member with the longest text: the likeliest to be unique. */
export function textMember(data: Json): Member<string> | undefined {
  const texts = members(data).flatMap(({ name, value }) =>
    typeof value === "string" && value !== "" ? [{ name, value }] : [],
  );
  return texts.toSorted((left, right) => right.value.length - left.value.length)[0];
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
