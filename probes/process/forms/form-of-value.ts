/**
 * Finds forms in which one value of a choice requires members that other values do not, e.g. a remark where a check
 * failed.
 */
import type { Brought } from "../../../generators/index.ts";
import { ofOneWay } from "../../../spec/data-schemas/one-way.ts";
import { namesAt, objectAt, schemasAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { dataOf } from "../../../spec/readings/actions.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../../probe.ts";
import type { FormTaken } from "./as-they-stand.ts";
import type { Candidate } from "./told/candidate.ts";
import { FormSearch, type Members } from "./form-search.ts";
import { aboutMoment, asksForMembers, isAbout, kindOf, textOf, wordsIn } from "./told/refusal-words.ts";
import { schemasOf } from "./told/places.ts";
import { ShownReferences } from "./shown-references.ts";
import { propertiesOf } from "../../../spec/data-schemas/properties.ts";

/** A member with several possible values, and the value that was refused. */
export interface OfValue {
  readonly member: string;
  readonly value: Json;
}

interface OnTrace {
  /** What earlier actions of the trace sent. */
  readonly brought?: Brought | undefined;
  /** Reads the state of the trace. */
  readonly read?: () => Promise<Json | undefined>;
}

/** True for a refusal that asks for a member that was not sent, or for one other than this to be left out. */
export function asksForOthers(refused: Exchange, member: string): boolean {
  const data = dataOf(refused);
  const told = textOf(refused);
  const asksForMore =
    asksForMembers(told) && wordsIn(told).some(({ name, likely }) => likely && !Object.hasOwn(data, name));
  return asksForMore || unwantedIn(refused, member).length > 0;
}

/** Words that say that a member must be absent, and not that its value is wrong. */
const saysUnwanted =
  /\b(?:not|never) (?:be )?(?:allowed|permitted|accepted|given|present|provided|specified|sent|set|expected|used)\b|\b(?:must|has to|should) (?:be )?(?:absent|omitted|left out|empty|null)\b|\b(?:is|are) (?:only|forbidden|excluded|superfluous|unexpected)\b|\bonly (?:allowed|permitted|accepted|given|with|when|if|for|where)\b/i;

/** The members sent that may not stand beside this value. */
function unwantedIn(refused: Exchange, member: string): readonly string[] {
  const told = textOf(refused);
  if (!saysUnwanted.test(told) || aboutMoment.test(told)) return [];
  const others = Object.keys(dataOf(refused)).filter((name) => name !== member);
  return others.filter((name) => isAbout(told, name));
}

/** The form with the members that this value requires; undefined where it is not accepted with any found. */
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
  const unwanted = unwantedIn(refused, of.member);
  const sent = Object.fromEntries(Object.entries(intent.data).filter(([name]) => !unwanted.includes(name)));
  const members = propertiesOf(form).flatMap(([name, property]): [string, Candidate][] => {
    const value = sent[name];
    if (value === undefined) return [];
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
  const less = unwanted.length === 0 ? refused : await sentAgain(context, workflow, action.key, refused, sent);
  const isTaken = less && less !== refused && succeeded(less);
  const found = isTaken ? schemasOf(Object.fromEntries(members)) : less && (await search.find(less));
  const schema = found && withWayOf(form, of, found);
  return schema && { schema, shown: search.shown };
}

/** The answer to other data in place of the refused ones. */
async function sentAgain(
  { run }: Pick<ProbeContext, "run">,
  workflow: number,
  action: string,
  { intent, face }: Exchange,
  data: JsonObject,
): Promise<Exchange | undefined> {
  const input = { face, workflow, action, data };
  const [exchange] = await run("a value without members that do not go with it", [
    intent.kind === "act"
      ? { op: "act", trace: intent.traceId, ...input, candidateFor: "action-gating" }
      : { op: "create", ...input, candidateFor: "action-forms" },
  ]);
  return exchange;
}

/** False where members already depend on another choice. */
const isChoiceOfWays = (form: JsonObject, member: string): boolean =>
  schemasAt(form, "anyOf").every((way) => Object.hasOwn(objectAt(way, "properties"), member));

/**
 * The form as `anyOf`: one branch for this value, with the members found for it, and branches for the other values
 * without these members; undefined where that says nothing new.
 */
export function withWayOf(form: JsonObject, { member, value }: OfValue, found: Members): JsonObject | undefined {
  const properties = objectAt(form, "properties");
  const known = schemasAt(form, "anyOf");
  const others = valuesOf(objectAt(properties, member)).filter((one) => !sameJson(one, value));
  const told = Object.entries(found).filter(([name, schema]) => !sameJson(schema, properties[name] ?? null));
  const more = told.filter(([name]) => !Object.hasOwn(properties, name));
  const wanted = namesAt(form, "required");
  const less = wanted.filter((name) => !Object.hasOwn(found, name));
  const isNew = less.length > 0 || told.some(([name]) => name !== member);
  if (others.length === 0 || !isChoiceOfWays(form, member) || !isNew) return undefined;
  const without = Object.fromEntries(more.map(([name]) => [name, false]));
  const waysOf = (one: Json): readonly JsonObject[] => {
    const own = known.filter((way) => sameJson(objectAt(objectAt(way, "properties"), member)["const"] ?? null, one));
    return own.length > 0 ? own : [{ properties: { [member]: { const: one } } }];
  };
  const kept = others.flatMap(waysOf).map((way) => ({
    ...way,
    ...(less.length > 0 ? { required: [...new Set([...namesAt(way, "required"), ...less])] } : {}),
    properties: { ...without, ...objectAt(way, "properties") },
  }));
  const left = known
    .flatMap((way) => Object.keys(objectAt(way, "properties")))
    .concat(less)
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
    ...(less.length > 0 ? { required: wanted.filter((name) => !less.includes(name)) } : {}),
    properties: { ...Object.fromEntries(added), ...properties },
    anyOf: [...kept, own],
  };
}

/** The possible values of a flag or a list; none for other members. */
export const valuesOf = (choice: JsonObject): readonly Json[] =>
  choice["type"] === "boolean" && !choice["enum"]
    ? [true, false]
    : Array.isArray(choice["enum"])
      ? (choice["enum"] as readonly Json[])
      : [];
