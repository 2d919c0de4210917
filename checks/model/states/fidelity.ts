/** Which kind of data a difference concerns, and which kinds a document contains. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import { everyPlace } from "../../../spec/readings/path.ts";
import { sameJson, type Difference } from "../../../spec/readings/equal.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { valueAt } from "../../../spec/json-walks.ts";
import type { Case } from "../case.ts";

/** Texts longer than this are long, documents deeper than this are deep. */
const longText = 255;
const deepLevel = 6;

/** The requirements that a value at this depth exercises, the most specific first. */
function kindsOf(value: Json | undefined, depth: number): readonly RequirementId[] {
  const kinds: RequirementId[] = [];
  if (depth > deepLevel) kinds.push("DATA-09");
  if (typeof value === "string") {
    if (value === "") kinds.push("DATA-06");
    if (value.length > longText) kinds.push("DATA-08");
    if (/[^\p{ASCII}]/u.test(value)) kinds.push("DATA-07");
    kinds.push("DATA-01");
  } else if (typeof value === "number") kinds.push("DATA-02");
  else if (typeof value === "boolean" || value === null) kinds.push("DATA-03");
  else if (Array.isArray(value)) kinds.push(...(value.length === 0 ? (["DATA-06"] as const) : []), "DATA-04");
  else if (isJsonObject(value))
    kinds.push(...(Object.keys(value).length === 0 ? (["DATA-06"] as const) : []), "DATA-05");
  return kinds;
}

/**
 * Kinds of data that services tend to drop: a missing member of these breaks its own requirement, any other DATA-05.
 */
const lostAsSuch: readonly RequirementId[] = ["DATA-03", "DATA-06", "DATA-07", "DATA-08", "DATA-09"];

/** The requirement that a difference breaks: by the kind of the expected value, or of what is missing or additional. */
export function kindOfDifference(difference: Difference, whole: Json | undefined): RequirementId {
  const { expected, actual, path } = difference;
  if (expected === undefined) return Array.isArray(actual) ? "DATA-04" : "DATA-05";
  const kind = kindsOf(expected, path.length)[0] ?? "DATA-05";
  if (actual === undefined && !lostAsSuch.includes(kind)) return "DATA-05";
  return movedWithin(whole, difference) ? "DATA-04" : kind;
}

/** True where an array has another of its own elements at this place. */
function movedWithin(whole: Json | undefined, { path, actual }: Difference): boolean {
  const holder = valueAt(whole, path.slice(0, -1));
  return Array.isArray(holder) && holder.some((element: Json) => sameJson(element, actual));
}

/** Every fidelity requirement that a document exercises. */
export function kindsIn(document: Json): readonly RequirementId[] {
  if (!isJsonObject(document)) return kindsOf(document, 0);
  const kinds = new Set<RequirementId>();
  for (const { value, path } of everyPlace(document, 5_000)) {
    for (const kind of kindsOf(value, path.length)) kinds.add(kind);
  }
  return [...kinds];
}

const kindsByDocument = (): Map<Json, readonly RequirementId[]> => new Map();

/** The same, kept for each document of a case, as many reads show the same data. */
export function kindsInOnce(document: Json, subject: Case): readonly RequirementId[] {
  const known = subject.view(kindsByDocument);
  let kinds = known.get(document);
  if (!kinds) known.set(document, (kinds = kindsIn(document)));
  return kinds;
}
