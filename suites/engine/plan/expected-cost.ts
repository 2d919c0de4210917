/**
 * What a run takes in all, probes among it. On a workflow that is a process they walk it on fresh traces, and scripts bring
 * traces to where it allows what they want; as long as the process is not known, that is not in what is planned.
 */
import { declaredRules } from "../../../spec/readings/process.ts";
import { readingOf, type Profile } from "../../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { Weight } from "./plan-weight.ts";

/**
 * - `none`: no workflow is a process, as the profile says, or none has actions among which there could be an order
 * - `perhaps`: nobody knows
 * - `listed`: the configuration says where the states list what may come next, and nobody has seen it
 * - `declared`: the configuration says the order of actions, which what is planned follows, and nobody has seen it
 * - `known`: the profile has it, and what is planned follows it
 */
export type ProcessKnown = "none" | "perhaps" | "listed" | "declared" | "known";

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Cost {
  readonly requests: Range;
  readonly traces: Range;
}

export interface ExpectedCost {
  readonly process: ProcessKnown;
  readonly probes: Cost;
  /** Of the probes and all that is planned. */
  readonly total: Cost;
}

const usual: Cost = { requests: { from: 150, to: 150 }, traces: { from: 25, to: 25 } };
/** As measured on some 280 green runs against services with processes. */
const walking: Cost = { requests: { from: 600, to: 1_400 }, traces: { from: 80, to: 140 } };
/** How much more scripts send and create than is planned, as measured on them, too. */
const [followed, unfollowed] = [
  { requests: { from: 1, to: 1.15 }, traces: { from: 0.8, to: 1.1 } },
  { requests: { from: 1.1, to: 1.8 }, traces: { from: 1, to: 1.5 } },
];

export function processKnown(workflows: readonly WorkflowDescription[], profile: Profile): ProcessKnown {
  const reading = readingOf(profile, "action-gating");
  if (reading) return reading.gating === "free" ? "none" : "known";
  if (workflows.some((workflow) => declaredRules(workflow))) return "declared";
  if (workflows.some(({ nextActions }) => nextActions)) return "listed";
  const isOrderable = ({ actions }: WorkflowDescription): boolean =>
    new Set(actions.filter(({ appends }) => appends).map(({ key }) => key)).size > 1;
  return workflows.some(isOrderable) ? "perhaps" : "none";
}

/** The cost where a workflow is a process, or, for `none`, where none is. */
export function expectedCost(process: ProcessKnown, planned: Pick<Weight, "exchanges" | "traces">): ExpectedCost {
  const probes = process === "none" ? usual : walking;
  const one = { requests: { from: 1, to: 1 }, traces: { from: 1, to: 1 } };
  const more = process === "none" ? one : process === "known" || process === "declared" ? followed : unfollowed;
  const sum = (of: "requests" | "traces", count: number): Range => ({
    from: Math.round(probes[of].from + more[of].from * count),
    to: Math.round(probes[of].to + more[of].to * count),
  });
  return {
    process,
    probes,
    total: { requests: sum("requests", planned.exchanges), traces: sum("traces", planned.traces) },
  };
}
