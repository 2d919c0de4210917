/** Opens a run: the session, and the groups of scripts that this plan selects of the catalog. */
import { relative } from "node:path";
import { historyFile, type RequestLog } from "../../driver/index.ts";
import type { Results } from "../../reports/results/index.ts";
import { ownParts } from "../extensions/parts.ts";
import { openTelemetry } from "../telemetry/open-telemetry.ts";
import { allOf } from "../telemetry/run-observer.ts";
import type { OtlpTarget } from "../telemetry/telemetered.ts";
import { catalog, ownGroups, properties, type ScriptGroup } from "./plan/catalog.ts";
import { suiteContext } from "./record/suite-context.ts";
import { suiteVersion } from "./record/suite-identity.ts";
import { dropFromCorpus, keepInCorpus, readCorpus, keptText, removedText, type CorpusEntry } from "./saved/corpus.ts";
import { refuseUnknownWaivers } from "./known-waivers.ts";
import { withListedWorkflow } from "./listed-workflow.ts";
import { refuseNothingToJudge } from "./nothing-to-judge.ts";
import { plainWordNotes } from "./plain-words.ts";
import { openOutputFolder } from "./saved/output-folder.ts";
import { gapIn } from "./results/gap.ts";
import { Recorder } from "./results/recorder.ts";
import { unopened } from "./results/unopened.ts";
import { derivedSeed, type RunPlan } from "./plan/run-plan.ts";
import type { SuiteContext } from "../scripts/index.ts";
import type { ScriptOutcome } from "./results/script-outcome.ts";
import { leastJudgements, portionsOf } from "./plan/narrowed.ts";
import { touches } from "./plan/selection.ts";
import { restampEach } from "./plan/restamp.ts";
import { RunSession } from "./session.ts";
import type { SessionOptions } from "./session-options.ts";
import { shardOf } from "./plan/shard.ts";
import { areTracesDear } from "./plan/traces-dear.ts";

const corpusId = "corpus";

interface RunInput extends SessionOptions {
  /** Told what a reader of the progress should know, such as the seed of a round. */
  readonly note?: (text: string) => void;
  /** Told the results of a run that cannot begin; they are in the output folder by then. */
  readonly onUnopened?: (results: Results) => void;
  /** Where spans and metrics go; absent: where the environment says. */
  readonly otlp?: OtlpTarget | undefined;
  /** Told what of the telemetry was lost. */
  readonly warn?: (text: string) => void;
}

/** How far a run is: what the session has counted, and the scripts that are planned and that have ended. */
export type RunProgress = RunSession["progress"] & {
  readonly planned: number;
  readonly ended: number;
  /** How many requirements are asked for. */
  readonly wanted: number;
};

/**
 * Opens the session and prepares the scripts. Close the output folder when the reports are written.
 * @throws what keeps a session from opening, after writing the results
 */
export async function openRun(input: RunInput): Promise<OpenedRun> {
  const { plan, environment, parts = ownParts } = input;
  const { outputDir, runId } = plan;
  if (outputDir !== undefined) openOutputFolder(outputDir, runId, [historyFile(outputDir, runId)]);
  refuseUnknownWaivers(environment, parts.requirements);
  const telemetered = { environment, runId, startedAt: plan.startedAt, suiteVersion };
  const telemetry = await openTelemetry(telemetered, input.otlp, input.warn);
  const observer = allOf([...(telemetry ? [telemetry] : []), ...(input.observer ? [input.observer] : [])]);
  let session: RunSession | undefined;
  let answered = 0;
  // What was created stays there, also where the run cannot begin.
  const soFar = Recorder.ofRun(environment, undefined);
  const log: RequestLog = (request) => {
    if (/^\d{3}$/.test(request.outcome)) answered += 1;
    input.log?.(request);
  };
  try {
    refuseNothingToJudge(environment, plan, parts.requirements);
    const unsaved = { runId, log, ...(input.signal ? { signal: input.signal } : {}) };
    session = await RunSession.open({
      ...input,
      log,
      onHistory: (history) => (session ? undefined : soFar.addTraffic(history)),
      environment: await withListedWorkflow(environment, unsaved),
      observer,
    });
  } catch (error) {
    const { results, write } = unopened(plan, environment, error, {
      ...{ parts, answered, recorder: soFar },
      interrupted: input.signal?.aborted === true,
    });
    if (plan.outputDir !== undefined) write(plan.outputDir);
    input.onUnopened?.(results);
    await observer?.ended(results);
    throw error;
  }
  try {
    const corpus = plan.corpusDir === undefined ? [] : await readCorpus(plan.corpusDir);
    return new OpenedRun(session, corpus, input.note ?? (() => undefined));
  } catch (error) {
    await session.close();
    throw error;
  }
}

