/** Data that a service with rules beyond its form takes more likely than data drawn by chance. */
import { fitData, schemaLeaves } from "../../../generators/index.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import { namesAt, resolvedSchema } from "../../../spec/data-schemas/resolve.ts";
import { withNumbersFrom } from "../../../spec/data-schemas/narrowed.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { valueAt, withValueAt } from "../../../spec/json-walks.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";

/** Data of an action, and where their marker stands. */
export interface Sent {
  readonly data: JsonObject;
  readonly markerAt?: JsonPath;
}

const aDate = /^\d{4}-\d\d-\d\d(?=T|$)/;
const dayMs = 86_400_000;

/** Days from today on which the dates begin, in the order in which they are worth trying. */
const beginnings = [-60, 14, 0] as const;
/** So many days ago grown people were born, and much else began. */
const longAgoDays = [-40 * 365, -30 * 365] as const;
/** However many dates there are: each of so many lies long ago by itself. */
const maxLongAgo = 3;

/** True for a text that is a date, with a time or without. */
export const isDate = (value: Json | undefined): boolean => typeof value === "string" && aDate.test(value);

/** However many members may be left out: each of so many is. */
const maxLeftOut = 4;
/** Data are drawn so often for some that have many members. */
const drawnForMany = 6;

/**
 * The likeliest first: dates of the last weeks and of the next ones, in the order of the form, with what may be left out and
 * without, low and high numbers, what the schema itself gives as examples, and one date of several long ago, as of a birth.
 * @param name of the markers, which no others have
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
  // Data may be refused by chance, too, as for a number that is there already: then those of another drawing are not.
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

/** Those of these data that have the most members, the first of them first, without each of those that may be left out. */
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

/** The day on which a run began, as its id has it, in milliseconds since 1970; today where the id has none. */
function dayOfRun(runId: string): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)-/.exec(runId) ?? [];
  const day = Date.parse(parts.join("-"));
  return Number.isNaN(day) ? Date.now() : day;
}

/** Each date long ago by itself, and the others of the last weeks; none where there are not several. */
function longAgo(schema: JsonObject, [first]: readonly Sent[], today: number): readonly Sent[] {
  const dates = first ? datesIn(schema, first.data).slice(0, maxLongAgo) : [];
  if (!first || dates.length < 2) return [];
  return longAgoDays.flatMap((days) =>
    dates.map((path): Sent => ({ ...first, data: withDate(first.data, path, today + days * dayMs) })),
  );
}

/** The data with all dates near one another, each a day after the one before. */
function withDatesFrom(schema: JsonObject, data: JsonObject, begin: number): JsonObject {
  return datesIn(schema, data).reduce((made, path, number) => withDate(made, path, begin + number * dayMs), data);
}

/** Where dates stand, in the order of the form. */
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

/** How far down in the text of the schema a member is named. */
const placeOf = (schema: JsonObject, path: JsonPath): number =>
  JSON.stringify(schema).indexOf(`${JSON.stringify(path.at(-1))}:`);

/** The data with what the schema gives as an example, or as what stands there unless something else does. */
function givenBy(schema: JsonObject, data: JsonObject): JsonObject | undefined {
  const made = schemaLeaves(schema).reduce((before, { path, schema: { default: usual, examples } }) => {
    const [first] = Array.isArray(examples) ? (examples as readonly Json[]) : [];
    const value = first ?? usual;
    return value === undefined ? before : withValueAt(before, path, value);
  }, data);
  return JSON.stringify(made) !== JSON.stringify(data) ? made : undefined;
}
