/** Comparison of JSON values: objects as sets of own members, arrays by place, numbers as doubles, texts by code units. */
import { getOwn, isJsonObject, type Json } from "../json.ts";

/** True when both are the same JSON value; the order of object members does not matter. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  return isSame(left, right, deepest);
}

/** Levels below which the comparison goes on without recursion, so that no document overflows the stack. */
const deepest = 200;

function isSame(left: Json | undefined, right: Json | undefined, levels: number): boolean {
  if (left === right) return true;
  if (levels === 0) return differences(left, right).next().done === true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item: Json, at) => isSame(item, right[at] as Json, levels - 1));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key], levels - 1))
  );
}

export interface Difference {
  /** Members and indexes from the root to the place. */
  readonly path: readonly string[];
  /** Undefined: nothing was wanted there. */
  readonly expected: Json | undefined;
  /** Undefined: nothing is there. */
  readonly actual: Json | undefined;
}

/** The first place where `actual` is not `expected`, depth first in the order of `expected`; undefined when equal. */
export function firstDifference(
  expected: Json | undefined,
  actual: Json | undefined,
  path: readonly string[] = [],
): Difference | undefined {
  if (sameJson(expected, actual)) return undefined;
  const next = differences(expected, actual, path).next();
  return next.done ? undefined : next.value;
}

interface CompareOptions {
  /** Members of `actual` that `expected` lacks are no difference, at the top level only. */
  readonly extraTopMembers?: boolean;
}

/** Every place where `actual` is not `expected`. Iterative: deep documents do not overflow the stack. */
export function* differences(
  expected: Json | undefined,
  actual: Json | undefined,
  path: readonly string[] = [],
  options: CompareOptions = {},
): Generator<Difference, void> {
  const pending: Pair[] = [{ expected, actual }];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const { expected: want, actual: got } = pair;
    if (want === got) continue;
    if (Array.isArray(want) && Array.isArray(got) && want.length === got.length) {
      for (let index = want.length - 1; index >= 0; index--) {
        pending.push({ expected: want[index] as Json, actual: got[index] as Json, above: pair, step: String(index) });
      }
    } else if (isJsonObject(want) && isJsonObject(got)) {
      const children: Pair[] = [];
      for (const key of Object.keys(want)) {
        children.push({
          expected: want[key],
          actual: getOwn(got, key),
          above: pair,
          step: key,
        });
      }
      if (!(options.extraTopMembers && pair.above === undefined)) {
        for (const key of Object.keys(got)) {
          if (!Object.hasOwn(want, key)) {
            children.push({ expected: undefined, actual: got[key], above: pair, step: key });
          }
        }
      }
      for (const child of children.reverse()) pending.push(child);
    } else if (typeof want === "number" && typeof got === "number" && want === got) {
      continue;
    } else {
      yield { path: [...path, ...stepsTo(pair)], expected: want, actual: got };
    }
  }
}

/** Two values to be compared. Their path is put together only where they differ: deep documents have long paths. */
interface Pair {
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
  /** Absent at the root. */
  readonly above?: Pair;
  readonly step?: string;
}

function stepsTo(pair: Pair): readonly string[] {
  const steps: string[] = [];
  for (let at = pair; at.above && at.step !== undefined; at = at.above) steps.push(at.step);
  return steps.reverse();
}

/** True when every member of `wanted` is in `actual` with the same value (at the top level); other members may be there. */
export function containsMembers(actual: Json | undefined, wanted: Json): boolean {
  if (!isJsonObject(wanted)) return sameJson(actual, wanted);
  if (!isJsonObject(actual)) return false;
  return Object.keys(wanted).every((key) => Object.hasOwn(actual, key) && sameJson(actual[key], wanted[key]));
}

/** A value as one line of JSON, cut at `limit` characters with a note of its length. */
export function brief(value: unknown, limit = 120): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters)`;
}
