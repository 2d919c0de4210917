/** Looks into actions that one face took though no list named them: whether the other one refuses them in the same place. */
import { throughBoth } from "../../../probes/index.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

/** Actions that are looked into, each through the face that took it. */
const maxLooks = 4;

export class LateGates {
  readonly #turns: LateTurns;
  readonly #seen = new Set<string>();

  constructor(run: LateRun) {
    this.#turns = new LateTurns("gate", maxLooks, run);
  }

  /** @param taken out of turn, all of one history */
  async lookInto(history: History, taken: readonly Exchange[]): Promise<void> {
    for (const one of taken) {
      const { intent, face } = one;
      const place = intent.kind === "act" ? JSON.stringify([face, intent.workflow, intent.actionKey]) : "";
      if (this.#turns.isSpent || this.#seen.has(place)) continue;
      this.#seen.add(place);
      await throughBoth(this.#turns.asker("g"), history, one);
    }
  }
}
