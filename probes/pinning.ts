/** Readings that the configuration fixes, and what differs from them. */
import type { Json } from "../spec/json.ts";
import { measuredOpenPoints } from "../spec/open-points.ts";
import { brief, sameJson } from "../spec/readings/equal.ts";
import { without } from "../spec/readings/path.ts";
import type { OpenPointId, OpenPointValues, Pins, Profile, Reading } from "../spec/vocabulary/profile.ts";
import type { Readings } from "./probe.ts";

/**
 * The profile of what was found, and of what is pinned where nothing was. A target may follow another reading than the
 * pinned one: it is judged by what was seen, because either conforms, and `drift` says that the pin no longer holds.
 */
export function applyPins(found: Readings, pins: Pins): Profile {
  const ids = new Set([...Object.keys(found), ...Object.keys(pins)]) as Set<OpenPointId>;
  return { readings: Object.fromEntries([...ids].map((id) => [id, pinned(id, found[id], pins[id])])) };
}

/** True where what was seen counts, not the pin. A measurement is another on every run, so its pin stands. */
export function seenCounts(id: OpenPointId, seen: OpenPointValues[OpenPointId] | undefined): boolean {
  return seen !== undefined && !measuredOpenPoints.includes(id);
}

function pinned(id: OpenPointId, reading: Reading | undefined, pin: Pins[OpenPointId]): Reading {
  if (pin === undefined) return reading ?? { evidence: "Not probed." };
  const seen = reading?.value;
  const evidence = `Pinned by the configuration. ${reading ? `Seen: ${reading.evidence}` : "Not probed."}`;
  if (seen === undefined) return { value: pin, evidence, pinned: true, unconfirmed: true };
  if (!seenCounts(id, seen) || sameJson(seen, pin)) return { value: pin, evidence, pinned: true };
  if (sameJson(chosen(seen), chosen(pin))) return { value: seen, evidence, pinned: true };
  const drift = `pinned as ${brief(pin)}, but the target now follows ${brief(seen)}. ${reading?.evidence ?? ""}`.trim();
  return { value: seen, evidence, pinned: true, drift };
}

/** Which members stand beside the data was no choice, nor their numbers and which actions were tried, and depends on what was seen of the target. */
function chosen(value: OpenPointValues[OpenPointId]): Json {
  return without(value, [["beside"], ["once"], ["ownNumbers"]]);
}
