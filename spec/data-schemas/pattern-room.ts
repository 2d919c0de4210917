/** How many texts a pattern has room for: whether one that is made by chance may be taken to be like no other. */
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { WorkflowDescription } from "../vocabulary/target.ts";
import { objectAt, resolvedSchema } from "./resolve.ts";

/** Of so many texts one that was made by chance is no other's, even among a hundred thousand traces. */
export const roomForOne = 1e9;

/** A class of characters or a character, and how often it comes. */
const part = /(\[(?:[^\]\\^]|\\.)+\]|\\[dw]|[A-Za-z0-9 _\-/:#])(\{(\d+)(?:,\d*)?\}|[+*?])?/y;

/** The pattern for its longest texts alone, where it says how long they may be: of these there are the most. */
export const forLongest = (pattern: string): string => pattern.replaceAll(/\{\d+,(\d+)\}/g, "{$1}");

/** At least so many texts follow the pattern; 1 where it is written in a way that is not looked into. */
export function patternRoom(pattern: string): number {
  const inner = /^\^(.*)\$$/s.exec(pattern)?.[1];
  if (inner === undefined) return 1;
  let room = 1;
  part.lastIndex = 0;
  while (part.lastIndex < inner.length) {
    const found = part.exec(inner);
    if (!found) return 1;
    const [, characters = "", times = "", least] = found;
    const count = times === "" || times === "+" ? 1 : Number(least ?? 0);
    room *= classSize(characters) ** count;
  }
  return room;
}

const sizes: Readonly<Record<string, number>> = { "\\d": 10, "\\w": 63 };

/** Letters, digits and ranges of them; what stands for more is counted as one. */
function classSize(characters: string): number {
  if (!characters.startsWith("[")) return sizes[characters] ?? 1;
  const known = new Set<string>();
  for (const [, from = "", to = from] of characters.slice(1, -1).matchAll(/([A-Za-z0-9])(?:-([A-Za-z0-9]))?/g))
    for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code += 1) known.add(String.fromCharCode(code));
  return characters.includes("\\") ? 10 : Math.max(1, known.size);
}

/** True where the form of an action has a pattern at this path that leaves room for a text like no other, and that this text follows. */
export function isRoomyCode(workflows: readonly WorkflowDescription[], path: readonly string[], text: string): boolean {
  const patterns = workflows.flatMap(({ actions }) =>
    actions.flatMap(({ dataSchema }) => (dataSchema ? (patternAt(dataSchema, path) ?? []) : [])),
  );
  return patterns
    .flatMap((pattern) => [pattern, forLongest(pattern)])
    .some((pattern) => patternRoom(pattern) >= roomForOne && new RegExp(pattern, "u").test(text));
}

function patternAt(schema: JsonObject, path: readonly string[]): string | undefined {
  let found: Json | undefined = schema;
  for (const name of path) {
    if (!isJsonObject(found)) return undefined;
    found = objectAt(resolvedSchema(found, schema), "properties")[name];
  }
  const pattern = isJsonObject(found) ? resolvedSchema(found, schema)["pattern"] : undefined;
  return typeof pattern === "string" ? pattern : undefined;
}
