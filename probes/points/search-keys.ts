/**
 * Open point `search-keys`: with the way of writing keys known, which values match and how texts are compared. A type
 * counts as matching when a search for the value finds the trace and a search for another value does not; what one face
 * matches is the reading for both.
 */
import type { Face } from "../../spec/operations.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { KnownTrace } from "../seen/known-traces.ts";
import { countText } from "../lib/wording.ts";
import { onePoint, type ProbeContext } from "../probe.ts";
import { askSearches, type SearchOutcome, type SearchToAsk } from "../search/ask-search.ts";
import { otherPlaces } from "../search/other-places.ts";
import { memberPlaces } from "../search/member-places.ts";
import { workflowsBeside } from "../search/searched-beside.ts";
import { reachedParts } from "../search/searched-parts.ts";
import { styleText, type SearchKeys } from "../search/filter-styles.ts";
import { memberWith, numberOfCreation, textMember, textOfCreation, type Member } from "../search/members.ts";

export const searchKeys = onePoint("search-keys", { needs: ["search-workflow-key"] }, async (context) => {
  const { fixture } = context;
  // The observed way of writing keys is used, not a pinned one, so that a wrong pin is noticed.
  const base = context.found("search-keys") ?? context.reading("search-keys");
  const trace = fixture.alone;
  const data = trace?.actions[0]?.data;
  // Where a number alone was found, texts may stand in no state that filters reach.
  const text = base?.valueTypes.includes("string") ? textOfCreation(context, trace) : undefined;
  const member = text ?? numberOfCreation(trace);
  if (!base || base.computed || !trace || !member || !isJsonObject(data)) return undefined;
  // This form lists more than texts only where filters had no effect, so nothing more can be learnt.
  if (context.found("search-keys") === base && base.valueTypes.length > 1) return undefined;
  const trials = trialsFor(data, text, fixture.nulls);
  const v2 = await tryAll(context, "v2", base, trace, trials);
  // What the first face does not match, or matches loosely, the second may match as it should.
  const doubtful = trials.filter(({ name, loose }) => (v2.get(name) === "matches") === (loose ?? false));
  const legacy = await tryAll(context, "legacy", base, trace, doubtful);
  const strictly = (name: string) => v2.get(name) === "matches" && legacy.get(name) === "matches";
  const either = (name: string) => v2.get(name) === "matches" || legacy.get(name) === "matches";

  const valueTypes = [...(text ? ["string"] : []), ...["number", "boolean", "null", "array", "object"].filter(either)];
  const places = await otherPlaces(context, base);
  const members = await memberPlaces(context, base, places);
  const { beside, outsideLists } = await workflowsBeside(context, base, member, [
    ...Object.keys(places),
    ...Object.keys(members),
  ]);
  const ofActions = text === undefined ? undefined : await reachedParts(context, base);
  const value: SearchKeys = {
    path: base.path,
    join: base.join,
    inner: either("inner-dotted") ? "dotted" : either("inner-nested") ? "nested" : "none",
    valueTypes,
    text: strictly("substring")
      ? "substring"
      : strictly("prefix")
        ? "prefix"
        : strictly("case") || !trials.some(({ name }) => name === "case")
          ? // Without a text that has letters nobody knows, and nothing is held against it.
            "case-insensitive"
          : "exact",
    empty: emptyReading([v2.get("empty"), legacy.get("empty")]),
    ...(ofActions ? { ofActions } : {}),
    ...(beside.length > 0 ? { beside } : {}),
    ...(outsideLists.length > 0 ? { outsideLists } : {}),
    ...(Object.keys(places).length > 0 ? { places } : {}),
    ...(Object.keys(members).length > 0 ? { members } : {}),
  };
  const evidence =
    `Keys are written as ${styleText(base)}; ${countText(trials.length, "kind")} of filter were tried: values match when they are ` +
    `${valueTypes.join(", ")}, texts compare ${comparedText(value.text)}, members of objects ${value.inner === "none" ? "are not reached" : `are reached ${value.inner}`}, no filter ${value.empty === "refused" ? "is refused" : `finds ${value.empty}`}.` +
    (ofActions === "any" ? " A trace is found by the data of any of its actions, which the state keeps apart." : "") +
    (ofActions === "distinct"
      ? " A trace is found by what one of its actions alone brought, which the state keeps apart."
      : "") +
    (beside.length > 0
      ? ` In ${beside.join(", ")} no trace is found by what stands in its state only where the data of actions stand: filters reach what is beside them.`
      : "") +
    Object.entries(places)
      .map(([id, path]) => ` In ${id} they are written as ${styleText({ ...base, path })}.`)
      .join("") +
    Object.keys(members)
      .map((id) => ` In ${id} each member is named below the place at which states show it.`)
      .join("") +
    (outsideLists.length > 0
      ? ` In ${outsideLists.join(", ")} no trace is found by what stands in its state only in lists.`
      : "");
  return { value, evidence };
});

/** What was tried of texts, and what was not: of that nobody knows whether it counts. */
const comparedText = (how: SearchKeys["text"]): string =>
  `${how} (their case and parts of them were tried, accents and spaces at their ends were not)`;

