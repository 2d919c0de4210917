/** Gathers the judgements of a run, in bounded memory however long the run, and turns them into results. */
import type { Unsent } from "../../spec/vocabulary/history.ts";
import type { Face, OperationId } from "../../spec/operations.ts";
import { ofLostRequests } from "../../spec/requirements/lost-requests.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { type ActionState, ActionTally } from "./action-tally.ts";
import { AttemptTally } from "./attempt-tally.ts";
import { boundPair, cutText } from "./bound-values.ts";
import { gotOf } from "./got-nothing.ts";
import type { CollectorState, OperationState } from "./collector-state.ts";
import { CauseTally } from "./cause-tally.ts";
import { FailureList, type KeptFailure } from "./failure-list.ts";
import { finishResults, type FinishOptions } from "./finish.ts";
import { LatencyHistogram } from "./latency.ts";
import type { ReportedExchange, Results, RunError, SequenceResult } from "./model.ts";
import { TrafficTimeline, type TrafficSample } from "./traffic.ts";
import { UnsentTally } from "./unsent-tally.ts";

const maxExchanges = 12;
const maxErrors = 100;
const maxMessageLength = 2000;

/** What was judged about one history. */
export interface CollectedCase {
  readonly script: Script;
  readonly judgements: readonly Judgement[];
  /** The exchanges with these indexes, ready for a report. Called only for failures that are kept. */
  exchangesOf(indexes: readonly number[]): readonly ReportedExchange[];
  /** The course of the script, with these exchanges in it, the decisive one first. Called as `exchangesOf` is. */
  sequenceOf?(indexes: readonly number[]): SequenceResult;
  /** Where the script was saved, below the output folder. */
  readonly scriptFile?: string;
  /** The trace that an exchange is about. Absent: the script is judged in part, and does not show what fails together. */
  readonly traceOf?: (exchange: number) => string | undefined;
  /** True for a further run of a script: no case of its own. */
  readonly again?: true;
  /** True where nothing of the script was sent: no case either. */
  readonly isUnsent?: true;
  /** The id of the failing script of which this is a further attempt: it tells how often that fails, and nothing else. */
  readonly attemptAt?: string;
}

interface Tally {
  judged: number;
  failed: number;
  readonly operations: Map<string, readonly [judged: number, failed: number]>;
  readonly failures: FailureList;
}

interface OperationTally {
  exchanges: number;
  failures: number;
  readonly statuses: Map<string, number>;
  readonly latency: LatencyHistogram;
}

export class ResultCollector {
  #cases = 0;
  readonly #tallies = new Map<string, Tally>();
  readonly #operations = new Map<string, OperationTally>();
  readonly #errors = new Map<string, RunError>();
  readonly #denied = new Map<OperationId, number>();
  readonly #unsent = new UnsentTally();
  readonly #actions = new ActionTally();
  readonly #causes = new CauseTally();
  readonly #attempts = new AttemptTally();
  readonly #traffic = new TrafficTimeline();
  readonly #lost = new Map<string, number>();
  readonly #intermittent = new Map<string, { readonly failed: number; readonly runs: number }>();

  /** Takes in the judgements about one history. */
  add(judged: CollectedCase): void {
    if (judged.attemptAt !== undefined) {
      this.#attempts.add(judged.attemptAt, judged.again ? [] : judged.judgements);
      return;
    }
    if (!judged.again && !judged.isUnsent) this.#cases++;
    if (judged.traceOf) {
      const all = judged.judgements.filter(({ requirement }) => requirement !== ofLostRequests);
      this.#causes.add(all, judged.traceOf);
    }
    let size: number | undefined;
    for (const judgement of judged.judgements) {
      const tally = this.#tally(judgement.requirement);
      tally.judged++;
      const isFailed = judgement.outcome === "failed";
      if (judgement.operationId) countIn(tally.operations, judgement.operationId, [1, isFailed ? 1 : 0]);
      if (judgement.outcome === "passed") continue;
      tally.failed++;
      if (judgement.requirement === ofLostRequests) {
        this.#addLost(String(judgement.actual), 1);
        continue;
      }
      if (judgement.operationId && judgement.face) this.#operation(judgement.operationId, judgement.face).failures++;
      size ??= JSON.stringify(judged.script).length;
      const message = cutText(judgement.message ?? "The check gave no message.", maxMessageLength);
      const rank = { message, size, script: judged.script };
      tally.failures.offer(rank, () => keep(judgement, judged, message, rank.size));
    }
  }

