/** Runs a script against a target: script → history. */
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { ScriptRun } from "./script-run.ts";
import type { Session } from "./session.ts";
import { act, create } from "./steps/action.ts";
import { details } from "./steps/details.ts";
import { login } from "./steps/login.ts";
import { file, files, state, workflows } from "./steps/read.ts";
import { search } from "./steps/search.ts";
import { walk } from "./steps/walk.ts";
import { UnsentStep } from "./unsent.ts";

/** The history of the script. What could not be sent stands in `unsent`; only faults of our own are thrown. */
export async function runScript(
  session: Session,
  script: Script,
  profile: Profile,
  signal: AbortSignal | undefined,
): Promise<History> {
  const run = new ScriptRun(script, profile, signal);
  session.stats.scripts++;
  for (const [index, step] of script.steps.entries()) {
    if ("parallel" in step) {
      await Promise.all(
        step.parallel.map((branch, at) => runSteps(session, run, branch, `${String(index)}.${String(at)}.`)),
      );
    } else {
      await runStep(session, run, step, String(index));
    }
  }
  return run.history();
}

async function runSteps(
  session: Session,
  run: ScriptRun,
  steps: readonly OperationStep[],
  prefix: string,
): Promise<void> {
  for (const [index, step] of steps.entries()) await runStep(session, run, step, prefix + String(index));
}

async function runStep(session: Session, run: ScriptRun, step: OperationStep, at: string): Promise<void> {
  try {
    await perform(session, run, step, at);
  } catch (error) {
    // A face without the operation is a matter of the script, reported like every step that cannot be sent.
    if (!(error instanceof UnsentStep || error instanceof RangeError)) throw error;
    run.unsent(at, error.message);
    run.remember(step, { kind: "nothing", reason: error.message });
  }
}

function perform(session: Session, run: ScriptRun, step: OperationStep, at: string): Promise<void> {
  switch (step.op) {
    case "create":
      return create(session, run, step, at);
    case "act":
      return act(session, run, step, at);
    case "details":
      return details(session, run, step, at);
    case "walk":
      return walk(session, run, step, at);
    case "state":
      return state(session, run, step, at);
    case "files":
      return files(session, run, step, at);
    case "file":
      return file(session, run, step, at);
    case "search":
      return search(session, run, step, at);
    case "workflows":
      return workflows(session, run, step, at);
    case "login":
      return login(session, run, step, at);
  }
}
