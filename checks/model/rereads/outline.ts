/** The outline of a document: its members and the types of their values, whatever the values. */
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { textsIn } from "../../../spec/json-walks.ts";
import { isUuid } from "../../support/uuid.ts";
import type { ModelTrace } from "../world.ts";
import type { Case } from "../case.ts";

/** What of a document is kept beside the types of its values, and what stands for each other. */
export interface Sent {
  /** Texts that were sent and are kept where they are shown. */
  readonly echoes?: ReadonlySet<string>;
  /** Texts that are each trace's own: keys of these stand for each other. */
  readonly own?: ReadonlySet<string>;
  /** Digests of files: keys of these stand for each other. */
  readonly digests?: ReadonlySet<string>;
}

/** Keys that are ids or digests themselves, or hold the beginning of one that stands under them, stand for each other. */
function isName(key: string, member: Json, { own, digests }: Sent): boolean {
  if ((key.length >= leastLong && own?.has(key)) || digests?.has(key)) return false;
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

/** Names such as `f3ea9e1bfb` and `K9x2Lm4pQ`: drawn anew for each thing. */
const hasDrawnForm = (name: string): boolean =>
  /^[0-9a-f]{8,}$/i.test(name) || (/^[\w-]{8,}$/.test(name) && (name.match(/\d+/g) ?? []).length >= 3);

/** With the members whose names the other has not under names without their numbers, each kind with its outlines. */
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

/** What the steps of a trace named (action, group, workflow), and its links and state may show again. */
export function echoesOf(trace: ModelTrace, subject: Case): ReadonlySet<string> {
  const named = trace.actions.flatMap(({ actionKey, groupLabel, workflow }): readonly string[] => [
    actionKey,
    groupLabel,
    subject.target.workflows[workflow]?.id ?? "",
  ]);
  return new Set(named.filter((text) => text !== ""));
}

/** Every text that the actions of a trace brought. */
export function textsOf({ actions }: ModelTrace): ReadonlySet<string> {
  return new Set(actions.flatMap(({ data }) => textsIn(data)));
}

/** The echoes that stand somewhere in a document as a value. */
export function shownIn(value: Json, echoes: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(textsIn(value).filter((text) => echoes.has(text)));
}
