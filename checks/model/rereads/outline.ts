/** The outline of a document: its members and the types of their values, whatever the values. */
import { isJsonObject, type Json } from "../../../spec/json.ts";

import { isUuid } from "../../support/uuid.ts";
import type { ModelTrace } from "../world.ts";
import type { Case } from "../case.ts";

/** Keys that are ids or digests themselves stand for each other. */
function isName(key: string): boolean {
  return !isUuid(key) && !/^\S{24,}$/.test(key);
}

/** @param echoes texts that were sent and are kept in the outline where they are shown */
export function outlineOf(value: Json, echoes: ReadonlySet<string> = new Set()): Json {
  if (Array.isArray(value)) return value.map((element: Json) => outlineOf(element, echoes));
  if (typeof value === "string" && echoes.has(value)) return `sent: ${value}`;
  if (!isJsonObject(value)) return value === null ? "null" : typeof value;
  const members = Object.entries(value);
  const named = members
    .filter(([key]) => isName(key))
    .map(([key, member]): [string, Json] => [key, outlineOf(member, echoes)]);
  const unnamed = members
    .filter(([key]) => !isName(key))
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
