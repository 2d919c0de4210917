/** Corrects numbers where a refusal tells their sum, e.g. `copper and tin must add up to 100`. */
import { isJsonObject, type JsonObject } from "../../../../spec/json.ts";
import type { Candidates } from "./candidate.ts";
import { memberWord } from "./refusal-words.ts";

const aboutSum = /\b(?:sum|sums|total|totals|totall?ing|together|altogether|add up|adds up|makes?|combined)\b/i;
/** An upper bound is handled elsewhere, by sending as little as possible. */
const aboutMost = /\b(?:more|most|exceeds?|exceeded|over|above|beyond|left)\b/i;
const aNumber = /(?<![\w.-])\d{1,9}(?:\.\d{1,4})?(?![\w.-]*\d)/g;

/** Sums are rounded to so many decimals. */
const mostDecimals = 4;
/** At most so many sums are tried. */
const mostSums = 2;

type Numbers = readonly (readonly [string, number])[];

/**
 * The data with the named numbers, or those inside the named member, changed to the sum that the refusal tells: only
 * the last one changed, or all equal. None where it tells no sum.
 */
export function summedTo(found: Candidates, told: string): readonly Candidates[] {
  const numbers = numbersNamed(found, told);
  const now = exactly(numbers.reduce((all, [, value]) => all + value, 0));
  const wanted = sumsIn(told, now);
  const [[only = ""] = []] = numbers;
  const items = only.includes("[") ? itemsAt(found, only) : 1;
  const isOfItems = numbers.length === 1 && only.includes("[");
  if (numbers.length < 2 && !isOfItems) return [];
  return wanted
    .flatMap((sum) =>
      isOfItems ? [[[only, exactly(sum / items)] as const]] : [lastChanged(numbers, sum), allAlike(numbers, sum)],
    )
    .map((all) => ({
      ...found,
      ...Object.fromEntries(all.map(([place, value]) => [place, { ...found[place], value, schema: { const: value } }])),
    }));
}

/**
 * The data with numbers in the items of a named list changed to the sum that the refusal tells: one item with all, or
 * two with half each. None where it tells no sum.
 */
export function itemsSummedTo(data: JsonObject, told: string): readonly JsonObject[] {
  return Object.entries(data).flatMap(([name, list]) => {
    const items = Array.isArray(list) && list.every(isJsonObject) ? list : [];
    const [first, second] = items;
    if (!first || !memberWord(name).test(told)) return [];
    const inner = Object.entries(first).flatMap(([member, value]) => (typeof value === "number" ? [member] : []));
    return inner.flatMap((member) => {
      const now = items.reduce((sum, item) => sum + Number(item[member]), 0);
      return sumsIn(told, exactly(now)).flatMap((sum): readonly JsonObject[] => {
        const half = Math.floor(sum / 2);
        const lists = [
          [{ ...first, [member]: sum }],
          ...(second
            ? [
                [
                  { ...first, [member]: exactly(sum - half) },
                  { ...second, [member]: half },
                ],
              ]
            : []),
        ];
        return lists.map((made) => ({ ...data, [name]: made }));
      });
    });
  });
}

/** The sums that a refusal tells, except the one that was sent. */
function sumsIn(told: string, now: number): readonly number[] {
  const lines = told.split("\n").filter((line) => aboutSum.test(line) && !aboutMost.test(line));
  const sums = lines.flatMap((line) => line.match(aNumber) ?? []).map(Number);
  return [...new Set(sums)].filter((sum) => sum > 0 && sum !== now).slice(0, mostSums);
}

function numbersNamed(found: Candidates, told: string): Numbers {
  const numbers = Object.entries(found).flatMap(([place, { value }]) =>
    typeof value === "number" ? [[place, value] as const] : [],
  );
  const named = numbers.filter(([place]) => memberWord(place.split(".").at(-1) ?? place).test(told));
  if (named.length > 1) return named;
  const outer = numbers.map(([place]) => listAt(place.split(".").slice(0, -1).join(".")));
  const isTold = (member: string): boolean => member !== "" && memberWord(member).test(told);
  return numbers.filter((_, at) => isTold(outer[at] ?? ""));
}

/** The path of the list that holds an item. */
const listAt = (place: string): string => place.replace(/\[\d+\]$/, "");

/** The number of items in the list around a number; all are equal. */
function itemsAt(found: Candidates, place: string): number {
  const value = found[listAt(place.split(".").slice(0, -1).join("."))]?.value;
  return Array.isArray(value) ? Math.max(1, value.length) : 1;
}

function lastChanged(numbers: Numbers, sum: number): Numbers {
  const others = numbers.slice(0, -1);
  const rest = sum - others.reduce((all, [, value]) => all + value, 0);
  return [...others, [numbers.at(-1)?.[0] ?? "", exactly(rest)]];
}

/** Equal whole numbers; the first one takes the remainder. */
function allAlike(numbers: Numbers, sum: number): Numbers {
  const part = Math.floor(sum / numbers.length);
  return numbers.map(([place], at) => [place, at === 0 ? exactly(sum - part * (numbers.length - 1)) : part]);
}

const exactly = (sum: number): number => Number(sum.toFixed(mostDecimals));
