import fc from "fast-check";
import type { JsonObject } from "../../spec/json.ts";
import { boundedFilter } from "./bounded-filter.ts";

const day = fc
  .tuple(fc.integer({ min: 1970, max: 2099 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`);

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

/** Dates, with a time or without, from one to another. */
function datesBetween(first: string, last: string): fc.Arbitrary<string> {
  const unitMs = first.includes("T") ? 1000 : 86_400_000;
  const [min, max] = [first, last].map((date) => Math.floor(Date.parse(date) / unitMs)) as [number, number];
  const written = (count: number): string => new Date(count * unitMs).toISOString().replace(".000", "");
  return fc
    .integer({ min, max })
    .map((count) => written(count).slice(0, first.includes("T") ? undefined : first.length));
}

/** Texts that follow `format` (dates also `formatMinimum` with `formatMaximum`), `pattern`, `minLength` and `maxLength`. Shrinks towards the shortest. */
export function schemaString(schema: JsonObject): fc.Arbitrary<string> {
  const minLength = typeof schema["minLength"] === "number" ? schema["minLength"] : 0;
  const asked = typeof schema["maxLength"] === "number" ? schema["maxLength"] : minLength + 20;
  const maxLength = Math.min(asked, minLength + 300);
  const fits = (text: string) => {
    const { length } = [...text];
    return length >= minLength && length <= asked;
  };
  const format = typeof schema["format"] === "string" ? formats.get(schema["format"]) : undefined;
  const { formatMinimum: first, formatMaximum: last } = schema;
  const isOfDates = schema["format"] === "date" || schema["format"] === "date-time";
  if (isOfDates && typeof first === "string" && typeof last === "string" && Date.parse(first) <= Date.parse(last))
    return datesBetween(first, last);
  if (format) return format;
  if (typeof schema["pattern"] === "string")
    return boundedFilter(fc.stringMatching(new RegExp(schema["pattern"], "u")), fits);
  return fc.string({ minLength, maxLength, unit: fc.constantFrom(..."abcdefghij XYZ012") });
}
