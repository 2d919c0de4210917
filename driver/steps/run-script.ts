/** Runs a script against a target. */
import { setTimeout as sleep } from "node:timers/promises";
import { placedSteps, type PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { scriptSpan } from "../client/trace-context.ts";
import { ScriptRun } from "../execute/script-run.ts";
import type { Connection } from "../execute/connection.ts";
import { act, create } from "./action.ts";
import { changedSearches } from "./changed-searches.ts";
import { details } from "./details.ts";
import { login } from "./login.ts";
import { file, files, state, workflows } from "./read.ts";
import { search } from "./search.ts";
import { walk } from "./walk.ts";
import { UnsentStep } from "../execute/unsent.ts";

/** What goes on beside the script. */
interface Beside {
  readonly signal: AbortSignal | undefined;
  readonly untilOthersEnded: (() => Promise<void>) | undefined;
  readonly isHurried: boolean;
}

/** The script, run, with its history. What could not be sent stands in `unsent`; only faults of our own are thrown. */
export async function runScript(
  connection: Connection,
  script: Script,
  profile: Profile,
  { signal, untilOthersEnded, isHurried }: Beside,
): Promise<ScriptRun> {
  const { environment, runId } = connection;
  const traced = environment.telemetry?.traceparent ?? true;
  const traceId = traced ? scriptSpan(runId, script).traceId : undefined;
  const run = new ScriptRun(script, profile, signal, { traceId, isHurried });
  for (const group of Map.groupBy(placedSteps(script), ({ at }) => at).values()) {
    const branches = Map.groupBy(group, ({ branch }) => branch).values();
    await Promise.all(branches.map((steps) => runInOrder(connection, run, steps, untilOthersEnded)));
  }
  return run;
}

async function runInOrder(
  connection: Connection,
  run: ScriptRun,
  steps: readonly PlacedStep[],
  untilOthersEnded: Beside["untilOthersEnded"],
): Promise<void> {
  for (const placed of steps) {
    const { step, place } = placed;
    if (step.restMs !== undefined) await sleep(step.restMs, undefined, { signal: run.signal }).catch(() => undefined);
    if (step.afterOthers === true && untilOthersEnded) await unlessAborted(untilOthersEnded(), run.signal);
    try {
      await perform(connection, run, step, placed);
    } catch (error) {
      // A face without the operation is a matter of the script, reported like every step that cannot be sent.
      if (!(error instanceof UnsentStep || error instanceof RangeError)) throw error;
      run.unsent(place, error.message, error instanceof UnsentStep ? error.remedy : undefined);
      run.remember(step, { kind: "nothing", reason: error.message });
    }
  }
}

async function unlessAborted(waiting: Promise<void>, signal = new AbortController().signal): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => aborted.resolve(), { once: true });
  if (!signal.aborted) await Promise.race([waiting, aborted.promise]);
}

function perform(connection: Connection, run: ScriptRun, step: OperationStep, at: PlacedStep): Promise<unknown> {
  switch (step.op) {
    case "create":
      return create(connection, run, step, at);
    case "act":
      return act(connection, run, step, at);
    case "details":
      return details(connection, run, step, at);
    case "walk":
      return walk(connection, run, step, at);
    case "state":
      return state(connection, run, step, at);
    case "files":
      return files(connection, run, step, at);
    case "file":
      return file(connection, run, step, at);
    case "search":
      return step.changed === undefined
        ? search(connection, run, step, at)
        : changedSearches(connection, run, { ...step, changed: step.changed }, at);
    case "workflows":
      return workflows(connection, run, step, at);
    case "login":
      return login(connection, run, step, at);
  }
}
