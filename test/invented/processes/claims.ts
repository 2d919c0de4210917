/** Claims of an insurance: asked about, assessed, settled or rejected. */
import { actionsOf, follow, type Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";

export const claims = actionsOf(
  "claim of insured",
  "inquire of adjusters",
  "assess of adjusters",
  "reject of adjusters",
  "settle of payments",
);

/** Asked about twice at most, assessed once, then settled; rejected at any time. */
export const claimed = (done: readonly string[]): string[] => {
  if (done.includes("settle") || done.includes("reject")) return [];
  if (done.includes("assess")) return ["settle", "reject"];
  return [...(done.filter((key) => key === "inquire").length < 2 ? ["inquire"] : []), "assess", "reject"];
};

export const insurance = (s: Service): Running => follow(s, { actions: claims, next: claimed });

export const hasEnded = (running: Running, trace: Trace | undefined): boolean =>
  trace !== undefined && trace.links.length > 0 && running.next(trace).length === 0;

export const traceOf = (s: Service, id = ""): Trace | undefined => s.traces.get(id.toLowerCase());
