/** Steps that many scripts use. */
import type { JsonObject } from "../../../spec/json.ts";
import { type Face, faces } from "../../../spec/operations.ts";
import type {
  ActStep,
  CreateStep,
  DigestRef,
  OperationStep,
  SearchStep,
  TraceRef,
} from "../../../spec/vocabulary/script.ts";

/**
 * The number in the data of an action on a way: its place. Repeated actions have a lower and a higher number in turn,
 * as a service may keep only the highest or the lowest.
 */
export function numberOn(way: readonly string[], place: number): number {
  const places = way.flatMap((key, at) => (key === way[place] ? [at] : []));
  const turn = places.indexOf(place);
  return places[turn ^ 1] ?? place;
}

/** An action at a place of a trace: the first creates it with this label, the others are appended. */
export function actionAt(
  place: number,
  label: string,
  action: Omit<CreateStep, "op" | "as"> & Pick<ActStep, "data">,
): OperationStep {
  return place === 0 ? { op: "create", as: label, ...action } : { op: "act", trace: `$${label}`, ...action };
}

/** Reads the state through both faces. */
export function states(trace: TraceRef): readonly OperationStep[] {
  return faces.map((face): OperationStep => ({ op: "state", face, trace }));
}

/** Reads state and links through both faces: everything that a trace shows but its files. */
export function reads(trace: TraceRef): readonly OperationStep[] {
  return [...states(trace), ...faces.map((face): OperationStep => ({ op: "details", face, trace }))];
}

/** Downloads the archive of these digests through both faces. */
export function archives(trace: TraceRef, digests: readonly DigestRef[]): readonly OperationStep[] {
  return faces.map((face): OperationStep => ({ op: "files", face, trace, digests }));
}

/** Downloads each file alone. */
export function singles(trace: TraceRef, digests: readonly DigestRef[]): readonly OperationStep[] {
  return digests.map((digest): OperationStep => ({ op: "file", face: "v2", trace, digest }));
}

/** All files of the steps with these labels. */
export function allFilesOf(...labels: readonly string[]): readonly DigestRef[] {
  return labels.map((label) => ({ allOf: `$${label}` }));
}

/** The digests `$label.0` to `$label.(count-1)`. */
export function filesOf(label: string, count: number): readonly DigestRef[] {
  return Array.from({ length: count }, (_, index) => `$${label}.${index}`);
}

/** A search by a member that the target may compute; it may find what no action sent. */
export function computedSearch(face: Face, workflow: number, filters: JsonObject): SearchStep {
  return { op: "search", face, workflow, filters, traits: ["filters.computed"] };
}

/** Searches, the first of which waits until the index is up to date. */
export function rested<Step extends OperationStep>(searches: readonly Step[], restMs: number): readonly Step[] {
  return searches.map((step, turn) => (turn === 0 ? { ...step, restMs } : step));
}

/** A search for traces with these members, repeated until the answer is as `until` says. */
export function searchStep(
  face: Face,
  filters: JsonObject,
  until?: SearchStep["until"],
  traits: readonly string[] = [],
): SearchStep {
  return { op: "search", face, filters, ...(until ? { until } : {}), ...(traits.length > 0 ? { traits } : {}) };
}
