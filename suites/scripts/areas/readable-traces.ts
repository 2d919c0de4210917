/** What a trace shows that somebody else wrote: everything that a run sees of a target where it may not write. */
import { faces } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea } from "../context.ts";
import { byDepth } from "../support/choose.ts";
import { scriptsOf } from "../support/define-script.ts";
import { archives, reads, singles } from "../support/steps.ts";

const area = "readable-traces";
const script = scriptsOf(area);

export const readableTraces: ScriptArea = {
  id: area,
  title: "Traces of others are read as wholly as one's own",
  scripts: (context) =>
    context.readable
      .slice(0, byDepth(context, { quick: 2, standard: 4, deep: 6 }))
      .map(({ traceId: trace, digests }, index) =>
        script(context, String(index), "A trace of somebody else reads the same each time", () => [
          // Only links counted before and after tell that nobody else appended meanwhile.
          { op: "details", face: "v2", trace },
          ...reads(trace),
          ...faces.map((face): OperationStep => ({ op: "details", face, trace, page: { first: 1 } })),
          { op: "details", face: "v2", trace, page: { last: 1 } },
          { op: "walk", face: "v2", trace, size: 2, direction: "forward" },
          ...singles(trace, digests),
          ...(digests.length > 0 ? [...archives(trace, digests), ...singles(trace, digests)] : []),
          ...reads(trace),
        ]),
      ),
};