interface Trial {
  readonly name: string;
  readonly filters: JsonObject;
  /** A search that must not find the trace; without it nothing shows that the filter had an effect. */
  readonly wrong?: JsonObject;
  readonly inner?: SearchKeys["inner"];
  /** Finds the trace only where texts are compared loosely. */
  readonly loose?: boolean;
  /** Looks for another trace than the one with all kinds of values. */
  readonly trace?: KnownTrace;
}

type Result = "matches" | "no-effect" | Exclude<SearchOutcome, "found">;

function trialsFor(
  data: JsonObject,
  text: Member<string> | undefined,
  nulls: KnownTrace | undefined,
): readonly Trial[] {
  const beside = text ? { [text.name]: text.value } : {};
  const number = memberWith(data, (value) => typeof value === "number");
  const flag = memberWith(data, (value) => typeof value === "boolean");
  const list = memberWith(data, (value): value is readonly Json[] => Array.isArray(value));
  const object = memberWith(data, isJsonObject);
  const inside = object && textMember(object.value);
  const last = nulls?.actions.at(-1)?.data;
  const emptied = isJsonObject(last) ? memberWith(last, (value) => value === null) : undefined;
  const others = isJsonObject(last)
    ? Object.fromEntries(Object.entries(last).filter(([, value]) => typeof value === "string"))
    : {};
  return [
    ...(number ? [trial("number", { [number.name]: number.value }, { [number.name]: Number(number.value) + 1 })] : []),
    ...(flag
      ? [trial("boolean", { ...beside, [flag.name]: flag.value }, { ...beside, [flag.name]: !flag.value })]
      : []),
    ...(list
      ? [trial("array", { ...beside, [list.name]: list.value }, { ...beside, [list.name]: ["another", ...list.value] })]
      : []),
    ...(object
      ? [trial("object", { ...beside, [object.name]: object.value }, { ...beside, [object.name]: { another: 1 } })]
      : []),
    ...(emptied && nulls
      ? [{ ...trial("null", { ...others, [emptied.name]: null }, { ...others, tcMark: null }), trace: nulls }]
      : []),
    ...(object && inside
      ? (["dotted", "nested"] as const).map((inner) => {
          const key = `${object.name}.${inside.name}`;
          return { ...trial(`inner-${inner}`, { [key]: inside.value }, { [key]: `no ${inside.value}` }), inner };
        })
      : []),
    ...(text ? looseTrials(text, lettered(data, text)) : []),
    { name: "empty", filters: {} },
  ];
}

/** A text that is another one in the other case, as a date is not. */
function lettered(data: JsonObject, text: Member<string>): Member<string> | undefined {
  if (swapped(text.value) !== text.value) return text;
  return memberWith(data, (value): value is string => typeof value === "string" && swapped(value) !== value);
}

function looseTrials({ name, value }: Member<string>, cased: Member<string> | undefined): readonly Trial[] {
  const middle = value.slice(Math.min(2, value.length - 1), -1);
  return [
    ...(cased ? [{ name: "case", filters: { [cased.name]: swapped(cased.value) }, loose: true }] : []),
    { name: "prefix", filters: { [name]: value.slice(0, -1) }, loose: true },
    { name: "substring", filters: { [name]: middle }, loose: true },
  ];
}

function trial(name: string, filters: JsonObject, wrong: JsonObject): Trial {
  return { name, filters, wrong };
}

async function tryAll(
  context: ProbeContext,
  face: Face,
  base: SearchKeys,
  trace: KnownTrace,
  trials: readonly Trial[],
): Promise<ReadonlyMap<string, Result>> {
  const key = context.reading("search-workflow-key")?.[face] ?? "id";
  const search = (filters: JsonObject, inner: SearchKeys["inner"] | undefined): SearchToAsk => ({
    face,
    key,
    style: { path: base.path, join: base.join },
    filters,
    ...(inner ? { inner } : {}),
  });
  const send = async (asked: readonly { readonly trial: Trial; readonly filters: JsonObject }[]) =>
    (
      await Promise.all(
        asked.map(async ({ trial, filters }) => {
          const { traceId } = trial.trace ?? trace;
          return askSearches(context, "search-keys", traceId, [search(filters, trial.inner)]);
        }),
      )
    ).map(([answer]): SearchOutcome => answer?.outcome ?? "unanswered");

  const outcomes = await send(trials.map((trial) => ({ trial, filters: trial.filters })));
  const found = trials.flatMap((trial, index) =>
    outcomes[index] === "found" && trial.wrong ? [{ trial, filters: trial.wrong }] : [],
  );
  const controls = await send(found);
  const ineffective = new Set(
    found
      .filter((_, index) => controls[index] === "found" || controls[index] === "unanswered")
      .map(({ trial }) => trial.name),
  );
  return new Map(
    trials.map(({ name }, index): [string, Result] => {
      const outcome = outcomes[index] ?? "unanswered";
      if (outcome === "found") return [name, ineffective.has(name) ? "no-effect" : "matches"];
      return [name, outcome];
    }),
  );
}

/** Ranks outcomes, all before none before refused: a face that gives less is more likely to be the broken one. */
function emptyReading(results: readonly (Result | undefined)[]): SearchKeys["empty"] {
  if (results.includes("matches")) return "all";
  if (results.includes("not-found")) return "none";
  return results.includes("refused") ? "refused" : "unknown";
}

function swapped(text: string): string {
  return [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join("");
}
