/** Registers the tests of one suite with vitest: one per group of scripts, each waiting for its own. */
import { afterAll, describe, test } from "vitest";
import type { SuiteName } from "../catalog.ts";
import type { OpenedRun } from "../open-run.ts";
import type { ScriptOutcome } from "../script-outcome.ts";
import { sharedRun } from "./shared-session.ts";
import { failureText } from "./failure-text.ts";

export async function registerSuite(name: SuiteName): Promise<void> {
  const run = await sharedRun();
  const groups = run.groups.filter((group) => group.suite === name);
  describe(name, () => {
    if (groups.length === 0) test.skip(`nothing of ${name} is selected for this run`, () => undefined);
    for (const group of groups) {
      test.concurrent(`${group.id}: ${group.title}`, async ({ skip }) => {
        const outcomes = await run.examine(group);
        const broken = outcomes.filter((outcome) => fails(outcome, run.session.plan.failOn === "should"));
        if (broken.length > 0) throw failureOf(broken, run);
        if (outcomes.every((outcome) => outcome.state === "stopped")) skip("the run was stopped before");
      });
    }
    if (name === "properties" && run.session.plan.durationMs !== undefined) {
      test.concurrent("further rounds, until the time is over", async () => {
        const failed = (await run.rounds()).filter((outcome) => fails(outcome, run.session.plan.failOn === "should"));
        if (failed.length > 0) throw failureOf(failed, run);
      });
    }
    // Once the last suite has ended, this leaves the complete results.
    afterAll(() => {
      run.session.checkpoint(run.settled || !run.eager);
    });
  });
}

function fails(outcome: ScriptOutcome, should: boolean): boolean {
  return outcome.state === "broken" || outcome.failures.some((failure) => should || failure.must);
}

/** A target may send back what it was told, so the text is redacted as reports are. */
function failureOf(outcomes: readonly ScriptOutcome[], { session }: OpenedRun): ConformanceFailure {
  const text = failureText(outcomes, (id) => session.parts.requirement(id));
  return new ConformanceFailure(session.environment.secrets.redact(text));
}

/** A finding about the target: its place in our code says nothing, so it carries no stack. */
class ConformanceFailure extends Error {
  override readonly name = "ConformanceFailure";
  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}
