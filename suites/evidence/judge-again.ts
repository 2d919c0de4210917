/** The results that follow from saved histories. */
import { readSavedParts } from "../../driver/index.ts";
import type { Results } from "../../reports/results/index.ts";
import { mayWrite } from "../../spec/requirements/needs.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { ownParts } from "../extensions/parts.ts";
import { applicability } from "../engine/plan/applicability.ts";
import { amountOf } from "../engine/record/readable-traces.ts";
import { configuredTargetIn, readableIn, type RunRecord } from "../engine/record/run-record.ts";
import { SavedJudge } from "../engine/judging/judge-saved.ts";
import { Recorder } from "../engine/results/recorder.ts";
import { resultsOf } from "../engine/results/results-of.ts";
import { select } from "../engine/plan/selection.ts";
import type { TimeLimit } from "./time-limit.ts";

interface JudgeOptions {
  readonly record: RunRecord;
  readonly profile: Profile;
  /** What the probes saw. */
  readonly probed: readonly History[];
  /** Nothing but the clock tells it. */
  readonly durationMs: number;
  readonly time: TimeLimit;
}

interface JudgedAgain {
  readonly results: Results;
  /** Scripts that did not run as often as their answers ask for. */
  readonly alone: readonly string[];
}

/** @param histories as a run saved them */
export async function judgeAgain(
  histories: Uint8Array,
  name: string,
  { record, profile, probed, durationMs, time }: JudgeOptions,
): Promise<JudgedAgain> {
  const { target, environment } = record;
  const { requirements } = ownParts;
  const selection = select(record.only, requirements, record.suiteLevel);
  // Everything on disk was redacted when it was written.
  const redact = (text: string): string => text;
  const recorder = new Recorder({ baseUrl: environment.baseUrl, redact, clockOriginMs: record.clockOriginMs });
  const judge = new SavedJudge({ recorder, selection, parts: ownParts, context: { profile, target } });
  for await (const part of readSavedParts(histories, name, () => undefined)) {
    if (time.isOver) break;
    if (part.type === "history") judge.add(part.history);
  }
  const alone = judge.finish();
  const { results } = resultsOf(
    {
      identity: record,
      environment,
      target,
      profile,
      selection,
      applicability: applicability(configuredTargetIn(record), profile, requirements),
      interrupted: false,
      ...(mayWrite(target) ? {} : { readable: amountOf(readableIn(record, probed)) }),
      durationMs,
    },
    recorder,
  );
  return { results, alone };
}
