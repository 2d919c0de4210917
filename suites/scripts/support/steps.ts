/** Steps that many scripts have. */
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
 * The number that the data of an action on a way are made of: its place; of what comes again a lower one and a higher one by
 * turns, as a service may keep the highest, or the lowest.
 */
export function numberOn(way: readonly string[], place: number): number {
  const places = way.flatMap((key, at) => (key === way[place] ? [at] : []));
  const turn = places.indexOf(place);
  return places[turn ^ 1] ?? place;
}

/** An action at a place of a trace: the first creates it under this label, the others are appended to it. */
export function actionAt(
  place: number,
  label: string,
  action: Omit<CreateStep, "op" | "as"> & Pick<ActStep, "data">,
): OperationStep {
  return place === 0 ? { op: "create", as: label, ...action } : { op: "act", trace: `$${label}`, ...action };
}

/** The state through both faces. */
export function states(trace: TraceRef): readonly OperationStep[] {
  return faces.map((face): OperationStep => ({ op: "state", face, trace }));
}

/** State and links through both faces: all there is to see of a trace but its files. */
export function reads(trace: TraceRef): readonly OperationStep[] {
  return [...states(trace), ...faces.map((face): OperationStep => ({ op: "details", face, trace }))];
}

/** The archive of these digests through both faces. */
export function archives(trace: TraceRef, digests: readonly DigestRef[]): readonly OperationStep[] {
  return faces.map((face): OperationStep => ({ op: "files", face, trace, digests }));
}

/** Each file by itself. */
export function singles(trace: TraceRef, digests: readonly DigestRef[]): readonly OperationStep[] {
  return digests.map((digest): OperationStep => ({ op: "file", face: "v2", trace, digest }));
}

/** Every file of the steps with these labels. */
export function allFilesOf(...labels: readonly string[]): readonly DigestRef[] {
  return labels.map((label) => ({ allOf: `$${label}` }));
}

/** `$label.0` to `$label.(count-1)`. */
export function filesOf(label: string, count: number): readonly DigestRef[] {
  return Array.from({ length: count }, (_, index) => `$${label}.${index}`);
}

/** A search by a member that the target may compute, so that it may find what no action brought. */
export function computedSearch(face: Face, workflow: number, filters: JsonObject): SearchStep {
  return { op: "search", face, workflow, filters, traits: ["filters.computed"] };
}

/** Searches of which the first waits until the index knows what was done before. */
export function rested<Step extends OperationStep>(searches: readonly Step[], restMs: number): readonly Step[] {
  return searches.map((step, turn) => (turn === 0 ? { ...step, restMs } : step));
}

/** One search for traces that have these members, repeated until the answer is as `until` says. */
export function searchStep(
  face: Face,
  filters: JsonObject,
  until?: SearchStep["until"],
  traits: readonly string[] = [],
): SearchStep {
  return { op: "search", face, filters, ...(until ? { until } : {}), ...(traits.length > 0 ? { traits } : {}) };
}
