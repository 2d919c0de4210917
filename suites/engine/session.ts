/**
 * A session: one run against one target, from the probes to the results. Suites hand it scripts; it has them executed,
 * judges what came back, makes failures smaller, and keeps the results on disk at any moment.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Driver, Environment } from "../../driver/index.ts";
import { countExchanges } from "../../generators/index.ts";
import { BroughtTo, observe } from "../../probes/index.ts";
import { deepFreeze } from "../../spec/deep-freeze.ts";
import type { CauseState, Results } from "../../reports/results/index.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import { workflowsWithForms } from "../../spec/readings/forms.ts";
import { readLagMs } from "../../spec/readings/read-lag.ts";
import { mayWrite } from "../../spec/requirements/at-hand.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { ownParts, type Parts } from "../extensions/parts.ts";
import { SensitivitySampler } from "../sensitivity/sampler.ts";
import { applicability, configuredTargetOf } from "./plan/applicability.ts";
import { concurrencyLimit, rationedLimit, risingLimit, type ConcurrencyLimit } from "./concurrency-limit.ts";
import { bothLists, connect, namesInDoubt } from "./connect.ts";
import { triedPasswords } from "./refused-passwords.ts";
import { Deadline, RequestsAhead } from "./deadline.ts";
import { shrinkBoundsOf } from "./plan/depth.ts";
import { LateLooks } from "./late/late-looks.ts";
import { TracesAtOnce } from "./late/traces-at-once.ts";
import { judgedOn } from "./judging/judge-saved.ts";
import { judgedProbes } from "./judging/judged-probes.ts";
import { LookRecorder, type Looks } from "./judging/look-recorder.ts";
import { Recorder } from "./results/recorder.ts";
import { lookAt, wantsAnother, type Look } from "./judging/looks.ts";
import { examineFailure } from "./examine-failure.ts";
import { asKnown, restampFor, TextsSent, withTextsOfItsOwn } from "./plan/restamp.ts";
import { amountOf } from "./record/readable-traces.ts";
import { ofProbes, type OfProbes } from "./record/of-probes.ts";
import { resultsOf } from "./results/results-of.ts";
import { askingOnceMore } from "./results/silence.ts";
import { pacingOf, shutOutText, slowRun, type SlowRun } from "./pacing.ts";
import { ExtraRequests, maxReductions, presumedExchanges, type ReductionBudget, totalMsOf } from "./run-budget.ts";
import type { LateRun } from "./late/late-run.ts";
import type { RunPlan } from "./plan/run-plan.ts";
import { isSmaller } from "./plan/script-kinds.ts";
import { failuresIn, seenIn, type ScriptOutcome } from "./results/script-outcome.ts";
import { select, type Selection } from "./plan/selection.ts";
import { driverOptionsOf, type Opened, type SessionOptions, stopWith } from "./session-options.ts";

export class RunSession {
  readonly environment: Environment;
  /** As it was wanted, or less where that would not end in time. */
  plan: RunPlan;
  readonly selection: Selection;
  readonly parts: Parts;
  readonly probed: OfProbes;
  /** Which smaller scripts may not bring again. */
  readonly textsSent = new TextsSent();
  readonly #driver: Driver;
  readonly #recorder: Recorder;
  readonly #looks: LookRecorder;
  #limit: ConcurrencyLimit;
  readonly #scriptsAtOnce: number;
  readonly #stop: AbortController;
  readonly #deadline: Deadline;
  readonly #extra: ExtraRequests;
  readonly #outcomes = new Map<string, Promise<ScriptOutcome>>();
  readonly #reduced = new Set<RequirementId>();
  readonly #sampler: SensitivitySampler | undefined;
  #profile: Profile;
  readonly #late: LateLooks;
  readonly #traces: TracesAtOnce;
  #bailed = false;
  #stamps = 0;
  readonly #ahead: RequestsAhead;
  readonly #observer: SessionOptions["observer"];
  #latest: Results | undefined;

  private constructor(options: SessionOptions, opened: Opened) {
    this.environment = options.environment;
    this.plan = options.plan;
    this.#observer = options.observer;
    this.selection = opened.selection;
    this.probed = ofProbes(options.environment, opened.observed.profile, opened.observed.histories);
    // Rules of extensions are handed it, and the suite's own judge the next history by it.
    this.#profile = deepFreeze(structuredClone(opened.observed.profile));
    this.parts = options.parts ?? ownParts;
    this.#driver = opened.driver;
    this.#recorder = opened.recorder;
    this.#looks = new LookRecorder(
      opened.recorder,
      () => this.profile,
      ({ history }) => this.#lookAt(history, judgedOn(history, opened.selection)),
    );
    this.#stop = opened.stop;
    this.#deadline = opened.deadline;
    this.#ahead = new RequestsAhead(options.plan.maxRequests);
    this.#extra = new ExtraRequests(opened.deadline.startedMs, () => this.#recorder.progress.exchanges);
    const brought = new BroughtTo();
    const late: LateRun = {
      target: opened.driver.target,
      runId: opened.driver.runId,
      profile: () => this.profile,
      learn: (profile) => (this.#profile = deepFreeze(structuredClone(profile))),
      run: async (script) => {
        const own = withTextsOfItsOwn(this, script, brought.of);
        const history = brought.noted(await opened.driver.run(own, { profile: this.profile }));
        this.#record([this.#judge(history)]);
        return history;
      },
      pause: (ms) => sleep(ms),
      giveBack: () => this.#traces.giveBack(),
    };
    this.#late = new LateLooks(late);
    this.#traces = new TracesAtOnce(late);
    // A quarter more than requests in flight, as some only compute; with many more, long scripts wait and end late.
    this.#scriptsAtOnce = options.scriptsAtOnce ?? Math.ceil(options.environment.limits.concurrency * 1.25);
    this.#limit = risingLimit(this.#scriptsAtOnce);
    if (options.plan.sensitivity === "sample")
      this.#sampler = new SensitivitySampler({ requirements: this.selection.requirements, rules: this.parts.rules });
  }

  /** Opens the driver and learns the target's profile. @throws UnreachableError, LoginError, and what keeps a driver shut */
  static async open(options: SessionOptions): Promise<RunSession> {
    const { environment, plan } = options;
    const selection = select(plan.only, (options.parts ?? ownParts).requirements, plan.suiteLevel);
    const stop = stopWith(options.signal);
    const deadline = new Deadline();
    deadline.set(totalMsOf({ exchanges: presumedExchanges, durationMs: plan.durationMs }, environment.limits));
    deadline.signal.addEventListener("abort", () => stop.abort(deadline.signal.reason), { once: true });
    const recorder = Recorder.ofRun(environment, options.observer);
    const driver = await connect(environment, driverOptionsOf(options, stop.signal));
    try {
      // One after the other: a login may end the token with which the lists are asked for.
      const passwords = await triedPasswords(driver);
      const before = [...passwords, ...(await bothLists(driver))];
      const known = options.profile && { profile: options.profile, histories: [] };
      const observed = known ?? (await observe(driver, { signal: stop.signal }));
      const histories = [...before, ...observed.histories];
      histories.push(...(await namesInDoubt(driver, histories)));
      const session = new RunSession(options, { selection, stop, deadline, recorder, driver, observed });
      const looks = await judgedProbes(histories, {
        ...{ parts: session.parts, lagMs: readLagMs(session.profile) },
        judge: (history) => session.#judge(history),
        again: (history) => session.#lookAt(history, judgedOn(history, selection)),
        lookInto: (look) => session.#lookInto(look, judgedOn(look.history, selection)),
      });
      for (const look of looks) session.#record([look]);
      return session;
    } catch (error) {
      deadline.clear();
      await driver.close();
      throw error;
    }
  }

  /** What the probes found, and what refusals showed of the process later. */
  get profile(): Profile {
    return this.#profile;
  }

  /** What is told of a target that let nobody in for a while. */
  get shutOut(): string | undefined {
    return shutOutText(this.#driver.shutOut);
  }

  /** Aborted when the time of the run is over. */
  get overtime(): AbortSignal {
    return this.#deadline.signal;
  }

  /** Sets what the run may take; `isRationed`: traces may run out. @returns what the rate means for it, if that is much */
  expect(scripts: readonly Script[], isRationed: boolean): SlowRun | undefined {
    if (isRationed) this.#limit = rationedLimit(this.#scriptsAtOnce);
    const planned = scripts.reduce((sum, script) => sum + countExchanges(script).exchanges, 0);
    const exchanges = Math.min(planned, this.plan.maxRequests ?? Infinity);
    this.#extra.begin({ exchanges });
    if (this.overtime.aborted) return undefined;
    const cost = { exchanges, durationMs: this.plan.durationMs };
    const pacing = pacingOf(cost, this.environment.limits, this.#driver.learnedPerSecond);
    this.#deadline.set(pacing.totalMs);
    if (pacing.isSlow) this.#limit = concurrencyLimit(Math.min(this.#scriptsAtOnce, pacing.mostAtOnce));
    return slowRun(pacing, exchanges, this.#deadline.leftMs);
  }

  /** True once no further script is started: interrupted, or bailed out at a failure. */
  get stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  get interrupted(): boolean {
    return this.stopped && !this.#bailed;
  }

  get progress(): Recorder["progress"] {
    return this.#recorder.progress;
  }

  /** Runs and judges a script, once for each id. @param wanted asked when its turn comes: false leaves it out */
  run(script: Script, wanted?: () => boolean): Promise<ScriptOutcome> {
    let outcome = this.#outcomes.get(script.id);
    if (!outcome) {
      const run = () => this.#execute(script, wanted);
      outcome = this.#extra.planned(countExchanges(script).exchanges, () =>
        this.#limit.run(run, { exclusive: script.exclusive }),
      );
      this.#outcomes.set(script.id, outcome);
    }
    return outcome;
  }

  /** Runs a script and, where it is the first to break a requirement, looks for a smaller one that does. */
  async examine(script: Script, wanted?: () => boolean): Promise<ScriptOutcome> {
    const outcome = await this.run(script, wanted);
    const requirement = outcome.failures.map((failure) => failure.requirement).find((id) => !this.#reduced.has(id));
    if (requirement === undefined || this.stopped || this.#reduced.size >= maxReductions) return outcome;
    this.#reduced.add(requirement);
    return examineFailure(outcome, requirement, {
      run: (smaller) => this.#runBeside(this.#extra.reductions, smaller, requirement),
      again: (failing) => this.#runBeside(this.#extra.again, failing, requirement),
      workflows: workflowsWithForms(this.environment.workflows, this.profile),
      stopped: () => this.stopped || this.#extra.reductions.isSpent,
      ended: () => this.stopped,
      ...shrinkBoundsOf(this.plan.depth, this.parts.requirements.find(({ id }) => id === requirement)?.level),
    });
  }

  /** Runs a script beside those that were planned, for one requirement that is broken. */
  async #runBeside(budget: ReductionBudget, script: Script, requirement: RequirementId): Promise<ScriptOutcome> {
    const expected = countExchanges(script).exchanges;
    if (!budget.take(expected)) return { script, state: "stopped", failures: [] };
    // A smaller script may break other requirements by having lost steps, so only this one is judged on it.
    const run = () => this.#execute(restampFor(this, script, this.#nextStamp()), undefined, new Set([requirement]));
    const outcome = await this.#limit.run(run, { exclusive: script.exclusive, beforeExclusive: true });
    budget.settle(expected, outcome.seen?.exchanges ?? 0);
    return outcome;
  }

  /** Asks once more where the target fell silent, whatever was given up: what is never answered is a finding. */
  async askOnceMore(): Promise<void> {
    const script = this.stopped ? undefined : askingOnceMore(this.#driver, this.#recorder);
    if (!script) return;
    const look = (again?: string): Promise<Look> => this.#look(script, this.selection.requirements, again);
    this.#record([await look(), await look(this.#nextStamp())]);
  }

  /** Forgets the outcomes of scripts that nobody will ask for again, so that memory does not grow with the run. */
  forget(scripts: readonly Script[]): void {
    for (const { id } of scripts) this.#outcomes.delete(id);
  }

  /** Records an error of our own, and ends the run: it cannot be green any more. */
  abandon(message: string): void {
    this.#recorder.addError(message);
    this.#stop.abort(new Error(message));
  }

  /** True once every selected requirement that can be judged here was judged so often. */
  hasJudgedAll(times: number): boolean {
    const { applicability: skipped } = this.#inputs(false);
    const { soFar } = this.#looks;
    return [...this.selection.requirements].every((id) => skipped.has(id) || soFar.judgedTimes(id) >= times);
  }

  /** The results of everything so far. `whole` is false while the run is under way. */
  results(whole: boolean): Results {
    return resultsOf(this.#inputs(whole), this.#looks.soFar).results;
  }

  /** Which requirements failed together so far, from which the causes in the results follow. */
  get failedTogether(): CauseState | undefined {
    return this.#looks.soFar.state.causes;
  }

  /** Writes the results so far, where there is an output folder. */
  checkpoint(whole: boolean): Results {
    const { results, write } = resultsOf(this.#inputs(whole), this.#looks.soFar);
    this.#latest = results;
    if (this.plan.outputDir !== undefined) write(this.plan.outputDir);
    return results;
  }

  async close(): Promise<void> {
    this.#deadline.clear();
    await this.#driver.close();
    this.#looks.finish();
    await this.#observer?.ended(this.#latest);
  }

  #inputs(whole: boolean): Parameters<typeof resultsOf>[0] {
    return {
      identity: this.plan,
      environment: this.environment,
      target: this.#driver.target,
      profile: this.profile,
      selection: this.selection,
      applicability: applicability(
        configuredTargetOf(this.environment, this.plan.seed),
        this.profile,
        this.parts.requirements,
      ),
      parts: this.parts,
      interrupted: this.interrupted || !whole || this.#ahead.end !== undefined,
      endedEarly: this.#deadline.end ?? this.#ahead.end,
      bailed: this.#bailed,
      ...(mayWrite(this.environment) ? {} : { readable: amountOf(this.probed.readable) }),
      durationMs: performance.now() - this.#deadline.startedMs,
      ...(this.#sampler ? { sampler: this.#sampler } : {}),
    };
  }

  /** A name for a further run of a script within this run. */
  #nextStamp(): string {
    this.#stamps += 1;
    return `${this.plan.runId}r${this.#stamps.toString(36)}`;
  }

  async #execute(
    script: Script,
    wanted: () => boolean = () => true,
    requirements = this.selection.requirements,
  ): Promise<ScriptOutcome> {
    const expected = countExchanges(script).exchanges;
    if (this.stopped || !wanted() || !this.#ahead.take(expected, this.#driver.requestsLeft))
      return { script, state: "stopped", failures: [] };
    try {
      return this.#record(await this.#traces.run(script, (again) => this.#runsOf(script, requirements, again)));
    } catch (error) {
      if (this.stopped) return { script, state: "stopped", failures: [] };
      const message = `The script ${script.id} could not be run: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      this.#recorder.addError(message);
      return { script, state: "broken", failures: [], error: `error of the suite itself: ${message}` };
    } finally {
      this.#ahead.giveBack(expected);
    }
  }

  /** Runs a script, and once more where something failed among lost answers; its traffic is recorded, and nothing else yet. */
  async #runsOf(script: Script, requirements: Selection["requirements"], isAgain: boolean): Promise<Looks> {
    const onceMore = (stamp = this.#nextStamp()) => this.#look(restampFor(this, script, stamp), requirements, stamp);
    const looks: [Look, ...Look[]] = [await (isAgain ? onceMore() : this.#look(asKnown(this, script), requirements))];
    while (!this.stopped && wantsAnother(looks) && this.#extra.again.take(countExchanges(script).exchanges)) {
      const look = await onceMore();
      if (look.judged === undefined) return [look];
      looks.push(look);
    }
    return looks;
  }

  async #look(script: Script, requirements: Selection["requirements"], again?: string): Promise<Look> {
    const judgedOn = requirements === this.selection.requirements ? undefined : [...requirements];
    let seen: Look | undefined;
    const isDoubted = (history: History): boolean => (seen = this.#lookAt(history, requirements)).failed.size > 0;
    const untilOthersEnded = () => this.#limit.untilOthersEnded();
    const isHurried = isSmaller(script);
    const beside = { profile: this.profile, judgedOn, again, isDoubted, untilOthersEnded, isHurried };
    const history = await this.#driver.run(script, beside);
    return this.#lookInto(
      this.#judge(history, requirements, seen?.history === history ? seen : undefined),
      requirements,
    );
  }

  /** The look, once what showed late in it was looked into. */
  #lookInto(look: Look, requirements: Selection["requirements"]): Promise<Look> {
    const rejudged = (): Look => this.#lookAt(look.history, requirements);
    return this.#late.lookInto(look, rejudged, () => this.stopped);
  }

  #lookAt(history: History, only: Selection["requirements"]): Look {
    // What is judged stays as it was recorded, whatever the code of an extension does.
    if (this.parts.extensions.length > 0) deepFreeze([history, this.#driver.target]);
    return lookAt(history, this.#context, { only, rules: this.parts.rules });
  }

  get #context() {
    return { profile: this.profile, target: this.#driver.target };
  }

  /** @param seen what was seen of this history, where it was looked at before */
  #judge(history: History, requirements = this.selection.requirements, seen?: Look): Look {
    this.#recorder.addTraffic(history);
    this.#traces.saw(history);
    const look = seen ?? this.#lookAt(history, requirements);
    if (look.judged && requirements === this.selection.requirements)
      this.#sampler?.look(history, look.judged, this.#context);
    return look;
  }

  #record(looks: Looks): ScriptOutcome {
    const { history, judged } = this.#looks.record(looks).look;
    const { script } = history;
    if (!judged) return { script, state: "stopped", failures: [] };
    const failures = failuresIn(history, judged.judgements, (id) => this.parts.requirement(id).level === "MUST");
    const decisive = failures.some((failure) => this.plan.failOn === "should" || failure.must);
    if (this.plan.bail && decisive && !this.stopped) {
      this.#bailed = true;
      this.#stop.abort(new Error("stopped at the first failure"));
    }
    const [crash] = judged.crashes;
    const error =
      crash && (crash.extension === undefined ? `error of the suite itself: ${crash.message}` : crash.message);
    const seen = seenIn(history, judged.judgements.length);
    return { script, failures, seen, ...(error === undefined ? { state: "judged" } : { state: "broken", error }) };
  }
}
