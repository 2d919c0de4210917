/** Analyses whose results are redacted until a physician approved them. */
import type { Withheld } from "../changes/visibility.ts";
import { actionsOf, follow, keysOf, listNext, type Running } from "../process.ts";
import type { Service } from "../service.ts";

const analyses = actionsOf("order of ward", "sample of ward", "result of lab", "approve of physician");

const analysed = (done: readonly string[]): string[] => {
  if (done.includes("approve")) return [];
  if (!done.includes("sample")) return ["sample"];
  const results = done.filter((key) => key === "result").length;
  return [...(results < 3 ? ["result"] : []), ...(results > 0 ? ["approve"] : [])];
};

/** An analysis that the ward orders, the laboratory does and a physician approves. */
export function analysis(s: Service): Running {
  const running = follow(s, {
    actions: analyses,
    next: analysed,
    people: { ines: { groups: ["ward"] }, wim: { groups: ["lab"] }, ada: { groups: ["physician"] } },
  });
  listNext(s, running);
  return running;
}

/** Results are for the laboratory and the physician until they are approved. */
export const untilApproved =
  ({ reader, groupsOf }: Running): Withheld =>
  ({ actionKey }, trace, call) => {
    const user = reader(call);
    const isOfWard = user !== undefined && groupsOf(user).includes("ward");
    return actionKey === "result" && isOfWard && !keysOf(trace).includes("approve");
  };
