/** One run against one target of the matrix. */
import { embeddedEnvironment } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import { openRun, type OpenedRun } from "../engine/open-run.ts";
import { newRunId } from "../engine/run-plan.ts";
import type { FailedJudgement } from "../engine/script-outcome.ts";
import type { MatrixOptions, Outcome, Sighting, Verdict } from "./outcome.ts";
import type { MatrixTarget } from "./target.ts";

/** For faults that never answer: to wait ten seconds for each such request would be most of the matrix. */
const impatientMs = 4_000;
/** For faults that never find: the service that they were seeded into indexes at once. */
const impatientLagMs = 2_000;

/** Few, so that what is caught is caught by the first scripts that can, and not by all that were begun meanwhile. */
const scriptsAtOnce = 3;

/**
 * Sends the scripts of all suites and notes what fails. A fault is let go once a requirement that it names has failed;
 * a variant is examined to the end. Failures are not made smaller.
 */
export async function examine(
  target: MatrixTarget,
  baseUrl: string,
  { depth, seed }: MatrixOptions,
): Promise<Omit<Outcome, "seconds">> {
  const stop = new AbortController();
  const limits = {
    ...(target.kind === "fault" ? { searchLagMs: impatientLagMs } : {}),
    ...(target.requirements.includes("ROBUST-02") ? { timeoutMs: impatientMs } : {}),
  };
  const environment = embeddedEnvironment(baseUrl, embeddedTarget, { limits });
  const now = new Date();
  const request = { target: {}, runId: newRunId(now), startedAt: now.toISOString(), only: [], bail: false } as const;
  const run = await openRun({
    plan: { ...request, depth, seed, failOn: "should" },
    environment,
    signal: stop.signal,
    scriptsAtOnce,
  });
  try {
    const watch = new Watch(run, target.requirements);
    if (watch.satisfied) stop.abort(new Error("caught"));
    const scripts = run.groups.flatMap((group) => group.scripts);
    const outcomes = scripts.map(async (script) => {
      const outcome = await run.session.run(script);
      watch.note(script.id, outcome.failures);
      if (watch.satisfied && !stop.signal.aborted) stop.abort(new Error("caught"));
      return outcome.error;
    });
    const errors = (await Promise.all(outcomes)).filter((error) => error !== undefined);
    return outcomeOf(target, run, watch, errors);
  } finally {
    await run.session.close();
  }
}

/** Keeps the first failure of each requirement. */
class Watch {
  readonly probeExchanges: number;
  readonly #run: OpenedRun;
  readonly #named: ReadonlySet<string>;
  readonly #sightings = new Map<RequirementId, Sighting>();
  readonly #startedMs = performance.now();

  constructor(run: OpenedRun, named: readonly RequirementId[]) {
    this.#run = run;
    this.#named = new Set(named);
    this.probeExchanges = run.session.progress.exchanges;
    const failures = run.session
      .results(false)
      .requirements.flatMap(({ id, failures: [first] = [] }) =>
        first === undefined ? [] : [{ requirement: id as RequirementId, message: first.message }],
      );
    this.note("probes", failures);
  }

  /** True once a named requirement has failed. */
  get satisfied(): boolean {
    return [...this.#sightings.keys()].some((id) => this.#named.has(id));
  }

  get sightings(): readonly Sighting[] {
    return [...this.#sightings.values()];
  }

  note(script: string, failures: readonly Pick<FailedJudgement, "requirement" | "message">[]): void {
    const exchanges = this.#run.session.progress.exchanges - this.probeExchanges;
    const seconds = (performance.now() - this.#startedMs) / 1000;
    for (const { requirement, message = "" } of failures) {
      if (this.#sightings.has(requirement)) continue;
      this.#sightings.set(requirement, { requirement, script, message, exchanges, seconds: rounded(seconds) });
    }
  }
}

function outcomeOf(
  target: MatrixTarget,
  { session }: OpenedRun,
  watch: Watch,
  errors: readonly string[],
): Omit<Outcome, "seconds"> {
  const { sightings, probeExchanges, satisfied } = watch;
  const [error] = errors;
  const seen = sightings.length > 0;
  const whole = target.kind === "variant" ? session.results(true).requirements : [];
  const judged: Verdict =
    target.kind === "variant"
      ? seen
        ? "false-alarm"
        : "passed"
      : satisfied
        ? "caught"
        : seen
          ? "caught-by-another"
          : "survived";
  return {
    ...target,
    verdict: error === undefined || satisfied ? judged : "error",
    sightings,
    exchanges: session.progress.exchanges - probeExchanges,
    probeExchanges,
    inconclusive: whole.filter(({ status }) => status === "inconclusive").map(({ id }) => id as RequirementId),
    ...(error === undefined || satisfied ? {} : { error }),
  };
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
