/** The API of the probes' room: what a target does where the interface leaves it open. */
export { actionData, fitting } from "./fixture/fixture-data.ts";
export { observe, type Observation } from "./observe.ts";
export { openPointsYaml } from "./open-points-map.ts";
export { applyPins } from "./pinning.ts";
export { failedAction, failingEffects } from "./process/shown/failing-effects.ts";
export { drawnLists } from "./process/drawn.ts";
export { lateClock } from "./process/late/late-clock.ts";
export { lateList } from "./process/late/late-list.ts";
export { throughBoth } from "./process/late/late-gate.ts";
export { lateOwnLinks, longestRead, unknownOwnLinks } from "./process/late/late-own-links.ts";
export { lateRace } from "./process/late/late-race.ts";
export { lateRefusal } from "./process/late/late-refusal.ts";
export { formLearnt, takenData } from "./process/forms/form-learnt.ts";
export type { Sent } from "./process/forms/plainer-data.ts";
export { acceptedBefore } from "./process/rebuilt.ts";
export type { ProbeDriver } from "./probe-driver.ts";
export { probes } from "./registry.ts";
export { madeFiles, type MadeFiles } from "./seen/made-files.ts";
