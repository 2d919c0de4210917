/** Looks into actions that were accepted at the same time though no known order allows it: the data may decide. */
import { lateRace } from "../../../probes/index.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

/** Races that are looked into; the first that could have been one after the other says so of its workflow. */
const maxLooks = 3;

export class LateRaces {
  readonly #run: LateRun;
  readonly #turns: LateTurns;

  constructor(run: LateRun) {
    this.#run = run;
    this.#turns = new LateTurns("race", maxLooks, run.run);
  }

  /** @param accepted at the same time, and not explained by what is known */
  async lookInto(history: History, accepted: readonly Exchange[]): Promise<void> {
    if (this.#turns.isSpent || accepted.length === 0) return;
    const { profile, learn } = this.#run;
    const asker = this.#turns.asker(this.#run, "t");
    const reading = await lateRace(asker, profile(), history, accepted);
    if (reading) learn({ readings: { ...profile().readings, "action-gating": reading } });
  }
}
