import { longestRestMs } from "./script.ts";
import type { JudgingTarget } from "./target.ts";

const marginMs = 50;

/** Milliseconds after which a search shows what was written before, whatever the target does by its own hand meanwhile. */
export const searchRestMs = ({ searchLagMs }: Pick<JudgingTarget, "searchLagMs">): number =>
  Math.min(searchLagMs + marginMs, longestRestMs);
