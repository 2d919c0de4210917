/** Looks into links that are no longer what they were: some members may change as others follow them, or time goes by. */
import { lateLinkMembers } from "../../../probes/index.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

/** Traces that are looked at; each may show other members. */
const maxLooks = 2;

export class LateLinkMembers {
  readonly #run: LateRun;
  readonly #turns: LateTurns;

  constructor(run: LateRun) {
    this.#run = run;
    this.#turns = new LateTurns("link-members", maxLooks, run.run);
  }

  /** @param changed read of links of which one was another before */
  async lookInto(history: History, changed: Exchange | undefined): Promise<void> {
    if (!changed || this.#turns.isSpent) return;
    const { profile, learn, pause } = this.#run;
    const asker = { ...this.#turns.asker(this.#run, "l"), pause };
    const reading = await lateLinkMembers(asker, profile(), history, changed);
    if (reading) learn({ readings: { ...profile().readings, "volatile-members": reading } });
  }
}