  /** Records an error of our own. With a requirement, that requirement is never reported as passed. */
  addError(error: Omit<RunError, "count">): void {
    this.#addError({ ...error, message: cutText(error.message, maxMessageLength), count: 1 });
  }

  /** Records failures that did not come again, which lost answers explain. */
  addIntermittent(requirement: string, times: number, of: number): void {
    const known = this.#intermittent.get(requirement) ?? { failed: 0, runs: 0 };
    this.#intermittent.set(requirement, { failed: known.failed + times, runs: known.runs + of });
  }

  /** Records one exchange: the status code, or the kind of failure when no response came, and the time it took. */
  addOperationSample(operationId: OperationId, face: Face, outcome: number | string, latencyMs: number): void {
    const tally = this.#operation(operationId, face);
    tally.exchanges++;
    tally.statuses.set(String(outcome), (tally.statuses.get(String(outcome)) ?? 0) + 1);
    tally.latency.add(latencyMs);
  }

  /** Records that an answer of status 2xx was a refusal, as the envelope says. */
  addDenied(operationId: OperationId, count = 1): void {
    this.#denied.set(operationId, (this.#denied.get(operationId) ?? 0) + count);
  }

  /** Records when one exchange was sent, and how it went. */
  addToTimeline(sample: TrafficSample): void {
    this.#traffic.add(sample);
  }

