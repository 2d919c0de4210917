/** Registers the tests of one suite with vitest: one per group of scripts, each waiting for its own. */
import { afterAll, describe, inject, test } from "vitest";
import { loadParts } from "../extensions/load.ts";
import type { SuiteName } from "../engine/plan/catalog.ts";
import { failureText } from "../engine/results/failure-text.ts";
import { openRun, type OpenedRun } from "../engine/open-run.ts";
import { closeOutputFolder } from "../engine/saved/output-folder.ts";
import type { RunPlan } from "../engine/plan/run-plan.ts";
import type { ScriptOutcome } from "../engine/results/script-outcome.ts";
import { environmentOf } from "../engine/plan/target.ts";

let opened: { readonly plan: RunPlan; readonly run: Promise<OpenedRun> } | undefined;

/** The one run of the worker, which all suite files share: the target is probed only once. */
function sharedRun(): Promise<OpenedRun> {
  const { plan, target, additions } = inject("run");
  // In watch mode the worker outlives a run.
  if (opened?.plan.runId !== plan.runId) {
    if (opened?.plan.outputDir !== undefined) closeOutputFolder(opened.plan.outputDir, opened.plan.runId);
    const run = loadParts(additions).then((parts) => openRun({ plan, environment: environmentOf(target), parts }));
    opened = { plan, run };
  }
  return opened.run;
}

export async function registerSuite(name: SuiteName): Promise<void> {
  const run = await sharedRun();
  const { only } = run.session.plan;
  // A pattern that named the selection finds its tests by that.
  const selected = only.length === 0 ? "" : ` (${only.join(", ")})`;
  const groups = run.groups.filter((group) => group.suite === name);
  describe(name, () => {
    // A suite without any test would fail in vitest, and this says why there is none.
    if (groups.length === 0) test.skip(`nothing of ${name} is selected for this run`, () => undefined);
    for (const group of groups) {
      test.concurrent(`${group.id}: ${group.title}${selected}`, async ({ skip }) => {
        const outcomes = await run.examine(group);
        const broken = outcomes.filter(
          ({ state, failures }) => state === "broken" || failures.some(({ must }) => must),
        );
        if (broken.length > 0) throw failureOf(broken, run);
        if (outcomes.every(({ state }) => state === "stopped")) skip("the run was stopped before");
      });
    }
    // Once the last suite has ended, this leaves the complete results.
    afterAll(() => {
      run.session.checkpoint(true);
    });
  });
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
