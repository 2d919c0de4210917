/** The API of the probes' room: what a target does where the interface leaves it open. */
export { observe, type Observation, type ObserveOptions } from "./observe.ts";
export { openPointsYaml, pinsFrom, pinsOf } from "./open-points-map.ts";
export { applyPins, type Pins } from "./pinning.ts";
export type { ProbeDriver } from "./probe-driver.ts";
export type { Probe, Readings } from "./probe.ts";
export { probes } from "./registry.ts";