export class OpenedRun {
  readonly session: RunSession;
  readonly groups: readonly ScriptGroup[];
  readonly #corpus: readonly CorpusEntry[];
  /** Groups of extensions. */
  readonly #own = new Set<string>();
  readonly #note: (text: string) => void;
  readonly #removed: CorpusEntry[] = [];
  /** Those that were not wholly sent. */
  readonly #kept: (CorpusEntry & { readonly why: string })[] = [];
  readonly #examined = new Map<string, Promise<readonly ScriptOutcome[]>>();
  readonly #startedMs = performance.now();
  #planned: number;
  #roundsOver = true;
  #ended = 0;
  #rounds: Promise<readonly ScriptOutcome[]> | undefined;

  constructor(session: RunSession, corpus: readonly CorpusEntry[], note: (text: string) => void) {
    this.session = session;
    this.#corpus = corpus;
    this.#note = note;
    for (const text of plainWordNotes(session.environment)) note(text);
    const once = corpus.filter(({ script }) => touches(session.selection, script));
    const replayed: ScriptGroup[] =
      once.length === 0
        ? []
        : [
            {
              suite: "scenarios",
              id: corpusId,
              title: "What once failed",
              scripts: restampEach(
                session,
                once.map(({ script }) => script),
              ),
            },
          ];
    const planned = (): readonly ScriptGroup[] => {
      const context = this.#context();
      const own = ownGroups(session.parts.scripts(context));
      for (const { id } of own) this.#own.add(id);
      return [...replayed, ...selectedGroups(session, [...own, ...catalog(context)])];
    };
    const expected = (groups: readonly ScriptGroup[]) => {
      const all = groups.flatMap(({ scripts }) => scripts);
      return session.expect(all, areTracesDear(this.#context(), all));
    };
    let groups = planned();
    let slow = expected(groups);
    if (slow?.fits === false && session.plan.depth !== "quick") {
      note(`${slow.text}: depth quick is run instead`);
      session.plan = { ...session.plan, depth: "quick" };
      groups = planned();
      slow = expected(groups);
    }
    if (slow) note(slow.text);
    this.groups = groups;
    this.#planned = this.groups.reduce((sum, group) => sum + group.scripts.length, 0);
  }

  get progress(): RunProgress {
    return {
      ...this.session.progress,
      planned: this.#planned,
      ended: this.#ended,
      wanted: this.session.selection.requirements.size,
    };
  }

  /** True when nothing is under way and nothing is left to start. */
  get settled(): boolean {
    return this.#ended >= this.#planned && this.#roundsOver;
  }

  /** Runs every group, and further rounds where the plan has a duration; of a selection only what it needs. */
  async runAll(): Promise<void> {
    const { only, shard, durationMs } = this.session.plan;
    if (only.length > 0 && shard === undefined && durationMs === undefined) await this.#runPortions();
    else await Promise.all(this.groups.map((group) => this.examine(group)));
    if (durationMs !== undefined) await this.rounds();
    await this.session.askOnceMore();
    const { shutOut } = this.session;
    if (shutOut !== undefined) this.#note(shutOut);
  }

  /** Runs the scripts of a selection in portions, until they showed all of it. */
  async #runPortions(): Promise<void> {
    const { selection, plan } = this.session;
    // What once failed here, and what an extension brings, is run in any case.
    const isFirst = ({ id }: ScriptGroup): boolean => id === corpusId || this.#own.has(id);
    const once = this.groups.filter(isFirst).flatMap(({ scripts }) => scripts);
    const others = this.groups.filter((group) => !isFirst(group)).flatMap(({ scripts }) => scripts);
    const [first = [], ...more] = portionsOf(others, selection, plan.depth);
    this.#planned = 0;
    for (const scripts of [[...once, ...first], ...more]) {
      this.#planned += scripts.length;
      await Promise.all(scripts.map((script) => this.#examineScript(script)));
      if (this.session.stopped || this.session.hasJudgedAll(leastJudgements)) break;
    }
    const left = once.length + others.length - this.#planned;
    if (left > 0) this.#note(`${plan.only.join(", ")}: ${left} more scripts that touch it were not needed`);
  }

  /** Runs the scripts of a group; a second call waits for the first. */
  examine(group: ScriptGroup): Promise<readonly ScriptOutcome[]> {
    let outcomes = this.#examined.get(group.id);
    if (!outcomes) {
      outcomes = Promise.all(group.scripts.map((script) => this.#examineScript(script)));
      if (group.id === corpusId) outcomes = outcomes.finally(() => this.#tellCorpus());
      this.#examined.set(group.id, outcomes);
    }
    return outcomes;
  }

  /** Once the groups have ended: generated scripts with new seeds, until the plan's time is over. Failures only. */
  rounds(): Promise<readonly ScriptOutcome[]> {
    if (!this.#rounds) {
      this.#roundsOver = false;
      this.#rounds = this.#runRounds().finally(() => (this.#roundsOver = true));
    }
    return this.#rounds;
  }

  #context(ways: Partial<Pick<RunPlan, "seed" | "depth">> = {}): SuiteContext {
    const { environment, profile, plan, probed } = this.session;
    return suiteContext(environment, profile, { ...plan, ...ways }, probed);
  }

  async #runRounds(): Promise<readonly ScriptOutcome[]> {
    const failed: ScriptOutcome[] = [];
    const { durationMs = 0, seed } = this.session.plan;
    // The few requests that a quick run has for generated scripts would often hold none.
    const depth = this.session.plan.depth === "quick" ? "standard" : this.session.plan.depth;
    await Promise.all(this.groups.map((group) => this.examine(group)));
    const timeLeft = (): boolean => performance.now() - this.#startedMs < durationMs;
    for (let round = 1; !this.session.stopped && timeLeft(); round++) {
      const roundSeed = derivedSeed(seed, `round-${round}`);
      this.#note(`round ${round}: seed ${roundSeed}`);
      const scripts = selectedGroups(this.session, properties(this.#context({ seed: roundSeed, depth })))
        .flatMap((group) => group.scripts)
        .map((script) => ({ ...script, id: `${script.id}@${roundSeed}` }));
      if (scripts.length === 0) break;
      this.#planned += scripts.length;
      // A round may take long on a far target; what of it has not begun by the end of the time is left out.
      const outcomes = await Promise.all(scripts.map((script) => this.#examineScript(script, timeLeft)));
      this.session.forget(scripts);
      failed.push(...outcomes.filter((outcome) => outcome.failures.length > 0 || outcome.state === "broken"));
    }
    return failed.slice(0, 100);
  }

  async #examineScript(script: ScriptGroup["scripts"][number], wanted?: () => boolean): Promise<ScriptOutcome> {
    try {
      const outcome = await this.session.examine(script, wanted);
      await this.#keep(script.id, outcome);
      return outcome;
    } finally {
      this.#ended += 1;
    }
  }

  /** After a repair nearly all of the corpus is removed, and of another workflow nothing is sent: one line is enough for each. */
  #tellCorpus(): void {
    const { corpusDir = "" } = this.session.plan;
    if (this.#removed.length > 0) this.#note(removedText(this.#removed, shownFolder(corpusDir)));
    if (this.#kept.length > 0) this.#note(keptText(this.#kept, shownFolder(corpusDir)));
  }

  /** A failure goes into the corpus; a script of the corpus that was sent and judged, and no longer fails, is removed. */
  async #keep(id: string, outcome: ScriptOutcome): Promise<void> {
    const { corpusDir, only } = this.session.plan;
    if (corpusDir === undefined || outcome.state !== "judged") return;
    const entry = this.#corpus.find(({ script }) => script.id === id);
    const failed = outcome.failures.some((failure) => failure.must);
    // A run that may not write, judges a part or is stopped does not see the failure even where it is still there.
    const { environment, stopped } = this.session;
    const whole = only.length === 0 && environment.access === "read-write" && !stopped;
    if (entry && !failed) {
      if (!whole) return;
      const gap = gapIn(outcome);
      if (gap) return void this.#kept.push({ ...entry, why: [gap.what, ...gap.reasons].join("; ") });
      await dropFromCorpus(entry);
      this.#removed.push(entry);
    } else if (!entry && failed)
      await keepInCorpus(corpusDir, outcome.script).catch((error: unknown) =>
        this.#note(`${id} is not kept in the corpus: ${error instanceof Error ? error.message : String(error)}`),
      );
  }
}

const shownFolder = (folder: string): string => relative(process.cwd(), folder) || folder;

/** What `--only` and `--shard` leave of the groups. */
function selectedGroups(session: RunSession, all: readonly ScriptGroup[]): readonly ScriptGroup[] {
  const { plan, selection } = session;
  const wanted = all.flatMap((group) => group.scripts.filter((script) => touches(selection, script)));
  const mine = new Set(shardOf(wanted, plan.shard));
  return all
    .map((group) => ({ ...group, scripts: group.scripts.filter((script) => mine.has(script)) }))
    .filter((group) => group.scripts.length > 0);
}
