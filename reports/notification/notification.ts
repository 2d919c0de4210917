/** What a webhook is told of runs: only where there is something to tell, and never more than a glance takes in. */
import { worstOf } from "../environments/index.ts";
import type { Results } from "../results/model.ts";
import { readingsByChange, type Changes, type StatusChange } from "../text/changes.ts";
import { shorten } from "../text/escape.ts";
import type { Notification, ToldEnvironment, ToldRequirement } from "./model.ts";
import { notificationText } from "./text.ts";

/** One run, as it ended. */
export interface EndedRun {
  readonly environment: string;
  readonly exitCode: number;
  /** One sentence: the headline of the results, or why there are none. */
  readonly sentence: string;
  /** Absent: it could not begin. */
  readonly results?: Pick<Results, "environment" | "verdict" | "startedAt" | "summary">;
  /** Since an earlier run; absent: there is none to compare with. */
  readonly changes?: Changes;
}

/** A receiver bounds its messages, too. */
const maxListed = 20;
const maxEnvironments = 100;
const maxSentence = 500;

/**
 * What is to be told: of a run that can be compared, what is new, lost, mended or drifted; of one that cannot, that it did
 * not end with 0. Undefined: nothing.
 */
export function notificationOf(runs: readonly EndedRun[], reportUrl?: string): Notification | undefined {
  const told = runs.filter(isWorthTelling);
  if (told.length === 0) return undefined;
  const environments = told.slice(0, maxEnvironments).map(toldEnvironment);
  const exitCode = worstOf(runs.map((run) => run.exitCode));
  const whole = { exitCode, environmentsRun: runs.length, environments };
  return {
    schemaVersion: 1,
    text: notificationText({ ...whole, environmentsTold: told.length }, reportUrl),
    ...whole,
    ...(reportUrl === undefined ? {} : { reportUrl }),
  };
}

function isWorthTelling({ exitCode, changes }: EndedRun): boolean {
  if (!changes) return exitCode !== 0;
  const { broken, lost, mended, readings, turnedRed, turnedGreen } = changes;
  if (turnedRed !== undefined || turnedGreen !== undefined) return true;
  return [broken, lost, mended, readings].some((list) => list.length > 0);
}

function toldEnvironment({ environment, exitCode, sentence, results, changes }: EndedRun): ToldEnvironment {
  return {
    name: environment,
    exitCode,
    sentence: shorten(sentence, maxSentence),
    ...(results
      ? {
          baseUrl: results.environment.baseUrl,
          verdict: results.verdict,
          startedAt: results.startedAt,
          requirements: results.summary.requirements,
        }
      : {}),
    ...(changes ? { since: sinceOf(changes) } : {}),
  };
}

function sinceOf(changes: Changes): ToldEnvironment["since"] {
  const { previousStartedAt, broken, lost, mended, still, turnedRed, turnedGreen } = changes;
  const { drifted, unread, read } = readingsByChange(changes);
  const ids = (list: readonly { readonly id: string }[]): readonly string[] =>
    list.slice(0, maxListed).map(({ id }) => id);
  const listed = (list: readonly StatusChange[]): readonly ToldRequirement[] =>
    list.slice(0, maxListed).map(({ id, statement, before, now }) => ({
      id,
      statement,
      ...(before ? { before } : {}),
      ...(now ? { now } : {}),
    }));
  return {
    startedAt: previousStartedAt,
    counts: {
      broken: broken.length,
      lost: lost.length,
      mended: mended.length,
      drifted: drifted.length,
      unread: unread.length,
      read: read.length,
      still: still.length,
    },
    broken: listed(broken),
    lost: listed(lost),
    mended: listed(mended),
    drifted: ids(drifted),
    unread: ids(unread),
    read: ids(read),
    ...(turnedRed === undefined ? {} : { turnedRed }),
    ...(turnedGreen === undefined ? {} : { turnedGreen }),
  };
}
