/** The API of the probes' room: what a target does where the interface leaves it open. */
export { actionData, fitting } from "./fixture/fixture-data.ts";
export { observe, type Observation } from "./observe.ts";
export { openPointsYaml } from "./open-points-map.ts";
export { applyPins } from "./pinning.ts";
export { failedAction, failingEffects } from "./process/failing-effects.ts";
export { drawnLists } from "./process/drawn.ts";
export { lateClock } from "./process/late-clock.ts";
export { lateList } from "./process/late-list.ts";
export { throughBoth } from "./process/late-gate.ts";
export { lateOwnLinks, longestRead, unknownOwnLinks } from "./process/late-own-links.ts";
export { lateRace } from "./process/late-race.ts";
export { lateRefusal } from "./process/late-refusal.ts";
export { formLearnt, takenData } from "./process/form-learnt.ts";
export type { Sent } from "./process/plainer-data.ts";
export { acceptedBefore } from "./process/rebuilt.ts";
export type { ProbeDriver } from "./probe-driver.ts";
export { probes } from "./registry.ts";
export { madeFiles, type MadeFiles } from "./seen/made-files.ts";
