/** Takes in judged histories and keeps what the results need of them, in bounded memory. */
import { ResultCollector, type CollectorState, type FinishOptions, type Results } from "../../reports/results/index.ts";
import { operationById, type OperationId } from "../../spec/operations.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../spec/vocabulary/json.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { fileNameOf } from "./corpus.ts";
import type { Judged } from "./judging.ts";
import { reportedExchanges, type ShownIn } from "./reported-exchange.ts";
import { operationOfStep } from "./selection.ts";

const maxTraces = 10_000;

export type RecorderOptions = ShownIn;

export class Recorder {
  readonly #collector = new ResultCollector();
  readonly #options: RecorderOptions;
  readonly #traces: string[] = [];
  #tracesCreated = 0;
  #exchanges = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Records the traffic of a history: statuses, latencies, the traces it left. Also for histories that nobody judges. */
  addTraffic(history: History): void {
    for (const exchange of history.exchanges) {
      this.#exchanges += 1;
      this.#collector.addOperationSample(
        operationById(exchange.operationId).id as Exchange["operationId"],
        exchange.face,
        exchange.response?.status ?? exchange.failure?.kind ?? "none",
        exchange.receivedAtMs - exchange.sentAtMs,
      );
      const trace = createdTrace(exchange);
      if (trace === undefined) continue;
      this.#tracesCreated += 1;
      if (this.#traces.length < maxTraces) this.#traces.push(trace);
    }
    for (const { step, reason } of history.unsent) {
      const operation = operationAt(history.script, step);
      if (operation !== undefined) this.#collector.addUnsent(operation, reason);
    }
  }

  addJudged(history: History, judged: Judged): void {
    const failed = judged.judgements.some((judgement) => judgement.outcome === "failed");
    this.#collector.add({
      script: history.script,
      judgements: judged.judgements,
      exchangesOf: (indexes) => reportedExchanges(history, indexes, this.#options),
      ...(failed ? { scriptFile: `failures/${fileNameOf(history.script.id)}.json` } : {}),
    });
    for (const crash of judged.crashes) this.#collector.addError(crash);
  }

  /** Records an error of our own that belongs to no requirement. */
  addError(message: string): void {
    this.#collector.addError({ message });
  }

  get progress(): { cases: number; judgedRequirements: number; failed: readonly string[]; exchanges: number } {
    return { ...this.#collector.progress, exchanges: this.#exchanges };
  }

  /** Replaces secrets in what the results say. */
  get redact(): RecorderOptions["redact"] {
    return this.#options.redact;
  }

  /** Everything recorded, for `merge`. */
  get state(): CollectorState {
    return this.#collector.toJSON();
  }

  results(options: Omit<FinishOptions, "tracesCreated" | "tracesLeft">): Results {
    return this.#collector.finish({ ...options, tracesCreated: this.#tracesCreated, tracesLeft: this.#traces });
  }
}

/** The operation of the step at a place such as `3`, or `4.1.0` in a parallel group. */
function operationAt({ steps }: Script, place: string): OperationId | undefined {
  const [index = 0, branch, inner] = place.split(".").map(Number);
  const step = steps[index];
  const found = step && "parallel" in step ? step.parallel[branch ?? 0]?.[inner ?? 0] : step;
  return found && operationOfStep(found);
}

/** The id of the trace that a create exchange brought, or undefined. */
function createdTrace(exchange: Exchange): string | undefined {
  if (exchange.intent.kind !== "create" || exchange.response?.status !== 200) return undefined;
  const value: Json | undefined = exchange.response.json?.value;
  const id = exchange.face === "v2" && isJsonObject(value) ? value["data"] : value;
  return typeof id === "string" ? id.slice(0, 100) : undefined;
}
