/** Pinned open points as a profile. */
import type { Pins, Profile, Reading } from "../spec/vocabulary/profile.ts";

export function profileOfPins(pins: Pins): Profile {
  const readings = Object.entries(pins).map(([id, value]): [string, Reading] => [
    id,
    { value, evidence: "Pinned in the configuration.", pinned: true },
  ]);
  return { readings: Object.fromEntries(readings) };
}
