/** The results that follow from saved histories. */
import { readSavedParts } from "../../driver/index.ts";
import type { Results } from "../../reports/results/index.ts";
import { readLagMs } from "../../spec/readings/read-lag.ts";
import { mayWrite } from "../../spec/requirements/at-hand.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { ownParts } from "../extensions/parts.ts";
import { applicability } from "../engine/plan/applicability.ts";
import { amountOf, readableTraces } from "../engine/record/readable-traces.ts";
import { configuredTargetIn } from "../engine/record/run-record.ts";
import { judgedOn, SavedJudge } from "../engine/judging/judge-saved.ts";
import { joinedByTrace } from "../engine/judging/joined-probes.ts";
import { isEnding, isLate, isProbe } from "../engine/plan/script-kinds.ts";
import { Recorder } from "../engine/results/recorder.ts";
import { resultsOf } from "../engine/results/results-of.ts";
import { select } from "../engine/plan/selection.ts";
import type { Look } from "../engine/judging/looks.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import { LooksAgain } from "./looks-again.ts";
import type { SavedRun } from "./read-run.ts";
import { settled } from "./settled.ts";
import type { TimeLimit } from "./time-limit.ts";

interface JudgeOptions {
  readonly run: Pick<SavedRun, "record" | "probes" | "endings">;
  /** What the probes found. */
  readonly profile: Profile;
  /** Nothing but the clock tells it. */
  readonly durationMs: number;
  readonly time: TimeLimit;
}

interface JudgedAgain {
  readonly results: Results;
  /** What was known when the scripts were made and each time that more was learned while they ran; and what at the end. */
  readonly profiles: { readonly whileRunning: readonly [Profile, ...Profile[]]; readonly atTheEnd: Profile };
  /** What contradicts that the run looked so into what showed late, and so often at its scripts. */
  readonly problems: readonly string[];
}

/** @param histories as a run saved them */
export async function judgeAgain(
  histories: Uint8Array,
  name: string,
  { run, profile, durationMs, time }: JudgeOptions,
): Promise<JudgedAgain> {
  const { record, probes, endings } = run;
  const { target, environment } = record;
  const { requirements, rules } = ownParts;
  const selection = select(record.only, requirements, record.suiteLevel);
  // Everything on disk was redacted when it was written.
  const redact = (text: string): string => text;
  const recorder = new Recorder({ baseUrl: environment.baseUrl, redact, clockOriginMs: record.clockOriginMs });
  const wereEnded = endings.some(({ exchanges }) => exchanges.some(succeeded));
  const looks = new LooksAgain({ target, runId: record.runId, profile, rules, wereEnded });
  const context = {
    target,
    get profile(): Profile {
      return looks.profile;
    },
  };
  const judge = new SavedJudge({ recorder, selection, parts: ownParts, context });
  const under: Promise<void>[] = [];
  const lookInto = (history: History): Promise<Look> => looks.lookInto(history, judgedOn(history, selection));
  let whileRunning: [Profile, ...Profile[]] | undefined;
  const noteProfile = (): void => {
    if (whileRunning && whileRunning.at(-1) !== looks.profile) whileRunning.push(looks.profile);
  };
  // What was learned from the later probes explains failures of the earlier ones as well.
  const ofProbes = toldLater(
    inTurn([...probes, ...joinedByTrace(probes, ownParts, readLagMs(profile))], lookInto).then(() => {
      for (const history of probes) judge.add(history);
      judge.endProbes();
      whileRunning = [looks.profile];
    }),
  );
  await settled();
  for await (const part of readSavedParts(histories, name, () => undefined)) {
    if (time.isOver) break;
    if (part.type !== "history") continue;
    const { history } = part;
    judge.addTraffic(history);
    if (isLate(history.script)) {
      judge.add(history);
      await looks.read(history);
    } else if (isEnding(history.script)) judge.add(history);
    else if (!isProbe(history.script)) {
      if (!whileRunning) await looks.end();
      noteProfile();
      under.push(toldLater(lookInto(history).then((look) => judge.add(history, look))));
      await settled();
    }
  }
  await looks.end();
  noteProfile();
  await Promise.all([ofProbes, ...under]);
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
      ...(mayWrite(target) ? {} : { readable: amountOf(readableTraces(probes)) }),
      durationMs,
    },
    recorder,
  );
  const problems = alone.slice(0, 1).map((id) => `${id} did not run as often as the answers that were lost ask for`);
  return {
    results,
    profiles: { whileRunning: whileRunning ?? [profile], atTheEnd: looks.profile },
    problems: [...looks.problems, ...endingProblems(endings), ...problems],
  };
}

/** Which traces were done with when is not known any more; such a script only appends, and what it appends is judged by its form. */
function endingProblems(endings: readonly History[]): readonly string[] {
  const isOwn = ({ script }: History): boolean =>
    script.steps.every((step) => "op" in step && step.op === "act" && step.candidateFor === "action-gating");
  return endings
    .filter((history) => !isOwn(history))
    .slice(0, 1)
    .map(({ script }) => `${script.id} does more than end traces`);
}

async function inTurn(histories: readonly History[], look: (history: History) => Promise<unknown>): Promise<void> {
  for (const history of histories) await look(history);
}

/** What breaks it off is told where it is awaited, at the end, and not before. */
function toldLater(task: Promise<void>): Promise<void> {
  task.catch(() => undefined);
  return task;
}
