/** Reads every trace of the fixture through both faces. Settles no open point itself: other probes use the answers. */
import type { Face } from "../../spec/operations.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import type { Probe } from "../probe.ts";
import { pageIn } from "../seen/pages.ts";

export const reads: Probe = {
  id: "reads",
  openPoints: [],
  needs: ["details-error-member", "legacy-details-input"],
  writes: false,
  async run({ fixture, run, ask, target }) {
    const traces = [
      ...new Set([fixture.long, fixture.other, ...(fixture.withFiles ?? []), ...(fixture.found ? fixture.traces : [])]),
    ];
    const steps = traces.flatMap((trace): OperationStep[] => {
      if (!trace) return [];
      const reading = (face: Face): OperationStep[] => [
        { op: "details", face, trace: trace.traceId },
        // The states of traces that this run wrote were read while they were written.
        ...(fixture.found ? [{ op: "state", face, trace: trace.traceId } as const] : []),
      ];
      return [...reading("v2"), ...reading("legacy")];
    });
    // Before anything was written they were read already.
    if (fixture.found && target.organization !== undefined) steps.push({ op: "workflows", face: "v2" });
    if (steps.length === 0) return {};
    const exchanges = await run("links and states", [{ parallel: steps.map((step) => [step]) }]);
    const cut = exchanges.flatMap((exchange) => {
      const page = pageIn(exchange);
      const total = page?.totalCount ?? 0;
      return page && page.links.length > 0 && page.links.length < total ? [{ page, total }] : [];
    });
    await ask(
      "all links of a trace",
      cut.map(({ page: { face, traceId: trace }, total }) => ({
        step: { op: "details", face, trace, page: { first: Math.min(total, 100) }, candidateFor: "link-data" },
      })),
    );
    return {};
  },
};
