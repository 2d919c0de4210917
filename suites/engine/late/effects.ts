/** Looks into server errors to actions that came when the run was well under way: an effect that fails, perhaps. */
import { failedAction, failingEffects } from "../../../probes/index.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

/** Failures that are looked into; each may show another action. */
const maxLooks = 2;

export class LateEffects {
  readonly #run: LateRun;
  readonly #turns: LateTurns;

  constructor(run: LateRun) {
    this.#run = run;
    this.#turns = new LateTurns("late-effects", maxLooks, run.run);
  }

  /** Looks into the histories one after the other. */
  async lookInto(history: History, isStopped: () => boolean): Promise<void> {
    if (!this.#failedIn(history)) return;
    await this.#turns.inTurn(() => (isStopped() ? undefined : this.#lookInto(history)));
  }

  #failedIn({ exchanges }: History) {
    return failedAction(exchanges, this.#run.profile());
  }

  async #lookInto(history: History): Promise<void> {
    const failed = this.#failedIn(history);
    if (!failed || this.#turns.isSpent) return;
    const { profile, learn } = this.#run;
    const asker = this.#turns.asker(this.#run, "e");
    const reading = await failingEffects(asker, profile(), failed);
    if (reading) learn({ readings: { ...profile().readings, "failing-effects": reading } });
  }
}
