/** Looks into states that changed though nothing was sent: some members may go on with the clock. */
import { lateClock, lateList } from "../../../probes/index.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

/** Traces that are looked at; each may show other members, after other actions. */
const maxLooks = 2;

export class LateClock {
  readonly #run: LateRun;
  readonly #turns: LateTurns;

  constructor(run: LateRun) {
    this.#run = run;
    this.#turns = new LateTurns("clock", maxLooks, run.run);
  }

  /** @param changed read of a state that was another before, though nothing was sent between; or an action that no list named */
  async lookInto(history: History, changed: Exchange | undefined): Promise<void> {
    if (!changed || this.#turns.isSpent) return;
    const { profile, learn, pause } = this.#run;
    const asker = { ...this.#turns.asker(this.#run, "c"), pause };
    const reading =
      (await lateClock(asker, profile(), history, changed)) ?? (await lateList(asker, profile(), history, changed));
    if (reading) learn({ readings: { ...profile().readings, "volatile-members": reading } });
  }
}