  /** Records a request that was not sent, with the reason. */
  addUnsent(operationId: OperationId, { reason, remedy }: Pick<Unsent, "reason" | "remedy">): void {
    this.#unsent.add(operationId, {
      reason: cutText(reason, maxMessageLength),
      ...(remedy === undefined ? {} : { remedy: cutText(remedy, maxMessageLength) }),
    });
  }

  /**
   * Records what came of a well-formed request for an action.
   * @param refusal the text of an answer that refused it; called only where none is known
   */
  addAction(
    action: Pick<ActionState, "workflowId" | "actionKey" | "use">,
    outcome: number | string,
    refusal: () => string | undefined,
  ): void {
    this.#actions.add(action, outcome, refusal);
  }

  /** How often a requirement was judged. */
  judgedTimes(requirement: string): number {
    return this.#tallies.get(requirement)?.judged ?? 0;
  }

  /** Failed judgements so far, by requirement; for live progress. */
  get progress(): { readonly cases: number; readonly judgedRequirements: number; readonly failed: readonly string[] } {
    const failed = [...this.#tallies]
      .filter(([id, tally]) => tally.failed > 0 && id !== ofLostRequests)
      .map(([id]) => id);
    return { cases: this.#cases, judgedRequirements: this.#tallies.size, failed };
  }

  /** The results of everything collected so far. */
  finish(options: FinishOptions): Results {
    return finishResults(this.toJSON(), options);
  }

  /** Everything collected, as plain JSON: to hand it from a shard or a worker to `mergeCollectors`. */
  toJSON(): CollectorState {
    const requirements = Object.fromEntries(
      [...this.#tallies].map(([id, { judged, failed, operations: counts, failures }]) => [
        id,
        { judged, failed, operations: Object.fromEntries(counts), failures: failures.kept },
      ]),
    );
    const operations = [...this.#operations].map(([key, tally]) => operationState(key, tally));
    const unsent = this.#unsent.toJSON();
    const actions = this.#actions.toJSON();
    const causes = this.#causes.toJSON();
    const attempts = this.#attempts.toJSON();
    const traffic = this.#traffic.toJSON();
    return {
      ...{ cases: this.#cases, requirements, operations, errors: this.#sortedErrors },
      ...(this.#denied.size > 0 ? { denied: Object.fromEntries(this.#denied) } : {}),
      ...(Object.keys(unsent).length > 0 ? { unsent } : {}),
      ...(actions.length > 0 ? { actions } : {}),
      ...(causes ? { causes } : {}),
      ...(Object.keys(attempts).length > 0 ? { attempts } : {}),
      ...(traffic ? { traffic } : {}),
      ...(this.#lost.size > 0 ? { lost: Object.fromEntries(this.#lost) } : {}),
      ...(this.#intermittent.size > 0 ? { intermittent: Object.fromEntries(this.#intermittent) } : {}),
    };
  }

  /** Adds what another collector had collected. */
  merge(state: CollectorState): void {
    this.#cases += state.cases;
    for (const [id, other] of Object.entries(state.requirements)) {
      const tally = this.#tally(id);
      tally.judged += other.judged;
      tally.failed += other.failed;
      for (const [operation, counts] of Object.entries(other.operations ?? {}))
        countIn(tally.operations, operation, counts);
      tally.failures.merge(other.failures);
    }
    for (const other of state.operations) {
      const tally = this.#operation(other.operationId, other.face);
      tally.exchanges += other.exchanges;
      tally.failures += other.failures;
      for (const [status, count] of Object.entries(other.statuses)) {
        tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + count);
      }
      tally.latency.merge(other.latency);
    }
    for (const [operationId, count] of Object.entries(state.denied ?? {}))
      this.addDenied(operationId as OperationId, count);
    this.#unsent.merge(state.unsent ?? {});
    this.#actions.merge(state.actions ?? []);
    if (state.causes) this.#causes.merge(state.causes);
    this.#attempts.merge(state.attempts ?? {});
    if (state.traffic) this.#traffic.merge(state.traffic);
    for (const [answer, count] of Object.entries(state.lost ?? {})) this.#addLost(answer, count);
    for (const [id, { failed, runs }] of Object.entries(state.intermittent ?? {}))
      this.addIntermittent(id, failed, runs);
    for (const error of state.errors) this.#addError(error);
  }

  #addLost(answer: string, count: number): void {
    this.#lost.set(answer, (this.#lost.get(answer) ?? 0) + count);
  }

  #tally(requirement: string): Tally {
    let tally = this.#tallies.get(requirement);
    if (!tally) {
      tally = { judged: 0, failed: 0, operations: new Map(), failures: new FailureList() };
      this.#tallies.set(requirement, tally);
    }
    return tally;
  }

  #operation(operationId: OperationId, face: Face): OperationTally {
    const key = `${operationId} ${face}`;
    let tally = this.#operations.get(key);
    if (!tally) {
      tally = { exchanges: 0, failures: 0, statuses: new Map(), latency: new LatencyHistogram() };
      this.#operations.set(key, tally);
    }
    return tally;
  }

  get #sortedErrors(): RunError[] {
    const sorted = [...this.#errors].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([, error]) => ({ ...error }));
  }

  #addError(error: RunError): void {
    const { requirement, extension, message, count } = error;
    // A rule of an extension that crashes on every script is told once.
    const key = `${requirement ?? ""} ${extension ?? message}`;
    const known = this.#errors.get(key);
    if (known) this.#errors.set(key, { ...known, count: known.count + count });
    // The bound must not turn a requirement that met an error green.
    else if (
      this.#errors.size < maxErrors ||
      (requirement !== undefined && ![...this.#errors.values()].some((e) => e.requirement === requirement))
    )
      this.#errors.set(key, error);
  }
}

/** One collector with everything that the partial ones had collected, whatever their order. */
export function mergeCollectors(partials: Iterable<CollectorState>): ResultCollector {
  const merged = new ResultCollector();
  for (const partial of partials) merged.merge(partial);
  return merged;
}

function countIn(counts: Tally["operations"], operation: string, [judged, failed]: readonly [number, number]): void {
  const [judgedBefore, failedBefore] = counts.get(operation) ?? [0, 0];
  counts.set(operation, [judgedBefore + judged, failedBefore + failed]);
}

function keep(judgement: Judgement, judged: CollectedCase, message: string, size: number): KeptFailure {
  const shown = judgement.exchanges.slice(0, maxExchanges);
  return {
    message,
    ...boundPair(judgement.expected, gotOf(judgement)),
    ...(judgement.operationId ? { operation: judgement.operationId } : {}),
    ...(judgement.face ? { face: judgement.face } : {}),
    script: judged.script,
    ...(judged.scriptFile === undefined ? {} : { scriptFile: judged.scriptFile }),
    exchanges: judged.exchangesOf(shown),
    ...(judged.sequenceOf ? { sequence: judged.sequenceOf(shown) } : {}),
    size,
  };
}

function operationState(key: string, tally: OperationTally): OperationState {
  const [operationId, face] = key.split(" ") as [OperationId, Face];
  return {
    operationId,
    face,
    exchanges: tally.exchanges,
    failures: tally.failures,
    statuses: Object.fromEntries(tally.statuses),
    latency: tally.latency.toJSON(),
  };
}
