/**
 * Makes data that a service with rules beyond its form is likelier to accept than random ones, e.g. with recent dates.
 */
import { fitData, schemaLeaves } from "../../../generators/index.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import { namesAt, resolvedSchema } from "../../../spec/data-schemas/resolve.ts";
import { withNumbersFrom } from "../../../spec/data-schemas/narrowed.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { valueAt, withValueAt } from "../../../spec/json-walks.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";

/** Data of an action, and the path of their marker. */
export interface Sent {
  readonly data: JsonObject;
  readonly markerAt?: JsonPath;
}

const aDate = /^\d{4}-\d\d-\d\d(?=T|$)/;
const dayMs = 86_400_000;

/** In how many days from today the dates begin, the most promising first. */
const beginnings = [-60, 14, 0] as const;
/** Days before today for dates of long ago, such as the birth of an adult. */
const longAgoDays = [-40 * 365, -30 * 365] as const;
/** At most so many dates are moved long ago, one at a time. */
const maxLongAgo = 3;

/** True for a date, with or without a time. */
export const isDate = (value: Json | undefined): boolean => typeof value === "string" && aDate.test(value);

/** At most so many optional members are left out, one at a time. */
const maxLeftOut = 4;
/** So many random data are made, to find some with many members. */
const drawnForMany = 6;

/**
 * The most promising data first: dates of the last or next weeks in the order of the form, with and without optional
 * members, low and high numbers, examples and defaults of the schema, and one date of long ago, e.g. a birth.
 * @param name of the markers, which must be unique
 */
export function plainerData(runId: string, action: ActionDescription, name: string): readonly Sent[] {
  const { dataSchema } = action;
  if (!dataSchema) return [];
  const today = dayOfRun(runId);
  const forms = [dataSchema, ...(["needed", "low", "high"] as const).map((end) => withNumbersFrom(dataSchema, end))];
  const drawn = [...new Set(forms)].flatMap((form, number) =>
    beginnings.map((days, turn): Sent => {
      const sent = fitting({ ...action, dataSchema: form }, actionData(runId, `${name}${String(number)}-`, turn));
      return { ...sent, data: withDatesFrom(dataSchema, sent.data, today + days * dayMs) };
    }),
  );
  const marked = fitData(action, { data: actionData(runId, `${name}given`, 0) });
  const given = givenBy(dataSchema, marked.data);
  const own = given ? [{ ...marked, data: given }] : [];
  const less = withoutEach(
    dataSchema,
    Array.from({ length: drawnForMany }, (_, number) => {
      const sent = fitting(action, actionData(runId, `${name}many`, number));
      return { ...sent, data: withDatesFrom(dataSchema, sent.data, today + beginnings[0] * dayMs) };
    }),
  );
  // Data may be refused by chance, e.g. for a number that is used already, so another set follows at the end.
  const [first, again] = less;
  return [
    ...drawn.slice(0, 2),
    ...own,
    ...(first ?? []),
    ...longAgo(dataSchema, drawn, today),
    ...drawn.slice(2),
    ...(again ?? []),
  ]
    .map(({ data, markerAt }) => ({ data, ...(markerAt ? { markerAt } : {}) }))
    .filter(({ data }) => followsSchema(dataSchema, data));
}

/** For each data, those with most members first: variants without one optional member each. */
function withoutEach(schema: JsonObject, all: readonly Sent[]): readonly (readonly Sent[])[] {
  const required = new Set(namesAt(resolvedSchema(schema, schema), "required"));
  const byMembers = all.toSorted((left, right) => Object.keys(right.data).length - Object.keys(left.data).length);
  return byMembers.map((most) => {
    const open = Object.keys(most.data).filter((name) => !required.has(name) && name !== most.markerAt?.[0]);
    return open.slice(0, maxLeftOut).flatMap((name) => {
      const data = Object.fromEntries(Object.entries(most.data).filter(([other]) => other !== name));
      return followsSchema(schema, data) ? [{ ...most, data }] : [];
    });
  });
}

/** The day on which the run began, according to its id, in milliseconds since 1970; today where the id has none. */
function dayOfRun(runId: string): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)-/.exec(runId) ?? [];
  const day = Date.parse(parts.join("-"));
  return Number.isNaN(day) ? Date.now() : day;
}

/** Variants with one date of long ago and the others recent; none where there is only one date. */
function longAgo(schema: JsonObject, [first]: readonly Sent[], today: number): readonly Sent[] {
  const dates = first ? datesIn(schema, first.data).slice(0, maxLongAgo) : [];
  if (!first || dates.length < 2) return [];
  return longAgoDays.flatMap((days) =>
    dates.map((path): Sent => ({ ...first, data: withDate(first.data, path, today + days * dayMs) })),
  );
}

/** The data with all dates near each other, each a day after the one before. */
function withDatesFrom(schema: JsonObject, data: JsonObject, begin: number): JsonObject {
  return datesIn(schema, data).reduce((made, path, number) => withDate(made, path, begin + number * dayMs), data);
}

/** The paths of dates, in the order of the form. */
function datesIn(schema: JsonObject, data: JsonObject): readonly JsonPath[] {
  const dates = schemaLeaves(schema).filter(({ path }) => isDate(valueAt(data, path)));
  return dates
    .toSorted((left, right) => placeOf(schema, left.path) - placeOf(schema, right.path))
    .map(({ path }) => path);
}

function withDate(data: JsonObject, path: JsonPath, ms: number): JsonObject {
  const date = new Date(ms).toISOString().slice(0, 10);
  return withValueAt(data, path, String(valueAt(data, path)).replace(aDate, date));
}

/** The position of a member in the text of the schema. */
const placeOf = (schema: JsonObject, path: JsonPath): number =>
  JSON.stringify(schema).indexOf(`${JSON.stringify(path.at(-1))}:`);

/** The data with the examples and defaults of the schema; undefined where it has none. */
function givenBy(schema: JsonObject, data: JsonObject): JsonObject | undefined {
  const made = schemaLeaves(schema).reduce((before, { path, schema: { default: usual, examples } }) => {
    const [first] = Array.isArray(examples) ? (examples as readonly Json[]) : [];
    const value = first ?? usual;
    return value === undefined ? before : withValueAt(before, path, value);
  }, data);
  return JSON.stringify(made) !== JSON.stringify(data) ? made : undefined;
}
