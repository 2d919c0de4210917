/** Essays that are sent back twice at most. */
import { actionsOf } from "../process.ts";

/** Sent back twice at most, then accepted or given up. */
export const sentBack = (done: readonly string[]): string[] => {
  const last = done.at(-1);
  if (last === "accept" || last === "give-up") return [];
  if (last === "return") return ["resubmit", "give-up"];
  if (last === "check") return ["accept", ...(done.filter((key) => key === "return").length < 2 ? ["return"] : [])];
  return ["check"];
};

export const essays = actionsOf(
  "submit of authors",
  "check of readers",
  "return of readers",
  "resubmit of authors",
  "accept of readers",
  "give-up of authors",
);
