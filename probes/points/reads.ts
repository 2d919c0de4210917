/** Reads every trace of the bench through both faces; settles nothing by itself, other probes look at what it got. */
import type { Face } from "../../spec/operations.ts";
import type { OperationStep, ParallelStep } from "../../spec/vocabulary/script.ts";
import type { Probe } from "../probe.ts";

export const reads: Probe = {
  id: "reads",
  openPoints: [],
  needs: ["details-error-member", "legacy-details-input"],
  writes: false,
  async run({ bench, run }) {
    const traces = [...new Set([bench.long, bench.other, ...(bench.found ? bench.traces : [])])];
    const steps = traces.flatMap((trace): OperationStep[] => {
      if (!trace) return [];
      const reading = (face: Face): OperationStep[] => [
        { op: "details", face, trace: trace.traceId },
        // What was written was read on the way.
        ...(bench.found ? [{ op: "state", face, trace: trace.traceId } as const] : []),
      ];
      return [...reading("v2"), ...reading("legacy")];
    });
    if (steps.length > 0)
      await run("links and states", [{ parallel: steps.map((step) => [step]) } satisfies ParallelStep]);
    return {};
  },
};
