/** Judges the mutants of a saved run, one history after the other, without sending anything. */
import { readHistories } from "../../driver/index.ts";
import type { Results, SensitivityResult } from "../../reports/results/index.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { JudgingContext } from "../../spec/requirements/judgement.ts";
import { ownParts, type Parts } from "../extensions/parts.ts";
import { UsageError } from "../usage-error.ts";
import { examineHistory } from "./examine.ts";
import { SensitivityTally } from "./tally.ts";

interface ExamineRunOptions {
  readonly parts?: Parts;
  /** About how many mutants to judge; absent: all. */
  readonly sample?: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

/** Undefined where there is nothing of which a mutant could be made, or it was ended before the first one. */
export async function sensitivityOf(
  folder: string,
  run: Partial<JudgingContext>,
  results: Results,
  { parts = ownParts, sample, signal }: ExamineRunOptions = {},
): Promise<SensitivityResult | undefined> {
  const { target, profile } = run;
  if (!target || !profile) throw new UsageError(`${folder} is of a run that could not begin: there are no answers`);
  const passed = results.requirements.filter(({ status }) => status === "passed").map(({ id }) => id as RequirementId);
  const requirements = new Set(passed);
  const tally = new SensitivityTally();
  const share = sample === undefined ? Infinity : sample / Math.max(1, results.summary.exchanges);
  let wanted = 0;
  for await (const history of readHistories(folder)) {
    if (signal?.aborted) break;
    // What a short history leaves of its share goes to the next one.
    wanted += history.exchanges.length * share;
    // A sum of shares falls short of a whole number by a hair.
    const most = Math.floor(wanted + 1e-6);
    const before = tally.mutants;
    for (const examined of examineHistory(history, { target, profile, requirements, rules: parts.rules, most })) {
      tally.add(examined);
      // A long history has minutes of mutants: without a pause nobody could interrupt it.
      await new Promise(setImmediate);
      if (signal?.aborted) break;
    }
    wanted -= tally.mutants - before;
  }
  return tally.mutants === 0 ? undefined : tally.result(sample === undefined ? "full" : "sample", passed);
}
