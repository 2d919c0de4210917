/** The limits that the schemas of a view set together. */
import type { JsonType, SchemaView } from "./own-view.ts";

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** What `minItems` and `maxItems`, or another such pair, leave; the strictest of each. */
export function rangeOf({ parts }: SchemaView, least: string, most: string): Range {
  const stated = (keyword: string): readonly number[] =>
    parts.map((part) => part.get(keyword)?.value).filter((value) => typeof value === "number");
  return { least: Math.max(0, ...stated(least)), most: Math.min(Infinity, ...stated(most)) };
}

/** The same of numbers, whose limits may be excluded: in OpenAPI 3.0 by a flag, in 3.1 by a limit of its own. */
export function numbersOf({ parts }: SchemaView): Range & { readonly excluded: readonly number[] } {
  let [least, most] = [-Infinity, Infinity];
  const excluded: number[] = [];
  for (const part of parts) {
    for (const [keyword, exclusive] of [
      ["minimum", "exclusiveMinimum"],
      ["maximum", "exclusiveMaximum"],
    ] as const) {
      const flag = part.get(exclusive)?.value;
      const limit = part.get(keyword)?.value;
      for (const value of [limit, flag]) {
        if (typeof value !== "number") continue;
        if (keyword === "minimum") least = Math.max(least, value);
        else most = Math.min(most, value);
      }
      if (typeof flag === "number") excluded.push(flag);
      if (flag === true && typeof limit === "number") excluded.push(limit);
    }
  }
  return { least, most, excluded };
}

/** Why no value of a type can fit, as far as limits say so. */
export function whyOutOfLimits(view: SchemaView, type: JsonType): string | undefined {
  if (type === "array") return turned(view, "minItems", "maxItems");
  if (type === "object") return turned(view, "minProperties", "maxProperties");
  if (type === "string") return turned(view, "minLength", "maxLength");
  if (type !== "integer" && type !== "number") return undefined;
  const { least, most, excluded } = numbersOf(view);
  const isWhole = type === "integer";
  const from = isWhole ? Math.ceil(least) + Number(excluded.includes(Math.ceil(least))) : least;
  const to = isWhole ? Math.floor(most) - Number(excluded.includes(Math.floor(most))) : most;
  if (from < to || (from === to && (isWhole || !excluded.includes(from)))) return undefined;
  return `no ${isWhole ? "whole number" : "number"} lies between its limits ${String(least)} and ${String(most)}`;
}

function turned(view: SchemaView, from: string, to: string): string | undefined {
  const { least, most } = rangeOf(view, from, to);
  return least > most ? `its ${from} ${String(least)} is above its ${to} ${String(most)}` : undefined;
}
