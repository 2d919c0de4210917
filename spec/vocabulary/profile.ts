/**
 * The profile: which reading of every open point a target follows. Probes find it, a configuration may pin it, checks
 * judge by it. Every value is plain JSON, so that a profile can be saved, pinned and compared.
 */
import type { listStyles } from "../open-points/files.ts";
import type { OpenPointValues } from "../open-points/records.ts";
import type { jsonTypes } from "../open-points/traces.ts";
import type { Face } from "../operations.ts";

export { listStyles } from "../open-points/files.ts";
export type { OpenPointValues } from "../open-points/records.ts";
/** How the state's container follows from the data of the actions, in link order. */
export { stateFolds, type StateFold } from "../open-points/state-folds.ts";
export { jsonTypes } from "../open-points/traces.ts";
export type { JsonPath } from "../open-points/value-schemas.ts";

/** How several digests are written into a query: `n=a&n=b`, `n=a,b`, `n[]=a&n[]=b`, `n[0]=a&n[1]=b`, `n=["a","b"]`, `n=a|b`, `n=a;b`, `n=a b`. */
export type ListStyle = (typeof listStyles)[number];
export interface ListParameter {
  readonly name: string;
  readonly style: ListStyle;
}

export type TextEncoding = OpenPointValues["link-data"]["encoding"];
export type DigestEncoding = OpenPointValues["digest-algorithm"]["encoding"];
export type JsonType = (typeof jsonTypes)[number];
/** Types of values that a state shows otherwise than they were sent: of the members of the data, and of what is in them. */
export type ComputedTypes = NonNullable<OpenPointValues["state-data"]["computed"]>;
export type PageCombination = keyof OpenPointValues["page-combinations"];
/** honoured: the answer is what the arguments say; ignored: accepted, but the answer is another; refused: 4xx. */
export type CombinationReading = NonNullable<OpenPointValues["page-combinations"][PageCombination]>;

export type OpenPointId = keyof OpenPointValues;

/** What was found at one open point. `value` undefined: no reading was found; what depends on it is inconclusive. */
export interface Reading<Id extends OpenPointId = OpenPointId> {
  readonly value?: OpenPointValues[Id];
  /** One sentence: what was sent, what came back, why this reading follows. */
  readonly evidence: string;
  readonly pinned?: boolean;
  /** Set when a pin says another reading than the one seen; `value` is the one seen. */
  readonly drift?: string;
  /** True when `value` is a pin and no probe found a reading of its own. */
  readonly unconfirmed?: boolean;
  /** True where it showed itself only while the scripts ran, so that none of them was made for it. */
  readonly seenLate?: true;
}

export interface Profile {
  readonly readings: { readonly [Id in OpenPointId]?: Reading<Id> };
}

/** Readings that a configuration fixes. */
export type Pins = { readonly [Id in OpenPointId]?: OpenPointValues[Id] };

/** The value read at an open point, or undefined when there is none. */
export function readingOf<Id extends OpenPointId>(profile: Profile, id: Id): OpenPointValues[Id] | undefined {
  return profile.readings[id]?.value;
}

/** The digest list parameter for a face: the legacy override, or the common one. */
export function listParameterFor(profile: Profile, face: Face): ListParameter | undefined {
  const value = readingOf(profile, "digest-list-query");
  return face === "legacy" ? (value?.legacy ?? value) : value;
}
