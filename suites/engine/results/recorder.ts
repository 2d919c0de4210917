/** Collects from judged histories what the results need, in bounded memory. */
import type { Environment } from "../../../driver/index.ts";
import {
  ResultCollector,
  type CollectorState,
  type FailureScript,
  type FinishOptions,
  type Results,
} from "../../../reports/results/index.ts";
import { operationById } from "../../../spec/operations.ts";
import { isAction } from "../../../spec/readings/actions.ts";
import { isPlainRefusal, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { stepAt } from "../../../spec/vocabulary/placed-steps.ts";
import type { RunObserver } from "../../telemetry/run-observer.ts";
import { attemptOf } from "./attempts.ts";
import { fileNameOf } from "../saved/corpus.ts";
import type { Judged } from "../../../checks/index.ts";
import { reportedExchanges, type ShownIn } from "./reported-exchange.ts";
import { sequenceOf } from "./sequence.ts";
import { SilenceWatch } from "./silence.ts";
import { Reproductions } from "./reproductions.ts";
import { operationOfStep } from "../plan/selection.ts";

const maxTraces = 10_000;

export class Recorder {
  readonly #collector = new ResultCollector();
  readonly #options: ShownIn;
  readonly #observer: RunObserver | undefined;
  readonly #traces: string[] = [];
  #reproductions: Reproductions;
  #silence = new SilenceWatch();
  #tracesCreated = 0;
  /** Creations that brought no trace, and of which no answer says that nothing was done. */
  #tracesPerhapsCreated = 0;
  #exchanges = 0;

  constructor({ observer, ...options }: ShownIn & { readonly observer?: RunObserver | undefined }) {
    this.#observer = observer;
    this.#options = options;
    this.#reproductions = new Reproductions(options);
  }

  /** One for a run that goes on now. */
  static ofRun({ baseUrl, limits, secrets, telemetry }: Environment, observer: RunObserver | undefined): Recorder {
    return new Recorder({
      baseUrl,
      timeoutMs: limits.timeoutMs,
      redact: (text) => secrets.redact(text),
      clockOriginMs: performance.timeOrigin,
      traceUrl: telemetry?.traceUrl,
      observer,
    });
  }

  /** The same so far, apart from this one; nobody is told what is recorded in it. */
  copy(): Recorder {
    const copy = new Recorder(this.#options);
    copy.#collector.merge(this.state);
    copy.#traces.push(...this.#traces);
    copy.#tracesCreated = this.#tracesCreated;
    copy.#tracesPerhapsCreated = this.#tracesPerhapsCreated;
    copy.#exchanges = this.#exchanges;
    copy.#reproductions = this.#reproductions;
    copy.#silence = this.#silence;
    return copy;
  }

  /**
   * Records the traffic of a history: statuses, latencies, the traces it left. Also for histories that nobody judges.
   */
  addTraffic(history: History): void {
    this.#observer?.traffic(history);
    this.#silence.note(history);
    for (const exchange of history.exchanges) {
      this.#exchanges += 1;
      const { id, kind } = operationById(exchange.operationId);
      this.#collector.addOperationSample(
        id,
        exchange.face,
        exchange.response?.status ?? exchange.failure?.kind ?? "none",
        exchange.receivedAtMs - exchange.sentAtMs,
      );
      const isAccepted = exchange.response && exchange.response.status >= 200 && exchange.response.status < 300;
      if (isAccepted && !kind.startsWith("login") && !succeeded(exchange)) this.#collector.addDenied(id);
      this.#addToTimeline(exchange);
      this.#addAction(exchange);
      if (exchange.intent.kind !== "create") continue;
      const trace = createdTrace(exchange);
      const isOpen = trace === undefined && !isPlainRefusal(exchange.response?.status);
      this.#tracesPerhapsCreated += (exchange.unsettled ?? 0) + (isOpen ? 1 : 0);
      if (trace === undefined) continue;
      this.#tracesCreated += 1;
      if (this.#traces.length < maxTraces) this.#traces.push(trace);
    }
    for (const unsent of history.unsent) {
      const step = stepAt(history.script, unsent.step);
      const operation = step && operationOfStep(step);
      if (operation !== undefined) this.#collector.addUnsent(operation, unsent);
    }
  }

  /**
   * Records what was judged of a history.
   * @param again true for a further run of a script, which is no case of its own
   */
  addJudged(history: History, judged: Judged, { again = false } = {}): void {
    const failed = judged.judgements.some((judgement) => judgement.outcome === "failed");
    const scriptFile = `failures/${fileNameOf(history.script.id)}.json`;
    const attemptAt = attemptOf(history.script);
    this.#collector.add({
      script: history.script,
      ...(attemptAt === undefined ? {} : { attemptAt }),
      ...(history.judgedOn === undefined && !again
        ? { traceOf: (index: number) => traceOf(history.exchanges[index]) }
        : {}),
      ...(again ? { again: true as const } : {}),
      ...(history.exchanges.length + judged.judgements.length === 0 ? { isUnsent: true as const } : {}),
      judgements: judged.judgements,
      exchangesOf: (indexes) => {
        this.#reproductions.keep(scriptFile, history, judged);
        return reportedExchanges(history, indexes, this.#options);
      },
      sequenceOf: (indexes) => sequenceOf(history, indexes),
      ...(failed ? { scriptFile } : {}),
    });
    for (const crash of judged.crashes) this.#collector.addError(crash);
    this.#observer?.script(history, judged.judgements);
  }

  /** Takes over when the exchanges of a run were sent, which its saved histories do not tell. */
  addEarlierTraffic({ traffic }: Pick<CollectorState, "traffic">): void {
    if (traffic) this.#collector.merge({ cases: 0, requirements: {}, operations: [], errors: [], traffic });
  }

  /** Records that a requirement failed only while answers were lost or 5xx: k of n times that the script ran. */
  addIntermittent(requirement: string, times: number, of: number): void {
    this.#collector.addIntermittent(requirement, times, of);
  }

  /** Records an error of our own that belongs to no requirement. */
  addError(message: string): void {
    this.#collector.addError({ message });
  }

  get progress(): { cases: number; judgedRequirements: number; failed: readonly string[]; exchanges: number } {
    return { ...this.#collector.progress, exchanges: this.#exchanges };
  }

  /** How often a requirement was judged so far. */
  judgedTimes(requirement: string): number {
    return this.#collector.judgedTimes(requirement);
  }

  /** Replaces secrets in what the results say. */
  get redact(): ShownIn["redact"] {
    return this.#options.redact;
  }

  /** The reproductions of these scripts, by their files; those of others are forgotten. */
  reproductionsOf(scripts: readonly Pick<FailureScript, "file" | "attempts">[]): ReadonlyMap<string, string> {
    return this.#reproductions.of(scripts);
  }

  /** True where nothing is answered since some request, and something was before. */
  get isSilent(): boolean {
    return this.#silence.isSilent;
  }

  /** Everything recorded, for `merge`. */
  get state(): CollectorState {
    return this.#collector.toJSON();
  }

  #addAction(exchange: Exchange): void {
    const { intent, defects, actor, response, failure } = exchange;
    if (!isAction(intent)) return;
    // Another user may be refused for who that is; what is accepted from whomever is accepted.
    if (defects.length > 0 || (actor !== "first" && !succeeded(exchange))) return;
    const { workflowId, actionKey } = intent;
    if (typeof workflowId !== "string" || typeof actionKey !== "string") return;
    // Some refuse with status 200 and an error.
    const isRefused = response?.status === 200 && !succeeded(exchange);
    const outcome = isRefused ? "refused" : (response?.status ?? failure?.kind ?? "none");
    this.#collector.addAction({ workflowId, actionKey, use: intent.kind }, outcome, () =>
      response?.json ? JSON.stringify(response.json.value) : undefined,
    );
  }

  #addToTimeline({ sentAtMs, receivedAtMs, response, lost = [] }: Exchange): void {
    const { clockOriginMs } = this.#options;
    if (clockOriginMs === undefined) return;
    const turnedAway = response === undefined || response.status === 429 || response.status >= 500;
    this.#collector.addToTimeline({
      sentAtMs: clockOriginMs + sentAtMs,
      latencyMs: receivedAtMs - sentAtMs,
      troubled: turnedAway || lost.length > 0,
    });
  }

  results(options: Omit<FinishOptions, "tracesCreated" | "tracesPerhapsCreated" | "tracesLeft">): Results {
    const { first } = this.#silence;
    return this.#collector.finish({
      ...options,
      ...(first ? { fellSilent: first } : {}),
      tracesCreated: this.#tracesCreated,
      tracesPerhapsCreated: this.#tracesPerhapsCreated,
      tracesLeft: this.#traces,
    });
  }
}

function traceOf(exchange: Exchange | undefined): string | undefined {
  if (!exchange) return undefined;
  return "traceId" in exchange.intent ? exchange.intent.traceId : createdTrace(exchange);
}

/** The id of the trace that a create exchange brought, or undefined. */
function createdTrace(exchange: Exchange): string | undefined {
  if (exchange.response?.status !== 200) return undefined;
  const value: Json | undefined = exchange.response.json?.value;
  const id = exchange.face === "v2" && isJsonObject(value) ? value["data"] : value;
  return typeof id === "string" ? id.slice(0, 100) : undefined;
}
