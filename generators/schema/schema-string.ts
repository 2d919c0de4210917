import fc from "fast-check";
import type { JsonObject } from "../../spec/json.ts";
import { matching } from "./matching.ts";

const textOf = (year: number, month: number, date: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;

/** Month and day where calculations with dates go wrong most; the leap day twice as often. */
const oddDays = [
  [2, 29],
  [2, 29],
  [12, 31],
  [1, 1],
  [1, 31],
] as const;

/** The odd days of the years from one to another. */
const oddDaysOf = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((year) =>
    oddDays.filter(([month, date]) => isDay(year, month, date)).map(([month, date]) => textOf(year, month, date)),
  );

const isDay = (year: number, month: number, date: number): boolean =>
  new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;

/** One of four is an odd day. */
const orOdd = (dates: fc.Arbitrary<string>, odd: readonly string[]): fc.Arbitrary<string> =>
  odd.length === 0
    ? dates
    : fc.oneof({ weight: 3, arbitrary: dates }, { weight: 1, arbitrary: fc.constantFrom(...odd) });

const plainDay = fc
  .tuple(fc.integer({ min: 1970, max: 2099 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => textOf(year, month, date));

const day = orOdd(plainDay, oddDaysOf(2020, 2032));

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));

const label = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(..."abcdefghijklmnop") });

const formats: ReadonlyMap<string, fc.Arbitrary<string>> = new Map(
  Object.entries({
    date: day,
    time: time.map((text) => `${text}Z`),
    "date-time": fc.tuple(day, time).map(([date, text]) => `${date}T${text}Z`),
    email: fc.tuple(label, label).map(([name, host]) => `${name}@${host}.example`),
    uuid: fc.uuid(),
    uri: fc.tuple(label, label).map(([host, path]) => `https://${host}.example/${path}`),
    "uri-reference": label.map((path) => `/${path}`),
    hostname: label.map((host) => `${host}.example`),
    ipv4: fc.ipV4(),
    ipv6: fc.ipV6(),
  }),
);

/** The odd days of so many years are enough. */
const mostYears = 20;

/** Dates, with a time or without, from one to another. */
function datesBetween(first: string, last: string): fc.Arbitrary<string> {
  const unitMs = first.includes("T") ? 1000 : 86_400_000;
  const [min, max] = [first, last].map((date) => Math.floor(Date.parse(date) / unitMs)) as [number, number];
  const written = (count: number): string =>
    new Date(count * unitMs)
      .toISOString()
      .replace(".000", "")
      .slice(0, first.includes("T") ? undefined : first.length);
  const [from, to] = [first, last].map((date) => new Date(date).getUTCFullYear()) as [number, number];
  const odd = oddDaysOf(Math.max(from, to - mostYears), to)
    .map((date) => Math.ceil(Date.parse(date) / unitMs))
    .filter((count) => count >= min && count <= max)
    .map(written);
  return orOdd(fc.integer({ min, max }).map(written), odd);
}

/** Texts that follow `format` (dates also `formatMinimum` with `formatMaximum`), `pattern`, `minLength` and `maxLength`. Shrinks towards the shortest. */
export function schemaString(schema: JsonObject): fc.Arbitrary<string> {
  const minLength = typeof schema["minLength"] === "number" ? schema["minLength"] : 0;
  const asked = typeof schema["maxLength"] === "number" ? schema["maxLength"] : minLength + 20;
  const maxLength = Math.min(asked, minLength + 300);
  const format = typeof schema["format"] === "string" ? formats.get(schema["format"]) : undefined;
  const { formatMinimum: first, formatMaximum: last } = schema;
  const isOfDates = schema["format"] === "date" || schema["format"] === "date-time";
  if (isOfDates && typeof first === "string" && typeof last === "string" && Date.parse(first) <= Date.parse(last))
    return datesBetween(first, last);
  if (format) return format;
  if (typeof schema["pattern"] === "string") {
    const isOfLengths = schema["minLength"] !== undefined || schema["maxLength"] !== undefined;
    return matching(schema["pattern"], { least: minLength, most: isOfLengths ? maxLength : Infinity });
  }
  return fc.string({ minLength, maxLength, unit: fc.constantFrom(..."abcdefghij XYZ012") });
}
