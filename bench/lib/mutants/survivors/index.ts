/** Mutants that no run turns red, and why: looked at one by one. Places follow names, not lines, so that they keep. */
import type { SurvivorClass } from "../standing.ts";
import { equivalent } from "./equivalent.ts";
import { holes } from "./holes.ts";
import { open } from "./open.ts";
import { outOfReach } from "./out-of-reach.ts";

export const survivors: readonly SurvivorClass[] = [
  ...equivalent.map((reason) => ({ standing: "equivalent" as const, ...reason })),
  ...open.map((reason) => ({ standing: "open" as const, ...reason })),
  ...outOfReach.map((reason) => ({ standing: "out of reach" as const, ...reason })),
  ...holes.map((reason) => ({ standing: "hole" as const, ...reason })),
];
