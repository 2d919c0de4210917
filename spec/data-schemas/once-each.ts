/** Choices of which each value comes once on a trace, as each of the areas that are closed one after the other. */
import type { Json, JsonObject } from "../json.ts";
import { propertiesOf, withProperties } from "./properties.ts";

/** The keyword of the schema of such a member, beside its `enum`. */
export const onceEach = "onceEach";

/** The names of these members, with the values that each may have. */
export function membersOnceEach(schema: JsonObject = {}): ReadonlyMap<string, readonly Json[]> {
  return new Map(
    propertiesOf(schema).flatMap(([name, property]) => {
      const values = property[onceEach] === true ? property["enum"] : undefined;
      return Array.isArray(values) && values.length > 0 ? [[name, values as readonly Json[]] as const] : [];
    }),
  );
}

const made = new WeakMap<JsonObject, Map<number, JsonObject>>();

/** The form in which these members have the value of this turn, from 0; the same form where there is none of them. */
export function ofTurn(schema: JsonObject, turn: number): JsonObject {
  const members = membersOnceEach(schema);
  if (members.size === 0) return schema;
  const known = made.get(schema) ?? new Map<number, JsonObject>();
  made.set(schema, known);
  const values = [...members].map(([name, all]): readonly [string, Json] => [name, all[turn % all.length] ?? null]);
  const form = known.get(turn) ?? withConstants(schema, Object.fromEntries(values));
  known.set(turn, form);
  return form;
}

/** The form without the values that came on a trace before; the same where none is left, or none came. */
export function withoutThoseBefore(schema: JsonObject, before: readonly JsonObject[]): JsonObject {
  const left = [...membersOnceEach(schema)].flatMap(([name, all]) => {
    const others = all.filter((value) => !before.some((data) => data[name] === value));
    return others.length > 0 && others.length < all.length ? [[name, others[0] ?? null] as const] : [];
  });
  return left.length === 0 ? schema : withConstants(schema, Object.fromEntries(left));
}

const withConstants = (schema: JsonObject, values: JsonObject): JsonObject =>
  withProperties(schema, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { const: value }])));
