/** How much of the interface a run judged, and what the configuration or the command kept it from judging. */
import type { Results } from "../results/model.ts";
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
  const found = new Map<string, { count: number; why: string; remedy?: string }>();
  for (const { status, unjudged } of requirements) {
    if (status !== "skipped" || unjudged === undefined || unjudged.because === "not-begun") continue;
    const gap =
      unjudged.because === "missing"
        ? { why: unjudged.what, remedy: unjudged.remedy }
        : { why: "they were not asked for (`--only`)" };
    const key = JSON.stringify(gap);
    const known = found.get(key);
    if (known) known.count++;
    else found.set(key, { count: 1, ...gap });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
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
  const verbs = passed === 1 ? "was judged and holds" : "were judged and hold";
  return `${passed} of ${counted(total, "requirement")} ${verbs}; ${unjudged} were not${told}.`;
}
