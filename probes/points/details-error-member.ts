/** Open point `details-error-member`: which value the required request member `error` of v2 details takes. */
import { brief } from "../../spec/readings/equal.ts";
import type { Json } from "../../spec/vocabulary/json.ts";
import type { DetailsStep } from "../../spec/vocabulary/script.ts";
import { statusText } from "../lib/wording.ts";
import { tryOf, unknown, type Probe } from "../probe.ts";
import { pageIn } from "../seen/pages.ts";

const values: readonly Json[] = [null, "", {}, false, 0, [], "none", true, 1, "null"];

export const detailsErrorMember: Probe = {
  id: "details-error-member",
  openPoints: ["details-error-member"],
  needs: [],
  writes: false,
  async run({ bench, ask, pin }) {
    const trace = bench.other ?? bench.long;
    if (!trace) return { "details-error-member": unknown("There is no trace whose details could be asked for.") };
    const step: DetailsStep = {
      op: "details",
      face: "v2",
      trace: trace.traceId,
      features: tryOf("details-error-member"),
    };
    const pinned = pin("details-error-member");
    const [first, ...rest] = [...(pinned ? [pinned.value] : []), ...values];
    // Nearly every target takes the first, so the others are sent only where it is refused.
    const rounds = [first === undefined ? [] : [first], rest];
    const tried: string[] = [];
    for (const round of rounds) {
      const answers = await ask(
        "a value of the request member error",
        round.map((value) => ({ step, candidate: { "details-error-member": { value } } })),
      );
      const index = answers.findIndex((answer) => pageIn(answer));
      const value = round[index];
      if (value !== undefined) {
        return {
          "details-error-member": {
            value: { value },
            evidence: `v2 details with \`error: ${brief(value)}\` were answered with links${tried.length > 0 ? ` (refused: ${tried.join(", ")})` : ""}.`,
          },
        };
      }
      tried.push(...round.map((value, at) => `${brief(value)} (${statusText(answers[at])})`));
    }
    return { "details-error-member": unknown(`v2 details answered links for none of ${tried.join(", ")}.`) };
  },
};
