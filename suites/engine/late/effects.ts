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
    this.#turns = new LateTurns("effects", maxLooks, run.run);
  }

  async lookInto({ exchanges }: History): Promise<void> {
    const { profile, learn } = this.#run;
    const failed = failedAction(exchanges, profile());
    if (!failed || this.#turns.isSpent) return;
    const asker = this.#turns.asker(this.#run, "e");
    const reading = await failingEffects(asker, profile(), failed);
    if (reading) learn({ readings: { ...profile().readings, "failing-effects": reading } });
  }
}
