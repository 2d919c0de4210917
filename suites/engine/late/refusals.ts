/** Looks into plain actions that were refused when the run was well under way: another rule of the process, perhaps. */
import { lateRefusal } from "../../../probes/index.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

/** Refusals that are looked into; each may show another rule. */
const maxRefusals = 6;

export class LateRefusals {
  readonly #run: LateRun;
  readonly #turns: LateTurns;

  constructor(run: LateRun) {
    this.#run = run;
    this.#turns = new LateTurns("refusal", maxRefusals, run.run);
  }

  /** @param refused and not explained by what is known */
  async lookInto(history: History, refused: Exchange): Promise<void> {
    if (this.#turns.isSpent) return;
    const { profile, learn } = this.#run;
    const asker = this.#turns.asker(this.#run, "q");
    const reading = await lateRefusal(asker, profile(), history, refused);
    if (reading) learn({ readings: { ...profile().readings, "action-gating": reading } });
  }
}
