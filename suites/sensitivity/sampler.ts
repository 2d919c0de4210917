/** Judges some mutants of a run while it goes on: chosen by the names of its scripts, and within a share of its time. */
import type { Judged, Rule } from "../../checks/index.ts";
import type { SensitivityResult } from "../../reports/results/index.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { JudgingContext } from "../../spec/requirements/judgement.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import { examineHistory } from "./examine.ts";
import { rankOf } from "./operators/pick.ts";
import { SensitivityTally } from "./tally.ts";

/** One history in so many is looked at. */
const oneIn = 6;
/** In it, one mutant for so many exchanges. */
const exchangesForOne = 4;
/** Of the time since the run began. */
const mostOfTheTime = 0.05;

export interface SamplerOptions {
  readonly requirements: ReadonlySet<RequirementId>;
  readonly rules: readonly Rule[];
  /** Milliseconds on any clock that only rises. */
  readonly now?: () => number;
}

export class SensitivitySampler {
  readonly #tally = new SensitivityTally();
  readonly #options: SamplerOptions;
  readonly #now: () => number;
  readonly #startedMs: number;
  #spentMs = 0;

  constructor(options: SamplerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#startedMs = this.#now();
  }

  /** Looks at a history that was judged, where its turn has come and time is left. */
  look(history: History, judged: Judged, context: JudgingContext): void {
    if (rankOf(history.script.id) % oneIn !== 0) return;
    const began = this.#now();
    const most = Math.ceil(history.exchanges.length / exchangesForOne);
    for (const examined of examineHistory(history, { ...context, ...this.#options, judged, most })) {
      this.#tally.add(examined);
      if (this.#spentMs + this.#now() - began > (this.#now() - this.#startedMs) * mostOfTheTime) break;
    }
    this.#spentMs += this.#now() - began;
  }

  /** Undefined where nothing was looked at. */
  result(passed: readonly string[]): SensitivityResult | undefined {
    return this.#tally.mutants === 0 ? undefined : this.#tally.result("sample", passed);
  }
}
