/** Judges the saved histories of a run again, without sending anything. */
import { readHistories } from "../../../driver/index.ts";
import type { Results } from "../../../reports/index.ts";
import { earlyEndOf } from "../../../reports/results/index.ts";
import { ownParts, type Parts } from "../../extensions/parts.ts";
import type { CollectedRun } from "../saved/collected-run.ts";
import { SavedJudge } from "./judge-saved.ts";
import { Recorder } from "../results/recorder.ts";
import type { FinishedResults } from "../results/results-of.ts";
import { resultsOf } from "../results/results-of.ts";
import { select } from "../plan/selection.ts";
import { UsageError } from "../../usage-error.ts";

/**
 * The results that the rules of today give for the histories below `folder`.
 * @param suiteLevel the version of the suite as which to judge. Absent: as the run did.
 * @param shownOutput the folder of the new results as somebody would type it. Absent: that of the run.
 * @throws UsageError without histories.
 */
export async function recheckRun(
  folder: string,
  run: CollectedRun,
  before: Results,
  parts: Parts = ownParts,
  suiteLevel: string | undefined = before.suite.level,
  shownOutput = run.options.directory,
): Promise<FinishedResults> {
  const { target, profile } = run;
  if (!target || !profile)
    throw new UsageError(`${folder} is of a run that could not begin; there is nothing to judge again`);
  const missing = (run.options.ownRequirements ?? []).filter(
    (own) => !parts.requirements.some(({ id }) => id === own.id),
  );
  if (missing.length > 0)
    throw new UsageError(
      `the run also judged ${missing.map(({ id }) => id).join(", ")}, of which nothing is known here; ` +
        `name what defines them with --config, --extend or --description`,
    );
  const only = before.partial?.only ?? [];
  const selection = select(only, parts.requirements, suiteLevel);
  // Everything on disk was redacted when it was written.
  const recorder = new Recorder({ baseUrl: before.environment.baseUrl, redact: (text) => text });
  recorder.addEarlierTraffic(run.state);
  const judge = new SavedJudge({ recorder, selection, parts, context: { profile, target } });
  let histories = 0;
  for await (const history of readHistories(folder)) {
    histories += 1;
    judge.addTraffic(history);
    judge.add(history);
  }
  judge.finish();
  if (histories === 0) throw new UsageError(`${folder} holds no histories; give the --output folder of a run`);
  return resultsOf(
    {
      identity: {
        runId: before.runId,
        startedAt: before.startedAt,
        depth: before.depth,
        seed: before.seed,
        ...(before.challenge === undefined ? {} : { challenge: before.challenge }),
        only,
        ...(suiteLevel === undefined ? {} : { suiteLevel }),
        failOn: before.failOn ?? "must",
        ...(before.environment.arguments ? { targetArguments: before.environment.arguments } : {}),
        ...(shownOutput === undefined ? {} : { shownOutput }),
        ...(before.partial?.shard ? { shard: before.partial.shard } : {}),
      },
      environment: {
        ...before.environment,
        ...(run.options.byFlags ? { byFlags: true } : {}),
        waivers: run.options.waivers ?? [],
        limits: {
          ...(run.options.errorRate === undefined ? {} : { errorRate: run.options.errorRate }),
          ...(run.options.latency ? { latency: run.options.latency } : {}),
        },
      },
      target,
      profile,
      selection,
      applicability: new Map(run.options.applicability),
      interrupted: before.partial?.interrupted ?? false,
      endedEarly: before.partial && earlyEndOf(before.partial),
      ...(run.options.readable ? { readable: run.options.readable } : {}),
      parts,
      durationMs: before.summary.durationMs,
    },
    recorder,
  );
}
