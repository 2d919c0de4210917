/** Readings that the configuration fixes, and what differs from them. */
import { measuredOpenPoints } from "../spec/open-points/measured.ts";
import { brief, sameJson } from "../spec/readings/equal.ts";
import type { Json } from "../spec/vocabulary/json.ts";
import type { OpenPointId, OpenPointValues, Profile, Reading } from "../spec/vocabulary/profile.ts";
import type { Readings } from "./probe.ts";

/** The pinned value of any open point. */
export type Pins = { readonly [Id in OpenPointId]?: OpenPointValues[Id] };

/**
 * The profile of what was found, with the pins in place of what they fix. Where a probe saw another reading, the pin
 * still holds, and `drift` says what was seen.
 */
export function applyPins(found: Readings, pins: Pins): Profile {
  const ids = new Set([...Object.keys(found), ...Object.keys(pins)]) as Set<OpenPointId>;
  return { readings: Object.fromEntries([...ids].map((id) => [id, pinned(id, found[id], pins[id])])) };
}

function pinned(id: OpenPointId, reading: Reading | undefined, pin: Pins[OpenPointId]): Reading {
  if (pin === undefined) return reading ?? { evidence: "Not probed." };
  const seen = reading?.value;
  const evidence = `Pinned by the configuration. ${reading ? `Seen: ${reading.evidence}` : "Not probed."}`;
  if (seen === undefined || measuredOpenPoints.includes(id) || sameJson(seen as Json, pin as Json)) {
    return { value: pin, evidence, pinned: true };
  }
  const drift = `pinned as ${brief(pin)}, but the target now follows ${brief(seen)}. ${reading?.evidence ?? ""}`.trim();
  return { value: pin, evidence, pinned: true, drift };
}
