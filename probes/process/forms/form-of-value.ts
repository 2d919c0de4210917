/** Forms in which one value of a choice wants members that the others do not: a remark where something was not passed. */
import type { Brought } from "../../../generators/index.ts";
import { ofOneWay } from "../../../spec/data-schemas/one-way.ts";
import { objectAt, schemasAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../../probe.ts";
import type { FormTaken } from "./as-they-stand.ts";
import type { Candidate } from "./candidate.ts";
import { FormSearch, type Members } from "./form-search.ts";
import { asksForMembers, kindOf, textOf, wordsIn } from "./refusal-words.ts";
import { ShownReferences } from "./shown-references.ts";

/** A member that is a flag, or one of a list of values, and the value of it that was refused. */
export interface OfValue {
  readonly member: string;
  readonly value: Json;
}

interface OnTrace {
  /** What actions of the trace brought. */
  readonly brought?: Brought | undefined;
  /** The state of the trace on which it was refused. */
  readonly read?: () => Promise<Json | undefined>;
}

/** True for a refusal that asks for a member which was not sent. */
export function asksForMore(refused: Exchange): boolean {
  const { intent } = refused;
  const data = "data" in intent && isJsonObject(intent.data) ? intent.data : {};
  const told = textOf(refused);
  return asksForMembers(told) && wordsIn(told).some(({ name, likely }) => likely && !Object.hasOwn(data, name));
}

/** The form with what the value wants beside it; undefined where nothing is found with which it is taken. */
export async function formOfValue(
  context: Pick<ProbeContext, "run" | "runId">,
  workflow: number,
  action: ActionDescription,
  refused: Exchange,
  of: OfValue,
  { brought, read }: OnTrace = {},
): Promise<FormTaken | undefined> {
  const { dataSchema: form, ...bare } = action;
  const { intent, face } = refused;
  if (!form || !("data" in intent) || !isJsonObject(intent.data) || !isChoiceOfWays(form, of.member)) return undefined;
  const sent = intent.data;
  const members = Object.entries(objectAt(form, "properties")).flatMap(([name, property]): [string, Candidate][] => {
    const value = sent[name];
    if (value === undefined || !isJsonObject(property)) return [];
    return [
      [name, name === of.member ? { value, schema: { const: value }, isKept: true } : { value, schema: property }],
    ];
  });
  const search = new FormSearch(context, workflow, bare, {
    ...(intent.kind === "act" ? { trace: intent.traceId, brought } : {}),
    ...{ face, references: read && new ShownReferences(read) },
    begun: {
      members: Object.fromEntries(members),
      isClosed: form["additionalProperties"] === false,
      kinds: new Set([kindOf(refused)]),
    },
  });
  const found = await search.find(refused);
  const schema = found && withWayOf(form, of, found);
  return schema && { schema, shown: search.shown };
}

/** False where members go together already, by another one. */
const isChoiceOfWays = (form: JsonObject, member: string): boolean =>
  schemasAt(form, "anyOf").every((way) => Object.hasOwn(objectAt(way, "properties"), member));

/** The form in which this value stands with what was found, and each other without it; undefined where that says nothing new. */
export function withWayOf(form: JsonObject, { member, value }: OfValue, found: Members): JsonObject | undefined {
  const properties = objectAt(form, "properties");
  const known = schemasAt(form, "anyOf");
  const others = valuesOf(objectAt(properties, member)).filter((one) => !sameJson(one, value));
  const told = Object.entries(found).filter(([name, schema]) => !sameJson(schema, properties[name] ?? null));
  const more = told.filter(([name]) => !Object.hasOwn(properties, name));
  if (others.length === 0 || !isChoiceOfWays(form, member) || told.every(([name]) => name === member)) return undefined;
  const without = Object.fromEntries(more.map(([name]) => [name, false]));
  const waysOf = (one: Json): readonly JsonObject[] => {
    const own = known.filter((way) => sameJson(objectAt(objectAt(way, "properties"), member)["const"] ?? null, one));
    return own.length > 0 ? own : [{ properties: { [member]: { const: one } } }];
  };
  const kept = others
    .flatMap(waysOf)
    .map((way) => ({ ...way, properties: { ...without, ...objectAt(way, "properties") } }));
  const left = known
    .flatMap((way) => Object.keys(objectAt(way, "properties")))
    .filter((name) => !Object.hasOwn(found, name));
  const own = {
    required: Object.keys(found),
    properties: {
      ...Object.fromEntries(left.map((name) => [name, false])),
      ...Object.fromEntries(told),
      [member]: { const: value },
    },
  };
  const added = more.map(([name, schema]) => [name, { ...schema, [ofOneWay]: true }] as const);
  return {
    ...form,
    [ofOneWay]: true,
    properties: { ...Object.fromEntries(added), ...properties },
    anyOf: [...kept, own],
  };
}

/** A flag, or one of a list: the values that a member may have; none where it may have any. */
export const valuesOf = (choice: JsonObject): readonly Json[] =>
  choice["type"] === "boolean" && !choice["enum"]
    ? [true, false]
    : Array.isArray(choice["enum"])
      ? (choice["enum"] as readonly Json[])
      : [];
