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
    this.#turns = new LateTurns("late-race", maxLooks, run.run);
  }

  /**
   * Looks into the histories one after the other.
   * @param racing the actions that are still not explained when their turn comes
   */
  async lookInto(history: History, racing: () => readonly Exchange[]): Promise<void> {
    await this.#turns.inTurn(() => this.#lookInto(history, racing));
  }

  async #lookInto(history: History, racing: () => readonly Exchange[]): Promise<void> {
    const accepted = this.#turns.isSpent ? [] : racing();
    if (accepted.length === 0) return;
    const { profile, learn } = this.#run;
    const asker = this.#turns.asker(this.#run, "t");
    const reading = await lateRace(asker, profile(), history, accepted);
    if (reading) learn({ readings: { ...profile().readings, "action-gating": reading } });
  }
}
