/** Looks into plain actions that were refused when the run was well under way: another rule of the process, perhaps. */
import { formLearnt, lateRefusal } from "../../../probes/index.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { LateRun } from "./late-run.ts";
import { Precedents } from "./precedents.ts";
import { LateTurns } from "./turns.ts";

/** Refusals that are looked into; each may show another rule. */
const maxRefusals = 9;

export class LateRefusals {
  readonly #run: LateRun;
  readonly #turns: LateTurns;
  readonly #precedents = new Precedents();

  constructor(run: LateRun) {
    this.#run = run;
    this.#turns = new LateTurns("refusal", maxRefusals, run);
  }

  /** Keeps what was taken in a history, for refusals that come later. */
  note(history: History): void {
    this.#precedents.note(history);
  }

  /** @param refusedIn the refusal that is not explained by what is known by then */
  async lookInto(history: History, refusedIn: () => Exchange | undefined): Promise<void> {
    const { profile, target } = this.#run;
    let former: Exchange | undefined;
    // Once a rule is known, another refusal of the same history may show another one.
    for (;;) {
      const refused = this.#turns.isSpent ? undefined : refusedIn();
      if (!refused || refused === former) return;
      former = refused;
      const asker = { ...this.#turns.asker("q"), precedent: this.#precedents.of };
      const form = await formLearnt(asker, profile(), history, refused, target.workflows, this.#precedents.dataOf);
      if (this.#turns.learn("action-forms", form)) continue;
      const gating = await lateRefusal(asker, profile(), history, refused);
      if (!this.#turns.learn("action-gating", gating && asSeenLate(gating, profile()))) return;
    }
  }
}

/** A process of which nothing was known when the scripts were made: where something was, further rules of it change little. */
function asSeenLate(gating: Reading<"action-gating">, { readings }: Profile): Reading<"action-gating"> {
  const { value, seenLate } = readings["action-gating"] ?? {};
  return seenLate || (value?.gating ?? "free") === "free" ? { ...gating, seenLate: true } : gating;
}
