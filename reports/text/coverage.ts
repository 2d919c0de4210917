/** How much of the interface a run judged, and what the configuration or the command kept it from judging. */
import type { RequirementResult, Results } from "../results/model.ts";
import { isNotSelected } from "../results/unjudged-reason.ts";
import { shortenMiddle } from "./escape.ts";
import { counted } from "./numbers.ts";

/** From this share of the requirements on, what a green did not judge is told before what it judged. */
const muchShare = 0.2;
const maxReason = 160;

/** Requirements that were skipped for one reason which whoever runs the suite can do something about. */
interface Gap {
  readonly count: number;
  /** Why they were not judged, as a clause. */
  readonly why: string;
  /** What has them judged, as an imperative; absent where they were not asked for. */
  readonly remedy?: string;
}

/** What was skipped for want of configuration or of asking, the most first; what the target chose is no gap. */
export function gapsOf({ requirements }: Results): readonly Gap[] {
  const left = requirements.filter(({ status, choice }) => status === "skipped" && !choice);
  return [...Map.groupBy(left, whyLeft)]
    .flatMap(([why, { length: count }]): Gap[] => {
      if (why === notAskedFor) return [{ count, why }];
      const at = why.lastIndexOf("; ");
      return at < 0 ? [] : [{ count, why: why.slice(0, at), remedy: why.slice(at + 2) }];
    })
    .sort((a, b) => b.count - a.count);
}

const notAskedFor = "they were not asked for (`--only`)";

function whyLeft({ reason = "" }: RequirementResult): string {
  return isNotSelected(reason) ? notAskedFor : reason;
}

/** One sentence where much was not judged; undefined where a green stands for nearly all that applies. */
export function coverageSentence(results: Results): string | undefined {
  const { passed, skipped, inconclusive } = results.summary.requirements;
  const total = results.requirements.length;
  const gaps = gapsOf(results);
  const [first] = gaps;
  if (!first || gaps.reduce((sum, { count }) => sum + count, 0) < muchShare * total) return undefined;
  const unjudged = skipped + inconclusive;
  const others = unjudged - first.count;
  const why = `as ${shortenMiddle(first.why, maxReason)}${first.remedy === undefined ? "" : ` (${shortenMiddle(first.remedy, maxReason)})`}`;
  const told = others === 0 ? `, ${why}` : `: ${first.count} ${why}; ${others} for other reasons`;
  return `${passed} of ${counted(total, "requirement")} were judged and hold; ${unjudged} were not${told}.`;
}
