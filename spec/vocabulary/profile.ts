/**
 * The profile: which reading of every open point a target follows. Probes find it, a configuration may pin it, checks
 * judge by it. Every value is plain JSON, so that a profile can be saved, pinned and compared.
 */
import type { Face } from "../operations.ts";
import type { Json } from "./json.ts";

export const listStyles = ["repeat", "comma", "brackets", "indexed", "json", "pipe", "semicolon", "space"] as const;
/** How several digests are written into a query: `n=a&n=b`, `n=a,b`, `n[]=a&n[]=b`, `n[0]=a&n[1]=b`, `n=["a","b"]`, `n=a|b`, `n=a;b`, `n=a b`. */
export type ListStyle = (typeof listStyles)[number];
export interface ListParameter {
  readonly name: string;
  readonly style: ListStyle;
}

/** Members that lead into a JSON value. `*` stands for every element of an array, `{*}` for every key of an object. */
export type JsonPath = readonly string[];

export type TextEncoding = "json" | "json-text" | "base64-json";
export type DigestEncoding = "hex" | "hex-upper" | "base64" | "base64url";

export const stateFolds = [
  "shallow-merge",
  "shallow-patch",
  "deep-merge",
  "deep-merge-concat",
  "deep-merge-by-index",
  "merge-patch",
  "replace",
  "first-wins",
  "keyed-by-action",
  "keyed-by-group",
  "list-of-actions",
] as const;
/** How the state's container follows from the data of the actions, in link order. */
export type StateFold = (typeof stateFolds)[number];

export type PageCombination =
  | "none"
  | "first"
  | "last"
  | "first-after"
  | "last-before"
  | "after"
  | "before"
  | "first-before"
  | "last-after"
  | "first-last"
  | "after-before";
/** honoured: the answer is what the arguments say; ignored: accepted, but the answer is another; refused: 4xx. */
export type CombinationReading = "honoured" | "ignored" | "refused";

/** The value of each open point, by its id. */
export interface OpenPointValues {
  /** Query parameter with the list of digests, per face where they differ. */
  "digest-list-query": ListParameter & { readonly legacy?: ListParameter };
  /**
   * Where a file's digest can be read. `links`: at `path` below a link; `state`: at `path` below the state;
   * `computed`: nowhere, but it can be computed from the content. In `path`, `{*}` as the last step means that the digest is the key.
   */
  "digest-location": { readonly where: "links" | "state" | "computed"; readonly path: JsonPath };
  /** `opaque`: the digest does not follow from the content. */
  "digest-algorithm": {
    readonly algorithm: string;
    readonly encoding: DigestEncoding;
    readonly prefix: string;
  };
  /** Where action data appears below a link; `exact` when nothing but the data stands there. Null path: nowhere. */
  "link-data": { readonly path: JsonPath | null; readonly encoding: TextEncoding; readonly exact: boolean };
  /** Where and how action data appears below `state`. Null path: nowhere (an opaque state). */
  "state-data": {
    readonly path: JsonPath | null;
    readonly fold: StateFold;
    readonly encoding: TextEncoding;
    readonly exact: boolean;
  };
  /** What the UUID of the v2 action names; `link`: a member of the new link equals it. */
  "action-uuid": { readonly names: "trace" | "link" | "other"; readonly path?: JsonPath };
  "link-order": { readonly order: "oldest-first" | "newest-first" | "unknown" };
  /** Links in a page when no size is asked for (`atLeast` when every trace seen fitted into one page), and the largest page seen or refused. */
  "page-size": {
    readonly default: number | null;
    readonly cap: number | null;
    readonly beyondCap: "clamped" | "refused" | "none-seen";
  };
  "page-combinations": { readonly [combination in PageCombination]?: CombinationReading };
  /** Whether pages carry cursors, per face. */
  "page-cursors": { readonly start: boolean; readonly end: boolean };
  /** How page arguments are written into the legacy details request: the member `input` as a template. */
  "legacy-details-input": {
    /** `arguments`: `{input: {first…}}`; `data`: `{input: {data: {…}}}`; `envelope`: `{input: {error, data: {…}}}`; `page`: `{input: {page: {…}}}`; `text`: `{input: "{…}"}` ; `ignored`: no form has an effect, `neutral` is sent. */
    readonly form: "arguments" | "data" | "envelope" | "page" | "pagination" | "text" | "ignored";
    /** The `input` sent when no page arguments are asked for. */
    readonly neutral: Json;
  };
  /** The value sent as request member `error` on v2 details. */
  "details-error-member": { readonly value: Json };
  /** What the path parameter of a search is taken from. */
  "search-workflow-key": { readonly v2: "id" | "name"; readonly legacy: "id" | "name" };
  /** How filter keys are written. `path` is put before a key: nested `data.k` (dotted) or `{data: {k}}` (nested). */
  "search-keys": {
    readonly path: JsonPath;
    readonly join: "dotted" | "nested";
    /** How a key inside an object member of the data is reached; `none`: it is not. */
    readonly inner: "dotted" | "nested" | "none";
    /** JSON types of values that match when equal. */
    readonly valueTypes: readonly string[];
    /** How a text value is compared. */
    readonly text: "exact" | "case-insensitive" | "prefix" | "substring";
    readonly empty: "all" | "none" | "refused" | "unknown";
  };
  "required-fields": { readonly [operationId: string]: { readonly [field: string]: "required" | "optional" } };
  "error-statuses": { readonly [situation: string]: number | "2xx-with-error" };
  "error-bodies": { readonly v2: string; readonly legacy: string };
  "error-on-success": { readonly values: readonly Json[] };
  "file-response": { readonly contentType: string | null; readonly disposition: string | null };
  "zip-entry-names": { readonly names: "file-name" | "digest" | "part-name" | "other" };
  token: { readonly lifetimeS: number | null; readonly claims: readonly string[]; readonly algorithm: string | null };
  "no-token": { readonly refused: boolean; readonly status: number };
  "search-lag": { readonly ms: number };
  "rate-limit": { readonly seen: boolean };
  "size-limits": { readonly largestAcceptedBytes: number; readonly smallestRefusedBytes: number | null };
  "additional-members": { readonly seen: readonly string[] };
  /** Unusual input features, each accepted or refused. */
  "input-features": { readonly accepted: readonly string[]; readonly refused: readonly string[] };
  /** Paths below `state` and below a link whose values change without a write. */
  "volatile-members": { readonly state: readonly JsonPath[]; readonly link: readonly JsonPath[] };
  "unknown-trace": { readonly refused: boolean; readonly status: number };
  "foreign-digest": { readonly reading: "refused" | "left-out" | "served" };
}
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
}

export interface Profile {
  readonly readings: { readonly [Id in OpenPointId]?: Reading<Id> };
}

/** The value read at an open point, or undefined when there is none. */
export function readingOf<Id extends OpenPointId>(profile: Profile, id: Id): OpenPointValues[Id] | undefined {
  return profile.readings[id]?.value as OpenPointValues[Id] | undefined;
}

/** The digest list parameter for a face: the legacy override, or the common one. */
export function listParameterFor(profile: Profile, face: Face): ListParameter | undefined {
  const value = readingOf(profile, "digest-list-query");
  return face === "legacy" ? (value?.legacy ?? value) : value;
}
