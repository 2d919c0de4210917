/** One run against one target of the matrix. */
import { embeddedEnvironment, usualWrongPasswords, type Limits } from "../../driver/index.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import { foundCauses, type Results } from "../../reports/index.ts";
import { openRun, type OpenedRun } from "../engine/open-run.ts";
import { planOf } from "../engine/plan/run-plan.ts";
import type { FailedJudgement } from "../engine/results/script-outcome.ts";
import type { MatrixOptions, TargetOutcome, FirstFailure, MatrixVerdict } from "./outcome.ts";
import type { MatrixTarget } from "./target.ts";

/** For faults that never answer: to wait ten seconds for each such request would be most of the matrix. */
const impatientMs = 4_000;
/** For faults that never find: the service that they were seeded into indexes at once. */
const impatientLagMs = 2_000;

/** A fault that is examined to the end is let go after this long: some never answer, whoever asks. */
const wholeMs = 60_000;

/** Few, so that what is caught is caught by the first scripts that can, and not by all that were begun meanwhile. */
const scriptsAtOnce = 3;

export interface ExaminedService {
  readonly baseUrl: string;
  readonly target: Parameters<typeof embeddedEnvironment>[1] & { readonly limits?: Partial<Limits> };
  close(): Promise<void>;
}

/**
 * Sends the scripts of all suites and notes what fails. A fault is let go once a requirement that it names has failed,
 * or any MUST where it names none; a variant is examined to the end, as is a fault where it is wanted whole. Failures are
 * not made smaller.
 */
export async function examine(
  target: MatrixTarget,
  service: ExaminedService,
  { depth, seed, whole = false }: MatrixOptions,
): Promise<Omit<TargetOutcome, "seconds">> {
  const stop = new AbortController();
  const { limits: own, ...facts } = service.target;
  const limits = {
    ...own,
    ...(target.kind === "fault" ? { searchLagMs: impatientLagMs } : {}),
    ...(target.requirements.includes("ROBUST-02") ? { timeoutMs: impatientMs } : {}),
  };
  // Somebody else's service is tried with as few wrong passwords as one that is configured.
  const isOwn = target.requirements.length > 0 || target.kind === "variant";
  const settings = isOwn ? { limits } : { limits, probeWrongPasswords: usualWrongPasswords };
  const environment = embeddedEnvironment(service.baseUrl, facts, settings);
  let unopened: Results["verdict"] | undefined;
  const opened = openRun({
    onUnopened: ({ verdict }) => (unopened = verdict),
    plan: planOf({ depth, seed, failOn: "should", disturbed: target.disturbed }),
    environment,
    signal: stop.signal,
    // Some of what no requirement is named for shows only when much goes on, as in a run.
    ...((target.kind === "fault" && target.requirements.length === 0) || target.crowded ? {} : { scriptsAtOnce }),
  });
  const run = await opened.catch((error: unknown) => String(error));
  if (typeof run === "string") {
    const nothing = { sightings: [], exchanges: 0, probeExchanges: 0, inconclusive: [] };
    return { ...target, ...nothing, verdict: "error", error: run, ...(unopened && { run: unopened }) };
  }
  const over = whole ? setTimeout(() => stop.abort(new Error("examined for long enough")), wholeMs) : undefined;
  try {
    const watch = new Watch(run, target);
    const isOver = (): boolean => watch.satisfied && !whole;
    if (isOver()) stop.abort(new Error("caught"));
    const scripts = run.groups.flatMap((group) => group.scripts);
    const outcomes = scripts.map(async (script) => {
      const outcome = await run.session.run(script);
      watch.note(script.id, outcome.failures);
      if (isOver() && !stop.signal.aborted) stop.abort(new Error("caught"));
      return outcome.error;
    });
    const errors = (await Promise.all(outcomes)).filter((error) => error !== undefined);
    watch.noteResults("late looks");
    const outcome = outcomeOf(target, run, watch, errors);
    if (!whole) return outcome;
    const { session } = run;
    const results = session.results(true);
    const { failedTogether: together } = session;
    const broken = {
      requirements: results.requirements.flatMap(({ id, status, failures }) => (failures ? [{ id, status }] : [])),
      ...(together ? { together } : {}),
    };
    const place = target.requirements.length > 0 ? { place: placeIn(results, target) } : {};
    return { ...outcome, caughtBy: watch.caughtBy, broken, ...place };
  } finally {
    clearTimeout(over);
    await run.session.close();
  }
}

/** Keeps the first failure of each requirement. */
class Watch {
  readonly probeExchanges: number;
  readonly #run: OpenedRun;
  readonly #target: MatrixTarget;
  readonly #sightings = new Map<RequirementId, FirstFailure>();
  readonly #startedMs = performance.now();

  #mustFailed = false;
  readonly #caughtBy = new Set<string>();

  constructor(run: OpenedRun, target: MatrixTarget) {
    this.#run = run;
    this.#target = target;
    this.probeExchanges = run.session.progress.exchanges;
    this.noteResults("probes");
  }

  /** Notes what failed so far and is not noted yet, such as in what was looked into by itself. */
  noteResults(script: string): void {
    const failures = this.#run.session
      .results(false)
      .requirements.flatMap(({ id, level, failures: [first] = [] }) =>
        first === undefined
          ? []
          : [{ requirement: id as RequirementId, message: first.message, must: level === "MUST" }],
      );
    this.note(script, failures);
  }

  /** True once a fault need not be examined any further. */
  get satisfied(): boolean {
    const { kind, requirements } = this.#target;
    if (requirements.length === 0) return kind === "fault" && this.#mustFailed;
    return requirements.some((id) => this.#sightings.has(id));
  }

  /** Every script on which a named requirement failed, or any MUST where none is named. */
  get caughtBy(): readonly string[] {
    return [...this.#caughtBy];
  }

  get sightings(): readonly FirstFailure[] {
    return [...this.#sightings.values()];
  }

  note(script: string, failures: readonly Pick<FailedJudgement, "requirement" | "message" | "must">[]): void {
    const exchanges = this.#run.session.progress.exchanges - this.probeExchanges;
    const seconds = (performance.now() - this.#startedMs) / 1000;
    for (const { requirement, message = "", must } of failures) {
      this.#mustFailed ||= must;
      const { requirements } = this.#target;
      if (requirements.length === 0 ? must : requirements.includes(requirement)) this.#caughtBy.add(script);
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
): Omit<TargetOutcome, "seconds"> {
  const { sightings, probeExchanges, satisfied } = watch;
  const [error] = errors;
  const seen = sightings.length > 0;
  const whole = target.kind === "variant" ? session.results(true).requirements : [];
  const judged: MatrixVerdict =
    target.kind === "variant"
      ? seen
        ? "false-alarm"
        : "passed"
      : satisfied || (seen && target.requirements.length === 0)
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
    ...(target.kind === "fault" && !satisfied ? { run: session.results(true).verdict } : {}),
    inconclusive: whole.filter(({ status }) => status === "inconclusive").map(({ id }) => id as RequirementId),
    ...(error === undefined || satisfied ? {} : { error }),
  };
}

/** Where a reader of the report meets the first requirement that the fault names. */
function placeIn(
  results: Parameters<typeof foundCauses>[0],
  { requirements }: Pick<MatrixTarget, "requirements">,
): number {
  const order = foundCauses(results).flatMap(({ root, followers }) => [root, ...followers]);
  return order.findIndex(({ id }) => requirements.some((named) => named === id)) + 1;
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
