/** Pinned open points as a profile. */
import type { OpenPointId, Profile, Reading } from "../spec/vocabulary/profile.ts";
import type { Pins } from "./environment.ts";

export function profileOfPins(pins: Pins): Profile {
  const readings = Object.entries(pins).map(([id, value]): [string, Reading] => [
    id,
    { value, evidence: "Pinned in the configuration.", pinned: true } as Reading,
  ]);
  return { readings: Object.fromEntries(readings) as { readonly [Id in OpenPointId]?: Reading<Id> } };
}
