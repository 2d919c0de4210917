/** Looks into traces of the same steps that list different actions: the service may draw what comes next. */
import { drawnLists } from "../../../probes/index.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

/** Pairs of traces that are looked into. */
const maxLooks = 2;

export class LateTwins {
  readonly #run: LateRun;
  readonly #turns: LateTurns;

  constructor(run: LateRun) {
    this.#run = run;
    this.#turns = new LateTurns("twins", maxLooks, run.run);
  }

  /** @param created the creations of two traces that look otherwise */
  async lookInto(history: History, created: readonly Exchange[]): Promise<void> {
    if (this.#turns.isSpent || created.length < 2) return;
    const { profile, learn } = this.#run;
    const asker = this.#turns.asker(this.#run, "w");
    const reading = await drawnLists(asker, profile(), history, created);
    if (reading) learn({ readings: { ...profile().readings, "action-gating": reading } });
  }
}
