/** The results that follow from saved histories. */
import { readSavedParts } from "../../driver/index.ts";
import type { Results } from "../../reports/results/index.ts";
import { mayWrite } from "../../spec/requirements/needs.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { ownParts } from "../extensions/parts.ts";
import { applicability } from "../engine/plan/applicability.ts";
import { amountOf } from "../engine/record/readable-traces.ts";
import { configuredTargetIn, readableIn } from "../engine/record/run-record.ts";
import { isProbe, judgedOn, SavedJudge } from "../engine/judging/judge-saved.ts";
import { Recorder } from "../engine/results/recorder.ts";
import { resultsOf } from "../engine/results/results-of.ts";
import { select } from "../engine/plan/selection.ts";
import { LooksAgain } from "./looks-again.ts";
import type { SavedRun } from "./read-run.ts";
import type { TimeLimit } from "./time-limit.ts";

interface JudgeOptions {
  readonly run: Pick<SavedRun, "record" | "probes" | "late">;
  /** What the probes found. */
  readonly profile: Profile;
  /** Nothing but the clock tells it. */
  readonly durationMs: number;
  readonly time: TimeLimit;
}

interface JudgedAgain {
  readonly results: Results;
  /** What was known when the scripts were made, and what at the end. */
  readonly profiles: { readonly ofScripts: Profile; readonly atTheEnd: Profile };
  /** What contradicts that the run looked so into what showed late, and so often at its scripts. */
  readonly problems: readonly string[];
}

/** @param histories as a run saved them */
export async function judgeAgain(
  histories: Uint8Array,
  name: string,
  { run, profile, durationMs, time }: JudgeOptions,
): Promise<JudgedAgain> {
  const { record, probes, late } = run;
  const { target, environment } = record;
  const { requirements, rules } = ownParts;
  const selection = select(record.only, requirements, record.suiteLevel);
  // Everything on disk was redacted when it was written.
  const redact = (text: string): string => text;
  const recorder = new Recorder({ baseUrl: environment.baseUrl, redact, clockOriginMs: record.clockOriginMs });
  const looks = new LooksAgain({
    ...{ target, runId: record.runId, profile, rules, late },
    asked: (history) => judge.add(history),
  });
  const context = {
    target,
    get profile(): Profile {
      return looks.profile;
    },
  };
  const judge = new SavedJudge({ recorder, selection, parts: ownParts, context });
  // What was learned from the later probes explains failures of the earlier ones as well.
  for (const history of probes) await looks.lookInto(history, judgedOn(history, selection));
  for (const history of probes) judge.add(history);
  const ofScripts = looks.profile;
  for await (const part of readSavedParts(histories, name, () => undefined)) {
    if (time.isOver) break;
    if (part.type !== "history") continue;
    const { history } = part;
    judge.addTraffic(history);
    if (!isProbe(history.script)) judge.add(history, await looks.lookInto(history, judgedOn(history, selection)));
  }
  const alone = judge.finish();
  const { results } = resultsOf(
    {
      identity: record,
      environment,
      target,
      profile: looks.profile,
      selection,
      applicability: applicability(configuredTargetIn(record), looks.profile, requirements),
      interrupted: false,
      ...(mayWrite(target) ? {} : { readable: amountOf(readableIn(record, probes)) }),
      durationMs,
    },
    recorder,
  );
  const problems = alone.slice(0, 1).map((id) => `${id} did not run as often as the answers that were lost ask for`);
  return {
    results,
    profiles: { ofScripts, atTheEnd: looks.profile },
    problems: [...looks.problems, ...problems],
  };
}
