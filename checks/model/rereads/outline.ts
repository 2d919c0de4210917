/** The outline of a document: its members and the types of their values, whatever the values. */
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";

import { isUuid } from "../../support/uuid.ts";
import type { ModelTrace } from "../world.ts";
import type { Case } from "../case.ts";

/** Keys that are ids or digests themselves, or hold the beginning of one that stands under them, stand for each other. */
function isName(key: string, member: Json): boolean {
  if (longTextsIn(member).some((text) => key.includes(beginningOf(text)))) return false;
  return !isUuid(key) && !/^\S{24,}$/.test(key);
}

/** From so many characters on a text without spaces may be an id or a digest. */
const leastLong = 16;
/** So many characters of one tell it from others. */
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
 * Two outlines in which names that only one of them has are alike where they differ in their numbers alone: a target may
 * count what it names through all traces.
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

/** With the members whose names the other has not under names without their numbers, each kind with its outlines. */
function withoutNumbers(own: JsonObject, other: JsonObject): JsonObject {
  const isCounted = (name: string): boolean => !Object.hasOwn(other, name) && /\d/.test(name);
  const members = Object.entries(own);
  const counted = Map.groupBy(
    members.filter(([name]) => isCounted(name)),
    ([name]) => name.replaceAll(/\d+/g, "#"),
  );
  const kinds = [...counted].map(([name, all]) => [name, all.map(([, member]) => JSON.stringify(member)).sort()]);
  return Object.fromEntries([...members.filter(([name]) => !isCounted(name)), ...kinds]) as JsonObject;
}

/** @param echoes texts that were sent and are kept in the outline where they are shown */
export function outlineOf(value: Json, echoes: ReadonlySet<string> = new Set()): Json {
  if (Array.isArray(value)) return value.map((element: Json) => outlineOf(element, echoes));
  if (typeof value === "string" && echoes.has(value)) return `sent: ${value}`;
  if (!isJsonObject(value)) return value === null ? "null" : typeof value;
  const members = Object.entries(value);
  const named = members
    .filter(([key, member]) => isName(key, member))
    .map(([key, member]): [string, Json] => [key, outlineOf(member, echoes)]);
  const unnamed = members
    .filter(([key, member]) => !isName(key, member))
    .map(([, member]) => JSON.stringify(outlineOf(member, echoes)));
  return Object.fromEntries(unnamed.length > 0 ? [...named, ["{ids}", unnamed.sort()]] : named);
}

/** What the steps of a trace named (action, group, workflow), and its links and state may show again. */
export function echoesOf(trace: ModelTrace, subject: Case): ReadonlySet<string> {
  const named = trace.actions.flatMap(({ actionKey, groupLabel, workflow }): readonly string[] => [
    actionKey,
    groupLabel,
    subject.target.workflows[workflow]?.id ?? "",
  ]);
  return new Set(named.filter((text) => text !== ""));
}

/** The echoes that stand somewhere in a document as a value. */
export function shownIn(value: Json, echoes: ReadonlySet<string>): ReadonlySet<string> {
  if (typeof value === "string") return new Set(echoes.has(value) ? [value] : []);
  const inner: readonly Json[] = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return new Set(inner.flatMap((member) => [...shownIn(member, echoes)]));
}
