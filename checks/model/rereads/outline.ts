/** The outline of a document: its members with the types of their values, to compare traces with different values. */
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { textsIn } from "../../../spec/json-walks.ts";
import { isUuid } from "../../support/uuid.ts";
import type { ModelTrace } from "../world.ts";
import type { Case } from "../case.ts";

/** Texts that an outline keeps, and keys that it treats as interchangeable. */
export interface Sent {
  /** Sent texts that are kept where they are shown. */
  readonly echoes?: ReadonlySet<string>;
  /** Texts unique to the trace: keys equal to these are interchangeable. */
  readonly own?: ReadonlySet<string>;
  /** Digests of files: keys equal to these are interchangeable. */
  readonly digests?: ReadonlySet<string>;
}

/** False for keys that are ids or digests, or the beginning of one inside them: such keys are interchangeable. */
function isName(key: string, member: Json, { own, digests }: Sent): boolean {
  if ((key.length >= leastLong && own?.has(key)) || digests?.has(key)) return false;
  if (longTextsIn(member).some((text) => key.includes(beginningOf(text)))) return false;
  return !isUuid(key) && !/^\S{24,}$/.test(key);
}

/** A text of this length without spaces may be an id or a digest. */
const leastLong = 16;
/** So many first characters identify one. */
const leastTelling = 5;

function longTextsIn(member: Json): readonly string[] {
  if (typeof member === "string") return member.length >= leastLong && !/\s/.test(member) ? [member] : [];
  const inner: readonly Json[] = Array.isArray(member) ? member : isJsonObject(member) ? Object.values(member) : [];
  return inner.flatMap((one) => (typeof one === "string" ? longTextsIn(one) : []));
}

function beginningOf(text: string): string {
  return text.slice(0, leastTelling);
}

/**
 * Two outlines in which names that only one has are treated as equal if they differ in digits only, as a target may
 * number things across traces.
 */
export function countedAlike(one: Json, other: Json): readonly [Json, Json] {
  if (Array.isArray(one) && Array.isArray(other)) {
    const pairs = one.map((element: Json, at) => countedAlike(element, other[at] as Json));
    return one.length === other.length ? [pairs.map(([left]) => left), pairs.map(([, right]) => right)] : [one, other];
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return [one, other];
  const [left, right] = [withoutNumbers(one, other), withoutNumbers(other, one)];
  const shared = Object.keys(left).filter((name) => Object.hasOwn(right, name));
  const inner = shared.map((name) => [name, countedAlike(left[name] ?? null, right[name] ?? null)] as const);
  return [
    { ...left, ...Object.fromEntries(inner.map(([name, [own]]) => [name, own])) },
    { ...right, ...Object.fromEntries(inner.map(([name, [, own]]) => [name, own])) },
  ];
}

/** True for names such as `f3ea9e1bfb` and `K9x2Lm4pQ`, which are random. */
const hasDrawnForm = (name: string): boolean =>
  /^[0-9a-f]{8,}$/i.test(name) || (/^[\w-]{8,}$/.test(name) && (name.match(/\d+/g) ?? []).length >= 3);

/** The object with names that the other one lacks replaced by names without digits, each with its outlines. */
function withoutNumbers(own: JsonObject, other: JsonObject): JsonObject {
  const isCounted = (name: string): boolean => !Object.hasOwn(other, name) && /\d/.test(name);
  const members = Object.entries(own);
  const counted = Map.groupBy(
    members.filter(([name]) => isCounted(name)),
    ([name]) => (hasDrawnForm(name) ? "#" : name.replaceAll(/\d+/g, "#")),
  );
  const kinds = [...counted].map(([name, all]) => [name, all.map(([, member]) => JSON.stringify(member)).sort()]);
  return Object.fromEntries([...members.filter(([name]) => !isCounted(name)), ...kinds]) as JsonObject;
}

/** The outline of a value. Interchangeable keys are collected under `{ids}`. */
export function outlineOf(value: Json, sent: Sent = {}): Json {
  if (Array.isArray(value)) return value.map((element: Json) => outlineOf(element, sent));
  if (typeof value === "string" && sent.echoes?.has(value)) return `sent: ${value}`;
  if (!isJsonObject(value)) return value === null ? "null" : typeof value;
  const members = Object.entries(value);
  const named = members
    .filter(([key, member]) => isName(key, member, sent))
    .map(([key, member]): [string, Json] => [key, outlineOf(member, sent)]);
  const unnamed = members
    .filter(([key, member]) => !isName(key, member, sent))
    .map(([, member]) => JSON.stringify(outlineOf(member, sent)));
  return Object.fromEntries(unnamed.length > 0 ? [...named, ["{ids}", unnamed.sort()]] : named);
}

/** The texts that the steps of a trace named (action, group, workflow), which links and state may show. */
export function echoesOf(trace: ModelTrace, subject: Case): ReadonlySet<string> {
  const named = trace.actions.flatMap(({ actionKey, groupLabel, workflow }): readonly string[] => [
    actionKey,
    groupLabel,
    subject.target.workflows[workflow]?.id ?? "",
  ]);
  return new Set(named.filter((text) => text !== ""));
}

/** Every text that the actions of a trace sent. */
export function textsOf({ actions }: ModelTrace): ReadonlySet<string> {
  return new Set(actions.flatMap(({ data }) => textsIn(data)));
}

/** Those of the echoes that occur in a document as a value. */
export function shownIn(value: Json, echoes: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(textsIn(value).filter((text) => echoes.has(text)));
}
