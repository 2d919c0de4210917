/** Papers that are attached to until they are approved, and then printed. */
import { actionsOf } from "../process.ts";

export const papers = actionsOf("submit of authors", "attach of authors", "approve of editors", "print of press");

/** Papers are attached until they are approved, and printed once after that. */
export const printed = (done: readonly string[]): string[] => {
  if (done.includes("print")) return [];
  return done.includes("approve") ? ["print"] : ["attach", "approve"];
};
