/** A permit that may be appealed against once. */
import { actionsOf, type Process } from "../process.ts";

/** A permit: papers may be asked for at any time before the decision, which may be appealed against once. */
export const appealablePermit: Process = {
  actions: actionsOf(
    "apply of applicants",
    "examine of office",
    "ask for papers of office",
    "supply of applicants",
    "hear of neighbours",
    "decide of office",
    "appeal of applicants",
  ),
  next(done) {
    if (done.includes("appeal")) return [];
    if (done.includes("decide")) return ["appeal"];
    if (done.at(-1) === "ask for papers") return ["supply"];
    return ["ask for papers", ...(done.includes("examine") ? ["hear", "decide"] : ["examine"])];
  },
};
