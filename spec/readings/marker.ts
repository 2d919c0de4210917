/**
 * The marker of an action: the one text in its data that no other action has. It stands in the member `tcMark`, or
 * where the step says, for data whose schema has no room for a member of our own.
 */
import type { Json } from "../json.ts";
import { without } from "./path.ts";
import { valueAt } from "../json-walks.ts";

/** Where markers stand unless a step says otherwise. */
export const ownMarkerPlace: readonly string[] = ["tcMark"];

/** The text at the place of a marker; undefined where none stands there. */
export function markerIn(data: Json, place: readonly string[] = ownMarkerPlace): string | undefined {
  const value = valueAt(data, place);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Data without their marker, and without the run that sent them. */
export function withoutMarks(data: Json, place: readonly string[] = ownMarkerPlace): Json {
  return without(data, [place, ["tcRun"]]);
}

/** A marker names its script, its run and its place there; other texts that people write look otherwise. */
export function isMarker(text: string): boolean {
  return /^[^~]+~[^~]+~[^~]/.test(text);
}

/** The run that a marker names. */
export const runOfMarker = (marker: string): string => marker.split("~")[1] ?? "";

/** A run without its day, for markers where there is little room. */
export function shortRun(run: string): string {
  return run.replace(/^\d{8}-/, "");
}
