/** A batch that goes through seven groups. */
import { actionsOf, type Process } from "../process.ts";

/** A batch goes through seven groups, in order; the laboratory may send it back once. */
export const batch: Process = {
  actions: actionsOf(
    "plan of planners",
    "weigh of dispensary",
    "mix of production",
    "test of laboratory",
    "reject of laboratory",
    "pack of packaging",
    "release of quality",
    "dispatch of logistics",
  ),
  next(done) {
    const ways: Record<string, string[]> = {
      plan: ["weigh"],
      weigh: ["mix"],
      mix: ["test"],
      test: done.includes("reject") ? ["pack"] : ["pack", "reject"],
      reject: ["mix"],
      pack: ["release"],
      release: ["dispatch"],
    };
    return ways[done.at(-1) ?? ""] ?? [];
  },
};
