import type { JsonObject } from "../../spec/json.ts";
import { joined } from "./json-object.ts";

/** What makes a document unique: `run` names the run, `marker` the document among those of all runs. */
export interface Marker {
  readonly run: string;
  readonly marker: string;
}

/** Members that carry the marker; no trait uses these names. */
export const markerMembers = { run: "tcRun", marker: "tcMark" } as const;

/**
 * A marker that no other document has, in whatever run of the same seed on the same target. The run stands in the
 * middle, so that it survives in a near miss, which changes an end.
 */
export function markerOf(script: string, run: string, label: string): string {
  return `${script}~${run}~${label}`;
}

/**
 * What the markers of one script have in common, and those of no other: neither the run nor the number of the document. Undefined
 * for the markers of probes, which tell what they try by its number.
 */
export function scriptOfMarker(marker: string): string | undefined {
  const [script, run, label] = marker.split("~");
  if (script === "probe" || run === undefined || label === undefined) return undefined;
  return `${script ?? ""}~${label.replace(/-\d+$/, "")}`;
}

/** The document with the members `tcRun` and `tcMark`, by which links and traces are told apart. */
export function withMarker(data: JsonObject, marker: Marker): JsonObject {
  return joined({ [markerMembers.run]: marker.run, [markerMembers.marker]: marker.marker }, data);
}
