/** Looks into states that lack what was sent: an action may take it out again. */
import { lateCleared } from "../../../probes/index.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

/** States that are looked into; each may lack what another action takes out. */
const maxLooks = 4;

export class LateCleared {
  readonly #run: LateRun;
  readonly #turns: LateTurns;

  constructor(run: LateRun) {
    this.#run = run;
    this.#turns = new LateTurns("cleared", maxLooks, run.run);
  }

  async lookInto(history: History, lacking: Exchange | undefined): Promise<void> {
    if (!lacking || this.#turns.isSpent) return;
    const { profile, learn } = this.#run;
    const reading = await lateCleared(this.#turns.asker(this.#run, "m"), profile(), history, lacking);
    if (reading) learn({ readings: { ...profile().readings, "state-data": reading } });
  }
}
