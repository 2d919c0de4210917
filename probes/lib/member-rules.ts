/** Whether a state follows rules of the target's own, member by member: sums of amounts, united tags, and the like. */
import { sameJson } from "../../spec/readings/equal.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import { isJsonObject, type Json, memberOf, ownNames } from "../../spec/json.ts";

/** What was found in a state, and the data that led to it, in order. */
interface Sight {
  readonly found: Json;
  readonly data: readonly Json[];
}

/** The value of a member that several actions gave a value. */
type Rule = (values: readonly Json[]) => Json | undefined;

const numbersOf = (values: readonly Json[]): readonly number[] | undefined =>
  values.every((value) => typeof value === "number") ? values : undefined;

const numeric =
  (fold: (numbers: readonly number[]) => number): Rule =>
  (values) => {
    const numbers = numbersOf(values);
    return numbers && fold(numbers);
  };

const arrays =
  (fold: (items: readonly Json[]) => readonly Json[]): Rule =>
  (values) =>
    values.every((value) => Array.isArray(value)) ? [...fold(values.flat() as readonly Json[])] : undefined;

const folded =
  (fold: "deep-merge" | "merge-patch"): Rule =>
  (values) =>
    foldState(
      fold,
      values.map((data) => ({ data, actionKey: "", groupLabel: "" })),
    );

const last: Rule = (values) => values.at(-1);

const own: readonly Rule[] = [
  (values) => values[0],
  numeric((numbers) => numbers.reduce((sum, number) => sum + number, 0)),
  numeric((numbers) => Math.max(...numbers)),
  numeric((numbers) => Math.min(...numbers)),
  arrays((items) => items),
  arrays((items) => items.filter((item, index) => items.findIndex((other) => sameJson(other, item)) === index)),
  (values) => [...values],
  (values) => values.length,
  folded("deep-merge"),
  folded("merge-patch"),
];

/**
 * The members that follow a rule of the target's own, where every member of every state follows one rule throughout,
 * and not all of them that of the last value. Undefined where something follows no rule: that is no choice, but an
 * error.
 */
export function ownRules(sights: readonly Sight[]): readonly string[] | undefined {
  const names = new Set(sights.flatMap(({ data }) => data.flatMap((one) => ownNames(one))));
  const special: string[] = [];
  for (const name of names) {
    const seen = sights.flatMap(({ found, data }) => {
      const values = data.flatMap((one) => (isJsonObject(one) && Object.hasOwn(one, name) ? [one[name] as Json] : []));
      const value = memberOf(found, name);
      // A null may remove the member or be ignored, so only plain values show a rule.
      return values.length === 0 || values.includes(null) ? [] : [{ values, value }];
    });
    const explains = (rule: Rule): boolean => seen.every(({ values, value }) => same(rule(values), value));
    if (explains(last)) continue;
    if (!own.some(explains)) return undefined;
    if (seen.filter(({ values }) => values.length > 1).length > 1) special.push(name);
  }
  return special;
}

/** Arrays that were merged as sets may come in any order. */
function same(left: Json | undefined, right: Json | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && sameJson(sorted(left), sorted(right));
  return sameJson(left, right);
}

function sorted(items: readonly Json[]): Json[] {
  return items
    .map((item) => ({ item, text: JSON.stringify(item) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ item }) => item);
}
